import { expect, test } from 'vitest';
import { IGNORED, NOT_IGNORED } from '../testing/questionCases';
import { ignores, questionOf } from './openQuestion';

const isIgnored = ([reply, prompt]: readonly [string, string]): boolean => {
	const question = questionOf(reply);
	return question !== undefined && ignores(prompt, question);
};

test('is right at least 19 times out of 20, and says how often', () => {
	const missed = IGNORED.filter((each) => !isIgnored(each));
	const wrong = NOT_IGNORED.filter(isIgnored);
	const found = IGNORED.length - missed.length;
	const precision = found / (found + wrong.length);
	console.log(
		[
			`Questions: precision ${precision.toFixed(3)}, recall ${(found / IGNORED.length).toFixed(3)}, of ${IGNORED.length} cases and ${NOT_IGNORED.length} near misses.`,
			...missed.map((each) => `  not found: ${JSON.stringify(each)}`),
			...wrong.map((each) => `  wrong: ${JSON.stringify(each)}`),
		].join('\n'),
	);
	expect(precision).toBeGreaterThanOrEqual(0.95);
	expect(found / IGNORED.length).toBeGreaterThanOrEqual(0.5);
});

test('gives the question as Claude asked it, without marks', () => {
	expect(questionOf('Fine.\n\nOne thing: **where should uploads be stored?**')?.question).toBe(
		'One thing: where should uploads be stored?',
	);
});
