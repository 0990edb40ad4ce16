import { expect, test } from 'vitest';
import { addId, addIdText, clearIds, createIdSet, numberOf, numberOfText } from './idSet';
import { LineReader, UUID_HASH } from './lineReader';

test('a set grows, is cleared and grows again, and never takes a new id for an old one', () => {
	const set = createIdSet();
	for (const count of [10, 20_000, 3, 5_000, 40_000, 600]) {
		const ids = Array.from({ length: count }, (_, n) => `${count}-${n}`);
		expect(ids.every((id) => addIdText(set, id))).toBe(true);
		expect(ids.some((id) => addIdText(set, id))).toBe(false);
		clearIds(set);
	}
	expect(addIdText(set, '600-1')).toBe(true);
});

test('an id keeps its number, counted in the order in which ids came, by its hash and as text', () => {
	const set = createIdSet();
	const ids = Array.from({ length: 9_000 }, (_, n) => `msg_${'x'.repeat(n % 9)}${n}`);
	expect(ids.map((id) => numberOfText(set, id))).toEqual(ids.map((_, n) => n));
	const { about } = LineReader.here;
	for (const [n, id] of ids.entries()) {
		LineReader.here.hashText(id);
		expect(numberOf(set, about, UUID_HASH)).toBe(n);
	}
	LineReader.here.hashText('m');
	expect(addId(set, about, UUID_HASH)).toBe(true);
	expect(numberOfText(set, 'm')).toBe(9_000);
});
