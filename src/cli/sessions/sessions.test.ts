// `session-keeper sessions …` on transcripts of a project and on one of a folder whose slug is the same.
import {
	appendFileSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, forkedLines, jsonl, userLine } from '../../core/testing/transcripts';
import { NOW_MS, type Place, newPlace, newRepository } from '../../node/testing/places';
import { useUtc } from '../../node/testing/timeZone';
import { type Ended, call } from '../testing/inProcess';

const FIRST = 'aaaaaaaa-0000-4000-8000-000000000001';
const SECOND = 'aaaaaaaa-0000-4000-8000-000000000002';
const PROGRAM = 'bbbbbbbb-0000-4000-8000-000000000003';
const UNDATED = 'dddddddd-0000-4000-8000-000000000005';
const FOREIGN = 'cccccccc-0000-4000-8000-000000000004';
/** Joined here, so that no scanner takes this file for a leak. */
const SECRET = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

useUtc();
let place: Place;
let repo: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	const at = (minutesAgo: number): { readonly timestamp: string } => ({
		timestamp: new Date(NOW_MS - minutesAgo * 60_000).toISOString(),
	});
	const transcript = (sessionId: string, cwd: string, minutesAgo: number, prompt: string, more = {}): void => {
		const own = { sessionId, cwd, ...at(minutesAgo), ...more };
		const folder = path.join(place.claude.projectsDir, projectSlug(cwd));
		mkdirSync(folder, { recursive: true });
		writeFileSync(
			path.join(folder, `${sessionId}.jsonl`),
			jsonl([userLine(prompt, own), assistantLine(`An answer to: ${prompt}`, {}, own)]),
		);
	};
	transcript(FIRST, repo, 5, `Rate limits, please. The key is ${SECRET}`);
	transcript(SECOND, path.join(repo, 'packages'), 600, 'What does the parser do?');
	transcript(PROGRAM, repo, 1, 'A question of a script', { entrypoint: 'sdk-cli' });
	// The same slug as the folder `packages` of the project, and not in it.
	transcript(FOREIGN, `${repo}-packages`, 2, 'Rate limits of somebody else');
});
afterEach(() => place.remove());

function run(...args: readonly string[]): Promise<Ended> {
	const env = { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString() };
	return call(['sessions', ...args], { cwd: repo, env });
}
const json = async (...args: readonly string[]): Promise<Record<string, unknown>> =>
	JSON.parse((await run(...args, '--json')).out) as Record<string, unknown>;
const idsOf = (document: Record<string, unknown>): readonly unknown[] =>
	(document['sessions'] as { id: string }[]).map((session) => session.id);

