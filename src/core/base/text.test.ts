import { describe, expect, test } from 'vitest';
import { inertMarkdown, printable, printableJson, sentence, singleLine, truncate, withoutLinks } from './text';

const ESC = '\u001b';
/** `hi` in letters of the tag block: nobody sees them, a language model reads them. */
const TAGS = '\u{e0068}\u{e0069}';

// T45: what a file says is shown in terminals, trees and Claude's context.
describe('a text out of a file cannot act on the place where it is shown', () => {
	test.each([
		['a line break starts no line of its own', 'a\nb\r\nc\u2028d\u2029e\u0085f', 'a b c d e f'],
		['an escape sequence moves no cursor and clears no screen', `a${ESC}[2J${ESC}[31mb`, 'a [2J [31mb'],
		['an eight-bit control sequence does not either', 'a\u009b2Jb', 'a 2Jb'],
		['an operating system command sets no title', `a${ESC}]0;title\u0007b`, 'a ]0;title b'],
		['a direction mark reorders nothing', 'a\u202eb\u2066c\u200fd\u061ce', 'a b c d e'],
		['zero-width text hides nothing', 'a\u200bb\u2060c\ufeffd\u00ade', 'a b c d e'],
		['tag characters smuggle nothing in', `a${TAGS}b`, 'a b'],
		['white space at the ends and in runs is one space or none', ' \t a \u00a0\u3000 b \n', 'a b'],
		['a null byte and a delete are no characters', 'a\0b\u007fc', 'a b c'],
		[
			'what people really write stays',
			'naïve 日本語 👩‍👩‍👧 مرحبا e\u0301 x\u200cy',
			'naïve 日本語 👩‍👩‍👧 مرحبا e\u0301 x\u200cy',
		],
	])('%s', (_name, text, expected) => expect(singleLine(text)).toBe(expected));
});

test.each([
	['lines and tabs stay', 'a\n\tb\n', 'a\n\tb\n'],
	['every kind of line end is a line feed', 'a\r\nb\rc\n', 'a\nb\nc\n'],
	['controls, escapes, directions and tags go', `a${ESC}[1m\u202e\u009b\u0000${TAGS}b\u2028c`, 'a[1mbc'],
])('in a block of text, %s', (_name, text, expected) => expect(printable(text)).toBe(expected));

test('a JSON document on a terminal holds no control character and still means the same', () => {
	const value = { file: `/p/${ESC}[2J\u007f\u009b\u202e${TAGS}`, list: ['\n', '\t', '日本 👍'] };
	const json = JSON.stringify(value, null, 2);
	const safe = printableJson(json);
	expect(JSON.parse(safe)).toEqual(value);
	expect(safe).toBe(printable(safe));
	expect(safe.split('\n').length).toBe(json.split('\n').length);
	expect(safe).toContain('\\u007f\\u009b\\u202e\\udb40\\udc68\\udb40\\udc69');
	expect(safe).toContain('日本 👍');
});

test.each([
	['abc', 3, 'abc'],
	['abcd', 3, 'ab…'],
	['ab cd', 4, 'ab…'],
	['👍👍👍', 3, '👍👍👍'],
	['👍👍👍👍', 3, '👍👍…'],
	['', 3, ''],
])('cutting %j to %i characters gives %j and cuts no character in two', (text, limit, expected) =>
	expect(truncate(text, limit)).toBe(expected),
);

test.each([
	['no end', 'no end.'],
	['an end.', 'an end.'],
	['a question?', 'a question?'],
	['a quotation."', 'a quotation."'],
	['to be continued…', 'to be continued…'],
	['  trimmed ', 'trimmed.'],
	['a list:', 'a list:'],
])('%j becomes the sentence %j', (text, expected) => expect(sentence(text)).toBe(expected));

describe('reports as Markdown', () => {
	test.each([
		['## Session Pending — 2026-11-21', '## Session Pending — 2026-11-21'],
		[
			'- [ ] a <b>name</b> — see ![x](https://example.com/p.png)',
			'- [ ] a \\<b\\>name\\</b\\> — see \\!\\[x\\]\\(https://example.com/p.png\\)',
		],
		['→ /session archive <slug> to close an item', '→ /session archive \\<slug\\> to close an item'],
		['[click](command:workbench.action.quit)', '\\[click\\]\\(command:workbench.action.quit\\)'],
	])('%s', (line, expected) => {
		expect(inertMarkdown(line)).toBe(expected);
	});
});

/** What VS Code takes for a link in a message. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/iu;

describe('a message without links', () => {
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
});
