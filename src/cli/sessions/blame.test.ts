// `session-keeper sessions blame` and `of-commit`: which session wrote a line, and what a commit added.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, jsonl, userLine } from '../../core/testing/transcripts';
import { NOW_MS, git } from '../../node/testing/places';
import { place, repo, run as runIn, useCliPlace } from '../testing/cliPlace';

const FIRST = 'aaaaaaaa-0000-4000-8000-000000000001';
const LIMIT = 'export const limitPerMinute = readLimit(60);\n';

useCliPlace();
beforeEach(() => {
	const own = { sessionId: FIRST, cwd: repo, timestamp: new Date(NOW_MS - 5 * 60_000).toISOString() };
	mkdirSync(path.dirname(transcript()), { recursive: true });
	writeFileSync(transcript(), jsonl([userLine('Rate limits, please.', own), assistantLine('Done.', {}, own)]));
});

const transcript = (): string => path.join(place.claude.projectsDir, projectSlug(repo), `${FIRST}.jsonl`);
const run = (...args: readonly string[]): ReturnType<typeof runIn> => runIn(['sessions', ...args]);
const json = async (...args: readonly string[]): Promise<Record<string, unknown>> =>
	JSON.parse((await run(...args, '--json')).out) as Record<string, unknown>;

/** The session calls a tool. @param agoMs how long ago */
function does(use: Parameters<typeof assistantLine>[0], uuid: string, agoMs: number, cwd = repo): void {
	const own = { sessionId: FIRST, cwd, uuid, timestamp: new Date(NOW_MS - agoMs).toISOString() };
	appendFileSync(transcript(), jsonl([assistantLine(use, {}, own)]));
}

/** A session writes a file. @param agoMs a commit is made an hour ago */
function wrote(name: string, text: string, { agoMs = 2 * 3_600_000, cwd = repo } = {}): string {
	const file = path.join(cwd, name);
	does({ tool: 'Write', id: `toolu_${name}`, input: { file_path: file, content: text } }, `wrote-${name}`, agoMs, cwd);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, text);
	return file;
}

test('a commit is told of no session that calls itself what no session is called', async () => {
	const own = { cwd: repo, timestamp: new Date(NOW_MS - 2 * 3_600_000).toISOString() };
	const file = path.join(repo, 'a.txt');
	const input = { file_path: file, content: LIMIT };
	const sessionId = `x\nSigned-off-by: ghp_${'aB3dE5fG7h'.repeat(4)}`;
	appendFileSync(transcript(), jsonl([assistantLine({ tool: 'Write', id: 't', input }, {}, { ...own, sessionId })]));
	writeFileSync(file, LIMIT);
	git(repo, 'add', '-A');
	git(repo, 'commit', '-q', '-m', 'One');
	expect(await json('of-commit', 'HEAD', '--note')).toMatchObject({ added: 1, trailers: [], noted: false });
	expect((await run('of-commit', 'HEAD', '--trailer')).out).toBe('');
});

test('blame tells which session changed a line', async () => {
	const file = path.join(repo, 'src/limits.js');
	const line = 'export const limitPerMinute = 60;';
	mkdirSync(path.dirname(file));
	writeFileSync(file, `// Limits.\n${line}\n}\n`);
	const input = { file_path: file, old_string: 'x', new_string: line };
	does({ tool: 'Edit', id: 'toolu_1', input }, 'the-edit', 60_000);
	const change = {
		session: FIRST,
		message: 'the-edit',
		tool: 'Edit',
		editedFile: file,
		isSubagent: false,
		lines: [2],
	};
	expect(await json('blame', `${file}:2`)).toMatchObject({ file, line: 2, to: 2, changes: [change] });
	expect(await json('blame', 'src/limits.js')).toMatchObject({ file, line: 1, to: 3, changes: [change] });
	expect((await run('blame', 'src/limits.js:2')).out).toContain('Edit of ');
	expect((await run('blame', 'src/limits.js:1-3')).out).toMatch(/: line 2$/mu);
	expect((await run('blame', 'src/limits.js', '--plain')).out).toMatch(new RegExp(`^2\t${FIRST}\t`, 'mu'));
	expect((await run('blame', 'src/limits.js:1')).out).toMatch(/^No session wrote this line/u);
	expect((await run('blame', 'src/limits.js:3')).out).toMatch(/^No session wrote this line/u);
	expect((await run('blame', 'src/limits.js:1-1')).out).toMatch(/^No session wrote this line/u);
	expect(await run('blame', 'src/limits.js:99')).toMatchObject({ code: 1, out: '' });
	expect(await run('blame', 'src/limits.js:4')).toMatchObject({ code: 1 });
	expect((await run('blame', 'src/nothing.js:1')).code).toBe(1);
	expect((await run('blame', 'src/limits.js:3-2')).code).toBe(2);
	expect((await run('blame')).code).toBe(2);
});

