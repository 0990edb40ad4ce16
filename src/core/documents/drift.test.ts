import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../base/dates';
import { type DocumentDrift, driftWords } from './drift';
import { FILES_KEPT } from './names';

const SAME: DocumentDrift['git'] = { now: undefined, saved: {}, commits: { kind: 'none' } } as never;
const words = (own: Partial<DocumentDrift>): readonly string[] =>
	driftWords({ git: SAME, ageMs: undefined, dirtyThen: undefined, dirtyNow: undefined, gone: [], ...own });

test.each([
	[-5, 'just now'],
	[60_000, '1 minute ago'],
	[HOUR_MS - 1, '59 minutes ago'],
	[HOUR_MS, '1 hour ago'],
	[DAY_MS - 1, '23 hours ago'],
	[DAY_MS, '1 day ago'],
	[2 * DAY_MS, '2 days ago'],
])('the age of %d ms is %s', (ageMs, age) => {
	expect(words({ ageMs })).toEqual([`Saved ${age}.`]);
});

test('files behind the last one that a document names may have differed before', () => {
	const names = Array.from({ length: FILES_KEPT + 2 }, (_, at) => `f${at + 100}`);
	const dirtyThen = names.slice(0, FILES_KEPT);
	expect(words({ dirtyThen, dirtyNow: names })).toEqual([]);
	expect(words({ dirtyThen, dirtyNow: ['a', ...names.slice(1)] })).toEqual([
		'Changed and not committed since: a.',
		'No longer uncommitted: f100.',
	]);
});

test('files that are gone are named, five of them', () => {
	expect(words({ gone: ['a'] })).toEqual(['Files no longer there: a.']);
	expect(words({ gone: ['a', 'b', 'c', 'd', 'e'] })).toEqual(['Files no longer there: a, b, c, d, e.']);
	expect(words({ gone: ['a', 'b', 'c', 'd', 'e', 'f'] })).toEqual(['Files no longer there: a, b, c, d, e and 1 more.']);
});
