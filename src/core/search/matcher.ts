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
}

/** Code points of a term that are looked for in bytes; the rest is compared in text. */
const TELLING = 48;
/** A code point is at most two escapes of six bytes. */
const LONGEST = 12;
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

export function createMatcher(query: SearchQuery): Matcher {
	const terms = [...query.terms].sort((a, b) => b.length - a.length).map((term) => [...term]);
	const variants = (c: string): readonly string[] => (query.isCaseSensitive ? [c] : casesOf(c));
	const patterns = terms.map((term) => new RegExp(term.map((c) => textClass(variants(c))).join(''), 'gu'));
	return {
		bytes: terms.map((term) =>
			term
				.slice(0, TELLING)
				.map((c) => byteClass(variants(c)))
				.join(''),
		),
		plain: longestPlain(terms[0]?.slice(0, TELLING).join('') ?? '').toLowerCase(),
		maxBytes: Math.max(...terms.map((term) => Math.min(term.length, TELLING))) * LONGEST,
		find(text) {
			const found = patterns.map((pattern) => rangesOf(pattern, text));
			const best = found[0]?.[0];
			if (best === undefined || found.some((ranges) => ranges.length === 0)) return undefined;
			return { best, ranges: found.flat().sort((a, b) => a.start - b.start || b.end - a.end) };
		},
	};
}

function longestPlain(text: string): string {
	const runs = text.match(/[ !#$%()*+,\-.0-9:;=?@A-Z[\]^_`a-z{|}~]+/gu) ?? [];
	return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

function rangesOf(pattern: RegExp, text: string): readonly TextRange[] {
	const ranges: TextRange[] = [];
	for (const { 0: match, index } of text.matchAll(pattern)) {
		if (ranges.push({ start: index, end: index + match.length }) === MAX_RANGES) break;
	}
	return ranges;
}

/** A code point in every case, as far as each is one code point too (`ß` has no such capital). */
function casesOf(c: string): readonly string[] {
	return [...new Set([c, c.toLowerCase(), c.toUpperCase()])].filter((v) => [...v].length === 1);
}

function textClass(variants: readonly string[]): string {
	return `[${variants.map((c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`).join('')}]`;
}

function byteClass(variants: readonly string[]): string {
	if (variants.every((c) => /^[a-zA-Z0-9]$/u.test(c)))
		return variants.length === 1 ? variants.join('') : `[${variants.join('')}]`;
	const forms = [...new Set(variants.flatMap(formsOf))];
	return forms.length === 1 ? forms.join('') : `(?:${forms.join('|')})`;
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
