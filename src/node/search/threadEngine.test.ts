import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMatcher } from '../../core/search/matcher';
import type { FileToSearch } from './engine';
import { bundle } from '../testing/bundle';
import { createNeedle } from './searchFile';
import { createThreadEngine } from './threadEngine';

const needle = createNeedle(createMatcher({ terms: ['needle'] }));
const folder = mkdtempSync(path.join(tmpdir(), 'sk-threads-'));
const worker = bundle('src/node/search/searchWorker.ts', folder);
const files = Array.from({ length: 100 }, (_, n) => path.join(folder, `${n}.jsonl`));
const hay = 'hay\n'.repeat(200_000);

beforeAll(() => {
	for (const [n, file] of files.entries()) writeFileSync(file, n % 10 === 3 ? `${hay}NEEDLE` : 'hay');
	rmSync(files[99] ?? '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function candidates(workerFile: string, signal = new AbortController().signal): Promise<readonly FileToSearch[]> {
	const found: FileToSearch[] = [];
	for await (const each of createThreadEngine(workerFile).candidates(files, needle, signal)) found.push(each);
	return found;
}

function fakeWorker(script: string): string {
	const file = path.join(folder, `fake-${script.length}.js`);
	writeFileSync(file, script);
	return file;
}

test('names the files with a match in order, and the ones that cannot be read', async () => {
	expect(await candidates(worker)).toEqual([
		...[3, 13, 23, 33, 43, 53, 63, 73, 83, 93].map((n) => ({ file: files[n], from: hay.length })),
		{ file: files[99], from: 0 },
	]);
});

test.each([
	['is not there', path.join(folder, 'none.js')],
	['breaks', fakeWorker('throw new Error("no");')],
	['ends without a word', fakeWorker('')],
	['ends when asked', fakeWorker('require("node:worker_threads").parentPort.on("message", () => process.exit(3));')],
])('names every file where the thread %s', async (_what, file) => {
	expect(await candidates(file)).toEqual(files.map((each) => ({ file: each, from: 0 })));
});

test('ends at once when nobody wants the answer any more', async () => {
	const stop = new AbortController();
	const silent = fakeWorker('require("node:worker_threads").parentPort.on("message", () => { for (;;); });');
	const answer = candidates(silent, stop.signal);
	setTimeout(() => stop.abort(), 100);
	expect(await answer).toEqual([]);
});
