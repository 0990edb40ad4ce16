// What formatters change, and what they do not.
import { expect, test } from 'vitest';
import { Vocabulary, gramsOf, tokensOf } from './codeTokens';

const vocabulary = new Vocabulary();
const words = (text: string, file = 'a.ts'): Int32Array => tokensOf(text, file, vocabulary).ids;

test.each([
	['indentation and line breaks', 'f(a, b)', '\tf(\n\t\ta,\n\t\tb,\n\t)'],
	['the kind of quotes', `say('it\\'s', "so")`, `say("it's", 'so');`],
	['brackets of one parameter', 'map((x) => x.id)', 'map(x => x.id)'],
	['brackets around what is returned', 'return a && b;', 'return (\n  a &&\n  b\n)'],
	['quotes of a key', `{ 'a': 1, "b": 2 }`, '{ a: 1, b: 2 }'],
	['signs between members', 'interface A { a: string, b: number }', 'interface A {\n  a: string;\n  b: number;\n}'],
	['line ends of Windows', 'a = 1\r\nb = 2\r\n', 'a = 1\nb = 2\n'],
])('%s do not count', (_what, one, other) => {
	expect(words(one)).toEqual(words(other));
});

test.each([
	['a call', 'done()', 'done'],
	['a word', 'limit(60)', 'limit(90)'],
	['an operator', 'a < b', 'a <= b'],
	['a text in place of a name', `f('a')`, 'f(a)'],
])('%s counts', (_what, one, other) => {
	expect(words(one)).not.toEqual(words(other));
});

test('in prose bullets, stars and the width of rules do not count', () => {
	expect(words('* a *b*\n\n| - |\n| --- |', 'a.md')).toEqual(words('- a _b_\n\n| - |\n| --------- |', 'a.md'));
});

test('lines that only close know what they close', () => {
	const { closers, lines } = tokensOf('f(() => {\n\tif (a) {\n\t\tb();\n\t}\n});\n', 'a.ts', new Vocabulary());
	expect([...closers].map(([line, opener]) => [line, lines[opener.token]])).toEqual([
		[3, 1],
		[4, 0],
	]);
});

test('texts that share a run of words share grams, however they are laid out', () => {
	const one = gramsOf(tokensOf('const a = load(b, c);', 'a.ts', vocabulary));
	const other = gramsOf(tokensOf('x();\nconst a = load(\n  b,\n  c\n)', 'a.ts', vocabulary));
	expect([...one].every((gram) => other.includes(gram))).toBe(true);
});

test('a vocabulary forgets what it met in passing, also where that failed', () => {
	const own = new Vocabulary();
	const idOf = (word: string): number | undefined => tokensOf(word, 'a.ts', own).ids[0];
	expect(idOf('one')).toBe(0);
	expect(own.inPassing(() => idOf('two'))).toBe(1);
	expect(() =>
		own.inPassing(() => {
			idOf('three');
			throw new Error('broken');
		}),
	).toThrow('broken');
	expect([idOf('four'), idOf('one'), idOf('two')]).toEqual([1, 0, 2]);
});
