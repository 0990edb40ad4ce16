// T50: a store that is slow to answer, as network drives and sleeping disks are. Every call on it takes its time, in the threads
// and in the host; what waits in the host is counted, not timed.
import fs, { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import promises, { readdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { assistantLine, jsonl, userLine } from '../../core/testing/transcripts';
import { openRedactor } from '../privacy/openRedactor';
import { type Project, findProject } from '../project/project';
import { listFolder, passFolder } from './index/indexFolders';
import { SessionIndex } from './index/sessionIndex';
import { SessionsStore } from './sessionsStore';
import { NOW_MS, type Place, newPlace, newRepository } from '../testing/places';

/** So long takes each call on a path with this word in it, milliseconds. */
const CALL_MS = 15;
const SLOW = 'slow-store';
const AT_FIRST = { isSlow: false, waits: 0, opens: 0, callMs: CALL_MS };
const host = { ...AT_FIRST };
const takesTime = (file: unknown): boolean => host.isSlow && String(file).includes(SLOW);

// Node's own calls take their time, for everybody who has imported them.
const own = { statSync: fs.statSync, readdirSync: fs.readdirSync, openSync: fs.openSync };
const ownLater = { stat: promises.stat, readdir: promises.readdir, open: promises.open };
const slowly =
	<A extends readonly unknown[], R>(call: (...args: A) => R) =>
	(...args: A): R => {
		if (takesTime(args[0])) {
			host.waits++;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, host.callMs);
		}
		return call(...args);
	};
const slowlyLater =
	<A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
	async (...args: A): Promise<R> => {
		if (takesTime(args[0])) await new Promise((resolve) => setTimeout(resolve, CALL_MS));
		return call(...args);
	};
beforeAll(() => {
	Object.assign(fs, {
		statSync: slowly(own.statSync),
		readdirSync: slowly(own.readdirSync),
		openSync: slowly(own.openSync),
	});
	Object.assign(promises, {
		stat: slowlyLater(ownLater.stat),
		readdir: slowlyLater(ownLater.readdir),
		open: (...args: Parameters<typeof ownLater.open>) => {
			if (takesTime(args[0])) host.opens++;
			return ownLater.open(...args);
		},
	});
	syncBuiltinESMExports();
});
afterAll(() => {
	Object.assign(fs, own);
	Object.assign(promises, ownLater);
	syncBuiltinESMExports();
});

let bundles: string;
let workerFile: string;
beforeAll(async () => {
	bundles = mkdtempSync(path.join(tmpdir(), 'slow-worker-'));
	workerFile = path.join(bundles, 'indexWorker.js');
	await build({
		...bundleOptions,
		entryPoints: ['src/node/sessions/index/indexWorker.ts'],
		outfile: workerFile,
		banner: {
			js: `{ const fs = require('node:fs'); for (const name of ['statSync', 'readdirSync', 'openSync']) { const own = fs[name]; fs[name] = (...args) => { if (String(args[0]).includes('${SLOW}')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${CALL_MS}); return own(...args); }; } }`,
		},
	});
});
afterAll(() => rmSync(bundles, { recursive: true, force: true }));

const SESSIONS = 40;
let root: string;
let slow: string;
let quick: string;
const open: SessionIndex[] = [];
beforeEach(() => {
	root = mkdtempSync(path.join(tmpdir(), 'slow-'));
	[slow, quick] = [path.join(root, SLOW), path.join(root, 'quick')];
	for (const folder of [slow, quick]) mkdirSync(folder);
	for (let n = 0; n < SESSIONS; n++) write(slow, `s${n}`);
	for (let n = 0; n < 5; n++) write(quick, `q${n}`);
});
afterEach(() => {
	Object.assign(host, AT_FIRST);
	for (const index of open.splice(0)) index.dispose();
	rmSync(root, { recursive: true, force: true });
});

const file = (folder: string, id: string): string => path.join(folder, `${id}.jsonl`);
function write(folder: string, id: string, entrypoint = 'cli'): void {
	const own = { sessionId: id, entrypoint };
	writeFileSync(file(folder, id), jsonl([userLine(id, own), assistantLine('x', {}, own)]));
}
/** Counts how often others had their turn while something went on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
	let turns = 0;
	let isOver = false;
	void work.finally(() => (isOver = true)).catch(() => undefined);
	while (!isOver) {
		await new Promise((resolve) => setImmediate(resolve));
		turns++;
	}
	await work;
	return turns;
}

test('a call on the store takes its time', async () => {
	host.isSlow = true;
	const beganMs = performance.now();
	statSync(slow);
	await readdir(slow);
	expect(host.waits).toBe(1);
	expect(performance.now() - beganMs).toBeGreaterThan(1.5 * CALL_MS);
});

test('the first sessions of a folder that takes its time are told of before all of it is listed, and read once', () => {
	host.isSlow = true;
	/** How many calls were answered at the first, and the lines. */
	let atFirst: number | undefined;
	const early: string[] = [];
	const listed = listFolder(slow, undefined, {
		take(step) {
			atFirst ??= host.waits;
			if (step.kind === 'records') early.push(...step.lines);
		},
		passOn: () => undefined,
	});
	expect(atFirst).toBeLessThan(SESSIONS / 2);
	expect(early.length).toBeGreaterThan(SESSIONS / 4);
	const calls = host.waits;
	const all = [...passFolder(listed, undefined)].flatMap((step) => (step.kind === 'records' ? step.lines : []));
	expect(new Set(all).size).toBe(SESSIONS);
	expect(all).toEqual(expect.arrayContaining(early));
	expect(host.waits - calls).toBe(SESSIONS - early.length);
});

