import { expect, test } from 'vitest';
import { withoutLinks } from './inertLinks';

/** What VS Code takes for a link in a message. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/iu;

test.each([
	'See [Undo](command:workbench.action.quit) for more',
	'[a](https://example.com "b")[c](FILE:///etc/passwd)',
	'[x](command:y)',
])('%s is a link to VS Code, and none any more', (text) => {
	expect(text).toMatch(LINK);
	expect(withoutLinks(text)).not.toMatch(LINK);
	expect(withoutLinks(text).replaceAll('] (', '](')).toBe(text);
});

test('what is no link stays as it is', () => {
	expect(withoutLinks('a[0] (first) and [x] {y}')).toBe('a[0] (first) and [x] {y}');
});
