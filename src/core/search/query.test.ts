import { expect, test } from 'vitest';
import { parseQuery } from './query';

test.each([
	['rate limit', ['rate', 'limit']],
	['"rate limit"', ['rate limit']],
	['fix "rate limit" soon', ['fix', 'rate limit', 'soon']],
	['  spaces\taround  ', ['spaces', 'around']],
	['twice twice', ['twice']],
	[String.raw`"say \"hi\" now"`, ['say "hi" now']],
	[String.raw`"C:\new"`, [String.raw`C:\new`]],
	['an "open quote', ['an', '"open', 'quote']],
	['a"b" c', ['a"b"', 'c']],
	['"  "', undefined],
	['', undefined],
])('reads %j as %j', (typed, terms) => {
	expect(parseQuery(typed)?.terms).toEqual(terms);
});

test('ignores the case unless it is told not to', () => {});
