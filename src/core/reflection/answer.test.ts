import { expect, test } from 'vitest';
import { HAND_IN_SECTIONS } from '../handoff/handedIn/handIn';
import { answerSchema, readAnswer } from './answer';
import { MENU } from './menu';

const [asked, other] = MENU;
const items = MENU.slice(0, 1);
const said = { section: 'summary', text: 'Moved\nby month.', quotes: ['by month it is'] };
const read = (...statements: readonly unknown[]): unknown => readAnswer({ statements }, items);

test('an answer that fits is statements in the form of the hand-in, on one line', () => {
	const noted = { ...said, section: asked?.id };
	const task = { ...said, section: 'task', status: 'in_progress' };
	const text = 'Moved by month.';
	expect(read(said, noted, task)).toEqual({
		ok: true,
		value: [
			{ ...said, text, status: 'pending' },
			{ ...noted, text, status: 'pending' },
			{ ...task, text },
		],
	});
});

test.each([
	['a field that nobody asked for', { statements: [said], run: 'x' }, /nobody asked for/u],
	['no statement', { statements: [] }, /no statement/u],
	[
		'a matter that was not asked about',
		{ statements: [{ ...said, section: other?.id }] },
		/\[0\]\.section is none of/u,
	],
	['a statement without a text', { statements: [said, { ...said, text: ' ' }] }, /\[1\]\.text is missing/u],
	['a copy of the session', { statements: [{ ...said, text: 'x'.repeat(50_000) }] }, /\[0\]\.text is longer/u],
	['numbers for quotes', { statements: [{ ...said, quotes: [4] }] }, /\[0\]\.quotes is not a list of texts/u],
	['another shape', { hello: 'world' }, /does not fit the schema/u],
	['nothing', undefined, /does not fit the schema/u],
])('an answer with %s is refused, without its text', (_what, value, why) => {
	expect(readAnswer(value, items)).toEqual({ ok: false, error: expect.stringMatching(why) as string });
});

test('the schema that a model is given names every section, and allows no other field', () => {
	const sections = [...HAND_IN_SECTIONS, asked?.id];
	const section = { properties: { section: { enum: sections } }, required: ['section', 'text', 'quotes'] };
	expect(answerSchema(items)).toMatchObject({
		required: ['statements'],
		additionalProperties: false,
		properties: { statements: { items: { ...section, additionalProperties: false } } },
	});
	expect(readAnswer({ statements: sections.map((each) => ({ ...said, section: each })) }, items).ok).toBe(true);
});
