import { expect, test } from 'vitest';
import { MEMORIES, NO_MEMORIES } from '../testing/memoryCases';
import { sampleText } from '../testing/sampleText';
import { seeded } from '../testing/seeded';
import { catchMemories } from './catch';
import { mayHoldMemory } from './gate';
import { FEEDBACK_RULES } from './rules/feedback';
import { PERSON_RULES } from './rules/person';
import { PROJECT_RULES } from './rules/project';
import { REFERENCE_RULES } from './rules/reference';
import { ASKING_WORDS } from './rules/words';
import { isWorthAsking } from './worthAsking';

/** The second look stands before the rules, and must keep nothing from them. */
const isMissed = (text: string): boolean => !isWorthAsking(text) && catchMemories(text).length > 0;

const RULES = [...FEEDBACK_RULES, ...PERSON_RULES, ...PROJECT_RULES, ...REFERENCE_RULES];

test('every word that a rule needs lets a prompt through, so that no rule is kept from a sentence that it fits', () => {
	const needed = new Set([...RULES.flatMap(({ words }) => words[0] ?? []), ...ASKING_WORDS.split('|')]);
	expect(needed.size).toBeGreaterThan(300);
	expect([...needed].filter((word) => !mayHoldMemory(`xx${word}xx`))).toEqual([]);
	expect([...needed].filter((word) => !mayHoldMemory(`XX${word.toUpperCase().replace("'", '’')}XX`))).toEqual([]);
});

test('the words that a rule needs decide nothing: each sentence that its pattern fits holds them', () => {
	const kept: string[] = [];
	for (const rule of RULES) {
		const pattern = new RegExp(`^(?:${rule.pattern})`, 'u');
		const random = seeded(4711);
		const made = Array.from({ length: 100 }, () => sampleText(rule.pattern, random)).filter((text) =>
			pattern.test(text),
		);
		expect(made.length, rule.name).toBeGreaterThan(10);
		kept.push(
			...made
				.filter((text) => !rule.fits(text) || !mayHoldMemory(text) || isMissed(text))
				.map((text) => `${rule.name}: ${text}`),
		);
	}
	expect(kept).toEqual([]);
});

test('every sentence that is known to be worth remembering passes, in a longer prompt as well', () => {
	const said = MEMORIES.map(([, text]) => text);
	expect(said.filter((text) => !mayHoldMemory(text) || isMissed(text))).toEqual([]);
	expect(said.filter((text) => !mayHoldMemory(`Hm.\n\n${text}\n\nGo.`) && catchMemories(text).length > 0)).toEqual([]);
});

test('the second look keeps out most prompts that hold words of the rules, as long as no sentence holds what one rule needs', () => {
	const prompt =
		'The parser test in test/parse.test.ts fails since the last change. Can you find out why, and fix it? Run the whole suite when you are done.';
	expect(mayHoldMemory(prompt)).toBe(true);
	expect(isWorthAsking(prompt)).toBe(false);
	expect(isWorthAsking(`${prompt} We use tabs in this repository.`)).toBe(true);
});

test('it keeps out what holds none of the words', () => {
	for (const text of ['', 'Fix the failing test in the parser, please.', 'Add a remove button and try it.'])
		expect(mayHoldMemory(text)).toBe(false);
	expect(NO_MEMORIES.filter((text) => !mayHoldMemory(text)).length).toBeGreaterThan(10);
});
