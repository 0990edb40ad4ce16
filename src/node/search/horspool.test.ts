import { expect, test } from 'vitest';
import { seeded } from '../../core/testing/seeded';
import { createFindPlain } from './horspool';

test('leaves short texts to others', () => {
	expect(createFindPlain('needle')).toBeUndefined();
});

test('finds the same place as looking everywhere (generated)', () => {
	const random = seeded(11);
	for (let round = 0; round < 3_000; round++) {
		const letters = (n: number): string =>
			Array.from({ length: n }, () => random.pick(['a', 'b', 'A', 'B', ' '])).join('');
		const text = letters(random.int(0, 400));
		const at = random.int(0, text.length);
		const wanted = random.chance(0.8)
			? text.slice(at, at + random.int(10, 20)).toLowerCase()
			: letters(10).toLowerCase();
		const find = createFindPlain(wanted);
		if (!find) continue;
		const from = random.int(0, text.length);
		const to = random.int(from, text.length);
		const expected = text.slice(0, to).toLowerCase().indexOf(wanted, from);
		expect(find(Buffer.from(text), from, to)).toBe(expected);
	}
});
