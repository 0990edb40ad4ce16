import { expect, test } from 'vitest';
import { MENU } from './menu';
import { answerSchema, checkAnswer } from './reflection';

const [asked, other] = MENU;
const MESSAGES = new Map([1, 4].map((n) => [n, { uuid: `u${n}`, index: n }]));
const claim = (text: string, ...at: readonly number[]) => ({ text, at });
const answer = (own: object = {}): unknown => ({
	topic: 'Exports\nby month',
	workstream: 'exports',
	summary: [claim('Moved, key-1.', 4, 4)],
	decisions: [],
	failed: [],
	assumptions: [],
	scope: [],
	notes: [{ item: asked?.id, text: 'A note.', at: [1] }],
	resume_prompt: [claim('Go on.', 1)],
	confidence: 'high',
	memories: [{ type: 'project', text: 'By month.', at: [1] }],
	...own,
});
const check = (value: unknown): ReturnType<typeof checkAnswer> =>
	checkAnswer(value, MESSAGES, MENU.slice(0, 1), (text) => text.replace('key-1', '[redacted]'));
const [first, fourth] = [1, 4].map((index) => ({ uuid: `u${index}`, index }));

test('an answer that fits becomes a reflection: on one line, redacted, each claim with its messages once', () => {
	expect(check(answer())).toEqual({
		ok: true,
		value: {
			topic: 'Exports by month',
			workstream: 'exports',
			summary: [{ text: 'Moved, [redacted].', at: [fourth] }],
			decisions: [],
			failed: [],
			assumptions: [],
			scope: [],
			notes: [{ item: asked?.id, text: 'A note.', at: [first] }],
			resumePrompt: [{ text: 'Go on.', at: [first] }],
			confidence: 'high',
			candidates: [{ type: 'project', text: 'By month.', at: [first] }],
		},
	});
});

test.each([
	['a field that nobody asked for', answer({ run: 'x' }), /does not fit the schema/u],
	['no summary', answer({ summary: [] }), /at “summary”/u],
	['a claim without a message', answer({ summary: [claim('x')] }), /at “summary\.0\.at”/u],
	['a confidence of its own', answer({ confidence: 'sure' }), /at “confidence”/u],
	['messages that are not there', answer({ summary: [claim('x', 1, 8, 9)] }), /points to 2 messages/u],
	['an item that was not asked about', answer({ notes: [{ item: other?.id, text: 'x', at: [1] }] }), /was not asked/u],
	['nothing', undefined, /does not fit the schema at “”/u],
])('an answer with %s is refused, without its text', (_what, value, why) => {
	expect(check(value)).toEqual({ ok: false, error: expect.stringMatching(why) as string });
});

test('the schema that a model is given names every part, and allows no other', () => {
	expect(answerSchema()).toMatchObject({ type: 'object', additionalProperties: false });
	expect(Object.keys(answerSchema()['properties'] as object).sort()).toEqual(Object.keys(answer() as object).sort());
});
