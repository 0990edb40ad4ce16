// Forks. `--fork-session` copies the lines under their own ids and says nothing; the SDK's `forkSession` gives them new ids
// and says of each where it comes from (T24).
import {
	appendFileSync,
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_LIFECYCLE } from '../../../core/sessions/state';
import { createRedactor } from '../../../core/privacy/redaction';
import { parseQuery } from '../../../core/search/query';
import { seeded } from '../../../core/testing/seeded';
import {
	type Line,
	SESSION,
	assistantLine,
	forkedLines,
	jsonl,
	resultLine,
	userLine,
} from '../../../core/testing/transcripts';
import type { IndexedSession } from './indexedSession';
import { searchTranscripts } from '../../search/searchTranscripts';
import { loadSecretDetector } from '../../privacy/secretDetector';
import { buildSessionRecord } from '../sessionFold';
import { SessionIndex } from './sessionIndex';
import { bundle } from '../../testing/bundle';

const FORKED_MS = Date.UTC(2026, 10, 21);
const at = (hour: number): Line => ({ timestamp: new Date(Date.UTC(2026, 10, 22, hour)).toISOString() });
const answer = (text: string, input: number, own: Line = {}): Line =>
	assistantLine(text, { usage: [input, 0, 0, 0] }, own);

let bundles = '';
let workerFile = '';
beforeAll(() => {
	bundles = mkdtempSync(path.join(tmpdir(), 'sk-forks-worker-'));
	workerFile = bundle('src/node/sessions/index/indexWorker.ts', bundles);
});
afterAll(() => rmSync(bundles, { recursive: true, force: true }));

let folder = '';
const open: SessionIndex[] = [];
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'sk-forks-'));
});
afterEach(() => {
	for (const index of open.splice(0)) index.dispose();
	rmSync(folder, { recursive: true, force: true });
});

const fileOf = (id: string): string => path.join(folder, `${id}.jsonl`);
const named = (id: string, lines: readonly Line[]): readonly Line[] =>
	lines.map((line) => ({ ...line, sessionId: id }));
const write = (id: string, lines: readonly Line[]): void => writeFileSync(fileOf(id), jsonl(named(id, lines)));
const append = (id: string, lines: readonly Line[]): void => appendFileSync(fileOf(id), jsonl(named(id, lines)));

async function start(cacheFolder?: string, isThreaded = false): Promise<SessionIndex> {
	const index = new SessionIndex({ cacheFolder, ...(isThreaded ? { workerFile } : {}) });
	open.push(index);
	await index.start([folder]);
	return index;
}
function of(index: SessionIndex, id: string): IndexedSession {
	const session = index.sessions.get(id);
	if (session === undefined) throw new Error(`There is no ${id}.`);
	return session;
}
const owned = (index: SessionIndex, ...ids: readonly string[]): readonly (readonly [number, number])[] =>
	ids.map((id) => [of(index, id).ownPrompts, of(index, id).ownTokens.input]);

/** A session with a tool call, whose outputs only their ids tell from others. */
const ORIGIN: readonly Line[] = [
	userLine('The origin'),
	assistantLine({ tool: 'Bash', id: 't1', input: { command: 'ls' } }, { usage: [100, 0, 0, 0] }),
	resultLine('t1', 'x'.repeat(3_000)),
	answer('Done.', 200),
];
const OWN: readonly Line[] = [userLine('Another way', at(1)), answer('Well.', 30, at(2))];

