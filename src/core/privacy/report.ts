// What was redacted and where, for the person who decides whether the rest may go out. It never holds what was found.
import type { Span } from './spans';

export interface Finding {
	/** `github-token`, `e-mail`, `home-path`, … */
	readonly kind: string;
	readonly where: Place;
}

interface Place {
	/** In a JSON value: `tasks[3].title`. Nothing for plain text, and for a JSON value that is a mere string. */
	readonly path: string | undefined;
	/** Line of the text (of the string in a JSON value), from 1. */
	readonly line: number;
	/** UTF-16 offset in the text before redaction, from 0. */
	readonly offset: number;
}

/** One finding per span, in text order. */
export function findingsOf(text: string, spans: readonly Span[], path?: string): readonly Finding[] {
	let line = 1;
	let from = 0;
	return spans.map(({ start, kind }) => {
		for (let at = text.indexOf('\n', from); at >= 0 && at < start; at = text.indexOf('\n', from)) {
			line++;
			from = at + 1;
		}
		return { kind, where: { path, line, offset: start } };
	});
}

/** Lines for people, in the order of the findings: `2 × e-mail in tasks[3].title`, `github-token in line 12`. */
export function describeFindings(findings: readonly Finding[]): readonly string[] {
	const counts = new Map<string, number>();
	for (const { kind, where } of findings) {
		const line = `${kind} in ${where.path ?? `line ${where.line}`}`;
		counts.set(line, (counts.get(line) ?? 0) + 1);
	}
	return [...counts].map(([line, count]) => (count === 1 ? line : `${count} × ${line}`));
}
