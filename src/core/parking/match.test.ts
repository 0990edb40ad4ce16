import { describe, expect, test } from 'vitest';
import { parkedItem } from '../testing/parkedItems';
import { readContent } from './item';
import { matchItem } from './match';

const items = [
	parkedItem({ name: 'rate-limits', description: 'per user or per key', body: 'Ask Ann about quotas.' }),
	parkedItem({
		name: 'Retry budget',
		description: 'exponential back-off',
		fileName: 'session-open-retry-2026-11-02.md',
	}),
	parkedItem({ name: 'cache-warmup', description: 'cold start', body: 'The index takes 40 seconds.' }),
	parkedItem({ name: 'cache', description: 'eviction', fileName: 'session-open-cache-2026-11-03.md' }),
	parkedItem({ name: '日本語メモ', description: '検索の改善', fileName: 'session-open-nihongo-2026-11-04.md' }),
];

const found = (query: string): string => {
	const outcome = matchItem(query, items);
	switch (outcome.kind) {
		case 'match':
			return outcome.item.name;
		case 'ambiguous':
			return `? ${outcome.items.map((item) => item.name).join(', ')}`;
		case 'none':
		case 'tooShort':
			return outcome.kind;
	}
};

describe('a person names an item', () => {
	test.each([
		['rate-limits', 'rate-limits'],
		['RATE LIMITS', 'rate-limits'],
		['rate_limits', 'rate-limits'],
		['retry', 'Retry budget'],
		['session-open-retry-2026-11-02.md', 'Retry budget'],
		['session-open-retry-2026-11-02', 'Retry budget'],
		['limits', 'rate-limits'],
		['quotas', 'rate-limits'],
		['back-off', 'Retry budget'],
		['warm', 'cache-warmup'],
		['メモ', '日本語メモ'],
		['検索', '日本語メモ'],
		['ＲＡＴＥ　ＬＩＭＩＴＳ', 'rate-limits'],
		['budgte', 'Retry budget'],
		['rate limtis', 'rate-limits'],
		['evicton', 'cache'],
		['exponentail', 'Retry budget'],
		['index seconds', 'cache-warmup'],
	])('by %s: %s', (query, expected) => expect(found(query)).toBe(expected));
});

// R16: a wrong guess closes somebody's open loop.
describe('nothing is guessed', () => {
	test.each([
		['the very name wins over names that contain it', 'cache', 'cache'],
		['a part of two names is ambiguous', 'cach', '? cache-warmup, cache'],
		['a part of two texts is ambiguous', 'ex', '? Retry budget, cache-warmup'],
		['one character is too little', 'r', 'tooShort'],
		['one character of any script is too little', '🚀', 'tooShort'],
		['white space is nothing', '   ', 'tooShort'],
		['dashes are nothing', '----', 'tooShort'],
		['short words take no typo', 'colt', 'none'],
		['nor two letters of them that changed places', 'cahc', 'none'],
		['every word must hit', 'rate unicorns', 'none'],
		['signs of a search language mean themselves', '.*', 'none'],
	])('%s', (_name, query, expected) => expect(found(query)).toBe(expected));

	test('a name that is too long for an item names it whole, too', () => {
		const whole = 'a very long name '.repeat(10).trim();
		const item = parkedItem({ name: readContent('x.md', { name: whole }, '').name });
		expect(matchItem(whole, [item, parkedItem({ name: 'other' })])).toEqual({ kind: 'match', item });
	});

	test('one character names what is called so, and nothing else', () => {
		const short = parkedItem({ name: 'B' });
		expect(matchItem('b', [parkedItem({ name: 'bb' }), short])).toEqual({ kind: 'match', item: short });
		expect(matchItem('--', [parkedItem({ name: '_' })])).toEqual({ kind: 'tooShort' });
	});

	test('twins are ambiguous, not one of them', () => {
		const twins = [parkedItem({ name: 'twin' }), parkedItem({ name: 'twin', place: 'formula' })];
		expect(matchItem('twin', twins)).toEqual({ kind: 'ambiguous', items: twins });
	});

	test('two that a typo fits equally well are ambiguous', () => {
		const near = [parkedItem({ name: 'deploy-east' }), parkedItem({ name: 'deploy-west' })];
		expect(matchItem('dploy', near)).toMatchObject({ kind: 'ambiguous' });
	});

	test('among no items there is none', () => expect(matchItem('anything', [])).toEqual({ kind: 'none' }));
});