test('of-commit tells which sessions wrote what a commit added, and notes it when asked', async () => {
	const file = path.join(repo, 'src/limits.js');
	const lines = ['export const limitPerMinute = 60;', 'export const limitPerHour = readLimit(3600);'];
	mkdirSync(path.dirname(file));
	writeFileSync(file, `// Limits.\n${lines.join('\n')}\n`);
	const input = { file_path: file, old_string: 'x', new_string: lines.join('\n') };
	does({ tool: 'Edit', id: 'toolu_1', input }, 'the-edit', 2 * 3_600_000);
	for (const [key, value] of [
		['name', 'Dev'],
		['email', 'dev@example.invalid'],
	] as const)
		git(repo, 'config', `user.${key}`, value);
	git(repo, 'add', '-A');
	git(repo, 'commit', '-q', '-m', 'Limits');
	const commit = git(repo, 'rev-parse', 'HEAD').trim();
	const told = {
		commit,
		added: 3,
		sessions: [{ session: FIRST, lines: 2 }],
		files: [{ file: 'src/limits.js', added: 3, changes: [{ session: FIRST, message: 'the-edit', lines: [2, 3] }] }],
		trailers: [`Claude-Session: ${FIRST}`],
		noted: false,
	};
	expect(await json('of-commit', 'HEAD')).toMatchObject(told);
	expect((await run('of-commit', commit.slice(0, 8))).out).toMatch(
		new RegExp(`^${FIRST.slice(0, 8)}  2 of 3 lines  `, 'u'),
	);
	expect((await run('of-commit', 'HEAD', '--trailer')).out).toBe(`Claude-Session: ${FIRST}\n`);
	expect(() => git(repo, 'notes', '--ref', 'claude-sessions', 'show', 'HEAD')).toThrow();
	expect((await run('of-commit', 'HEAD', '--note')).out).toContain(
		`Undo: git notes --ref claude-sessions remove ${commit}\n`,
	);
	expect(git(repo, 'notes', '--ref', 'claude-sessions', 'show', 'HEAD').trim()).toBe(`Claude-Session: ${FIRST}`);
	expect((await run('of-commit', 'HEAD^')).out).toMatch(/^No session wrote a line of this commit/u);
	expect(await run('of-commit', 'HEAD^', '--note')).toMatchObject({ code: 0 });
	expect((await run('of-commit', 'nothing')).code).toBe(1);
	const without = await runIn(['sessions', 'of-commit', 'HEAD'], { env: { PATH: '' } });
	expect(without.err).toContain('git was not found on the PATH.');
	expect((await run('of-commit', '--output=x')).code).toBe(2);
	expect((await run('of-commit')).code).toBe(2);
});

test('a file of a folder below is not one of the same name above it, wherever one asks', async () => {
	wrote('src/limits.js', LIMIT, { cwd: path.join(repo, 'packages') });
	const file = place.write('repo/src/limits.js', LIMIT);
	expect((await json('blame', file))['changes']).toEqual([]);
	for (const more of [[], ['--project', path.join(repo, 'packages')]]) {
		const asked = await runIn(['sessions', 'blame', '../src/limits.js', ...more], { cwd: path.join(repo, 'packages') });
		expect(asked.out).toBe('No session wrote this line.\n');
	}
});

test('blame says what it cannot read, and that a file is empty', async () => {
	place.write('repo/empty.js');
	expect((await run('blame', 'empty.js')).out).toBe('empty.js is empty.\n');
	expect(await json('blame', 'empty.js')).toMatchObject({ line: 0, to: 0, changes: [] });
	expect((await run('blame', 'empty.js:1')).code).toBe(1);
	place.write('repo/large.js', `${'x'.repeat(999)}\n`.repeat(3_000));
	expect(await run('blame', 'large.js')).toMatchObject({ code: 1, err: expect.stringContaining('too large') });
});

