import { describe, expect, test } from 'vitest';
import { seeded } from '../testing/seeded';
import { createMatcher } from './matcher';

const matcherOf = (term: string): ReturnType<typeof createMatcher> => createMatcher({ terms: [term] });
const bytesMatch = (term: string, file: string): boolean =>
	new RegExp(matcherOf(term).bytes[0] ?? '').test(Buffer.from(file).toString('latin1'));

describe('over the bytes of a transcript', () => {
	test.each([
		['a quote', 'say "hi"', String.raw`{"text":"say \"hi\""}`],
		['a quote as its code', 'say "hi"', String.raw`{"text":"say \u0022hi\u0022"}`],
		['a line break', 'one\ntwo', String.raw`{"text":"one\ntwo"}`],
		['a line break as its code', 'one\ntwo', String.raw`{"text":"one\u000Atwo"}`],
		['a back slash', String.raw`C:\new`, String.raw`{"text":"C:\\new"}`],
		['a slash', 'a/b', String.raw`{"text":"a\/b"}`],
		['raw text beyond ASCII', 'café', '{"text":"CAFÉ"}'],
		['escaped text beyond ASCII', 'CAFÉ', String.raw`{"text":"caf\u00E9"}`],
		['escaped text with small digits', 'Ärger', String.raw`{"text":"\u00e4rger"}`],
		['a character of two units', 'go 🚀', String.raw`{"text":"go \uD83D\ude80"}`],
		['the same, raw', 'go 🚀', '{"text":"go 🚀"}'],
		['escapes made for HTML', '<b>&', String.raw`{"text":"\u003cb\u003E\u0026"}`],
		['what means something in an expression', 'a.b(c)*[d]', '{"text":"a.b(c)*[d]"}'],
	])('finds %s', (_what, term, file) => {
		expect(bytesMatch(term, file)).toBe(true);
	});

	test('takes a dot for a dot, and every case', () => {
		expect(bytesMatch('a.b', '{"text":"axb"}')).toBe(false);
		expect(bytesMatch('Abc', '{"text":"abc"}')).toBe(true);
	});

	test('never matches more bytes than it says', () => {
		const { bytes, maxBytes } = matcherOf('日本"\n/é');
		const escaped = String.raw`\u65e5\u672c\u0022\u000a\u002f\u00e9`;
		expect(new RegExp(bytes[0] ?? '').exec(escaped)?.[0].length).toBeLessThanOrEqual(maxBytes);
	});

	test('looks for the beginning of a very long term', () => {
		const term = 'lorem ipsum '.repeat(500);
		expect(bytesMatch(term, term)).toBe(true);
		expect(matcherOf(term).maxBytes).toBeLessThan(2_000);
		expect(matcherOf(term).find(term.slice(0, -2))).toBeUndefined();
	});

	test('knows the longest piece that is never escaped', () => {
		expect(matcherOf('He said "Hello, it" twice').plain).toBe('hello,');
		expect(matcherOf('日本語').plain).toBe('');
	});

	test('finds whatever it finds in text, however that was written (generated)', () => {
		const alphabet = [
			'a',
			'B',
			'é',
			'É',
			'ß',
			'"',
			'\\',
			'/',
			'\n',
			'\t',
			'<',
			' ',
			'日',
			'🚀',
			'.',
			'K',
			'ï',
			'i\u0308',
			'Σ',
			'ς',
			'ẞ',
			'\u00a0',
			'\r',
		] as const;
		const random = seeded(7);
		for (let round = 0; round < 2_000; round++) {
			const letters = (n: number): string => Array.from({ length: n }, () => random.pick([...alphabet])).join('');
			const text = letters(40);
			const term = random.chance(0.7) ? [...text].slice(3, random.int(4, 12)).join('') : letters(2);
			const shouted = random.chance(0.5) ? term.toUpperCase() : term;
			if (matcherOf(shouted).find(text) === undefined) continue;
			const written = JSON.stringify(text).replace(/[^]/gu, (c) =>
				!/[\w"\\ .]/u.test(c) && random.chance(0.5)
					? c.replace(/[^]/g, (u) => `\\u${u.charCodeAt(0).toString(16).padStart(4, '0')}`)
					: c,
			);
			expect(JSON.parse(written)).toBe(text);
			expect(bytesMatch(shouted, written), `${JSON.stringify(shouted)} in ${written}`).toBe(true);
		}
	});
});

describe('over text', () => {
	test.each([
		['a line break in a phrase', 'rate limit', 'Mind the rate\nlimit.'],
		['line breaks and an indentation', 'rate limit', 'rate\r\n\t  limit'],
		['a blank where a line break was typed', 'rate\nlimit', 'rate limit'],
		['an accent that follows its letter', 'naïve', 'A NAI\u0308VE one'],
		['an accent that was typed after its letter', 'nai\u0308ve', 'naïve'],
		['several accents on one letter', 'ǖ', 'u\u0308\u0304'],
		['a syllable that is written in its parts', '각', '\u1100\u1161\u11a8'],
		['the capital of a letter that has none', 'straße', 'STRASSE'],
		['the capital that was made for it', 'straße', 'STRAẞE'],
		['the letter for that capital', 'STRAẞE', 'straße'],
		['the last letter of a Greek word', 'ΟΔΟΣ', 'οδος'],
		['a capital for the last letter of a Greek word', 'οδος', 'ΟΔΟΣ'],
		['Cyrillic in the other case', 'привет', 'ПРИВЕТ'],
	])('finds %s, in bytes as in text', (_what, term, text) => {
		expect(matcherOf(term).find(text)).toMatchObject({ best: { start: expect.any(Number) as unknown } });
		expect(bytesMatch(term, JSON.stringify(text))).toBe(true);
	});

	test('takes an empty line for the end of nothing, and a page of blanks for the end of a phrase', () => {
		expect(matcherOf('rate limit').find('rate\n\nlimit')).toBeDefined();
		expect(matcherOf('rate limit').find(`rate${' '.repeat(9)}limit`)).toBeUndefined();
		expect(matcherOf('rate limit').find('ratelimit')).toBeUndefined();
	});

	test('wants every term, in any order', () => {
		const { find } = createMatcher({ terms: ['limit', 'rate'] });
		expect(find('The RATE has a Limit.')?.ranges).toEqual([
			{ start: 4, end: 8 },
			{ start: 15, end: 20 },
		]);
		expect(find('The rate.')).toBeUndefined();
	});

	test('points at the first place of the longest term', () => {
		expect(createMatcher({ terms: ['a', 'needle'] }).find('a needle, a needle')?.best).toEqual({
			start: 2,
			end: 8,
		});
	});

	test('is not slowed down by a text full of matches', () => {
		expect(matcherOf('a').find('a'.repeat(1_000_000))?.ranges.length).toBeLessThanOrEqual(100);
	});
});
