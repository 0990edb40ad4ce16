// Stretches of a text that must not be seen outside, and how they are taken out of it.

/** What kind of thing a stretch is, most serious first: where two overlap, the more serious one names both. */
type SpanClass = 'secret' | 'e-mail' | 'path';

export interface Span {
	/** UTF-16 offset of the first unit. */
	readonly start: number;
	/** UTF-16 offset just past the last unit. */
	readonly end: number;
	readonly class: SpanClass;
	/** For people, in kebab case: `github-token`, `e-mail`, `home-path`. Never a part of what was found. */
	readonly kind: string;
	/** What stands in its place. */
	readonly replacement: string;
}

const RANK: Readonly<Record<SpanClass, number>> = { secret: 2, 'e-mail': 1, path: 0 };

/** @returns the spans in text order, overlapping ones as one: a remainder of either could give away a part. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
	const merged: Span[] = [];
	for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
		const last = merged.at(-1);
		if (last === undefined || span.start >= last.end) merged.push(span);
		else merged[merged.length - 1] = union(last, span);
	}
	return merged;
}

/** Replaces spans as `mergeSpans` returns them. */
export function applySpans(text: string, spans: readonly Span[]): string {
	const parts: string[] = [];
	let from = 0;
	for (const span of spans) {
		parts.push(text.slice(from, span.start), span.replacement);
		from = span.end;
	}
	return parts.join('') + text.slice(from);
}

/** `a` starts first. The more serious one gives the name, of two equals the longer one. */
function union(a: Span, b: Span): Span {
	const rank = RANK[b.class] - RANK[a.class] || b.end - b.start - (a.end - a.start);
	return { ...(rank > 0 ? b : a), start: a.start, end: Math.max(a.end, b.end) };
}
