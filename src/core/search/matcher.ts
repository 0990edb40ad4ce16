// A query in its two forms: over the bytes of a transcript, where text is escaped as JSON, and over text. The first finds
// every line that could hold a match, fast; the second decides.
import type { SearchQuery } from './query';

/** From `start` up to, not including, `end`: indexes into a text, in UTF-16 units. */
export interface TextRange {
	readonly start: number;
	readonly end: number;
}

export interface Matcher {
	/**
	 * Regular expressions over bytes, one for each term and the most telling one first. Written so that JavaScript (on a
	 * string with a byte in each character) and ripgrep (after `(?-u)`) read them alike. Long terms are cut to their beginning.
	 */
	readonly bytes: readonly string[];
	/** No match of `bytes` is longer than this. */
	readonly maxBytes: number;
	/** The longest piece of the first of `bytes` that transcripts hold as it is (ASCII, without escapes), in lower case. */
	readonly plain: string;
	/**
	 * Where the terms are in a text, sorted, at most `MAX_RANGES`; nothing where one of them is missing.
	 * The first range of the most telling term is given as `best`.
	 */
	find(text: string): { readonly best: TextRange; readonly ranges: readonly TextRange[] } | undefined;
	/** The same where terms may be missing: of a part of a text. */
	rangesIn(text: string): readonly TextRange[];
}

/** Code points of a term that are looked for in bytes; the rest is compared in text. */
const TELLING = 48;
/** A code point is at most two escapes of six bytes. */
const LONGEST = 12;
/** A space of a phrase stands for so many blanks and line breaks at most: what was typed as one line was often written as several. */
const BLANKS = 8;
const BLANK = [' ', '\n', '\r', '\t', '\u00a0'];
const MAX_RANGES = 100;

/** What JSON can write in two characters. */
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
	'"': '"',
	'\\': '\\\\',
	'/': '/',
	'\b': 'b',
	'\f': 'f',
	'\n': 'n',
	'\r': 'r',
	'\t': 't',
};
/** Printable characters that some writers escape all the same, mostly for HTML. */
const SOMETIMES_ESCAPED = '"\\/<>&\'\u007f';

/** Every way to write one of the things that a term is made of, and how many of them may follow each other. */
interface Unit {
	readonly variants: readonly string[];
	readonly times: number;
	/** As it is in the term, where transcripts hold that as it is: ASCII without escapes. */
	readonly plain: string | undefined;
}

/** Case, blanks, and how an accent is written make no difference. */
export function createMatcher(query: SearchQuery): Matcher {
	const terms = [...query.terms].sort((a, b) => b.length - a.length).map(unitsOf);
	const patterns = terms.map((units) => new RegExp(units.map(textPattern).join(''), 'gu'));
	const telling = terms.map((units) => units.slice(0, TELLING));
	const inOrder = (found: readonly (readonly TextRange[])[]): readonly TextRange[] =>
		found.flat().sort((a, b) => a.start - b.start || b.end - a.end);
	return {
		bytes: telling.map((units) => units.map(bytePattern).join('')),
		plain: longestPlain(telling[0] ?? []).toLowerCase(),
		maxBytes: Math.max(...telling.map((units) => units.reduce((sum, unit) => sum + longest(unit), 0))),
		find(text) {
			const found = patterns.map((pattern) => rangesOf(pattern, text));
			const best = found[0]?.[0];
			if (best === undefined || found.some((ranges) => ranges.length === 0)) return undefined;
			return { best, ranges: inOrder(found) };
		},
		rangesIn: (text) => inOrder(patterns.map((pattern) => rangesOf(pattern, text))),
	};
}

function unitsOf(term: string): readonly Unit[] {
	return (term.normalize('NFC').match(/[ \n\r\t\u00a0]+|[^]/gu) ?? []).map((piece) =>
		BLANK.includes(piece.slice(0, 1))
			? { variants: BLANK, times: BLANKS, plain: undefined }
			: { variants: casesOf(piece), times: 1, plain: plainOf(piece) },
	);
}

