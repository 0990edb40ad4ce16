import { expect, test } from 'vitest';
import { bestFirst, confidenceIn } from './order';
import { readQuestion } from './question';

const hit = (score: number, cover: number) => ({
	...{ session: 'a', score, cover },
	...{ atMs: 0, key: 0, hasWork: false, answered: 0 },
});
/** What a word counts that nobody said: in a store of some thousand exchanges, and in one of twenty. */
const [LARGE, SMALL] = [8, 3.7];

test('an answer is weak where little of the question is met, and by words that are not rare', () => {
	expect(confidenceIn([], LARGE)).toBe('none');
	expect(confidenceIn([hit(7, 0.2), hit(6, 0.2)], LARGE)).toBe('weak');
	expect(confidenceIn([hit(10, 0.2), hit(2, 0.2)], LARGE)).toBe('strong');
	expect(confidenceIn([hit(7, 0.2)], SMALL)).toBe('strong');
});

test('what is met whole is found, however common its words are', () => {
	expect(confidenceIn([hit(0, 1), hit(0, 1)], LARGE)).toBe('strong');
	expect(confidenceIn([hit(0, 0.1), hit(0, 0.1)], LARGE)).toBe('weak');
});

test('asked for the first or the last time of something, the oldest or the newest of those that meet as much comes first', () => {
	const nowMs = Date.UTC(2026, 10, 20);
	const at = (session: string, score: number, month: number) => ({
		...{ ...hit(score, 1), session, atMs: Date.UTC(2026, month) },
	});
	const met = [at('march', 9, 2), at('october', 9.2, 9), at('little', 2, 0)];
	const order = (text: string) =>
		bestFirst(met, { question: readQuestion(text, nowMs), span: undefined, nowMs }).map(({ session }) => session);
	expect(order('the first time we had swapped samples')).toEqual(['march', 'october', 'little']);
	expect(order('the most recent swapped samples')).toEqual(['october', 'march', 'little']);
	expect(order('swapped samples')).toEqual(['october', 'march', 'little']);
});
