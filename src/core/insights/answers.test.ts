// Which answers count, and how often: by the rule of ccusage (its own numbers are asked in src/node/insights/proofs.test.ts).
import { describe, expect, test } from 'vitest';
import { CountedOnce, answersOf, tokensRow } from './answers';
import { PRICES, estimateUsd } from './prices';

const AT = '2026-11-20T12:00:00.000Z';
interface Told {
	readonly id?: string;
	readonly request?: string;
	readonly session?: string;
	readonly input?: unknown;
	readonly usage?: object;
	readonly own?: object;
	readonly model?: string;
}
const told = ({
	id = 'msg_1',
	request,
	session = 's',
	input = 10,
	usage,
	own,
	model = 'claude-opus-5',
}: Told): object => ({
	type: 'assistant',
	timestamp: AT,
	sessionId: session,
	requestId: request,
	message: { id, model, usage: { input_tokens: input, output_tokens: 1, ...usage } },
	...own,
});

/** Sessions and inputs of what counts. @param all lines, and how deep a fork each stands in */
function counted(...all: readonly (readonly [line: object, depth: number] | object)[]): readonly string[] {
	const answers = new CountedOnce();
	for (const each of all) {
		const [line, depth] = Array.isArray(each) ? (each as [object, number]) : [each, 0];
		for (const answer of answersOf(line, 'file')) answers.add(answer, depth);
	}
	return answers.answers.map(({ session, input }) => `${session} ${input}`);
}

test('an answer on several lines, and in several sessions, counts once, with the most tokens', () => {
	const once = { request: 'r' };
	expect(counted(told(once), told({ ...once, input: 30 }), told({ ...once, session: 'fork' }))).toEqual(['s 30']);
	expect(counted(told({}), told({}), told({ session: 'fork' }))).toEqual(['s 10']);
});

test('requests are told apart, and messages of gateways that give one id to all', () => {
	expect(counted(told({ request: 'r' }), told({ request: 'q' }))).toEqual(['s 10', 's 10']);
	const gateway = { id: 'same' };
	const later = { own: { timestamp: '2026-11-20T13:00:00.000Z' } };
	expect(counted(told(gateway), told({ ...gateway, ...later }), told({ ...gateway, session: 't' }))).toHaveLength(3);
	expect(counted(told({ own: { message: { usage: { input_tokens: 1, output_tokens: 0 } } } }), told({}))).toHaveLength(
		2,
	);
});

test('what a subagent repeats of its parent counts for that one, whichever is read first', () => {
	const parent = told({ request: 'r' });
	const replay = told({ request: 'q', input: 900, own: { isSidechain: true } });
	expect(counted(parent, replay)).toEqual(['s 10']);
	expect(counted(replay, parent)).toEqual(['s 10']);
	expect(counted(parent, told({ id: 'msg_2', request: 'q', own: { isSidechain: true } }))).toHaveLength(2);
});

test('a copy counts for the session that the fork was made of, wherever that is read', () => {
	expect(counted([told({ request: 'r', session: 'fork' }), 1], [told({ request: 'r', session: 'origin' }), 0])).toEqual(
		['origin 10'],
	);
});

describe('a line', () => {
	test('of the API’s errors, without a time, or with broken numbers is no answer', () => {
		const none = { input: 0, usage: { output_tokens: 0 } };
		expect(answersOf(told({ ...none, model: '<synthetic>' }), 'f')).toEqual([]);
		expect(answersOf(told({ own: { timestamp: 'soon' } }), 'f')).toEqual([]);
		for (const input of [-1, 1.5, '1', undefined, null])
			expect(answersOf(told({ input }), 'f')).toHaveLength(input === undefined ? 1 : 0);
		expect(answersOf(told({ usage: { cache_read_input_tokens: 'x' } }), 'f')).toEqual([]);
		expect([null, 3, 'x', [], {}].flatMap((each) => answersOf(each, 'f'))).toEqual([]);
	});

	test('says for how long was cached, how fast it was, and who was asked for advice', () => {
		const usage = {
			cache_creation_input_tokens: 99,
			cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 5 },
			cache_read_input_tokens: 7,
			speed: 'fast',
			iterations: [
				{ type: 'advisor_message', model: 'claude-opus-4-8', input_tokens: 2, output_tokens: 1 },
				{ type: 'message', model: 'claude-opus-4-8', input_tokens: 2, output_tokens: 1 },
			],
		};
		const answers = answersOf(told({ usage }), 'f');
		expect(answers).toMatchObject([
			{ model: 'claude-opus-5-fast', cache_write_5m: 3, cache_write_1h: 5, cache_read: 7 },
			{ model: 'claude-opus-4-8', input: 2, message: 'msg_1:advisor:0' },
		]);
		expect(answersOf(told({ usage: { cache_creation_input_tokens: 9, cache_creation: null } }), 'f')).toMatchObject([
			{ cache_write_5m: 9, cache_write_1h: 0 },
		]);
	});

	test('of an old version tells what a subagent was answered', () => {
		const line = { type: 'progress', sessionId: 's', data: { message: told({ own: { isSidechain: true } }) } };
		expect(answersOf(line, 'f')).toMatchObject([{ session: 's', input: 10, isSideChain: true }]);
	});
});

describe('the cost of an answer', () => {
	const tokens = { input: 1e6, output: 1e5, cache_write_5m: 1e5, cache_write_1h: 1e5, cache_read: 1e6 };

	test('is what the line says, else an estimate, and unknown for a model without a price', () => {
		const row = (line: object): unknown[] =>
			answersOf(line, 'f').flatMap((answer) => {
				const { cost_usd, cost_from, project } = tokensRow(answer, '~/app');
				return [cost_usd, cost_from, project];
			});
		expect(row(told({ own: { costUSD: 3 } }))).toEqual([3, 'claude', '~/app']);
		expect(row(told({ input: 1000, usage: { output_tokens: 0 } }))).toEqual([0.005, 'estimate', '~/app']);
		for (const model of ['claude-opus-9', 'constructor', ''])
			expect(row(told({ model }))).toEqual([null, null, '~/app']);
	});

	test('follows from the table of prices, fast mode and long contexts included', () => {
		const opus = 5 + 2.5 + 0.625 + 1 + 0.5;
		expect(estimateUsd('claude-opus-5-20260401', tokens)).toBeCloseTo(opus, 9);
		expect(estimateUsd('claude-opus-5-fast', tokens)).toBeCloseTo(2 * opus, 9);
		expect(estimateUsd('claude-sonnet-5-fast', tokens)).toBeUndefined();
		expect(
			estimateUsd('claude-sonnet-4-5', { ...tokens, cache_write_5m: 0, cache_write_1h: 0, cache_read: 0 }),
		).toBeCloseTo(0.2 * 3 + 0.8 * 6 + 1.5, 9);
		expect(Object.values(PRICES).every(({ input, output }) => output === 5 * input)).toBe(true);
	});

	// What Claude Code counted itself in a recorded session.
	test('of Opus 5.5 is what Claude Code says', () => {
		const said = { ...tokens, input: 2848, output: 62, cache_write_5m: 0, cache_write_1h: 0, cache_read: 0 };
		expect(estimateUsd('claude-opus-5-5', said)).toBeCloseTo(0.012632, 9);
	});
});
