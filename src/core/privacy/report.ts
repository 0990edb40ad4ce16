// What was redacted and where, for the person who decides whether the rest may go out. It never holds what was found.
import { say } from '../base/say';

export interface RedactedSecret {
	/** `github-token`, `e-mail`, `home-path`, … */
	readonly kind: string;
	/** In a JSON value: `tasks[3].title`. Nothing for plain text, and for a JSON value that is a mere string. */
	readonly path: string | undefined;
}

/** How often one kind was redacted. */
export interface KindCount {
	readonly kind: string;
	readonly count: number;
}

/** The secrets that were taken out of a text, as its marks say, the most frequent kind first. */
export function redactedIn(text: string): readonly KindCount[] {
	const report = createRedactionReport();
	for (const [, kind = ''] of text.matchAll(/\[redacted: ([\w-]{1,64})\]/gu)) report.add([{ kind }], 0);
	return report.kinds().map(({ kind, count }) => ({ kind, count }));
}

/** `3 × password, 1 × github-token` */
export const kindWords = (kinds: readonly KindCount[]): string =>
	kinds.map(({ kind, count }) => `${count} × ${kind}`).join(', ');

/** A line for the terminal where something was redacted. */
export const redactedLines = (kinds: readonly KindCount[]): readonly string[] =>
	kinds.length === 0 ? [] : [`Redacted: ${kindWords(kinds)}`];

/** What was redacted of a session, by kind, with the turns in which it was; turn 0 is what stands above the first one. */
export interface RedactedKind extends KindCount {
	readonly turns: readonly number[];
}

export interface RedactionReport {
	add(findings: readonly Pick<RedactedSecret, 'kind'>[], turn: number): void;
	/** The most frequent kinds first. */
	kinds(): readonly RedactedKind[];
}

export function createRedactionReport(): RedactionReport {
	const found = new Map<string, { count: number; readonly turns: Set<number> }>();
	return {
		add(findings, turn) {
			for (const { kind } of findings) {
				const known = found.get(kind) ?? { count: 0, turns: new Set() };
				known.count++;
				known.turns.add(turn);
				found.set(kind, known);
			}
		},
		kinds: () =>
			[...found]
				.map(([kind, { count, turns }]) => ({ kind, count, turns: [...turns].sort((a, b) => a - b) }))
				.sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)),
	};
}

/** So many turns are named; who wants more looks for the mark in the text. */
const NAMED = 8;

/** Lines for people: `3 × e-mail in turns 1, 4`. */
export function describeRedactedKinds(kinds: readonly RedactedKind[]): readonly string[] {
	return kinds.map(({ kind, count, turns }) => {
		const named = turns.filter((turn) => turn > 0);
		const places = named.slice(0, NAMED).join(', ') + (named.length > NAMED ? ', …' : '');
		if (named.length === 0) return say('{0} × {1} in the heading', count, kind);
		return named.length === 1
			? say('{0} × {1} in turn {2}', count, kind, places)
			: say('{0} × {1} in turns {2}', count, kind, places);
	});
}
