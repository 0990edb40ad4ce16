import { describe, expect, test } from 'vitest';
import { catchMemories } from './catch';
import { clausesOf } from './clauses';
import { KIND_WEIGHTS } from './kindWeights';
import { SIGNS, signsIn } from './kinds';

/** The kinds alone, without their order and the words. */
const kindsIn = (sentence: string): readonly number[] =>
	[...signsIn(clausesOf(sentence))].filter((sign) => sign < SIGNS.first);

test('each sign has its letter', () => {
	expect(KIND_WEIGHTS).toHaveLength(SIGNS.end);
	expect(/^[$-z]+$/.test(KIND_WEIGHTS)).toBe(true);
});

test.each([
	['auditor', 'auditors'],
	['policy', 'policies'],
	['box', 'boxes'],
	['approve', 'approved'],
	['merge', 'merging'],
])('a word is of the kinds of its stem: %s, %s', (stem, word) => {
	expect(kindsIn(word)).toEqual(expect.arrayContaining([...kindsIn(stem)]));
	expect(kindsIn(stem)).not.toEqual(kindsIn('xylem'));
});

test('what is said first is a sign of its own, and so are the first two', () => {
	const order = signsIn(clausesOf('approve the release'));
	const turned = signsIn(clausesOf('release the approve'));
	expect([...order].filter((sign) => !turned.has(sign)).some((sign) => sign >= SIGNS.first && sign < SIGNS.length)).toBe(
		true,
	);
});

describe('what no form says is told by the kinds of its words', () => {
	test.each([
		'make it a csv, the payroll office reads nothing else',
		'ok. our turbines have no internet, so bundle the fonts',
		'not that table, it is filled by the vendor every night',
		'keep the prefix, the scanners of the hospital depend on it',
	])('%s', (text) => {
		expect(catchMemories(text)).toHaveLength(1);
	});

	test.each([
		'make it a csv, the page is empty now',
		'ok. our tests are red, so look at the fonts',
		'not that table, I looked at it yesterday',
		'keep the prefix for now, I ask the hospital tomorrow',
		'The vendor only answered today, and nothing works yet.',
	])('and not: %s', (text) => {
		expect(catchMemories(text)).toEqual([]);
	});
});
