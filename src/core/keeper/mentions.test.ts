import { expect, test } from 'vitest';
import { mentionsOf } from './mentions';

test('a text speaks of nothing by an empty word', () => {
	const none: ReadonlySet<string> = new Set();
	const known = { ids: new Set(['']), names: new Set(['']), roots: new Set(['/app']), others: none, isWhole: false };
	expect(mentionsOf(known).in('{"cwd": "/app", "text": "hello"}', undefined)).toBe(false);
	expect(mentionsOf({ ...known, ids: new Set(['', 'a1']) }).in('{"id": "a1"}', undefined)).toBe(true);
});
