import { expect, test } from 'vitest';
import { confidenceIn } from './order';

const hit = (score: number, cover: number) => ({
	...{ session: 'a', score, cover },
	...{ atMs: 0, key: 0, hasWork: false, answered: 0 },
});
/** What a word counts that nobody said: in a store of some thousand exchanges, and in one of twenty. */
const [LARGE, SMALL] = [8, 3.7];

test('an answer is weak where little of the question is met, and by words that are not rare', () => {
	expect(confidenceIn([], LARGE)).toBe('none');
	expect(confidenceIn([hit(7, 0.2), hit(6, 0.2)], LARGE)).toBe('weak');
	expect(confidenceIn([hit(8, 0.2), hit(2, 0.2)], LARGE)).toBe('strong');
	expect(confidenceIn([hit(7, 0.2)], SMALL)).toBe('strong');
});

test('what is met whole is found, however common its words are', () => {
	expect(confidenceIn([hit(0, 1), hit(0, 1)], LARGE)).toBe('strong');
	expect(confidenceIn([hit(0, 0.1), hit(0, 0.1)], LARGE)).toBe('weak');
});
