// What the quick scan takes together must be what the lines say one by one.
import { expect, test } from 'vitest';
import { type Line, SESSION, assistantLine, jsonl, resultLine, userLine } from '../../../core/testing/transcripts';
import { folded, scanned } from '../../testing/scanBytes';

test('what several lines say together is what they say one by one', () => {
	const at = (place: string | undefined): Line => ({ cwd: place, gitBranch: place && `to ${place}` });
	const [here, there] = [at('/here'), at('/there')];
	const far = at(`/${'far/'.repeat(60)}`);
	const call = (own: Line): Line => assistantLine({ tool: 'Bash', id: 'toolu_1' }, {}, own);
	const cases: Readonly<Record<string, readonly Line[]>> = {
		'a prompt elsewhere, and back': [
			userLine('1', here),
			assistantLine('a', {}, here),
			userLine('2', there),
			call(here),
		],
		'a place that is named for once': [
			userLine('1'),
			call(at(undefined)),
			call(there),
			call(at(undefined)),
			call(here),
		],
		'a prompt that comes again, from before it went elsewhere': [
			userLine('0', here),
			userLine('1', { ...here, uuid: 'the same' }),
			call(there),
			userLine('1', { ...here, uuid: 'the same' }),
			call(there),
		],
		'an answer without a time elsewhere, after an output': [
			userLine('1', here),
			call(here),
			resultLine('toolu_1', 'x', here),
			assistantLine('a', {}, { ...there, timestamp: undefined }),
		],
		'a long place': [userLine('1', here), call(far), call(here), call(far), call(far)],
		'a line that Claude Code says by itself': [
			userLine('1'),
			assistantLine('a', { model: '<synthetic>' }),
			call({}),
			assistantLine('e', { model: '<synthetic>' }, { isApiErrorMessage: true }),
		],
		'an answer that was broken off': [userLine('1'), assistantLine('a', { stop: null }, { isAbortedMidStream: true })],
		'a call that is answered, and one that is not': [userLine('1'), call({}), resultLine('toolu_1', 'x'), call({})],
		'answers of a subagent in between': [
			userLine('1'),
			call({}),
			assistantLine('s', { model: 'claude-haiku-4-5', usage: [90, 1, 1, 1] }, { isSidechain: true }),
			resultLine('toolu_1', 'x'),
		],
		'one answer with other figures': [
			userLine('1'),
			...[1, 9, 4].map((n) => assistantLine('a', { id: 'msg_same', usage: [n, 5, 10 - n, 2 ** 40] })),
		],
		'an answer without tokens': [userLine('1'), call({}), assistantLine('a', { usage: [0, 0, 0, 0] })],
		'more outputs than anybody runs at once': [
			userLine('1'),
			call({}),
			...Array.from({ length: 150 }, (_, n) => resultLine(`toolu_${n}`, 'x'.repeat(300), here)),
		],
	};
	for (const [name, lines] of Object.entries(cases))
		expect(scanned(Buffer.from(jsonl(lines)), SESSION), name).toEqual(folded(jsonl(lines), SESSION));
});

test('times are times, whatever day it is', () => {
	const days = [
		'2026-01-31',
		'2024-02-29',
		'2026-02-29',
		'2000-03-01',
		'2100-02-28',
		'2026-12-31',
		'1970-01-01',
		'1969-12-31',
	];
	const texts = [
		...days.map((day) => `${day}T23:59:59.999Z`),
		'2026-04-31T00:00:00.000Z',
		'2026-11-20T24:00:00.000Z',
		'2026-11-20T21:34:60.000Z',
		'2026/11/20T21:34:11.688Z',
		'2026-11-20T21:34:11.6880',
		'2026-11-20T21:34:11Z',
		'2026-1x-20T21:34:11.688Z',
	];
	for (const timestamp of texts) {
		const lines = jsonl([userLine('x'), assistantLine('y', {}, { timestamp })]);
		expect(scanned(Buffer.from(lines), SESSION), timestamp).toEqual(folded(lines, SESSION));
	}
});
