import { expect, test } from 'vitest';
import { addId, addIdText, clearIds, createIdSet, idNumber, idNumberOfText } from './idSet';

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

test('an id keeps its number, counted in the order in which ids came, as bytes and as text', () => {
	const set = createIdSet();
	const ids = Array.from({ length: 9_000 }, (_, n) => `msg_${'x'.repeat(n % 9)}${n}`);
	expect(ids.map((id) => idNumberOfText(set, id))).toEqual(ids.map((_, n) => n));
	const bytes = Buffer.from(` ${ids.join(' ')} `);
	let at = 1;
	for (const [n, id] of ids.entries()) {
		expect(idNumber(set, bytes, at, at + id.length)).toBe(n);
		at += id.length + 1;
	}
	expect(addId(set, bytes, 1, 2)).toBe(true);
	expect(idNumberOfText(set, 'm')).toBe(9_000);
});
