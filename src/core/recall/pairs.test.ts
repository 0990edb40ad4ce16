import { expect, test } from 'vitest';
import { seeded } from '../testing/seeded';
import { BLOCK_BYTES, blockOf, mayHold, pairFilter, pairsOf } from './pairs';
import { DamagedIndex } from './postings';
import { looseForm } from './words';

const allPairs = (...texts: readonly string[]): ReadonlySet<number> => {
	const pairs = new Set<number>();
	for (const text of texts) pairsOf(text, (pair) => pairs.add(pair));
	return pairs;
};

function holds(filter: Uint8Array, text: string): boolean {
	const blocks = filter.length / BLOCK_BYTES;
	return [...allPairs(text)].every((pair) => {
		const from = blockOf(pair, blocks) * BLOCK_BYTES;
		return mayHold(filter.subarray(from, from + BLOCK_BYTES), pair);
	});
}

test.each([
	['Pool of CONNECTIONS', 'pool of connections'],
	['pool\n\t"of"—connections', 'pool of connections'],
	['Größe der Übersicht', 'grosse der ubersicht'],
	['\u212aelvin café', 'kelvin cafe'],
	['形式 of', '形式 of'],
	['dé jà—vu, ΌΣ’ΟΣ.', 'de ja vu οσ ος'],
	['a “quote” b·c x\u0301yz', 'a quote b c xyz'],
])('the neighbours of %j are those of its loose form', (said, loose) => {
	expect(looseForm(said)).toBe(loose);
	expect([...allPairs(said)]).toEqual([...allPairs(loose)]);
	expect(allPairs(said).size).toBe(loose.split(' ').length - 1);
});

test('whatever the signs of a text are, its neighbours are those of its loose form', () => {
	const random = seeded(5);
	const signs = [
		'a',
		'B',
		'z9',
		'ß',
		'É',
		'o\u0308',
		'Σ',
		'\u212a',
		'形',
		'№',
		' ',
		'-',
		'\n',
		"'",
		'’',
		'…',
		'\u0301',
		'_',
	] as const;
	for (let time = 0; time < 2_000; time++) {
		const text = Array.from({ length: 12 }, () => random.pick(signs)).join('');
		expect([...allPairs(text)], JSON.stringify(text)).toEqual([...allPairs(looseForm(text))]);
	}
});

test('what stands side by side is never denied, and of what does not nearly all is', () => {
	const random = seeded(3);
	const word = (): string => `w${random.int(0, 4_000)}`;
	const texts = Array.from({ length: 200 }, () => Array.from({ length: 60 }, word).join(' '));
	const said = allPairs(...texts);
	const filter = pairFilter(said);
	for (const text of texts) expect(holds(filter, text)).toBe(true);
	const others = Array.from({ length: 5_000 }, () => `${word()} ${word()}`).filter(
		(text) => ![...allPairs(text)].every((pair) => said.has(pair)),
	);
	const wrong = others.filter((text) => holds(filter, text)).length;
	expect(wrong / others.length).toBeLessThan(0.05);
	expect(filter.length / said.size).toBeLessThan(1.2);
});

test('a filter of nothing denies all, and a damaged one says so', () => {
	const filter = pairFilter(new Set());
	expect(holds(filter, 'pool of')).toBe(false);
	expect(holds(filter, 'pool')).toBe(true);
	filter[7] = 1;
	expect(() => holds(filter, 'pool of')).toThrow(DamagedIndex);
});

test('more pairs than a row of the index can tell of have no filter', () => {
	const most = { size: 3_932_101, [Symbol.iterator]: () => [].values() } as unknown as ReadonlySet<number>;
	expect(pairFilter(most)).toHaveLength(0);
	expect(pairFilter(new Set())).toHaveLength(BLOCK_BYTES);
});
