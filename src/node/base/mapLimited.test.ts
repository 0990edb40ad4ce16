import { expect, test } from 'vitest';
import { mapLimited } from './mapLimited';

test('never more than the width at once, and results in the order of the items', async () => {
	let running = 0;
	let most = 0;
	const results = await mapLimited(
		Array.from({ length: 50 }, (_, n) => n),
		async (n) => {
			most = Math.max(most, ++running);
			for (let turn = 0; turn < n % 5; turn++) await Promise.resolve();
			running--;
			return n * 2;
		},
		4,
	);
	expect(results).toEqual(Array.from({ length: 50 }, (_, n) => n * 2));
	expect(most).toBe(4);
});

test('nothing is done for no items', async () => {
	expect(await mapLimited([], () => Promise.reject(new Error('called')))).toEqual([]);
});

test('an error reaches the caller', () =>
	expect(mapLimited([1, 2], () => Promise.reject(new Error('mine')))).rejects.toThrow('mine'));
