// A line of 20 MB is the output of a tool or a picture. It is cut before it is parsed: of its long strings only the
// beginning and the surroundings of what is searched for stay, so that the memory and the pause of one line are bounded.
import { BACKSLASH, QUOTE, stringEnd } from '../sessions/index/scan/jsonBytes';
import { type BytePattern, type ByteSpan, findIn } from './byteFinder';

/** Lines up to this length (bytes) are parsed as they are. */
const WHOLE = 512 * 1_024;

/** Bytes that stay at the beginning of a long string, and on each side of a match. */
const AROUND = 1_024;
const LONG = 8 * AROUND;
/** Before a match stands what tells that there is a secret in what is shown. */
const BEFORE = 4 * AROUND;

/** Matches of each term that stay of one string: the first one proves that it is there, the others are for show. */
const MATCHES = 4;

/**
 * The text of a line of JSON; of a long line without most of its long strings.
 * @param terms the patterns of all terms. Each that is in a string is in what stays of it.
 */
export function condenseLine(line: Buffer, terms: readonly BytePattern[]): string {
	if (line.length <= WHOLE) return line.toString('utf8');
	const parts: string[] = [];
	let from = 0;
	for (let open = line.indexOf(QUOTE); open >= 0;) {
		const close = stringEnd(line, open, line.length);
		if (close < 0) break;
		if (close - open > LONG) {
			parts.push(line.toString('utf8', from, open + 1));
			parts.push(
				keptSpans(line, open + 1, close, terms)
					.map((span) => line.toString('utf8', span.start, span.end))
					.join('…'),
			);
			from = close;
		}
		open = line.indexOf(QUOTE, close + 1);
	}
	parts.push(line.toString('utf8', from));
	return parts.join('');
}

/** What stays of the string between two quotes, in order and without overlaps. */
function keptSpans(line: Buffer, first: number, close: number, terms: readonly BytePattern[]): readonly ByteSpan[] {
	const matches = terms.flatMap((term) => {
		const found: ByteSpan[] = [];
		for (let at = first; found.length < MATCHES;) {
			const match = findIn(line, at, close, term);
			if (!match) break;
			found.push(match);
			at = match.end;
		}
		return found;
	});
	const kept: { start: number; end: number }[] = [];
	for (const { start, end } of [{ start: first, end: first }, ...matches].sort((a, b) => a.start - b.start)) {
		const from = boundary(line, Math.max(first, start - BEFORE), first);
		const to = boundary(line, Math.min(close, end + AROUND), first);
		const last = kept.at(-1);
		if (last && from <= last.end) last.end = Math.max(last.end, to);
		else kept.push({ start: from, end: to });
	}
	return kept;
}

/** The nearest place at or before `at` where a string can be cut: between two characters, and not within an escape. */
function boundary(line: Buffer, at: number, first: number): number {
	let cut = at;
	while (cut > first && ((line[cut] ?? 0) & 0xc0) === 0x80) cut--;
	// `\u00e9` is the longest escape: it begins at most five bytes before one of its own bytes.
	for (let i = Math.max(first, cut - 5); i < cut; i++) {
		if (line[i] !== BACKSLASH || !isEscape(line, i, first)) continue;
		if (i + (line[i + 1] === 0x75 ? 6 : 2) > cut) return i;
	}
	return cut;
}

/** Whether the backslash at `at` begins an escape; the second one of `\\` does not. */
function isEscape(line: Buffer, at: number, first: number): boolean {
	let from = at;
	while (from > first && line[from - 1] === BACKSLASH) from--;
	return (at - from) % 2 === 0;
}