test('a model is not told what a private session wrote', async () => {
	const file = wrote('limits.js', LIMIT);
	await run('private', FIRST);
	expect((await run('blame', file)).out).toContain(FIRST.slice(0, 8));
	const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'aaaaaaaa-0000-4000-8000-000000000002' };
	expect((await runIn(['sessions', 'blame', file], { env })).out).toBe('No session wrote this line.\n');
});

test('of-commit knows of no call that was made after the commit', async () => {
	place.write('repo/limits.js', LIMIT);
	git(repo, 'add', '-A');
	git(repo, 'commit', '-q', '-m', 'By hand');
	wrote('limits.js', '// Nothing.\n', { agoMs: 20 * 60_000 });
	wrote('limits.js', LIMIT, { agoMs: 10 * 60_000 });
	expect((await json('blame', 'limits.js'))['changes']).toHaveLength(1);
	expect(await json('of-commit', 'HEAD')).toMatchObject({ added: 1, sessions: [], trailers: [] });
	expect(await run('of-commit', 'HEAD', '--trailer')).toMatchObject({ code: 0, out: '' });
	expect(await json('of-commit', 'HEAD', '--trailer')).toMatchObject({ trailers: [] });
});

test('of-commit knows the lines of a folder below that is named as the project', async () => {
	const below = path.join(repo, 'packages');
	wrote('limits.js', LIMIT, { cwd: below });
	git(repo, 'add', '-A');
	git(repo, 'commit', '-q', '-m', 'Limits');
	expect(await json('of-commit', 'HEAD', '--project', below)).toMatchObject({
		sessions: [{ session: FIRST, lines: 1 }],
		files: [{ file: 'packages/limits.js' }],
	});
});

test('of-commit says what it did not look at, and finds files of unlucky names', async () => {
	place.write('repo/large.js', `${'x'.repeat(999)}\n`.repeat(3_000));
	const names = process.platform === 'win32' ? ['a.js'] : ['a.js', 'tab\tand\u0001 "x".js'];
	for (const name of names) wrote(name, LIMIT);
	git(repo, 'add', '-A');
	git(repo, 'commit', '-q', '-m', 'Large');
	const told = await json('of-commit', 'HEAD');
	expect(told).toMatchObject({ added: 3_000 + names.length, notLookedAt: 1, sessions: [{ lines: names.length }] });
	expect((told['files'] as { file: string }[]).map(({ file }) => file)).toEqual(names);
	expect((await run('of-commit', 'HEAD')).err).toContain('1 file ');
});

test('a note that is there can be brought back, and git says in a line why it writes none', async () => {
	wrote('limits.js', LIMIT);
	git(repo, 'add', '-A');
	git(repo, 'commit', '-q', '-m', 'Limits');
	git(repo, 'config', 'user.useConfigOnly', 'true');
	const refused = await run('of-commit', 'HEAD', '--note');
	expect(refused).toMatchObject({ code: 1, out: '' });
	expect(refused.err).toMatch(/^Git did not write the note: fatal: .+\n/u);
	expect(refused.err).not.toMatch(/Command failed|tell me who you are/u);
	git(repo, 'config', 'user.name', 'Dev');
	git(repo, 'config', 'user.email', 'dev@example.invalid');
	const notes = (...words: readonly string[]): string => git(repo, 'notes', '--ref', 'claude-sessions', ...words);
	notes('add', '-m', 'Mine.');
	const [, undo = ''] = /^Undo: git (.+)$/mu.exec((await run('of-commit', 'HEAD', '--note')).out) ?? [];
	expect(notes('show').trim()).toBe(`Claude-Session: ${FIRST}`);
	git(repo, ...undo.split(' '));
	expect(notes('show').trim()).toBe('Mine.');
});

test('what a fork repeats is its origin’s', async () => {
	const file = wrote('limits.js', LIMIT);
	git(repo, 'add', '-A');
	git(repo, 'commit', '-q', '-m', 'Limits');
	// Its file comes first by its name.
	const fork = 'aaaaaaaa-0000-4000-8000-000000000000';
	const lines = readFileSync(transcript(), 'utf8').replaceAll(FIRST, fork);
	const own = { sessionId: fork, cwd: repo, timestamp: new Date(NOW_MS).toISOString() };
	writeFileSync(path.join(path.dirname(transcript()), `${fork}.jsonl`), lines + jsonl([userLine('Another way', own)]));
	expect(await json('blame', file)).toMatchObject({ changes: [{ session: FIRST }] });
	expect((await run('of-commit', 'HEAD', '--trailer')).out).toContain(FIRST);
});
