import { expect, test } from 'vitest';
import { bestFirst } from './order';
import { readQuestion } from './question';

const hit = (score: number, cover: number) => ({
	...{ session: 'a', score, cover },
	...{ atMs: 0, key: 0, hasWork: false, answered: 0 },
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
