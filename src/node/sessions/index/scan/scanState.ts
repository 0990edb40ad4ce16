// What the quick scan of a transcript knows between two lines.
import { type FactsDraft, createFacts } from '../../../../core/transcript/facts';
import type { Usage } from '../../../../core/transcript/entry';

/** Ids that were counted, which a `LineReader` remembers. Several files can share them, so that what they have in common counts once. */
export interface SeenIds {
	/** An answer that was counted before, and its tokens. */
	readonly resumed?: readonly [id: string, usage: Usage] | undefined;
}

export interface Scan {
	/** The session that lines belong to which name none. */
	readonly mainId: string;
	/** By session, because a file can hold lines of others. */
	readonly drafts: Map<string, FactsDraft>;
	readonly seen: SeenIds;
	/** A scan that goes on from a cache does not know all ids: lines up to this time (milliseconds) may be repeated ones. */
	readonly guardMs: number;
	/**
	 * One of several files that are read one after the other, so that what they share counts once. Every line's ids are looked at,
	 * and a copy counts as the line that it is a copy of.
	 */
	readonly isTogether: boolean;
	/** Such a line was met. Only reading the whole file can tell. */
	mayRepeat: boolean;
	/** Id of the first answer in the file. Forks of a session share it. */
	firstMessageId: string | undefined;
	/** Id of the newest answer; the next line may belong to it. */
	lastMessageId: string;
	/** What that was counted with. */
	lastUsage: Usage | undefined;
	/** Its id where that was not decoded yet: its place in what is being read, -1 for none. */
	lastIdStart: number;
	lastIdEnd: number;
	/** The text of the last prompt, where it was only counted so far: its place in what is being read, -1 for none. */
	promptStart: number;
	promptEnd: number;
	/** How many lines had to be parsed in full. */
	parsedLines: number;
}

export function createScan(
	mainId: string,
	seen: SeenIds = {},
	guardMs = Number.NEGATIVE_INFINITY,
	isTogether = false,
): Scan {
	return {
		mainId,
		drafts: new Map(),
		seen,
		guardMs,
		isTogether,
		mayRepeat: false,
		firstMessageId: undefined,
		lastMessageId: '',
		lastUsage: undefined,
		lastIdStart: -1,
		lastIdEnd: -1,
		promptStart: -1,
		promptEnd: -1,
		parsedLines: 0,
	};
}

export function draftOf(scan: Scan, sessionId: string): FactsDraft {
	let draft = scan.drafts.get(sessionId);
	if (!draft) scan.drafts.set(sessionId, (draft = createFacts(sessionId)));
	return draft;
}

/** Notes that a line may have been counted before this scan began. */
export function guard(scan: Scan, ms: number | undefined): void {
	if (ms !== undefined && ms <= scan.guardMs) scan.mayRepeat = true;
}
