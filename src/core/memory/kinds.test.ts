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
	expect(
		[...order].filter((sign) => !turned.has(sign)).some((sign) => sign >= SIGNS.first && sign < SIGNS.length),
	).toBe(true);
});

describe('what the forms say too little of is told by the kinds of its words', () => {
	test.each([
		[
			'a fact',
			'The bank only takes files with unix line endings.',
			'The bank page only shows half of the lines today.',
		],
		[
			'whose it is',
			'Prod is run by the hosting team, nobody else has access.',
			'Prod is slow, the hosting team looks at it, nobody else has time.',
		],
	])('%s', (_name, memory, other) => {
		expect(catchMemories(memory)).toHaveLength(1);
		expect(catchMemories(other)).toEqual([]);
	});

	test.each([
		'make it a csv, the page is empty now',
		'ok. our tests are red, so look at the fonts',
		'not that table, I looked at it yesterday',
		'keep the prefix for now, I ask the hospital tomorrow',
		'The vendor only answered today, and nothing works yet.',
	])('not: %s', (text) => {
		expect(catchMemories(text)).toEqual([]);
	});
});
