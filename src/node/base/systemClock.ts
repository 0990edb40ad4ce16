import { startOfLocalDay } from '../../core/base/dates';
import type { Clock } from '../../core/base/ports';

/** Node refuses longer timers and fires them at once instead: what is later is waited for in pieces. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Node guesses at what is no ISO 8601, and takes the 30th of February for the 2nd of March. */
const ISO_TIME = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/u;

/** The machine's clock. */
export const systemClock: Clock = {
	now: () => Date.now(),
	schedule(atMs, run) {
		let timer: NodeJS.Timeout;
		const wait = (): void => {
			timer = setTimeout(
				() => (Date.now() < atMs ? wait() : run()),
				Math.min(Math.max(0, atMs - Date.now()), LONGEST_TIMER_MS),
			);
			timer.unref();
		};
		wait();
		return { dispose: () => clearTimeout(timer) };
	},
};

/**
 * The clock of a command: `SESSION_KEEPER_NOW` (ISO 8601) stands in for the time, so that reports can be reproduced.
 * @throws Error where that is set and no time.
 */
export function clockFromEnvironment(env: NodeJS.ProcessEnv): Clock {
	const given = env['SESSION_KEEPER_NOW'];
	if (given === undefined || given === '') return systemClock;
	const now = Date.parse(given);
	const day = ISO_TIME.exec(given)?.[1];
	if (day === undefined || startOfLocalDay(day) === undefined || Number.isNaN(now))
		throw new Error(`SESSION_KEEPER_NOW is not a valid ISO 8601 time: ${given}`);
	return { ...systemClock, now: () => now };
}

/** The time of a hook, in milliseconds since 1970: one that makes no sense is no reason to fail. */
export function timeOfHook(env: NodeJS.ProcessEnv): number {
	const given = env['SESSION_KEEPER_NOW'];
	const ms = given === undefined ? NaN : Date.parse(given);
	return Number.isNaN(ms) ? Date.now() : ms;
}

export function clockOfHook(env: NodeJS.ProcessEnv): Clock {
	return { ...systemClock, now: () => timeOfHook(env) };
}

/**
 * Milliseconds of a clock that nobody sets: for how long something takes, never for when it was. The global `performance`
 * would load a module of Node's, which takes a twentieth of what Node takes to start.
 */
export function monotonicMs(): number {
	const [seconds, nanoseconds] = process.hrtime();
	return seconds * 1_000 + nanoseconds / 1e6;
}
