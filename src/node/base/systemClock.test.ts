import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clockFromEnvironment, clockOfHook, systemClock, timeOfHook } from './systemClock';

describe('the machine’s clock', () => {
	beforeEach(() => {
		vi.useFakeTimers({ now: 0 });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	test('calls once, not before its moment', () => {
		const run = vi.fn();
		systemClock.schedule(1_000, run);
		vi.advanceTimersByTime(999);
		expect(run).not.toHaveBeenCalled();
		vi.advanceTimersByTime(10_000);
		expect(run).toHaveBeenCalledTimes(1);
	});

	test('does not call at once, nor early, what is farther away than a timer reaches', () => {
		const run = vi.fn();
		const year = 365 * 86_400_000;
		systemClock.schedule(year, run);
		vi.advanceTimersByTime(year - 1);
		expect(run).not.toHaveBeenCalled();
		vi.advanceTimersByTime(1);
		expect(run).toHaveBeenCalledTimes(1);
	});

	test('does not call what was let go of, in whichever piece of the wait', () => {
		const run = vi.fn();
		const handle = systemClock.schedule(60 * 86_400_000, run);
		vi.advanceTimersByTime(30 * 86_400_000);
		handle.dispose();
		vi.advanceTimersByTime(90 * 86_400_000);
		expect(run).not.toHaveBeenCalled();
	});

	test('calls what is past as soon as it can', () => {
		const run = vi.fn();
		systemClock.schedule(-5, run);
		vi.advanceTimersByTime(1);
		expect(run).toHaveBeenCalledTimes(1);
	});
});

describe('SESSION_KEEPER_NOW', () => {
	test.each([
		['2026-11-21T10:00:00Z', Date.UTC(2026, 10, 21, 10)],
		['2026-11-21T10:00:00+02:00', Date.UTC(2026, 10, 21, 8)],
		['2026-11-21T10:00:00.250+09:30', Date.UTC(2026, 10, 21, 0, 30, 0, 250)],
		['2026-11-21', Date.UTC(2026, 10, 21)],
	])('%s stands in for the time', (text, ms) =>
		expect(clockFromEnvironment({ SESSION_KEEPER_NOW: text }).now()).toBe(ms),
	);

	test.each([
		['yesterday'],
		['12'],
		['2026-13-01'],
		['2026-02-30'],
		['2026-02-30T10:00:00Z'],
		['2026-11-21T25:00'],
		['Nov 21 2026'],
		['2026-11-21 and so on'],
		['2026-11-21 10:00'],
		['2026-11-21junk'],
	])('%j is no time, and that is said', (text) =>
		expect(() => clockFromEnvironment({ SESSION_KEEPER_NOW: text })).toThrow('not a valid ISO 8601 time'),
	);

	test.each([[undefined], ['']])('%j leaves the machine’s clock', (text) =>
		expect(clockFromEnvironment({ SESSION_KEEPER_NOW: text })).toBe(systemClock),
	);
});

describe('the time of a hook', () => {
	beforeEach(() => {
		vi.useFakeTimers({ now: 7_000 });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	test.each([
		['2026-11-21T20:00:00Z', Date.UTC(2026, 10, 21, 20)],
		['yesterday', 7_000],
		['', 7_000],
		[undefined, 7_000],
	])('is what the environment says, else that of the machine: %j', (given, ms) => {
		const env = given === undefined ? {} : { SESSION_KEEPER_NOW: given };
		expect([timeOfHook(env), clockOfHook(env).now()]).toEqual([ms, ms]);
	});
});
