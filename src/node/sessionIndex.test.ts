import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Line, SESSION, assistantLine, jsonl, metaLine, userLine } from '../core/testing/transcripts';
import { type SessionChange, type SessionIndex, createSessionIndex } from './sessionIndex';

let root: string;
let folder: string;
let cacheFolder: string;
let workerFile: string;
const open: SessionIndex[] = [];
const bundles = mkdtempSync(path.join(tmpdir(), 'index-worker-'));

beforeAll(async () => {
	workerFile = path.join(bundles, 'indexWorker.js');
	await build({
		entryPoints: ['src/node/indexWorker.ts'],
		bundle: true,
		platform: 'node',
		format: 'cjs',
		outfile: workerFile,
	});
	return () => rmSync(bundles, { recursive: true, force: true });
});
beforeEach(() => {
	root = mkdtempSync(path.join(tmpdir(), 'index-'));
	folder = path.join(root, 'projects', '-home-dev-app');
	cacheFolder = path.join(root, 'cache');
	mkdirSync(folder, { recursive: true });
});
afterEach(() => {
	for (const index of open.splice(0)) index.dispose();
	rmSync(root, { recursive: true, force: true });
});

const of = (id: string, line: Line): Line => ({ ...line, sessionId: id });
const file = (id = SESSION, at = folder): string => path.join(at, `${id}.jsonl`);
const write = (lines: readonly Line[], id = SESSION, at = folder): void =>
	writeFileSync(file(id, at), jsonl(lines.map((l) => of(id, l))));
const append = (lines: readonly Line[], id = SESSION): void =>
	appendFileSync(file(id), jsonl(lines.map((l) => of(id, l))));
const answer = (input: number, id?: string): Line =>
	assistantLine('x', { usage: [input, 0, 0, 0], ...(id ? { id } : {}) });

async function start(
	options: { readonly worker?: boolean; readonly cache?: boolean; readonly folders?: readonly string[] } = {},
): Promise<{ index: SessionIndex; changes: SessionChange[] }> {
	const index = createSessionIndex({
		...(options.worker ? { workerFile } : {}),
		...(options.cache ? { cacheFolder } : {}),
	});
	open.push(index);
	const changes: SessionChange[] = [];
	index.onDidChange((batch) => changes.push(...batch));
	await index.start(options.folders ?? [folder]);
	return { index, changes };
}
async function hint(index: SessionIndex, ...paths: readonly string[]): Promise<void> {
	for (const at of paths) index.hint(at);
	await index.settled();
}
const names = (index: SessionIndex): string[] => [...index.sessions.values()].map((s) => s.name).sort();

test.each([false, true])('lists what is there and follows what is appended (worker: %s)', async (worker) => {
	write([userLine('first'), answer(5)]);
	write([userLine('second')], 'two');
	const { index, changes } = await start({ worker, cache: true });
	expect(names(index)).toEqual(['first', 'second']);
	expect(index.sessions.get(SESSION)).toMatchObject({
		prompts: 1,
		tokens: { input: 5 },
		file: file(),
		isProgram: false,
	});
	expect(changes.map((c) => c.kind)).toEqual(['added', 'added']);

	append([userLine('more'), answer(7)]);
	await hint(index, file());
	expect(index.sessions.get(SESSION)).toMatchObject({ prompts: 2, turns: 2, tokens: { input: 12 } });
	expect(changes.slice(2)).toEqual([{ kind: 'changed', id: SESSION }]);
});

test('a hint that brings no news tells nobody', async () => {
	write([userLine('a')]);
	const { index, changes } = await start();
	utimesSync(file(), 1, 1);
	await hint(index, file(), file(), folder, path.join(root, 'elsewhere.jsonl'), path.join(folder, 'notes.md'));
	expect(changes).toHaveLength(1);
});

test('half a line is nothing until its other half comes', async () => {
	write([userLine('a')]);
	const { index } = await start();
	const text = jsonl([of(SESSION, userLine('b'))]);
	appendFileSync(file(), text.slice(0, 40));
	await hint(index, file());
	expect(index.sessions.get(SESSION)?.prompts).toBe(1);
	appendFileSync(file(), text.slice(40));
	await hint(index, file());
	expect(index.sessions.get(SESSION)?.prompts).toBe(2);
});

