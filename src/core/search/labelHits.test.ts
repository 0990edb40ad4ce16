import { expect, test } from 'vitest';
import { labelHits } from './labelHits';
import { parseSearch } from './filter';

const session = (id: string, ownName?: string, tags: readonly string[] = [], group?: string) => ({
	...{ id, file: `/${id}.jsonl`, lastMessageMs: 5, ownName, tags, group },
});

test('a session is found by its own name, its tags and its group, all words together', () => {
	const sessions = [session('a', 'The store', ['api'], 'Release'), session('b'), session('c', undefined, ['api'])];
	const found = (text: string): readonly unknown[] => {
		const { query, filter } = parseSearch(text, 0);
		return query === undefined
			? []
			: labelHits(sessions, query, filter).map(({ sessionId, text: shown }) => [sessionId, shown]);
	};
	expect(found('api')).toEqual([
		['a', 'The store · Release · #api'],
		['c', '#api'],
	]);
	expect(found('release STORE')).toEqual([['a', 'The store · Release · #api']]);
	expect(found('nothing')).toEqual([]);
	expect(found('api who:you')).toEqual([]);
});
