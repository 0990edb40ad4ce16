// The port behind which a maintained detector of secrets stands, and what we add so that it sees text as people do.
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
		const flat = flatten(text);
		const found = [...detector.detect(text), ...(flat === text ? [] : detector.detect(flat))];
		return found.map(({ start, end, kind }) => secretSpan(Math.max(0, start), Math.min(text.length, end), kind));
	} catch {
		return [secretSpan(0, text.length, 'unchecked-text')];
	}
}

export function secretSpan(start: number, end: number, kind: string): Span {
	return { start, end, class: 'secret', kind, replacement: `[redacted: ${kind}]` };
}

/**
 * Detectors expect a boundary in front of a secret. In raw JSON, in coloured terminal output and in URLs the letter
 * before it belongs to an escape (`\nAKIA…`, `ESC[36mAKIA…`, `%3DAKIA…`), so escapes become blanks of the same length.
 */
function flatten(text: string): string {
	return text.replace(/\\{1,4}[nrt]|\u001b\[[0-9;]{0,12}m|%[0-9A-Fa-f]{2}/gu, (escape) => ' '.repeat(escape.length));
}
