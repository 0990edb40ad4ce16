import { describe, expect, test } from 'vitest';
import { MEMORIES, NO_MEMORIES } from '../testing/memoryCases';
import { catchMemories, memorySentences } from './catch';
import { standingClauses } from './clauses';
import { evidenceFor, mayBeEvident } from './evidence';
import { FORMS } from './forms';
import { memoryTypeOf } from './memoryType';

test('each form has a name of its own, and a weight on its side', () => {
	expect(new Set(FORMS.map(({ name }) => name)).size).toBe(FORMS.length);
	expect(FORMS.filter(({ kind, weight }) => (kind === 'against' ? weight > 0 : weight < 0))).toEqual([]);
});

test('what weighs nothing in sum is kept, whatever binary makes of tenths', () => {
	const texts = [...MEMORIES.map(([, text]) => text), ...NO_MEMORIES];
	const weights = texts.flatMap((text) => memorySentences(text).map(({ sentence }) => evidenceFor(sentence).weight));
	expect(weights.filter((weight) => weight !== 0 && Math.abs(weight) < 0.05)).toEqual([]);
	expect(catchMemories('The spec for this is in docs/specs/checkout.md.')).toHaveLength(1);
});

test('what is told from its words alone to be nothing is nothing by all forms', () => {
	const texts = [...MEMORIES.map(([, text]) => text), ...NO_MEMORIES];
	const sentences = texts.flatMap((text) => memorySentences(text).map(({ sentence }) => sentence));
	const passedOver = sentences.filter((sentence) => !mayBeEvident(sentence, false));
	expect(passedOver.length).toBeGreaterThan(sentences.length / 3);
	const weights = passedOver.map((sentence) => evidenceFor(sentence, { isAccepted: true }).weight);
	expect(weights.filter((weight) => weight >= 0)).toEqual([]);
});

describe('a clause is refused, and not the sentence', () => {
	test.each([
		['a question behind a fact', 'we use tabs here, ok?', [' we use tabs here ']],
		['a hypothesis', 'if it breaks, never deploy on friday', [' never deploy on friday ']],
		['what somebody else says', 'tom said never use enums', []],
		['what speaks for us', 'legal says never log names', [' legal says never log names ']],
	])('%s', (_name, sentence, left) => {
		expect(standingClauses(sentence).map(({ text }) => text)).toEqual(left);
	});
});

describe('emphasis, politeness, slips and conditions change nothing', () => {
	test.each([
		'never push to the mirror, it is read by customers',
		'pls never push to the mirror, it is read by customers',
		'ok thanks. btw NEVER push to the mirror!!',
		'dont ever push to the mirror w/o asking me',
		'By the way, and this goes for every repo of ours: never push to the mirror.',
	])('%s', (text) => {
		expect(catchMemories(text)).not.toEqual([]);
	});
});

test('how Claude takes it counts: the same words are kept where it notes them, and not where it works on them', () => {
	const said = 'our relay has a limit of 20 by contract, we design around that';
	expect(catchMemories(said, 'Fixed; the tests pass.')).toEqual([]);
	expect(catchMemories(said, 'Noted, I stay below it.')).toHaveLength(1);
});

test('the first prompt of a session says what is to be done: the same words have to say more there', () => {
	const said = 'the exports must stay in UTC, our auditors read them';
	expect(catchMemories(said)).toHaveLength(1);
	expect(evidenceFor(said, { isFirst: true }).weight).toBeLessThan(evidenceFor(said).weight);
});

describe('what holds by how it is said', () => {
	test.each([
		['a label before it', 'House rule: amounts in cents, always.'],
		['how all of a kind looks', 'In all our docs: british spelling, no contractions.'],
	])('%s', (_name, text) => {
		expect(catchMemories(text)).not.toEqual([]);
	});

	test.each([
		'A reader would never see the old prices in this view.',
		'Only the first page has the wrong colour.',
		'fyi the build is red',
	])('and not: %s', (text) => {
		expect(catchMemories(text)).toEqual([]);
	});
});

test('what Claude notes after it has done something is taken, too', () => {
	const said = 'the bus here must stay at 50k, the cable is long';
	expect(catchMemories(said, 'Flashed. Understood about the clock.')).toHaveLength(1);
	expect(catchMemories('the build is red', 'Noted.')).toEqual([]);
});

test('a text that is handed over is no statement of the person', () => {
	const text = 'Can you turn these minutes into a short mail?\n\nAlways write the ticket number into the commit.';
	expect(catchMemories(text)).toEqual([]);
});

test.each([
	['user', 'I come from Elixir, React is all new to me.'],
	['feedback', 'Never commit capture files, they are huge.'],
	['project', 'Compliance wants versions kept for 30 days.'],
	['reference', 'The runbook lives at docs/clusters/north.md.'],
])('memoryTypeOf says %s of: %s', (type, text) => {
	expect(memoryTypeOf(text)).toBe(type);
});