describe('sessions list', () => {
	test('names the origin of a fork, and counts for it only what is its own', async () => {
		const folder = path.join(place.claude.projectsDir, projectSlug(repo));
		const lines = readFileSync(path.join(folder, `${FIRST}.jsonl`), 'utf8')
			.trim()
			.split('\n');
		const copies = forkedLines(
			lines.map((line) => JSON.parse(line) as Record<string, unknown>),
			'eeeeeeee-0000-4000-8000-000000000006',
			NOW_MS - 60_000,
		);
		writeFileSync(path.join(folder, 'eeeeeeee-0000-4000-8000-000000000006.jsonl'), jsonl(copies));
		expect((await json('show', 'eeeeeeee'))['session']).toMatchObject({
			name: 'The origin (fork)',
			forkedFrom: FIRST,
			prompts: 1,
			ownPrompts: 0,
			ownTokens: { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 },
		});
		expect((await run('show', 'eeeeeeee')).out).toContain('fork of  aaaaaaaa  Rate limits, please.');
		expect((await json('show', FIRST))['session']).toMatchObject({ forkedFrom: null, ownPrompts: 1 });
	});

	test('lists the sessions of people in this project and below it, newest first, and nobody else’s', async () => {
		// The registry is there, and neither is in it.
		mkdirSync(place.claude.sessionsDir);
		expect((await run('list')).out).toBe(
			'aaaaaaaa  suspended  5 minutes ago  Rate limits, please. The key is [redacted: github-token]  main\naaaaaaaa  ended  10 hours ago  What does the parser do?  main\n\n1 session of programs: --programs\n',
		);
		const document = await json('list');
		expect(Object.keys(document)[0]).toBe('schemaVersion');
		expect(idsOf(document)).toEqual([FIRST, SECOND]);
		expect(document['left']).toEqual({ programs: 1, done: 0, deleted: 0 });
	});

	test('where no registry says who runs, who spoke a moment ago is active', async () => {
		expect((await run('list')).out).toContain('aaaaaaaa  active  5 minutes ago  Rate limits');
		expect((await run('list')).out).toContain('aaaaaaaa  ended  10 hours ago  What does');
		expect(await json('show', FIRST)).toMatchObject({ session: { state: 'active' }, record: { state: 'active' } });
	});

	test('an end that the hook saw is the end, with its reason, until something is said after it', async () => {
		mkdirSync(place.claude.sessionsDir);
		const saw = (minutesAgo: number, reason: string): void => {
			const ts = new Date(NOW_MS - minutesAgo * 60_000).toISOString();
			place.write(
				'home/.claude/session-keeper/hooks.log',
				`${JSON.stringify({ ts, event: 'SessionEnd', session: FIRST, project: repo, ms: 1, outcome: '', reason })}\n`,
			);
		};
		saw(4, 'exit');
		expect((await run('list')).out).toMatch(/ended {2}5 minutes ago {2}.* {2}main\n/u);
		expect((await run('show', FIRST)).out).toContain('ended (exit), last message 5m ago');
		const shown = await json('show', FIRST);
		expect(shown).toMatchObject({ session: { state: 'ended', endReason: 'exit' } });
		expect(shown['record']).toMatchObject({ state: 'ended', metadata: { end_reason: 'exit' } });
		const { archived } = (await json('archive', FIRST)) as { archived: { file: string } };
		expect(JSON.parse(readFileSync(archived.file, 'utf8'))).toMatchObject({
			state: 'ended',
			metadata: { end_reason: 'exit' },
			events: expect.arrayContaining([expect.objectContaining({ event_type: 'session_end' })]) as unknown,
		});
		saw(6, 'exit');
		expect(await json('show', FIRST)).toMatchObject({ session: { state: 'suspended', endReason: null } });
	});

	test('programs’ sessions come on request, and a limit says how many are left', async () => {
		expect(idsOf(await json('list', '--programs'))).toEqual([PROGRAM, FIRST, SECOND]);
		expect((await run('list', '--limit', '1')).out).toContain('… 1 more: --all');
		expect((await run('list', '--limit', 'few')).code).toBe(2);
		expect(await run('list', FIRST)).toMatchObject({ code: 2, out: '' });
	});

	// T21
	test('a session whose lines lack their time stamps is listed', async () => {
		const own = { sessionId: UNDATED, cwd: repo, timestamp: undefined };
		const file = path.join(place.claude.projectsDir, projectSlug(repo), `${UNDATED}.jsonl`);
		writeFileSync(file, jsonl([userLine('When was this?', own), assistantLine('Who knows.', {}, own)]));
		expect(idsOf(await json('list'))).toEqual([FIRST, SECOND, UNDATED]);
		expect(await json('show', UNDATED)).toMatchObject({
			session: { prompts: 1, firstMessage: null, lastMessage: null },
		});
		expect((await run('export', UNDATED)).out).toContain('When was this?');
	});

	// T32
	test('says what could not be read instead of showing less', async () => {
		const { projectsDir } = place.claude;
		rmSync(path.join(projectsDir, projectSlug(repo)), { recursive: true });
		symlinkSync(path.join(place.root, 'loop'), path.join(place.root, 'loop'));
		symlinkSync(path.join(place.root, 'loop'), path.join(projectsDir, projectSlug(repo)));
		expect((await run('list')).err).toContain('could not be read (ELOOP)');
		rmSync(projectsDir, { recursive: true });
		symlinkSync(path.join(place.root, 'loop'), projectsDir);
		expect(await run('list')).toMatchObject({ code: 1, out: '' });
	});
});

