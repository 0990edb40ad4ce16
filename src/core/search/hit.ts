// What a search shows for one line of a transcript.
import { singleLine } from '../base/text';
import type { TranscriptEntry } from '../transcript/entry';
import { type SearchFilter, passes } from './filter';
import type { Matcher, TextRange } from './matcher';
import { type PassageRole, passagesOf } from './passages';

export interface SearchHit {
	/** Absolute path of the transcript. */
	readonly file: string;
	/** Byte offset of the line in the file. */
	readonly offset: number;
	/** As the line says it; a file can hold lines of other sessions. */
	readonly sessionId: string | undefined;
	/** `undefined` for titles, which are no messages. */
	readonly uuid: string | undefined;
	/** The message that this one is a copy of, where it says so. */
	readonly copyOf: string | undefined;
	readonly role: PassageRole;
	/** Milliseconds since 1970. Titles have no time. */
	readonly atMs: number | undefined;
	/** The match and what stands around it, as one printable line. */
	readonly text: string;
	/** Where the terms are in `text`, in order, without overlaps. */
	readonly ranges: readonly TextRange[];
}

/** UTF-16 units shown before and after the match. */
const BEFORE = 50;
const AFTER = 150;

/**
 * The first passage of a line that holds every term and counts.
 * @param at where the line is.
 */
export function findHit(
	entry: TranscriptEntry,
	matcher: Matcher,
	at: Pick<SearchHit, 'file' | 'offset'>,
	filter: SearchFilter = {},
): SearchHit | undefined {
	for (const passage of passagesOf(entry)) {
		const { role, text } = passage;
		const found = passes(filter, entry, passage) ? matcher.find(text) : undefined;
		if (!found) continue;
		const isMessage = 'isSidechain' in entry;
		return {
			...at,
			sessionId: entry.sessionId,
			uuid: isMessage ? entry.uuid : undefined,
			copyOf: isMessage ? entry.copyOf?.uuid : undefined,
			role,
			atMs: isMessage ? entry.timestampMs : undefined,
			...excerptAround(text, found.best, found.ranges),
		};
	}
	return undefined;
}

/**
 * The surroundings of `best` as one printable line that begins with the line of `best`, `…` where that is cut, with the ranges
 * that lie in them.
 */
export function excerptAround(
	text: string,
	best: TextRange,
	ranges: readonly TextRange[],
): { readonly text: string; readonly ranges: readonly TextRange[] } {
	const lineStart = best.start === 0 ? 0 : text.lastIndexOf('\n', best.start - 1) + 1;
	const from = wholeCharacter(text, Math.max(lineStart, best.start - BEFORE));
	const to = wholeCharacter(text, Math.min(text.length, best.start + AFTER));
	let line = from > lineStart ? '…' : '';
	let at = from;
	const shown: TextRange[] = [];
	const add = (end: number): void => {
		// The bars keep the spaces at the ends, which separate it from its neighbours.
		const piece = singleLine(`|${text.slice(at, end)}|`).slice(1, -1);
		line += line === '' || line.endsWith(' ') ? piece.trimStart() : piece;
		at = end;
	};
	for (const { start, end } of ranges) {
		if (start < at || start >= to) continue;
		add(start);
		const begin = line.length;
		add(Math.min(end, to));
		if (line.length > begin) shown.push({ start: begin, end: line.length });
	}
	add(to);
	line = line.trimEnd();
	return {
		text: to < text.length ? `${line}…` : line,
		ranges: shown.map(({ start, end }) => ({ start, end: Math.min(end, line.length) })),
	};
}

/** The index itself, or the one before where it would cut a character in two. */
function wholeCharacter(text: string, index: number): number {
	return (text.charCodeAt(index) & 0xfc00) === 0xdc00 ? index - 1 : index;
}
