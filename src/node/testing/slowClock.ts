// For a program that a test starts or calls and that looks at a clock: on a busy machine nobody is too late for it.
import { afterEach, beforeEach, vi } from 'vitest';
import type { Place } from './places';

/** So much slower go the clocks and the timers of the program. */
const TIMES = 20;

/**
 * What the time is does not change by it where `SESSION_KEEPER_NOW` says it.
 * @param place keeps the file that Node loads first. @returns variables for the environment of the program.
 */
export function slowClock(place: Place): NodeJS.ProcessEnv {
	const preload = place.write(
		'slow-clock.cjs',
		`const [now, later, began] = [Date.now, setTimeout, Date.now()];
const elapsed = performance.now.bind(performance);
Date.now = () => began + (now() - began) / ${TIMES};
performance.now = () => elapsed() / ${TIMES};
globalThis.setTimeout = (run, ms, ...args) => later(run, ms * ${TIMES}, ...args);
`,
	);
	return { NODE_OPTIONS: `--require ${preload}` };
}

/** The same for what the tests of a file call in their own process. What the date is stays as it is. */
export function useSlowClock(): void {
	beforeEach(() => {
		const [elapsed, later] = [performance.now.bind(performance), setTimeout];
		vi.spyOn(performance, 'now').mockImplementation(() => elapsed() / TIMES);
		vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) =>
			later(run, ms * TIMES)) as typeof setTimeout);
	});
	afterEach(() => void vi.restoreAllMocks());
}
