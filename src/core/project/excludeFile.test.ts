import { expect, test } from 'vitest';
import { excludeBlock, excludePattern, withoutExcluded } from './excludeFile';

const PRIVATE = ['/.claude/memory/raw/', '/docs/sessions/*.draft.md'];

test.each([
	['an empty file', ''],
	['a file of git', '# git ls-files --others\n*.swp\n'],
	['a last line without an end', '*.swp'],
	['line breaks of Windows', '*.swp\r\n\r\n'],
	['bytes that are no text', 'caf\u00e9\u0000\u00ff\n'],
	['a mark of ours that was never closed', '# >>> session-keeper: private, not for git\nmine/\n'],
])('what is added to %s goes again without a trace', (_name, before) => {
	const once = before + (excludeBlock(before, PRIVATE) ?? '');
	expect(once.startsWith(before)).toBe(true);
	expect(once.split(/\r?\n/u)).toEqual(expect.arrayContaining(PRIVATE));
	expect(excludeBlock(once, PRIVATE)).toBeUndefined();
	const twice = once + (excludeBlock(once, [...PRIVATE, '/later']) ?? '');
	expect(twice.split('\n').filter((line) => line === PRIVATE[0])).toHaveLength(1);
	expect(withoutExcluded(twice, ['/later'])).toBe(once);
	expect(withoutExcluded(twice, [...PRIVATE, '/later'])).toBe(before);
});

test('what a person added behind ours, or wrote of the same, stays', () => {
	const own = `${PRIVATE[0] ?? ''}\n`;
	const text = `${own}${excludeBlock(own, PRIVATE) ?? ''}behind/\n`;
	expect(text.match(/raw/gu)).toHaveLength(1);
	expect(withoutExcluded(text, PRIVATE)).toBe(`${own}behind/\n`);
});

test('one of several patterns goes alone', () => {
	const text = excludeBlock('', PRIVATE) ?? '';
	expect(withoutExcluded(text, PRIVATE.slice(0, 1))).toBe(excludeBlock('', PRIVATE.slice(1)));
});

test.each([
	['', 'raw/', '/raw/'],
	['packages/app', '*.draft.md', '/packages/app/*.draft.md'],
	['a [b]*?\\', 'raw/', '/a \\[b\\]\\*\\?\\\\/raw/'],
	['!a/#b', 'raw/', '/!a/#b/raw/'],
	['a\nb', 'raw/', undefined],
])('the folder %j and %j', (folder, pattern, line) => {
	expect(excludePattern(folder, pattern)).toBe(line);
});
