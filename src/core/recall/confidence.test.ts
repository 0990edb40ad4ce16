import { expect, test } from 'vitest';
import { confidenceIn } from './confidence';
import { readQuestion } from './question';

const NOW = Date.UTC(2026, 10, 20);
/** What a word counts that was said once: in a store of some thousand exchanges, and in one of twenty. */
const [LARGE, SMALL] = [6.9, 2.6];

/** @param named which things of the question are named by what the session is called, or by what was asked in it. */
const hit = (score: number, named: readonly number[] = [], hasAll = false) => ({
	...{ score, hasAll },
	stand: { named: new Set(named) },
});
const asked = (text: string, rarest = LARGE, hasTime = false) => ({
	question: readQuestion(text, NOW),
	...{ hasTime, rarest },
});

const QUESTION = asked('kubernetes ingress annotations for the certificates');

test('nothing that meets a question is no answer', () => {
	expect(confidenceIn([], QUESTION)).toBe('none');
});

test('an answer is weak where what is met counts little', () => {
	expect(confidenceIn([hit(6)], QUESTION)).toBe('weak');
	expect(confidenceIn([hit(20)], QUESTION)).toBe('strong');
});

test('as much counts more in a small store, where no word is as rare', () => {
	expect(confidenceIn([hit(7)], { ...QUESTION, rarest: SMALL })).toBe('strong');
});

test('what is met whole is found, however common its words are', () => {
	expect(confidenceIn([hit(0.1)], QUESTION)).toBe('weak');
	expect(confidenceIn([hit(0.1, [], true)], QUESTION)).toBe('strong');
});

test('what is called as the question asks is rather an answer', () => {
	expect(confidenceIn([hit(7)], QUESTION)).toBe('weak');
	expect(confidenceIn([hit(7, [0, 1, 2])], QUESTION)).toBe('strong');
});

test('who asks for a time, or for a phrase that is there, is answered', () => {
	expect(confidenceIn([hit(6)], { ...QUESTION, hasTime: true })).toBe('strong');
	expect(confidenceIn([hit(1)], asked('"of the certificates" in kubernetes'))).toBe('strong');
	expect(confidenceIn([hit(0.1)], asked('what did we do', LARGE, true))).toBe('strong');
	expect(confidenceIn([hit(0.1)], asked('what did we do'))).toBe('weak');
});

test('a name is one word, and it is not lacking where only its parts are there', () => {
	const { question, ...rest } = asked('where do we read refreshToken.ts');
	const parts = question.slots.flatMap(({ isWhole }, slot) => (isWhole ? [] : [slot]));
	expect([question.wordCount, parts.length, question.slots.length]).toEqual([2, 4, 5]);
	const named = (slots: readonly number[]) => confidenceIn([hit(10, slots)], { question, ...rest });
	expect([named([]), named(parts)]).toEqual(['weak', 'strong']);
});
