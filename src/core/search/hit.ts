// What a search shows for one line of a transcript.
import { singleLine } from '../base/text';
import type { Redact } from '../privacy/redaction';
import { SECRET_MARGIN } from '../privacy/secretMargin';
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

/** A hit of which nothing was cut out yet to be shown. */
export interface FoundHit extends Omit<SearchHit, 'text' | 'ranges'> {
	/** The match with far more around it than is shown, and where it begins in there. */
	readonly said: string;
	readonly at: number;
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
): FoundHit | undefined {
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
			...surroundings(text, found.best.start),
		};
	}
	return undefined;
}

/** What is looked through for secrets: far before the match, where their names are, and behind it to the end of the line. */
function surroundings(text: string, at: number): Pick<FoundHit, 'said' | 'at'> {
	const from = Math.max(0, at - BEFORE - SECRET_MARGIN);
	const shownTo = at + AFTER;
	const lineEnd = text.indexOf('\n', shownTo);
	const to = Math.min(lineEnd < 0 ? text.length : lineEnd + 1, shownTo + SECRET_MARGIN);
	return { said: text.slice(from, to), at: at - from };
}

/** @param redact takes a while: for those that are shown alone. */
export function shownHit({ said, at, ...hit }: FoundHit, matcher: Matcher, redact: Redact): SearchHit {
	const text = redact(said);
	const start = text === said ? at : Math.min(text.length, redact(said.slice(0, at)).length);
	return { ...hit, ...excerptAround(text, start, matcher.rangesIn(text)) };
}

/**
 * The surroundings of a place as one printable line that begins with the line that it is in, `…` where that is cut, with the
 * ranges that lie in them.
 */
export function excerptAround(
	text: string,
	place: number,
	ranges: readonly TextRange[],
): { readonly text: string; readonly ranges: readonly TextRange[] } {
	const lineStart = place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
	const from = wholeCharacter(text, Math.max(lineStart, place - BEFORE));
	const to = wholeCharacter(text, Math.min(text.length, place + AFTER));
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