describe('a fork of the SDK', () => {
	test('as it really is: everything counts once, it names its origin, and begins where it leaves that one', async () => {
		const [fork = ''] = readdirSync('test/fixtures/forks');
		cpSync(path.join('test/fixtures/forks', fork), path.join(folder, fork));
		const sample = 'test/fixtures/sessions/02-tool-use-interactive/projects/-home-dev-app';
		cpSync(sample, folder, { recursive: true });
		const [id, origin] = [path.basename(fork, '.jsonl'), '1d15ee69-80c7-4496-aef1-0af73e0095c8'];
		const index = await start();
		const [copy, first] = [of(index, id), of(index, origin)];
		expect([copy.prompts, copy.turns, copy.tokens]).toEqual([first.prompts, first.turns, first.tokens]);
		expect([first.ownPrompts, first.ownTokens]).toEqual([first.prompts, first.tokens]);
		expect([copy.ownPrompts, copy.ownTokens]).toEqual([0, { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 }]);
		expect(first).toMatchObject({ forkedFrom: undefined, forkedMs: undefined });
		// The last line that was copied bears the time of the copying.
		const forkedMs = Date.parse('2026-11-21T16:26:13.228Z');
		expect(copy).toMatchObject({ forkedFrom: origin, forkedMs, firstMessageMs: forkedMs });
		expect(copy.name).toBe(`${first.name} (fork)`);
		expect(copy.ended).toBeUndefined();

		append(id, OWN);
		index.hint(fileOf(id));
		await index.settled();
		const ownMs = Date.parse(String(OWN[0]?.['timestamp']));
		expect(of(index, id)).toMatchObject({ forkedMs: ownMs, firstMessageMs: ownMs, name: `${first.name} (fork)` });
		expect(owned(index, id)).toEqual([[1, 30]]);

		const redactor = createRedactor(loadSecretDetector());
		const record = await buildSessionRecord(of(index, id), 'ended', redactor, DEFAULT_LIFECYCLE);
		expect(record?.started_at).toBe(OWN[0]?.['timestamp']);
		expect(record?.events.map((event) => event.event_type)).toEqual([
			'session_start',
			'prompt_submitted',
			'response_completed',
		]);
	});

	test('in which nothing was said yet has a record without what its origin did', async () => {
		write(SESSION, ORIGIN);
		writeFileSync(fileOf('fork'), jsonl(forkedLines(ORIGIN, 'fork', FORKED_MS)));
		const index = await start();
		const redactor = createRedactor(loadSecretDetector());
		const record = await buildSessionRecord(of(index, 'fork'), 'ended', redactor, DEFAULT_LIFECYCLE);
		expect(record?.started_at).toBe(new Date(FORKED_MS).toISOString());
		expect(record?.events.map((event) => event.event_type)).toEqual(['session_start']);
	});

	test.each([false, true])('counts once whichever file is older (fork first: %s)', async (isForkFirst) => {
		const fork = (): void =>
			writeFileSync(fileOf('fork'), jsonl([...forkedLines(ORIGIN, 'fork', FORKED_MS), ...named('fork', OWN)]));
		if (isForkFirst) fork();
		// Two files of one millisecond are as old.
		if (isForkFirst) await new Promise((resolve) => setTimeout(resolve, 20));
		write(SESSION, ORIGIN);
		if (!isForkFirst) fork();
		const index = await start();
		expect(owned(index, SESSION, 'fork')).toEqual([
			[1, 300],
			[1, 30],
		]);
		expect(of(index, 'fork')).toMatchObject({ forkedFrom: SESSION, forkedMs: Date.UTC(2026, 10, 22, 1) });
	});

	test('whose keys come in any order is the same', async () => {
		const random = seeded(3);
		const lines = [...forkedLines(ORIGIN, 'fork', FORKED_MS), ...named('fork', OWN)];
		write(SESSION, ORIGIN);
		writeFileSync(fileOf('fork'), jsonl(lines.map((line) => Object.fromEntries(random.shuffle(Object.entries(line))))));
		const index = await start();
		expect(owned(index, SESSION, 'fork')).toEqual([
			[1, 300],
			[1, 30],
		]);
		expect(of(index, 'fork')).toMatchObject({ forkedFrom: SESSION, forkedMs: Date.UTC(2026, 10, 22, 1) });
	});

	test('stays one when its origin is gone, and then what it copied is its own', async () => {
		writeFileSync(fileOf('fork'), jsonl([...forkedLines(ORIGIN, 'fork', FORKED_MS), ...named('fork', OWN)]));
		const index = await start();
		expect(of(index, 'fork')).toMatchObject({ forkedFrom: SESSION, forkedMs: Date.UTC(2026, 10, 22, 1) });
		expect(owned(index, 'fork')).toEqual([[2, 330]]);
	});

	test('and its sister count what they share once, though their origin is gone', async () => {
		for (const id of ['one', 'two'])
			writeFileSync(
				fileOf(id),
				jsonl([
					...forkedLines(ORIGIN, id, FORKED_MS),
					...named(
						id,
						OWN.map((line) => ({ ...line, uuid: `${id}-${String(line['uuid'])}`, requestId: id })),
					),
				]),
			);
		const index = await start();
		const all = owned(index, 'one', 'two');
		expect(all.reduce((sum, [prompts]) => sum + prompts, 0)).toBe(3);
		expect(of(index, 'two').forkedMs).toBe(Date.UTC(2026, 10, 22, 1));
		expect(of(index, 'one').forkedMs).toBe(Date.UTC(2026, 10, 22, 1));
	});

	test('of a fork names that one, and copies of copies count once', async () => {
		write(SESSION, ORIGIN);
		const fork = [...forkedLines(ORIGIN, 'fork', FORKED_MS), ...named('fork', OWN)];
		writeFileSync(fileOf('fork'), jsonl(fork));
		const late = { timestamp: new Date(Date.UTC(2026, 10, 23)).toISOString() };
		writeFileSync(
			fileOf('second'),
			jsonl([...forkedLines(fork.slice(0, -1), 'second', FORKED_MS), ...named('second', [userLine('And now', late)])]),
		);
		const index = await start();
		expect(of(index, 'second')).toMatchObject({ forkedFrom: 'fork', forkedMs: Date.parse(late.timestamp) });
		expect(owned(index, SESSION, 'fork', 'second')).toEqual([
			[1, 300],
			[1, 30],
			[1, 0],
		]);
	});

	test('that has not the first answer of its origin is found to be kin all the same', async () => {
		const rest = [userLine('Later'), answer('Yes.', 7)];
		write(SESSION, [...ORIGIN, ...rest]);
		writeFileSync(fileOf('fork'), jsonl(forkedLines(rest, 'fork', FORKED_MS)));
		const index = await start();
		expect(owned(index, SESSION, 'fork')).toEqual([
			[2, 307],
			[0, 0],
		]);
	});

	test('is the same after a warm start', async () => {
		const cache = path.join(folder, 'cache');
		mkdirSync(cache);
		write(SESSION, ORIGIN);
		writeFileSync(fileOf('fork'), jsonl(forkedLines(ORIGIN, 'fork', FORKED_MS)));
		await start(cache);
		append('fork', OWN);
		const index = await start(cache);
		expect(of(index, 'fork')).toMatchObject({ forkedFrom: SESSION, forkedMs: Date.UTC(2026, 10, 22, 1) });
		expect(new Map((await start(cache)).sessions)).toEqual(new Map(index.sessions));
		expect(
			readFileSync(path.join(cache, readdirSync(cache).find((name) => name.endsWith('.json')) ?? ''), 'utf8'),
		).toContain(`"${SESSION}",[`);
	});

	test('is found once by a search, in the newest of the files', async () => {
		write(SESSION, ORIGIN);
		writeFileSync(fileOf('fork'), jsonl(forkedLines(ORIGIN, 'fork', FORKED_MS)));
		const query = parseQuery('origin');
		if (query === undefined) throw new Error('no query');
		const hits: string[] = [];
		const files = [SESSION, 'fork'].map((id, n) => ({ file: fileOf(id), modifiedMs: n }));
		await searchTranscripts(files, query, { onHit: ({ file, role }) => hits.push(`${path.basename(file)} ${role}`) });
		expect(hits).toEqual(['fork.jsonl user', 'fork.jsonl title']);
	});
});

