import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isTracked } from './gitIndex';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'keeper-index-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RAW = '.claude/memory/raw/';

function indexOf(init: readonly string[], files: readonly string[], version: number): Uint8Array {
	const git = (...args: readonly string[]): void => {
		const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
		execFileSync('git', [...args], { cwd: folder, env, stdio: 'ignore' });
	};
	git('init', '-q', ...init);
	for (const file of files) {
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		writeFileSync(path.join(folder, file), file);
	}
	git('add', '-f', '.');
	git('update-index', `--index-version=${version}`);
	return readFileSync(path.join(folder, '.git/index'));
}

describe("what git tracks, by git's own index", () => {
	const other = [
		'a.txt',
		'.claude/memory/session-2026.md',
		'src/ünï/ç.txt',
		`${'long/'.repeat(60)}file`,
		'zz/.claude/x',
	];

	test.each([2, 3, 4])('format %d: a tracked file is found, an untracked one is not', (version) => {
		const bytes = indexOf([], [...other, `${RAW}20261121_100000.jsonl`], version);
		expect(isTracked(bytes, [RAW])).toBe(true);
		expect(isTracked(bytes, ['.claude/memory/.backup-log'])).toBe(false);
		expect(isTracked(bytes, ['src/ünï/'])).toBe(true);
	});

	test('the hashes of a repository may be longer', () => {
		const bytes = indexOf(['--object-format=sha256'], [...other, `${RAW}a.jsonl`], 2);
		expect(isTracked(bytes, [RAW])).toBe(true);
		expect(isTracked(bytes, ['nothing/'])).toBe(false);
	});

	test('no index, and bytes that are none, track nothing', () => {
		expect(isTracked(new Uint8Array(), [RAW])).toBe(false);
		expect(isTracked(Buffer.from('DIRC but then something else entirely'), [RAW])).toBe(false);
	});

	test('an index that is of no known format is looked through, and not followed', () => {
		const bytes = indexOf([], [`other/${RAW}a.jsonl`], 2);
		expect(isTracked(bytes, [RAW])).toBe(false);
		for (const version of [1, 5]) {
			new DataView(bytes.buffer, bytes.byteOffset).setUint32(4, version);
			expect(isTracked(bytes, [RAW])).toBe(true);
		}
	});

	test('an index that cannot be followed is doubted where it names the folder', () => {
		expect(isTracked(Buffer.from(`DIRC\0\0\0\x09\0\0\0\x01${RAW}x`), [RAW])).toBe(true);
	});
});
