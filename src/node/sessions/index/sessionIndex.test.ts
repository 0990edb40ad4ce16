import {
	appendFileSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Line, SESSION, assistantLine, jsonl, metaLine, userLine } from '../../../core/testing/transcripts';
import {
	answer,
	append,
	create,
	file,
	hint,
	holdNews,
	names,
	of,
	place,
	start,
	useIndexPlace,
	write,
} from '../../testing/indexPlace';

useIndexPlace();

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

test('who waits is told how many of the new files are read', async () => {
	for (const name of ['one', 'two', 'three']) write([userLine(name)], name);
	const told: (readonly [number, number])[] = [];
	const onProgress = (done: number, total: number): void => void told.push([done, total]);
	await start({ cache: true, onProgress });
	append([userLine('more')], 'two');
	await start({ cache: true, onProgress });
	expect(told).toEqual([
		[1, 3],
		[2, 3],
		[3, 3],
		[1, 1],
	]);
});

test('many transcripts that share something and appear at once are read together twice, not once for each', async () => {
	const [gate, begun] = [path.join(place.root, 'gate'), path.join(place.root, 'begun')];
	const counting = path.join(place.root, 'counting.js');
	writeFileSync(
		counting,
		`const { appendFileSync, existsSync } = require('node:fs');
appendFileSync(${JSON.stringify(begun)}, '.');
while (existsSync(${JSON.stringify(gate)})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
require(${JSON.stringify(place.workerFile)});
`,
	);
	place.workerFile = counting;
	const { index } = await start({ worker: true });
	const before = readFileSync(begun, 'utf8').length;
	writeFileSync(gate, '');
	const ids = Array.from({ length: 40 }, (_, at) => `s${at}`);
	for (const id of ids) {
		write([userLine('first'), answer(5, 'msg_shared')], id);
		index.hint(file(id));
	}
	await expect.poll(() => index.sessions.size, { timeout: 30_000 }).toBe(ids.length);
	rmSync(gate);
	await index.settled();
	expect(readFileSync(begun, 'utf8').length - before).toBe(2);
	const tokens = [...index.sessions.values()].map(({ ownTokens }) => ownTokens.input);
	expect(tokens.reduce((sum, each) => sum + each)).toBe(5);

	for (const id of ids.slice(0, 20)) write([userLine('other'), answer(5, 'msg_other')], id);
	await index.refresh();
	expect(readFileSync(begun, 'utf8').length - before).toBe(3);
});

test('what a hint has read is not lost to what a worker had read before it', async () => {
	write([userLine('first')]);
	const { isHeld, release } = holdNews();
	const { index } = create({ worker: true, helpAfterMs: 60_000 });
	const started = index.start([place.folder]);
	await expect.poll(isHeld, { timeout: 30_000 }).toBe(true);
	append([userLine('more')]);
	utimesSync(file(), new Date(), new Date(Date.now() + 1_000));
	await hint(index, file());
	release();
	await started;
	expect(index.sessions.get(SESSION)?.prompts).toBe(2);
});

test('a hint that brings no news tells nobody', async () => {
	write([userLine('a')]);
	const { index, changes } = await start();
	utimesSync(file(), 1, 1);
	await hint(
		index,
		file(),
		file(),
		place.folder,
		path.join(place.root, 'elsewhere.jsonl'),
		path.join(place.folder, 'notes.md'),
	);
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
	const worktree = path.join(place.root, 'projects', '-home-dev-app--claude-worktrees-x');
	mkdirSync(worktree);
	write([userLine('a'), userLine('b'), userLine('c')]);
	const { index, changes } = await start({ folders: [place.folder, worktree] });
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
	await hint(index, place.folder);
	expect(prompts()).toBe(1);
	expect(changes.at(-1)).toEqual({ kind: 'added', id: SESSION });
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

test('two threads share the folders: each is read, and cached as it is', async () => {
	const folders = Array.from({ length: 12 }, (_, n) => path.join(place.root, 'projects', `-p${n}`));
	for (const [n, at] of folders.entries()) {
		mkdirSync(at);
		for (let i = 0; i <= n; i++) write([userLine(`${n}-${i}`)], `s${n}-${i}`, at);
	}
	const { index, changes } = await start({ worker: true, cache: true, folders, helpAfterMs: 0 });
	expect(index.sessions.size).toBe(78);
	expect(changes).toHaveLength(78);
	expect(readdirSync(place.cacheFolder).filter((name) => name.endsWith('.json'))).toHaveLength(12);
	const again = await start({ worker: true, cache: true, folders, helpAfterMs: 0 });
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
	const agents = path.join(place.folder, SESSION, 'subagents');
	mkdirSync(agents, { recursive: true });
	writeFileSync(path.join(agents, 'agent-1.jsonl'), jsonl([of(SESSION, { ...answer(50), isSidechain: true })]));
	const { index } = await start();
	const counts = [...index.sessions.values()].map((s) => [s.tokens.input, s.usedTokens.input, s.subagents]);
	expect(counts).toEqual([[1, 51, 1]]);
});

// T23, T26, T27
test('empty, foreign and unheard-of files break nothing', async () => {
	write([userLine('a')]);
	writeFileSync(file('empty'), '');
	writeFileSync(file('noise'), Buffer.from([0xff, 0xfe, 0x0a, 0x00, 0x0a]));
	write([metaLine('custom-title', { customTitle: 'never used' })], 'untouched');
	writeFileSync(path.join(place.folder, 'sessions-index.json'), '{"entries":[{"sessionId":"ghost"}]}');
	mkdirSync(path.join(place.folder, 'folder.jsonl'));
	symlinkSync(path.join(place.root, 'nowhere'), path.join(place.folder, 'dangling.jsonl'));
	const { index } = await start({ folders: [place.folder, path.join(place.root, 'projects', 'missing')] });
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
	const loop = path.join(place.root, 'projects', 'loop');
	symlinkSync(loop, loop);
	const { index } = await start({ folders: [place.folder, loop] });
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
	place.workerFile = path.join(place.root, 'missing.js');
	const { index } = await start({ worker: true });
	expect(names(index)).toEqual(['a']);
});

test('other folders replace those before, and a disposed index is still', async () => {
	const other = path.join(place.root, 'projects', '-other');
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
	const cached = readdirSync(place.cacheFolder).map((name) => readFileSync(path.join(place.cacheFolder, name)).length);
	expect(Math.max(...cached)).toBeLessThan(20_000);
});
