// What a person says about sessions with the command line: names, tags, groups, done.
import { readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, forkedLines, jsonl, userLine } from '../../core/testing/transcripts';
import { NOW_MS } from '../../node/testing/places';
import { json, place, repo, run, useCliPlace } from '../testing/cliPlace';

const [FIRST, SECOND, FORK] = ['aaaaaaaa-1', 'bbbbbbbb-2', 'cccccccc-3'];
/** Joined here, so that no scanner takes this file for a leak. */
const SECRET = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

useCliPlace();
beforeEach(() => {
	write(FIRST, linesOf(FIRST, 'Where do exports go?', 5));
	write(SECOND, linesOf(SECOND, 'Fix the parser', 60));
});

const linesOf = (sessionId: string, prompt: string, minutesAgo: number) => {
	const own = { sessionId, cwd: repo, timestamp: new Date(NOW_MS - minutesAgo * 60_000).toISOString() };
	return [userLine(prompt, own), assistantLine('Done.', {}, own)];
};
const write = (id: string, lines: Parameters<typeof jsonl>[0]): string =>
	place.write(`home/.claude/projects/${projectSlug(repo)}/${id}.jsonl`, jsonl(lines));
const sessions = async (...args: readonly string[]): Promise<readonly Record<string, unknown>[]> =>
	(await json('sessions', 'list', ...args)).document['sessions'] as Record<string, unknown>[];
const idsOf = async (...args: readonly string[]): Promise<readonly unknown[]> =>
	(await sessions(...args)).map(({ id }) => id);
/** Runs what the last line says that it undoes. */
async function undo(answer: string): Promise<void> {
	const words = /Undo: session-keeper (.*)\n$/u.exec(answer)?.[1] ?? '';
	const split = [...words.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '');
	expect((await run(split)).code).toBe(0);
}

test('a name of one’s own is what every face calls the session, by which it is found, until it is undone', async () => {
	const { out } = await run(['sessions', 'edit', 'bbbb', '--name', 'Release 1.0']);
	expect(out).toBe('Release 1.0\nUndo: session-keeper sessions edit bbbbbbbb --no-name\n');
	expect((await sessions())[1]).toMatchObject({
		name: 'Release 1.0',
		ownName: 'Release 1.0',
		saidName: 'Fix the parser',
	});
	expect((await run(['sessions', 'list'])).out).toContain('Release 1.0');
	expect((await run(['sessions', 'show', 'release 1.0'])).out).toMatch(/^Release 1\.0\ntitle {4}Fix the parser\n/u);
	expect((await json('sessions', 'search', 'RELEASE')).document['hits']).toMatchObject([{ name: 'Release 1.0' }]);
	expect((await run(['resume', 'Release 1.0'])).err).toContain('“Release 1.0” is empty.');
	expect((await run(['documents', 'list', '--all'])).out).toContain('bbbbbbbb — Release 1.0 (1 hour ago');
	const again = await run(['sessions', 'edit', 'bbbb', '--name', 'Other']);
	expect(again.out).toContain('--name "Release 1.0"');
	await undo(again.out);
	expect((await sessions())[1]).toMatchObject({ name: 'Release 1.0' });
	await undo(out);
	expect((await sessions())[1]).toMatchObject({ name: 'Fix the parser', ownName: null });
});

test('tags and groups sort lists; a fork has those of its origin until it is given its own', async () => {
	const { out } = await run(['sessions', 'edit', 'aaaa', '--tag', '#API', '--tag', 'docs', '--group', 'Next week']);
	expect(out).toBe(
		'Where do exports go?  #api  #docs  in Next week\nUndo: session-keeper sessions edit aaaaaaaa --untag api --untag docs --no-group\n',
	);
	write(FORK, forkedLines(linesOf(FIRST, 'Where do exports go?', 5), FORK, NOW_MS - 60_000));
	expect(await idsOf('--tag', 'api', '--group', 'Next week')).toEqual([FORK, FIRST]);
	expect(await idsOf('--tag', 'api', '--tag', 'other')).toEqual([]);
	await run(['sessions', 'edit', 'cccc', '--untag', 'api', '--no-group', '--tag', 'own']);
	expect(await idsOf('--tag', 'api')).toEqual([FIRST]);
	expect((await sessions('--tag', 'own'))[0]).toMatchObject({ id: FORK, tags: ['docs', 'own'], group: null });
	expect((await run(['sessions', 'list', '--tag', 'api'])).out).toContain('#api, #docs, in Next week');
	await undo(out);
	expect(await idsOf('--tag', 'docs')).toEqual([]);
});