test('files shrink, are replaced, vanish, come back and move', async () => {
	const worktree = path.join(root, 'projects', '-home-dev-app--claude-worktrees-x');
	mkdirSync(worktree);
	write([userLine('a'), userLine('b'), userLine('c')]);
	const { index, changes } = await start({ folders: [folder, worktree] });
	const prompts = (): number | undefined => index.sessions.get(SESSION)?.prompts;

	truncateSync(file(), readFileSync(file(), 'utf8').indexOf('\n') + 1);
	await hint(index, file());
	expect(prompts()).toBe(1);

	writeFileSync(`${file()}.new`, jsonl([1, 2, 3, 4].map((n) => of(SESSION, userLine(`${n}`)))));
	renameSync(`${file()}.new`, file());
	await hint(index, file());
	expect(prompts()).toBe(4);

	renameSync(file(), file(SESSION, worktree));
	await hint(index, file(), file(SESSION, worktree));
	expect(index.sessions.get(SESSION)).toMatchObject({ prompts: 4, file: file(SESSION, worktree) });

	rmSync(file(SESSION, worktree));
	await hint(index, file(SESSION, worktree));
	expect(prompts()).toBeUndefined();

	write([userLine('back')]);
	await hint(index, folder);
	expect(prompts()).toBe(1);
	expect(changes.at(-1)).toEqual({ kind: 'added', id: SESSION });
});

// T28
test.each([false, true])('a warm start reads only what is new (worker: %s)', async (worker) => {
	write([userLine('a'), answer(5, 'm')]);
	write([userLine('other')], 'two');
	await start({ worker, cache: true });
	// The next line of the same answer, and a new one.
	append([answer(9, 'm'), userLine('b')]);
	// Made unreadable for anybody who would read it again: the cache alone knows what it said.
	const [size, stamp] = [readFileSync(file('two')).length, new Date(1_700_000_000_000)];
	utimesSync(file('two'), stamp, stamp);
	await start({ worker, cache: true });
	writeFileSync(file('two'), 'x'.repeat(size));
	utimesSync(file('two'), stamp, stamp);

	const { index } = await start({ worker, cache: true });
	expect(index.sessions.get(SESSION)).toMatchObject({ prompts: 2, tokens: { input: 9 } });
	expect(index.sessions.get('two')).toMatchObject({ prompts: 1, name: 'other' });
});

// T24
test('a history that is written again after a warm start counts once', async () => {
	const lines = [userLine('a'), answer(5), userLine('b'), answer(6)];
	write(lines);
	await start({ cache: true });
	append([...lines, userLine('c')]);
	const { index } = await start({ cache: true });
	expect(index.sessions.get(SESSION)).toMatchObject({ prompts: 3, tokens: { input: 11 } });
});

test.each<[string, (cache: string) => string]>([
	['cut off', (cache) => cache.slice(0, cache.length / 2)],
	['no JSON', () => '\0\0\0'],
	['of another version', (cache) => cache.replace('"version":3', '"version":99')],
	['of another shape', (cache) => cache.replaceAll('"tokens"', '"token"')],
	['of another folder', (cache) => cache.replace('"folder":"', '"folder":"/other')],
	['empty', () => ''],
	['a list', () => '[]'],
])('a cache that is %s costs only time', async (_name, damage) => {
	write([userLine('a'), answer(5)]);
	await start({ cache: true });
	const [name] = readdirSync(cacheFolder);
	const cache = path.join(cacheFolder, name ?? '');
	writeFileSync(cache, damage(readFileSync(cache, 'utf8')));
	const { index } = await start({ cache: true });
	expect(index.sessions.get(SESSION)).toMatchObject({ prompts: 1, tokens: { input: 5 } });
	expect(readFileSync(cache, 'utf8')).toContain('"version":3');
});

test('several windows share one cache, and none leaves anything else behind', async () => {
	for (let i = 0; i < 20; i++) write([userLine(`s${i}`)], `s${i}`);
	const windows = await Promise.all([1, 2, 3].map(() => start({ worker: true, cache: true })));
	for (const { index } of windows) expect(index.sessions.size).toBe(20);
	expect(readdirSync(cacheFolder).filter((name) => !name.endsWith('.json'))).toEqual([]);
	expect((await start({ cache: true })).index.sessions.size).toBe(20);
});

