import { expect, test } from 'vitest';
import { localDate, localTime } from '../base/dates';
import { type SessionHead, headWords } from './head';

const FROM_MS = new Date(2026, 10, 20, 10, 0).getTime();
const head = (own: Partial<SessionHead>): SessionHead => ({
	title: 'T',
	fromMs: FROM_MS,
	toMs: undefined,
	folder: undefined,
	branch: undefined,
	model: undefined,
	turns: 0,
	...own,
});

test.each([
	['no end', undefined, ''],
	['less than a minute', FROM_MS + 59_999, ''],
	['a minute', FROM_MS + 60_000, ` – ${localTime(FROM_MS + 60_000)}`],
	['a day', FROM_MS + 86_400_000, ` – ${localDate(FROM_MS + 86_400_000)} ${localTime(FROM_MS)}`],
])('the time of a session with %s', (_what, toMs, more) => {
	expect(headWords(head({ toMs }))).toEqual([`${localDate(FROM_MS)} ${localTime(FROM_MS)}${more}`]);
});

test('what is not known is left out, and a turn is one', () => {
	expect(headWords(head({ fromMs: undefined, folder: '~/a\nb', branch: 'main', turns: 1 }))).toEqual([
		'~/a b',
		'main',
		'1 turn',
	]);
	expect(headWords(head({ fromMs: undefined, model: 'opus', turns: 2 }))).toEqual(['opus', '2 turns']);
});
