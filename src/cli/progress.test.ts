import { Writable } from 'node:stream';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Clock } from '../core/base/ports';
import { described } from './commands';
import { run } from './program';
import { Waiting, showProgress } from './progress';

const clock: Clock = { now: () => Date.now(), schedule: () => ({ dispose: () => undefined }) };
let said: string[];
let waiting: Waiting;
beforeEach(() => {
	vi.useFakeTimers();
	said = [];
	waiting = new Waiting();
});
afterEach(() => vi.useRealTimers());
const start = (by = clock): (() => void) =>
	showProgress('backups verify', { clock: by, waiting }, (text) => void said.push(text));

test('what is done within a second is not announced', () => {
	const end = start();
	vi.advanceTimersByTime(900);
	end();
	vi.advanceTimersByTime(60_000);
	expect(said).toEqual([]);
});

test('what takes longer is, in one line that is gone at the end', () => {
	const end = start();
	vi.advanceTimersByTime(1_100);
	expect(said).toEqual(['\r\u001b[Kbackups verify: working… 1 s']);
	vi.advanceTimersByTime(10_000);
	expect(said.at(-1)).toBe('\r\u001b[Kbackups verify: working… 11 s');
	end();
	expect(said.at(-1)).toBe('\r\u001b[K');
	vi.advanceTimersByTime(60_000);
	expect(said.at(-1)).toBe('\r\u001b[K');
});

test('what says how far it is has a bar and a rate', () => {
	const end = start();
	waiting.report(30, 120);
	vi.advanceTimersByTime(2_000);
	expect(said.at(-1)).toBe('\r\u001b[Kbackups verify: █████░░░░░░░░░░░░░░░ 30 of 120, 15/s, 2 s');
	end();
});

test('more than all is shown as all', () => {
	const end = start();
	waiting.report(130, 120);
	vi.advanceTimersByTime(2_000);
	expect(said.at(-1)).toContain('████████████████████ 130 of 120');
	end();
});

test('a part of the work has a rate of its own, and a unit where it says one', () => {
	const end = start();
	waiting.report(60, 60);
	vi.advanceTimersByTime(2_000);
	waiting.report(0, 40, ' MB');
	waiting.report(10, 40, ' MB');
	vi.advanceTimersByTime(1_000);
	expect(said.at(-1)).toBe('\r\u001b[Kbackups verify: █████░░░░░░░░░░░░░░░ 10 of 40 MB, 10 MB/s, 3 s');
	end();
});

test('who writes takes the line away before', () => {
	const end = start();
	vi.advanceTimersByTime(1_100);
	waiting.erase();
	waiting.erase();
	expect(said.slice(1)).toEqual(['\r\u001b[K']);
	end();
	expect(said.length).toBe(2);
});

test('a person who thinks about a question is not told that we work', async () => {
	start();
	const answer = waiting.during(() => new Promise((resolve) => setTimeout(resolve, 30_000)));
	await vi.advanceTimersByTimeAsync(30_000);
	await answer;
	expect(said).toEqual([]);
	vi.advanceTimersByTime(1_500);
	expect(said.at(-1)).toBe('\r\u001b[Kbackups verify: working… 1 s');
});

test('nothing takes any time by a clock that stands still', () => {
	start({ ...clock, now: () => 0 });
	vi.advanceTimersByTime(60_000);
	expect(said).toEqual([]);
});

test.each([
	[true, /^(?:\r\u001b\[Kbackups verify: working… \d s)+\r\u001b\[K$/u],
	[undefined, /^$/u],
])('only who sits at a terminal is told (%s): Claude would read it as part of the answer', async (isTTY, told) => {
	// The program reads files, and that takes its turns by `setImmediate`.
	vi.useRealTimers();
	vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
	let remarks = '';
	const sink = (): Writable =>
		new Writable({ decodeStrings: false, write: (text, _, done) => void ((remarks += String(text)), done()) });
	const verb = {
		run: async () => {
			await vi.advanceTimersByTimeAsync(3_000);
			return { text: '', json: {} };
		},
	};
	await run(
		{ describe: (name) => Promise.resolve(described(name)), verbs: () => Promise.resolve({ verify: verb }) },
		{
			words: ['backups', 'verify'],
			program: '',
			env: { HOME: tmpdir() },
			folder: () => tmpdir(),
			input: process.stdin,
			output: {
				isTerminal: () => false,
				size: () => ({ columns: 80, rows: 24 }),
				write: () => undefined,
				stream: () => sink(),
			},
			remarks: Object.assign(sink(), isTTY === undefined ? {} : { isTTY }),
			waiting,
			onStop: () => () => undefined,
			keep: () => undefined,
		},
	);
	expect(remarks).toMatch(told);
});