test('what is done is left out and counted, and a fork of it is not done', async () => {
	const { out } = await run(['sessions', 'done', 'aaaa']);
	expect(out).toBe('Done: Where do exports go?\nUndo: session-keeper sessions done aaaaaaaa --off\n');
	write(FORK, forkedLines(linesOf(FIRST, 'Where do exports go?', 5), FORK, NOW_MS - 60_000));
	expect(await idsOf()).toEqual([FORK, SECOND]);
	expect(await idsOf('--all', '--done')).toContain(FIRST);
	expect((await run(['sessions', 'list'])).out).toContain('1 session done: --done');
	await undo(out);
	expect(await idsOf()).toContain(FIRST);
});

test('all of it is still there when the project has moved', async () => {
	await run(['sessions', 'edit', 'aaaa', '--name', 'Exports', '--tag', 'api']);
	// From now on the project is known.
	await run(['backups', 'create', '--session', FIRST]);
	const moved = path.join(place.root, 'moved');
	renameSync(repo, moved);
	const { out } = await run(['sessions', 'list', '--tag', 'api'], { cwd: moved });
	expect(out).toContain('Exports');
});

test('nothing is written that is empty, and no secret', async () => {
	expect(await run(['sessions', 'edit', 'aaaa'])).toMatchObject({ code: 2 });
	const both = await run(['sessions', 'edit', 'aaaa', '--name', 'a', '--no-name']);
	expect([both.code, both.err]).toEqual([2, expect.stringContaining('Either --name or --no-name.')]);
	expect((await run(['sessions', 'edit', 'aaaa', '--tag', ' # '])).err).toContain('--tag is empty.');
	await run(['sessions', 'edit', 'aaaa', '--name', `Key ${SECRET}`, '--group', SECRET, '--tag', SECRET]);
	const [session] = await sessions();
	expect(session).toMatchObject({ name: 'Key [redacted: github-token]', group: '[redacted: github-token]' });
	expect(readFileSync(path.join(place.claude.keeperHome, 'session-marks.jsonl'), 'utf8')).not.toContain(SECRET);
});

test('an export as HTML marks where a fork leaves its origin', async () => {
	const copied = forkedLines(linesOf(FIRST, 'Where do exports go?', 5), FORK, NOW_MS - 60_000);
	const exported = async (): Promise<string> => (await run(['sessions', 'export', 'cccc', '--format', 'html'])).out;
	write(FORK, copied);
	expect(await exported()).not.toContain('class="mark"');
	write(FORK, [...copied, ...linesOf(FORK, 'Another way', 0.5), ...linesOf(FORK, 'Go on', 0)]);
	const [before, after, ...more] = (await exported()).split('<p class="mark">Fork of Where do exports go?</p>\n');
	expect(before).not.toContain('id="turn-2"');
	expect(after).toContain('id="turn-2"');
	expect(more).toEqual([]);
});

test('a mark that is there already is taken away by no undo', async () => {
	expect((await run(['sessions', 'private', 'aaaa'])).out).toContain(
		'Undo: session-keeper sessions private aaaaaaaa --off',
	);
	expect((await run(['sessions', 'private', 'aaaa'])).out).not.toContain('Undo');
	expect((await run(['sessions', 'done', 'aaaa', '--off'])).out).not.toContain('Undo');
});

test('a tag that begins with a dash is put on and taken off as the answer says', async () => {
	const { out } = await run(['sessions', 'edit', 'aaaa', '--tag=-x', '--tag=--off']);
	expect(out).toContain('Undo: session-keeper sessions edit aaaaaaaa --untag=-x --untag=--off\n');
	await undo(out);
	expect((await sessions())[0]).toMatchObject({ tags: [] });
});

test('a name that begins with a dash comes back', async () => {
	await run(['sessions', 'edit', 'aaaa', '--name=-draft']);
	const [, undo = ''] =
		/^Undo: session-keeper (.+)$/mu.exec((await run(['sessions', 'edit', 'aaaa', '--name', 'x'])).out) ?? [];
	await run(undo.split(' '));
	expect((await sessions())[0]).toMatchObject({ name: '-draft' });
});
