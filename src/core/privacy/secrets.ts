// The port behind which a maintained detector of secrets stands, and what we add so that it sees text as people do.
import { matchesOf } from '../base/patterns';
import type { Span } from './spans';

/** A secret's place in a text. Offsets are UTF-16, `end` just past it. */
export interface SecretSpan {
	readonly start: number;
	readonly end: number;
	/** In kebab case: `github-token`. Never a part of the secret. */
	readonly kind: string;
}

/** Finds secrets. May throw: then nothing is known about the text, and all of it is taken for secret. */
export interface SecretDetector {
	detect(text: string): readonly SecretSpan[];
}

/** Every secret in a text. Never throws. */
export function secretSpans(text: string, detector: SecretDetector): readonly Span[] {
	if (text === '') return [];
	try {
		const flat = withoutEscapes(text);
		const found = [...detector.detect(flat), ...inDecoded(flat, detector)];
		return found.map(({ start, end, kind }) => secretSpan(Math.max(0, start), Math.min(text.length, end), kind));
	} catch {
		return [secretSpan(0, text.length, 'unchecked-text')];
	}
}

export function secretSpan(start: number, end: number, kind: string): Span {
	return { start, end, class: 'secret', kind, replacement: `[redacted: ${kind}]` };
}

/**
 * Detectors expect a boundary in front of a secret. In raw JSON and in coloured terminal output the letter before it
 * belongs to an escape (`\nAKIA…`, `ESC[36mAKIA…`), so escapes become white space of the same length. `\\nas01\share` has none.
 */
function withoutEscapes(text: string): string {
	return text.replace(/(?<![\\\w])\\{2}[nrt][\w.-]{0,60}\\(?=[\w$])|\\{1,4}[nrt]|\u001b\[[0-9;]{0,12}m/gu, (escape) =>
		/[^\\]\\$/u.test(escape) ? escape : (escape.endsWith('n') ? '\n' : ' ').padStart(escape.length),
	);
}

/**
 * Signs as URLs and JSON write them, JSON within JSON too: `%3D` and `\u003d` are `=`, `\/` is a slash. And those that
 * nobody sees, which go where text is made printable.
 */
const CODE =
	/%(?:25)?[2-7][\dA-Fa-f]|\\{1,4}(?:u[\dA-Fa-f]{4}|\/)|[\0-\x08\x0e-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const signOf = (code: string): string =>
	/[%\\]/u.test(code)
		? code.endsWith('/')
			? '/'
			: String.fromCharCode(parseInt(code.slice(code.startsWith('%') ? -2 : -4), 16))
		: '';

/** What a text says, with its signs as they were. @returns places in the text as it stands. */
function inDecoded(text: string, detector: SecretDetector): readonly SecretSpan[] {
	const codes = matchesOf(text, CODE);
	if (codes.length === 0) return [];
	const parts: string[] = [];
	/** Where the text goes on behind each sign: in what was decoded, and as it stands. */
	const resumes: (readonly [decoded: number, stands: number])[] = [[0, 0]];
	let length = 0;
	let from = 0;
	for (const { 0: code, index } of codes) {
		const sign = signOf(code);
		parts.push(text.slice(from, index), sign);
		length += index - from + sign.length;
		from = index + code.length;
		resumes.push([length, from]);
	}
	const placeOf = (at: number): number => {
		let low = 0;
		for (let high = resumes.length; high - low > 1;) {
			const middle = (low + high) >> 1;
			if ((resumes[middle]?.[0] ?? 0) <= at) low = middle;
			else high = middle;
		}
		const [decoded, stands] = resumes[low] ?? [0, 0];
		return stands + at - decoded;
	};
	return detector
		.detect(withoutEscapes(parts.join('') + text.slice(from)))
		.map(({ start, end, kind }) => ({ start: placeOf(start), end: placeOf(end), kind }));
}
