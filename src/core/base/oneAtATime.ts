// Questions that nobody asked for come one at a time: two that stand over one another are read by nobody.
import type { Clock } from './ports';

/** After so long VS Code has put a message away behind its bell. Who never answers it must still hear of the next thing. */
const LOOKED_AT_MS = 60_000;

/**
 * Shows one question at a time, in the order of the calls: the next one when the one before was answered or dismissed,
 * or has been there for a minute. @returns what shows a question, and promises its answer.
 */
export function oneAtATime(clock: Clock): <T>(ask: () => PromiseLike<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return <T>(ask: () => PromiseLike<T>): Promise<T> => {
		// Later, even for the first: who asks does not find out whether it had to wait.
		const answer = last.then(() => ask());
		last = last.then(() => settledOrLate(clock, answer));
		return answer;
	};
}

function settledOrLate(clock: Clock, answer: Promise<unknown>): Promise<void> {
	return new Promise((resolve) => {
		const timer = clock.schedule(clock.now() + LOOKED_AT_MS, () => resolve());
		const done = (): void => {
			timer.dispose();
			resolve();
		};
		answer.then(done, done);
	});
}
