// A session whose transcript is gone: in a list while there is a copy of it, and back by whatever a person knows of it.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, jsonl, userLine } from '../../core/testing/transcripts';
import { good, json, place, repo, run, useCliPlace } from '../testing/cliPlace';

const FIRST = 'aaaaaaaa-0000-4000-8000-000000000001';
const SECOND = 'aaaaaaaa-0000-4000-8000-000000000002';
const THERE = 'cccccccc-0000-4000-8000-000000000003';

useCliPlace();

/** @returns the transcript. */
function talk(session: string, prompt: string, folder = repo): string {
	const timestamp = `2026-11-21T0${folder === repo ? 8 : 7}:00:00Z`;
	const own = { sessionId: session, cwd: folder, timestamp };
	const file = path.join(place.claude.projectsDir, projectSlug(folder), `${session}.jsonl`);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, jsonl([userLine(prompt, own), assistantLine('Well.', {}, own)]));
	utimesSync(file, new Date(timestamp), new Date(timestamp));
	return file;
}

let first: string;
let second: string;
let text: string;
beforeEach(async () => {
	const packages = path.join(repo, 'it’s a package');
	mkdirSync(packages);
	first = talk(FIRST, 'Rate limits for the login');
	second = talk(SECOND, 'Rate limits for the search', packages);
	talk(THERE, 'Still there');
	text = readFileSync(first, 'utf8');
	await good('backups', 'create', '--session', FIRST);
	await good('backups', 'archive', '--session', SECOND);
	await good('backups', 'create', '--session', THERE);
	rmSync(first);
	rmSync(second);
});

describe('sessions list', () => {
	test('says that there are deleted ones, and shows them with what is there of them', async () => {
		expect(await good('sessions', 'list')).toMatch(
			/^cccccccc .*Still there {2}main\n\n2 sessions deleted, with a copy to restore: --deleted\n$/u,
		);
		expect((await good('sessions', 'list', '--deleted')).replace(/\d+ B$/gmu, '<size>')).toBe(
			[
				'aaaaaaaa  2 hours ago  Rate limits for the login  pending backup, <size>',
				'aaaaaaaa  3 hours ago  Rate limits for the search  archived, <size>',
				'',
				'Put one back: session-keeper backups restore ID\n',
			].join('\n'),
		);
		expect((await json('sessions', 'list')).document).toMatchObject({ total: 1, left: { programs: 0, deleted: 2 } });
		expect((await json('sessions', 'list', '--deleted', '--limit', '1')).document).toMatchObject({
			total: 2,
			deleted: [
				{
					id: FIRST,
					name: 'Rate limits for the login',
					lastMessage: '2026-11-21T08:00:00.000Z',
					backups: [{ raw: '20261121_100000_manual.jsonl', isPending: true }],
					isArchived: false,
				},
			],
		});
	});

	test('shows none that is there, and one whose copies are gone no more', async () => {
		rmSync(path.join(repo, '.claude/memory'), { recursive: true });
		expect(await good('sessions', 'list', '--deleted')).toMatch(/login.*\n.*search/u);
		rmSync(place.claude.keeperHome, { recursive: true });
		expect(await good('sessions', 'list', '--deleted')).toBe('No deleted sessions of which there is a copy.\n');
		expect(await good('sessions', 'list')).not.toContain('deleted');
	});
});

describe('backups restore', () => {
	test.each([
		['its id', FIRST],
		['its title', 'Rate limits for the login'],
		['a part of its title, in small letters', 'the LOGIN'],
		['its backup', '20261121_100000_manual.jsonl'],
		['the path of its transcript', `/anywhere/${FIRST}.jsonl`],
	])('puts a session back by %s, and says how to go on', async (_name, words) => {
		expect(await good('backups', 'restore', words)).toBe(`Restored: ${first}\nContinue: claude --resume ${FIRST}\n`);
		expect(readFileSync(first, 'utf8')).toBe(text);
		expect(Date.now() - statSync(first).mtimeMs).toBeLessThan(600_000);
		expect(existsSync(second)).toBe(false);
		expect(await good('sessions', 'list')).toContain('1 session deleted');
	});

	test('says the folder, where it is another one', async () => {
		const { out } = await run(['backups', 'restore', SECOND]);
		expect(out).toContain(`Continue: cd "${path.join(repo, 'it’s a package')}" && claude --resume ${SECOND}\n`);
		expect((await json('backups', 'restore', FIRST)).document).toMatchObject({
			restored: { session: FIRST, folder: '<root>/repo', command: `claude --resume ${FIRST}` },
		});
	});

	test.each([['aaaaaaaa'], ['rate limits']])('lists those that %j could mean, and puts none back', async (words) => {
		const { code, out, err } = await run(['backups', 'restore', words]);
		expect([code, out]).toEqual([1, '']);
		expect(err).toMatch(/^- aaaaaaaa-.*01 — .*login\n- aaaaaaaa-.*02 — .*search\n2 backups could be meant\./u);
		expect([existsSync(first), existsSync(second)]).toEqual([false, false]);
	});

	test('leaves a session alone that is there', async () => {
		const { code, err } = await run(['backups', 'restore', 'Still there']);
		expect([code, err]).toEqual([
			1,
			expect.stringMatching(/is there already\.\nTo continue: claude --resume [\w-]+\n/u),
		]);
	});

	test.each([['documents'], ['protocol']])('is what helps where %s save finds no transcript', async (group) => {
		const hint = `If there is a copy of it: session-keeper backups restore ${FIRST}`;
		const { document } = await json(group, 'save', '--session', FIRST);
		expect(document).toMatchObject({ error: { code: 'notFound', hint } });
		await good('backups', 'restore', FIRST);
		const after = await json(group, 'save', '--session', FIRST);
		expect(after.document).not.toMatchObject({ error: { code: 'notFound' } });
	});

	test('a session that is gone is named where it is looked for', async () => {
		expect((await run(['sessions', 'show', FIRST])).err).toContain('--deleted');
	});
});
