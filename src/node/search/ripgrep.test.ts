import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMatcher } from '../../core/search/matcher';
import type { FileToSearch } from './engine';
import { createRipgrepEngine } from './ripgrep';
import { createNeedle } from './searchFile';

const needle = createNeedle(createMatcher({ terms: ['needle'] }));
let folder = '';
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'sk-rg-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string): string {
	const file = path.join(folder, name);
	writeFileSync(file, content);
	return file;
}

/** A program that does what a script says, in place of ripgrep. */
function fakeRipgrep(script: string): string {
	const file = write('rg', `#!/bin/sh\n${script}\n`);
	chmodSync(file, 0o755);
	return file;
}

async function candidates(
	binary: string,
	files: readonly string[],
	signal?: AbortSignal,
): Promise<readonly FileToSearch[]> {
	const found: FileToSearch[] = [];
	const engine = createRipgrepEngine(binary);
	for await (const each of engine.candidates(files, needle, signal ?? new AbortController().signal)) found.push(each);
	return found;
}

const RIPGREP = path.resolve(
	`.vscode-test/server/node_modules/code-server/lib/vscode/node_modules/@vscode/ripgrep-universal/bin/${process.platform}-${process.arch}/rg`,
);
const isThere = existsSync(RIPGREP);
if (!isThere) console.warn('NOT TESTED: no ripgrep here.');

test.skipIf(!isThere)('the real one names only files with a match, and where the first one is', async () => {
	const files = [write('a', 'hay\n'), write('b', 'hay\nhay NEEDLE needle\nneedle\n'), write('c: d\ne', 'needle')];
	expect(await candidates(RIPGREP, files)).toEqual([
		{ file: files[1], from: 8 },
		{ file: files[2], from: 0 },
	]);
});

test.skipIf(!isThere)(
	'the real one leaves a missing file to whoever reads it, and vouches for the others',
	async () => {
		const files = [path.join(folder, 'gone'), write('hay', 'hay'), write('match', 'a needle')];
		expect(await candidates(RIPGREP, files)).toEqual([
			{ file: files[0], from: 0 },
			{ file: files[2], from: 2 },
		]);
	},
);

describe.skipIf(process.platform === 'win32')('every file is read', () => {
	const all = (files: readonly string[]): readonly FileToSearch[] => files.map((file) => ({ file, from: 0 }));

	test.each([
		['does not know a flag', 'echo "rg: unrecognized flag" >&2; exit 2'],
		['crashes', 'kill -SEGV $$'],
		['ends strangely', 'exit 101'],
	])('where ripgrep %s', async (_what, script) => {
		const files = [write('a', 'hay'), write('b', 'hay')];
		expect(await candidates(fakeRipgrep(script), files)).toEqual(all(files));
	});

	test('where it is not there', async () => {
		const files = [write('a', 'hay')];
		expect(await candidates(path.join(folder, 'no', 'rg'), files)).toEqual(all(files));
	});
});

test.skipIf(process.platform === 'win32')('its process is gone when nobody wants the answer any more', async () => {
	const pid = path.join(folder, 'pid');
	const stop = new AbortController();
	const answer = candidates(
		fakeRipgrep(`echo $$ > '${pid}.new'; mv '${pid}.new' '${pid}'; exec sleep 60`),
		[folder],
		stop.signal,
	);
	await expect.poll(() => existsSync(pid)).toBe(true);
	stop.abort();
	expect(await answer).toEqual([]);
	await expect.poll(() => isRunning(Number(readFileSync(pid, 'utf8')))).toBe(false);
});

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