test('two threads share the folders: each is read, and cached as it is', async () => {
	const folders = Array.from({ length: 12 }, (_, n) => path.join(root, 'projects', `-p${n}`));
	for (const [n, at] of folders.entries()) {
		mkdirSync(at);
		for (let i = 0; i <= n; i++) write([userLine(`${n}-${i}`)], `s${n}-${i}`, at);
	}
	const { index, changes } = await start({ worker: true, cache: true, folders });
	expect(index.sessions.size).toBe(78);
	expect(changes).toHaveLength(78);
	expect(readdirSync(cacheFolder)).toHaveLength(12);
	const again = await start({ worker: true, cache: true, folders });
	expect([...again.index.sessions.values()]).toEqual(expect.arrayContaining([...index.sessions.values()]));
	expect(again.changes).toHaveLength(78);
});

// T25
test('a session whose lines lie in two files is one session', async () => {
	const shared = [userLine('b1'), answer(10)];
	write([userLine('a'), answer(1)]);
	append(shared, SESSION);
	writeFileSync(file(), jsonl([of(SESSION, userLine('a')), ...shared.map((l) => of('b', l)), of('b', userLine('b2'))]));
	writeFileSync(file('b'), jsonl([...shared, userLine('b3')].map((l) => of('b', l))));
	const { index } = await start();
	expect(index.sessions.get('b')).toMatchObject({ prompts: 3, tokens: { input: 10 }, file: file('b') });
	expect(index.sessions.get(SESSION)).toMatchObject({ prompts: 1 });
});

test("subagents' transcripts are the session's and no sessions", async () => {
	write([userLine('a'), answer(1)]);
	const agents = path.join(folder, SESSION, 'subagents');
	mkdirSync(agents, { recursive: true });
	writeFileSync(path.join(agents, 'agent-1.jsonl'), jsonl([of(SESSION, { ...answer(50), isSidechain: true })]));
	const { index } = await start();
	expect([...index.sessions.values()].map((s) => [s.tokens.input, s.subagents, s.subagentTokens.input])).toEqual([
		[1, 1, 50],
	]);
});

// T23, T26, T27
test('empty, foreign and unheard-of files break nothing', async () => {
	write([userLine('a')]);
	writeFileSync(file('empty'), '');
	writeFileSync(file('noise'), Buffer.from([0xff, 0xfe, 0x0a, 0x00, 0x0a]));
	write([metaLine('custom-title', { customTitle: 'never used' })], 'untouched');
	writeFileSync(path.join(folder, 'sessions-index.json'), '{"entries":[{"sessionId":"ghost"}]}');
	mkdirSync(path.join(folder, 'folder.jsonl'));
	symlinkSync(path.join(root, 'nowhere'), path.join(folder, 'dangling.jsonl'));
	const { index } = await start({ folders: [folder, path.join(root, 'projects', 'missing')] });
	expect(names(index)).toEqual(['a']);
	expect(index.unreadable).toEqual([]);
});

// T22
test.each([
	[
		'its title, though that stands at the very end',
		[metaLine('custom-title', { customTitle: 'The end' })],
		/^The end$/,
	],
	['its first prompt, though that is longer than any head', [], /^please please/],
])('a session is listed by %s', async (_what, last, name) => {
	const talk = Array.from({ length: 400 }, (_, i) => assistantLine(`answer ${i} ${'x'.repeat(400)}`));
	write([userLine('please '.repeat(20_000)), ...talk, ...last]);
	const { index } = await start();
	expect(names(index)).toEqual([expect.stringMatching(name)]);
});

// T32
test('a folder that cannot be read is said to be unreadable', async () => {
	const loop = path.join(root, 'projects', 'loop');
	symlinkSync(loop, loop);
	const { index } = await start({ folders: [folder, loop] });
	expect(index.unreadable).toEqual([{ path: loop, code: 'ELOOP' }]);
});

// T30
test('two projects in one folder are told apart by the place in their lines', async () => {
	write([userLine('a', { cwd: '/home/dev/my.app' })], 'one');
	write([userLine('b', { cwd: '/home/dev/my-app' })], 'two');
	const { index } = await start();
	expect([index.sessions.get('one')?.cwd, index.sessions.get('two')?.cwd]).toEqual([
		'/home/dev/my.app',
		'/home/dev/my-app',
	]);
});