test.each([
	['the SDK', (own: readonly Line[]) => [...forkedLines(ORIGIN, 'fork', FORKED_MS), ...own]],
	['the command line', (own: readonly Line[]) => [...ORIGIN, ...own]],
])('a fork by %s is a program’s where a program made it, though its origin is a person’s', async (_name, forkOf) => {
	write(SESSION, ORIGIN);
	write('fork', forkOf(OWN.map((line) => ({ ...line, entrypoint: 'sdk-ts' }))));
	const index = await start();
	expect([of(index, SESSION).isProgram, of(index, 'fork').isProgram]).toEqual([false, true]);
	append('fork', [userLine('and now I', { ...at(3), entrypoint: 'cli' })]);
	expect(of(await start(), 'fork').isProgram).toBe(false);
});

describe('a fork of the command line', () => {
	test('with outputs of tools begins where it leaves its origin, and names it', async () => {
		write(SESSION, ORIGIN);
		write('fork', [...ORIGIN, ...OWN]);
		const index = await start();
		expect(of(index, 'fork')).toMatchObject({
			name: 'Another way',
			forkedFrom: SESSION,
			forkedMs: Date.UTC(2026, 10, 22, 1),
			firstMessageMs: Date.UTC(2026, 10, 22, 1),
		});
		expect(of(index, SESSION).forkedFrom).toBeUndefined();
		expect(owned(index, SESSION, 'fork')).toEqual([
			[1, 300],
			[1, 30],
		]);
	});

	test.each([false, true])('counts once over all sessions what was copied (worker: %s)', async (isThreaded) => {
		const lines = [userLine('a'), answer('x', 100), userLine('b'), answer('y', 200)];
		write(SESSION, lines);
		write('fork', [...lines, userLine('c'), answer('z', 30)]);
		const index = await start(undefined, isThreaded);
		const own = (id: string): number => of(index, id).ownTokens.input;
		expect([own(SESSION), own('fork')]).toEqual([300, 30]);
		expect(of(index, 'fork').tokens.input).toBe(330);

		append('fork', [answer('more', 4)]);
		append(SESSION, [answer('more', 1)]);
		write('late', [...lines, answer('late', 7)]);
		for (const each of [fileOf('fork'), fileOf(SESSION), folder]) index.hint(each);
		await index.settled();
		expect([own(SESSION), own('fork'), own('late')]).toEqual([301, 34, 7]);
	});

	test.each([false, true])('is called otherwise than its origin (worker: %s)', async (isThreaded) => {
		write(SESSION, ORIGIN);
		write('fork', ORIGIN);
		const index = await start(undefined, isThreaded);
		expect(of(index, 'fork')).toMatchObject({ name: 'The origin (fork)', forkedFrom: SESSION, ownPrompts: 0 });
		append('fork', OWN);
		index.hint(fileOf('fork'));
		await index.settled();
		const forkedMs = Date.UTC(2026, 10, 22, 1);
		expect(of(index, 'fork')).toMatchObject({ name: 'Another way', firstMessageMs: forkedMs, forkedMs });
		expect(of(index, SESSION)).toMatchObject({ name: 'The origin', forkedMs: undefined });
		append('fork', [{ type: 'custom-title', customTitle: 'Named' }]);
		index.hint(fileOf('fork'));
		await index.settled();
		expect(of(index, 'fork').name).toBe('Named (fork)');
		const redactor = createRedactor(loadSecretDetector());
		const record = await buildSessionRecord(of(index, 'fork'), 'ended', redactor, DEFAULT_LIFECYCLE);
		expect(record?.started_at).toBe(new Date(forkedMs).toISOString());
		expect(record?.events.map((event) => event.event_type)).toEqual(
			expect.arrayContaining(['session_start', 'prompt_submitted']),
		);
		expect(JSON.stringify(record?.events)).not.toContain('The origin');
	});

	test('stays the fork when its origin was put back, or both were copied to another machine', async () => {
		write('fork', [...ORIGIN, ...OWN]);
		await new Promise((resolve) => setTimeout(resolve, 20));
		write(SESSION, ORIGIN);
		const index = await start();
		expect(of(index, SESSION).forkedFrom).toBeUndefined();
		expect(of(index, 'fork')).toMatchObject({ forkedFrom: SESSION, name: 'Another way' });
	});

	test('has its own lines after all that it copied, which its origin may not', async () => {
		const abandoned = [userLine('Never mind'), answer('No.', 5)];
		write('fork', [...ORIGIN, ...OWN]);
		await new Promise((resolve) => setTimeout(resolve, 20));
		write(SESSION, [...ORIGIN.slice(0, 3), ...abandoned, ...ORIGIN.slice(3), userLine('On', at(3))]);
		const index = await start();
		expect(of(index, SESSION).forkedFrom).toBeUndefined();
		expect(of(index, 'fork').forkedFrom).toBe(SESSION);
	});

	test('of a file that was made before its first answer is of that one, though nothing was said in it yet', async () => {
		const made = (ms: number): string => new Date(Date.now() + ms).toISOString();
		const lines = [userLine('Now', { timestamp: made(0) }), answer('Yes.', 1, { timestamp: made(60_000) })];
		write(SESSION, [...lines, userLine('And on', { timestamp: made(90_000) })]);
		await new Promise((resolve) => setTimeout(resolve, 20));
		write('fork', lines);
		expect(of(await start(), 'fork').forkedFrom).toBe(SESSION);
	});
});
