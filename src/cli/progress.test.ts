import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Clock } from '../core/base/ports';
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

test('what takes longer is, and again every ten seconds', () => {
	const end = start();
	vi.advanceTimersByTime(25_000);
	end();
	expect(said).toEqual(['backups verify: working…', 'backups verify: 11 s so far…', 'backups verify: 21 s so far…']);
});

test('a person who thinks about a question is not told that we work', async () => {
	start();
	const answer = waiting.during(() => new Promise((resolve) => setTimeout(resolve, 30_000)));
	await vi.advanceTimersByTimeAsync(30_000);
	await answer;
	expect(said).toEqual([]);
	vi.advanceTimersByTime(1_500);
	expect(said).toEqual(['backups verify: working…']);
});

test('nothing takes any time by a clock that stands still', () => {
	start({ ...clock, now: () => 0 });
	vi.advanceTimersByTime(60_000);
	expect(said).toEqual([]);
});
