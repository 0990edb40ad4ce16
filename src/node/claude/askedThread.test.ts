// A thread that answers: past sessions, asked in one.
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';
import { CancelledError } from '../../core/base/disposable';
import { jsonl, assistantLine, chained, userLine } from '../../core/testing/transcripts';
import type { AskedSessions, SessionsAnswer } from '../recall/askSessions';
import { type Place, newPlace } from '../testing/places';
import { AskedThread } from './askedThread';
import { findClaudeHome } from './claudeHome';

let place: Place;
let workerFile: string;
beforeAll(async () => {
	place = newPlace();
	workerFile = path.join(place.root, 'recallWorker.js');
	await build({ ...bundleOptions, entryPoints: ['src/node/recall/recallWorker.ts'], outfile: workerFile });
	const folder = place.folder('home/.claude/projects/-home-dev-app');
	const said = [userLine('where do exports go?'), assistantLine('A folder per month.')];
	writeFileSync(path.join(folder, 'a.jsonl'), jsonl(chained(said.map((line) => ({ ...line, sessionId: 'a' })))));
});
afterAll(() => place.remove());

const asked = (projectsHome: string) => ({
	claude: findClaudeHome({ ...process.env, HOME: projectsHome, CLAUDE_CONFIG_DIR: path.join(projectsHome, '.claude') }),
	project: undefined,
	questions: ['exports'],
	limit: 5,
	nowMs: Date.UTC(2026, 10, 20),
});

test('several questions at once are each given their answer, and how far the reading is', async () => {
	const thread = new AskedThread<AskedSessions, SessionsAnswer>(workerFile);
	const read: number[] = [];
	const home = path.join(place.root, 'home');
	const [first, second] = await Promise.all([
		thread.ask({ ...asked(home), onProgress: (done) => read.push(done) }),
		thread.ask({ ...asked(home), questions: ['kubernetes'] }),
	]);
	expect(first.hits.map(({ session }) => session)).toEqual(['a']);
	expect([second.confidence, second.hits]).toEqual(['none', []]);
	expect(read.length).toBeGreaterThan(0);
	thread.dispose();
});

test('a failure is the question’s own, and a thread that ended is followed by another', async () => {
	const thread = new AskedThread<AskedSessions, SessionsAnswer>(workerFile);
	const broken = place.folder('broken/.claude');
	place.write('broken/.claude/projects/-a/a.jsonl', jsonl([userLine('exports')]));
	// Our home is no folder, so no index can be kept.
	writeFileSync(path.join(broken, 'session-keeper'), '');
	await expect(thread.ask(asked(path.dirname(broken)))).rejects.toThrow();
	thread.dispose();
	expect((await thread.ask(asked(path.join(place.root, 'home')))).hits).toHaveLength(1);
	thread.dispose();
});

test('who lets go of it is told of no error, and what is asked next is answered', async () => {
	const thread = new AskedThread<AskedSessions, SessionsAnswer>(workerFile);
	const home = asked(path.join(place.root, 'home'));
	const left = thread.ask(home).catch((error: unknown) => error);
	thread.dispose();
	const next = thread.ask(home);
	expect(await left).toBeInstanceOf(CancelledError);
	expect((await next).hits).toHaveLength(1);
	thread.dispose();
});

test('a thread that ends by itself says so to who waits, and not to who asks the next one', async () => {
	const ending = path.join(place.root, 'ending.js');
	const exits = `require('node:worker_threads').parentPort.once('message', () => process.exit(1));`;
	writeFileSync(ending, exits);
	const thread = new AskedThread<AskedSessions, SessionsAnswer>(ending);
	const home = asked(path.join(place.root, 'home'));
	await expect(thread.ask(home)).rejects.toThrow('Reading the sessions ended before it was done. Try again.');
	// It throws, and ends a moment later, when another is at work.
	const throws = `require('node:worker_threads').parentPort.once('message', () => { throw new Error('broken'); });
		process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300));`;
	writeFileSync(ending, throws);
	const failed = thread.ask(home);
	await expect(failed).rejects.toThrow('broken');
	copyFileSync(workerFile, ending);
	expect((await thread.ask(home)).hits).toHaveLength(1);
	thread.dispose();
});