describe('a session by its id', () => {
	test('a beginning that fits two names neither', async () => {
		const { code, err } = await run('show', 'aaaa');
		expect(code).toBe(1);
		expect(err).toContain(FIRST);
		expect(err).toContain(SECOND);
	});

	test('one that does not exist, and none at all, are said to be', async () => {
		expect((await run('show', 'dddd')).code).toBe(1);
		expect((await run('show')).code).toBe(2);
		expect((await run('show', '')).code).toBe(2);
		expect((await run('show', FIRST.slice(0, 3))).err).toContain('No session of this project is called aaa.');
	});

	test('show prints its context redacted and short', async () => {
		const { out, code } = await run('show', FIRST);
		expect(code).toBe(0);
		const block = out.slice(out.indexOf('[SESSION CONTEXT]'));
		expect(block).toContain('[END SESSION]');
		expect(block).not.toContain(SECRET);
		expect(block).not.toContain(place.root);
	});
});

describe('search, export, archive, private', () => {
	test('asked by Claude in its shell, nothing is told of a private session of another', async () => {
		await run('private', FIRST);
		const asked = async (session: string, ...words: readonly string[]): Promise<Ended> => {
			const env = { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString() };
			const asking = { ...env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };
			return call(['sessions', ...words], { cwd: repo, env: asking });
		};
		const calls = [
			['list'],
			['search', 'limits'],
			['search', 'limits', '--everywhere'],
			['show', FIRST],
			['export', FIRST],
		];
		for (const words of calls) {
			expect((await run(...words)).out).toContain('Rate limits, please');
			const { out, err } = await asked(SECOND, ...words);
			expect([words, `${out}${err}`.includes('Rate limits, please')]).toEqual([words, false]);
			expect((await asked(FIRST, ...words)).out).toContain('Rate limits, please');
		}
		expect((await asked(SECOND, 'private', FIRST, '--off')).code).toBe(1);
		// Nor where its title is one of several that could be meant.
		for (const words of [
			['show', 'limits'],
			['export', 'limits'],
			['archive', 'limits'],
		]) {
			const { out, err } = await asked(SECOND, ...words);
			expect([words, `${out}${err}`.includes('Rate limits, please')]).toEqual([words, false]);
		}
	});

	// T9
	test('search goes by what was said last, and not by what touched a file', async () => {
		const folder = path.join(place.claude.projectsDir, projectSlug(path.join(repo, 'packages')));
		utimesSync(path.join(folder, `${SECOND}.jsonl`), NOW_MS / 1_000, NOW_MS / 1_000);
		const older = path.join(place.claude.projectsDir, projectSlug(repo), `${FIRST}.jsonl`);
		utimesSync(older, 1, 1);
		const found = ((await json('search', 'answer'))['hits'] as { session: string }[]).map((hit) => hit.session);
		expect(found.filter((id) => id !== PROGRAM)).toEqual([FIRST, SECOND]);
	});

	test('search finds words in this project only, unless everywhere is asked for', async () => {
		const hits = async (...args: readonly string[]): Promise<unknown[]> =>
			((await json('search', ...args))['hits'] as { session: string }[]).map((hit) => hit.session);
		expect(new Set(await hits('rate limits'))).toEqual(new Set([FIRST]));
		expect(new Set(await hits('rate', '--everywhere'))).toEqual(new Set([FIRST, FOREIGN]));
		expect((await run('search', 'nothing of this kind')).out).toBe('Nothing found.\n');
		expect((await run('search')).code).toBe(2);
	});

	test('search gives as many of a session as were asked for, and no more, and knows phrases as they are', async () => {
		const lines = Array.from({ length: 70 }, (_, n) => `Walrus ${n} in C:\\Program Files\\gate`);
		const own = { sessionId: FIRST, cwd: repo, timestamp: new Date(NOW_MS - 60_000).toISOString() };
		const file = path.join(place.claude.projectsDir, projectSlug(repo), `${FIRST}.jsonl`);
		appendFileSync(file, jsonl(lines.map((text) => userLine(text, { ...own, gitBranch: 'feature x' }))));
		const hits = async (...args: readonly string[]): Promise<readonly unknown[]> =>
			(await json('search', ...args))['hits'] as readonly unknown[];
		expect(await hits('walrus', '--limit', '500')).toHaveLength(70);
		expect(await hits('C:\\Program Files', '--limit', '3')).toHaveLength(3);
		expect(await hits('walrus', 'branch:feature x', '--limit', '2')).toHaveLength(2);
		expect(await hits('walrus', 'branch:other y')).toEqual([]);
		await run('edit', FIRST, '--tag', 'walrus');
		await run('edit', SECOND, '--tag', 'walrus');
		expect(await hits('walrus', '--limit', '1')).toHaveLength(1);
		expect(await json('search', 'walrus', '--limit', '3')).toMatchObject({ isLimited: true, hits: { length: 3 } });
	});

	test('search leaves out a secret whose name is too far off to be shown', async () => {
		const own = { sessionId: FIRST, cwd: repo, timestamp: new Date(NOW_MS - 60_000).toISOString() };
		const file = path.join(place.claude.projectsDir, projectSlug(repo), `${FIRST}.jsonl`);
		const said = 'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzX9EXQ2kTz for region kiteland';
		appendFileSync(file, jsonl([userLine(said, own)]));
		expect((await json('search', 'kiteland'))['hits']).toMatchObject([
			{ text: '…et_access_key = [redacted: credential] for region kiteland' },
		]);
	});

	test('export leaves out secrets, and leaves them in when a person says yes', async () => {
		const { out, code } = await run('export', FIRST);
		expect(code).toBe(0);
		expect(out).toContain('An answer to: Rate limits');
		expect(out).not.toContain(SECRET);
		expect((await run('export', FIRST, '--raw')).code).toBe(1);
		expect((await run('export', FIRST, '--raw', '--yes')).out).toContain(SECRET);
		const file = path.join(place.root, 'out.md');
		const said = `Exported: ${file}\nRedacted: 2 × github-token in turn 1\nUndo: delete ${file}\n`;
		expect((await run('export', FIRST, '--output', file)).out).toBe(said);
		expect(readFileSync(file, 'utf8')).toBe(out);
		writeFileSync(file, 'mine');
		expect(await run('export', FIRST, '--output', file, '--raw', '--yes')).toEqual({
			code: 1,
			out: '',
			err: `${file} already exists.\nNothing was written. To overwrite it, add --force.\n`,
		});
		expect((await json('export', FIRST, '--output', file))['error']).toMatchObject({ code: 'exists' });
		expect(readFileSync(file, 'utf8')).toBe('mine');
		expect((await json('export', FIRST, '--output', file, '--force'))['exported']).toMatchObject({
			isRedacted: true,
			redacted: [{ kind: 'github-token', count: 2, turns: [1] }],
		});
		expect((await run('export', FIRST, '--json')).code).toBe(2);
		expect((await run('export', FIRST, '--format', 'pdf')).code).toBe(2);
		expect(await run('export', FIRST, '--output', path.join(path.dirname(file), 'missing/it.md'))).toMatchObject({
			code: 2,
			err: `Folder not found: ${path.join(path.dirname(file), 'missing')}.\nSee session-keeper sessions export --help.\n`,
		});
		const page = (await run('export', FIRST, '--format', 'html')).out;
		expect(page).toMatch(/^<!doctype html>/iu);
		expect(page).not.toContain(SECRET);
	});

	test('search finds an archived session whose transcript is gone', async () => {
		await json('archive', SECOND);
		rmSync(path.join(place.claude.projectsDir, projectSlug(path.join(repo, 'packages')), `${SECOND}.jsonl`));
		expect((await json('search', 'parser'))['hits']).toMatchObject([
			{ session: SECOND, name: 'What does the parser do?', role: 'summary', message: null },
		]);
		expect((await run('search', 'parser')).out).toContain('What does the parser do?');
		expect((await json('search', 'nothing of this kind'))['hits']).toEqual([]);
	});

	test('search finds archived sessions of other projects where everywhere is asked for, once each', async () => {
		const other = newRepository(`${repo}-packages`);
		const found = async (...args: readonly string[]): Promise<unknown> =>
			((await json('search', 'somebody', ...args))['hits'] as { role: string }[]).map(({ role }) => role);
		const archiving = await call(['sessions', 'archive', FOREIGN], { cwd: other, env: place.env });
		expect(archiving.code).toBe(0);
		expect(await found('--everywhere')).not.toContain('summary');
		rmSync(path.join(place.claude.projectsDir, projectSlug(other), `${FOREIGN}.jsonl`));
		expect(await found('--everywhere')).toEqual(['summary']);
		expect(await found()).toEqual([]);
	});

	test('search finds an archived session by its own name, and calls it so', async () => {
		await json('archive', SECOND);
		await run('edit', SECOND, '--name', 'Grammar work');
		rmSync(path.join(place.claude.projectsDir, projectSlug(path.join(repo, 'packages')), `${SECOND}.jsonl`));
		const named = { session: SECOND, name: 'Grammar work', role: 'summary' };
		expect((await json('search', 'parser'))['hits']).toMatchObject([named]);
		expect((await json('search', 'grammar'))['hits']).toMatchObject([named]);
	});

	test('export never takes the place of a transcript, a file of ours, a folder or a link', async () => {
		const transcript = path.join(place.claude.projectsDir, projectSlug(repo), `${FIRST}.jsonl`);
		const before = readFileSync(transcript, 'utf8');
		const linked = path.join(place.root, 'linked');
		symlinkSync(path.dirname(transcript), linked);
		const kept = path.join(place.claude.keeperHome, 'session-marks.jsonl');
		for (const target of [transcript, path.join(linked, path.basename(transcript)), kept, repo]) {
			const { code, err } = await run('export', FIRST, '--output', target, '--force');
			expect([code, err]).toEqual([2, expect.stringContaining(`${target} is `)]);
		}
		expect(readFileSync(transcript, 'utf8')).toBe(before);
		const [file, link] = [path.join(repo, 'export.md'), path.join(repo, 'link.md')];
		writeFileSync(file, 'before');
		symlinkSync(file, link);
		expect((await run('export', FIRST, '--output', link, '--force')).code).toBe(0);
		expect([lstatSync(link).isSymbolicLink(), readFileSync(file, 'utf8').includes('Rate limits')]).toEqual([
			true,
			true,
		]);
	});

	test('archive writes a record out of git, private is remembered', async () => {
		const { archived } = (await json('archive', SECOND)) as { archived: { file: string } };
		expect(existsSync(archived.file)).toBe(true);
		expect(archived.file.startsWith(path.join(repo, '.claude/memory/sessions/archive'))).toBe(true);
		// Of the project's other sessions nothing was read.
		expect(existsSync(path.join(place.claude.keeperHome, 'cache'))).toBe(false);
		expect((await run('private', SECOND)).out).toBe(
			'Private: What does the parser do?\nUndo: session-keeper sessions private aaaaaaaa --off\n',
		);
		expect((await run('list')).out).toContain('What does the parser do?  main  private');
		expect((await run('private', SECOND, '--off')).code).toBe(0);
		expect((await run('list')).out).not.toContain('private');
	});
});