test("programs' own sessions are known as such", async () => {
	write([userLine('a', { entrypoint: 'sdk-cli' })]);
	expect((await start()).index.sessions.get(SESSION)?.isProgram).toBe(true);
});

test('a worker that does not start costs time, not the list', async () => {
	write([userLine('a')]);
	const index = createSessionIndex({ workerFile: path.join(root, 'missing.js') });
	open.push(index);
	await index.start([folder]);
	expect(names(index)).toEqual(['a']);
});

test('other folders replace those before, and a disposed index is still', async () => {
	const other = path.join(root, 'projects', '-other');
	mkdirSync(other);
	write([userLine('a')]);
	write([userLine('b')], 'two', other);
	const { index, changes } = await start({ worker: true });
	await index.start([other]);
	expect(names(index)).toEqual(['b']);
	index.dispose();
	append([userLine('c')]);
	await hint(index, file());
	await index.refresh();
	expect(changes.map((c) => `${c.kind} ${c.id}`)).toEqual([`added ${SESSION}`, `removed ${SESSION}`, 'added two']);
});

// T47, T48
test('many files are read without keeping any of them open', async () => {
	for (let i = 0; i < 300; i++) write([userLine(`s${i}`)], `s${i}`);
	const before = readdirSync('/proc/self/fd').length;
	const { index } = await start();
	for (let i = 0; i < 300; i++) append([userLine('more')], `s${i}`);
	await index.refresh();
	expect(index.sessions.get('s299')?.prompts).toBe(2);
	expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 10);
});

// T29
test('a rename changes the name, and not the place in time', async () => {
	const at = (ms: number): Line => ({ timestamp: new Date(ms).toISOString() });
	write([userLine('older', at(Date.UTC(2026, 10, 1)))]);
	write([userLine('newer', at(Date.UTC(2026, 10, 2)))], 'two');
	const { index } = await start();
	const before = index.sessions.get(SESSION)?.lastMessageMs;
	append([metaLine('custom-title', { customTitle: 'Renamed' })]);
	utimesSync(file(), new Date(), new Date());
	await hint(index, file());
	expect(index.sessions.get(SESSION)).toMatchObject({ name: 'Renamed', lastMessageMs: before });
	expect(before).toBe(Date.UTC(2026, 10, 1));
});

// T46
test('what is kept of a session does not grow with it', async () => {
	write([userLine('Begin')]);
	for (let i = 0; i < 40; i++) append([userLine('p'.repeat(50_000)), assistantLine('r'.repeat(50_000)), answer(1)]);
	write([userLine('Begin')], 'short');
	const { index } = await start({ cache: true });
	const size = (id: string): number => JSON.stringify(index.sessions.get(id)).length;
	expect(index.sessions.get(SESSION)?.prompts).toBe(41);
	expect(size(SESSION)).toBeLessThan(size('short') + 5_000);
	const cached = readdirSync(cacheFolder).map((name) => readFileSync(path.join(cacheFolder, name)).length);
	expect(Math.max(...cached)).toBeLessThan(20_000);
});

// T49
test('the list fills while it is read, and a second start reads no transcript', async () => {
	for (let i = 0; i < 200; i++) write([userLine(`s${i}`)], `s${i}`);
	const first = createSessionIndex({ cacheFolder, workerFile });
	open.push(first);
	const sizes: number[] = [];
	first.onDidChange(() => sizes.push(first.sessions.size));
	await first.start([folder]);
	expect(sizes[0]).toBeLessThan(200);
	expect(sizes.at(-1)).toBe(200);
	// As long as before, and touched by nobody, as far as anybody can tell: who reads it sees other words.
	const stamps = readdirSync(folder).map((name) => path.join(folder, name));
	for (const each of stamps) {
		const { atime, mtime } = statSync(each);
		writeFileSync(each, readFileSync(each, 'utf8').replace(/"s(?=\d+")/u, '"X'), { flag: 'r+' });
		utimesSync(each, atime, mtime);
	}
	const { index } = await start({ cache: true });
	expect(index.sessions.size).toBe(200);
	expect(names(index).filter((name) => name.startsWith('X'))).toEqual([]);
});