function longest({ variants, times }: Unit): number {
	return Math.max(...variants.map((variant) => [...variant].length)) * LONGEST * times;
}

function plainOf(c: string): string | undefined {
	return /^[ !#$%()*+,\-.0-9:;=?@A-Z[\]^_`a-z{|}~]$/u.test(c) ? c : undefined;
}

function longestPlain(units: readonly Unit[]): string {
	const runs = units
		.map(({ plain }) => plain ?? '\n')
		.join('')
		.split('\n');
	return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

function rangesOf(pattern: RegExp, text: string): readonly TextRange[] {
	const ranges: TextRange[] = [];
	for (const { 0: match, index } of text.matchAll(pattern)) {
		if (ranges.push({ start: index, end: index + match.length }) === MAX_RANGES) break;
	}
	return ranges;
}

/** What counts as the same letter, though lower and upper case do not say so. */
const SAME: readonly string[] = ['σς', 'ßẞ'];

/** A code point in every case, with its accents in it or after it: file names of macOS have them after it. */
function casesOf(c: string): readonly string[] {
	const cases = new Set([c, c.toLowerCase(), c.toUpperCase()]);
	for (const each of [...cases]) cases.add(each.toLowerCase()).add(each.toUpperCase());
	for (const same of SAME) if ([...same].some((each) => cases.has(each))) for (const each of same) cases.add(each);
	return [...new Set([...cases].flatMap((each) => [each, each.normalize('NFD')]))];
}

function textPattern({ variants, times }: Unit): string {
	const escaped = (text: string): string =>
		[...text].map((c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`).join('');
	const isClass = variants.every((variant) => [...variant].length === 1);
	const one = isClass ? `[${variants.map(escaped).join('')}]` : `(?:${variants.map(escaped).join('|')})`;
	return times === 1 ? one : `${one}{1,${times}}`;
}

function bytePattern({ variants, times }: Unit): string {
	if (variants.every((c) => /^[a-zA-Z0-9]$/u.test(c)))
		return variants.length === 1 ? variants.join('') : `[${variants.join('')}]`;
	const forms = [...new Set(variants.flatMap(formsOfText))];
	const one = forms.length === 1 ? forms.join('') : `(?:${forms.join('|')})`;
	return times === 1 ? one : `${one}{1,${times}}`;
}

function formsOfText(text: string): readonly string[] {
	const forms = [...text].map(formsOf);
	// Each part of a longer one has its own ways to be written.
	return forms.length === 1 ? (forms[0] ?? []) : [forms.map((each) => `(?:${each.join('|')})`).join('')];
}

/** Every way in which a transcript can hold a code point, as patterns over bytes. */
function formsOf(c: string): readonly string[] {
	const code = c.codePointAt(0) ?? 0;
	const isLone = code >= 0xd800 && code <= 0xdfff;
	const isRaw = code >= 0x20 && c !== '"' && c !== '\\' && !isLone;
	const short = SHORT_ESCAPES[c];
	return [
		...(isRaw ? [rawBytes(c, code)] : []),
		...(short === undefined ? [] : [`\\\\${short}`]),
		...(code < 0x20 || code > 0x7e || SOMETIMES_ESCAPED.includes(c) ? [unicodeEscape(c)] : []),
	];
}

function rawBytes(c: string, code: number): string {
	if (code > 0x7f) return encodeURIComponent(c).replace(/%/gu, '\\x');
	return /[a-zA-Z0-9]/u.test(c) ? c : `\\x${code.toString(16).padStart(2, '0')}`;
}

/** `\u00e9`, hexadecimal digits in either case; two of them beyond the basic plane. */
function unicodeEscape(c: string): string {
	// By UTF-16 unit, as JSON escapes are.
	return c.replace(/[^]/g, (unit) => {
		const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
		return `\\\\u${hex.replace(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;
	});
}
