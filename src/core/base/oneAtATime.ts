// Shows unprompted questions one at a time: nobody reads two that are stacked.
import type { Clock } from './ports';

/**
 * After this time VS Code has hidden a message behind its bell. A person who never answers it must still see the next
 * one.
 */
const LOOKED_AT_MS = 60_000;

/**
 * Shows one question at a time, in the order of the calls: the next one appears when the previous one was answered or
 * dismissed, or has been shown for a minute. @returns a function that shows a question and promises its answer.
 */
export function oneAtATime(clock: Clock): <T>(ask: () => PromiseLike<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return <T>(ask: () => PromiseLike<T>): Promise<T> => {
		// Asynchronous even for the first, so that the caller cannot tell whether it had to wait.
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
