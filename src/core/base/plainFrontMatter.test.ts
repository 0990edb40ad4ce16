import { expect, test } from 'vitest';
import { isUnclosedFrontMatter, readPlainFrontMatter } from './plainFrontMatter';

test.each([
	['plain and quoted values', '---\na: one two\nb: "x: y"\nc: \'z\'\n---\nbody\n', { a: 'one two', b: 'x: y', c: 'z' }],
	[
		'one level of nesting, and what follows it',
		'---\nm:\n  a: 1x\n  b: 2x\nc: d\n---\nbody\n',
		{ m: { a: '1x', b: '2x' }, c: 'd' },
	],
	['nesting at the end', '---\nc: d\nm:\n  a: x\n---\nbody\n', { c: 'd', m: { a: 'x' } }],
])('reads %s', (_what, text, data) => {
	expect(readPlainFrontMatter(text)).toEqual({ data, body: 'body\n' });
});

test.each([
	['no front matter', 'a: b\n'],
	['nothing nested', '---\nm:\nc: d\n---\n'],
	['nothing nested at the end', '---\nc: d\nm:\n---\n'],
	['two levels', '---\nm:\n  n:\n    a: b\n---\n'],
	['nesting below nothing', '---\n  a: b\n---\n'],
	['a value under a key that has one', '---\na: b\n  c: d\n---\n'],
	['a key twice', '---\na: b\na: c\n---\n'],
	['a comment', '---\na: b # c\n---\n'],
	['a list', '---\na: [b]\n---\n'],
	['a tab', '---\na: b\tc\n---\n'],
])('leaves %s to the parser', (_what, text) => {
	expect(readPlainFrontMatter(text)).toBeUndefined();
});

test.each([
	['a list', '---\na: b\nc: [d\n---\n', true],
	['an object', '---\nc: {d\n---\n', true],
	['a quoted text', '---\nc: "d\n---\n', true],
	['a closed list', '---\nc: [d]\n---\n', false],
	['a list that is closed later', '---\nc: [d,\n  e]\n---\n', false],
	['plain lines alone', '---\nc: d\n---\n', false],
	['what another line may end', '---\nc: [d\n---x\n---\n', false],
	['no front matter', 'c: [d\n', false],
])('knows whether %s never ends', (_what, text, isUnclosed) => {
	expect(isUnclosedFrontMatter(text)).toBe(isUnclosed);
});