test('those that programs started fill no screen of a folder that takes its time, and the last early ones are passed on', () => {
	const [people, programs] = [110, 50];
	for (let n = SESSIONS; n < people; n++) write(slow, `s${n}`);
	for (let n = 0; n < programs; n++) write(slow, `p${n}`, 'sdk-cli');
	Object.assign(host, { isSlow: true, callMs: 5 });
	const early: string[] = [];
	let passedOnAfter = 0;
	const listed = listFolder(slow, undefined, {
		take(step) {
			if (step.kind === 'records') early.push(...step.lines);
			passedOnAfter = 0;
		},
		passOn: () => void passedOnAfter++,
	});
	expect(listed.files).toHaveLength(people + programs);
	expect(early.filter((line) => !line.includes('sdk-cli'))).toHaveLength(64);
	expect(passedOnAfter).toBeGreaterThan(0);
});

test('the host goes on while threads wait for it, the list fills meanwhile, and no session is lost', async () => {
	const cacheFolder = path.join(root, 'cache');
	const index = new SessionIndex({ workerFile, cacheFolder, helpAfterMs: 100 });
	open.push(index);
	/** How many of both were there at each change. */
	const seen: (readonly [number, number])[] = [];
	index.onDidChange(() => {
		const ids = [...index.sessions.keys()];
		seen.push([ids.filter((id) => id.startsWith('q')).length, ids.filter((id) => id.startsWith('s')).length]);
	});
	host.isSlow = true;
	const turns = await turnsDuring(index.start([slow, quick]));
	expect([index.sessions.size, index.unreadable]).toEqual([SESSIONS + 5, []]);
	expect(host.waits).toBe(0);
	expect(turns).toBeGreaterThan(SESSIONS);
	// One that is quick does not wait for one that is slow to be done.
	expect(seen.some(([ofQuick, ofSlow]) => ofQuick === 5 && ofSlow < SESSIONS)).toBe(true);
	expect(new Set(seen.map(([, ofSlow]) => ofSlow)).size).toBeGreaterThan(2);
});

test('looking again does not make the host wait, and finds what has changed', async () => {
	const index = new SessionIndex({ workerFile });
	open.push(index);
	await index.start([slow, quick]);
	host.isSlow = true;
	appendFileSync(file(slow, 's7'), jsonl([userLine('more', { sessionId: 's7' })]));
	write(slow, 'late');
	rmSync(file(slow, 's8'));
	const turns = await turnsDuring(index.refresh());
	expect(index.sessions.get('s7')?.prompts).toBe(2);
	expect([index.sessions.has('late'), index.sessions.has('s8'), index.sessions.size]).toEqual([
		true,
		false,
		SESSIONS + 5,
	]);
	// At most the one call that shows that it is slow.
	expect(host.waits).toBeLessThanOrEqual(1);
	expect(turns).toBeGreaterThan(SESSIONS);
});

test('what is heard of while it is listed is not lost again', async () => {
	const index = new SessionIndex({ workerFile });
	open.push(index);
	await index.start([slow]);
	host.isSlow = true;
	const looking = index.refresh();
	// The names are read first; this one comes after that.
	await new Promise((resolve) => setTimeout(resolve, 4 * CALL_MS));
	write(slow, 'late');
	index.hint(file(slow, 'late'));
	await index.settled();
	expect(index.sessions.has('late')).toBe(true);
	await looking;
	expect(index.sessions.has('late')).toBe(true);
});

/** A store of sessions in a repository on the slow store. */
async function slowSessions(count: number): Promise<{ readonly store: SessionsStore; readonly project: Project }> {
	const place: Place = newPlace(root);
	const repo = newRepository(path.join(place.root, SLOW, 'repo'));
	const project = await findProject(place.claude, repo);
	const folder = path.join(place.claude.projectsDir, projectSlug(repo));
	mkdirSync(folder, { recursive: true });
	for (let n = 0; n < count; n++) {
		const own = { cwd: repo, sessionId: `s${n}` };
		writeFileSync(file(folder, `s${n}`), jsonl([userLine('go', own), assistantLine('x', {}, own)]));
	}
	const store = new SessionsStore({
		claude: place.claude,
		clock: new FakeClock(NOW_MS),
		logger: new RecordingLogger(),
		workerFile,
		redactor: () => openRedactor(place.claude),
	});
	return { store, project };
}

test('that it is still being read can be seen', async () => {
	const { store, project } = await slowSessions(1);
	try {
		host.isSlow = true;
		const reading = store.open([project]);
		expect(store.hasReadAll).toBe(false);
		await reading;
		expect([store.hasReadAll, store.list().length]).toEqual([true, 1]);
	} finally {
		store.dispose();
	}
});

test('what threads are reading for the first time is not read here as well, however often it is hinted at', async () => {
	const { store, project } = await slowSessions(SESSIONS);
	try {
		host.isSlow = true;
		const reading = store.open([project]);
		// Each folder that is watched begins with a hint.
		for (let n = 0; n < 5; n++) {
			store.hint(undefined);
			await new Promise((resolve) => setTimeout(resolve, CALL_MS));
		}
		await reading;
		expect([store.list().length, host.opens]).toEqual([SESSIONS, 0]);
	} finally {
		store.dispose();
	}
});

test('a folder that is gone does not keep the others waiting', async () => {
	const index = new SessionIndex({ workerFile });
	open.push(index);
	await index.start([path.join(root, 'gone'), quick]);
	expect(index.sessions.size).toBe(5);
});
