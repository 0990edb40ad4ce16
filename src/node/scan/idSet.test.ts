import { expect, test } from 'vitest';
import { createIdSet } from './idSet';

test('a set grows, is cleared and grows again, and never takes a new id for an old one', () => {
	const set = createIdSet();
	for (const count of [10, 20_000, 3, 5_000, 40_000, 600]) {
		const ids = Array.from({ length: count }, (_, n) => `${count}-${n}`);
		expect(ids.every((id) => set.addText(id))).toBe(true);
		expect(ids.some((id) => set.addText(id))).toBe(false);
		set.clear();
	}
	expect(set.addText('600-1')).toBe(true);
});
