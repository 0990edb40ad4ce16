// A line of 20 MB is a picture or the output of a tool. Nothing that we keep is that long, so its long strings are cut while
// it is read and before it is parsed, and the memory of one line stays bounded.
import { BACKSLASH, QUOTE, stringEnd } from './jsonBytes';

/** Lines up to this length are parsed as they are. */
export const WHOLE = 32 * 1_024;
/** What is kept of a long string, in bytes. Anything that the model keeps of a text is shorter. */
const KEPT = 8 * 1_024;

/** The text of a line, its long strings cut. */
export function shortLine(b: Buffer, start: number, end: number): string {
	return end - start <= WHOLE ? b.toString('utf8', start, end) : shortened(b, start, end);
}

function shortened(b: Buffer, start: number, end: number): string {
	const parts: string[] = [];
	let from = start;
	for (let i = b.indexOf(QUOTE, start); i >= 0 && i < end; i = b.indexOf(QUOTE, i)) {
		const close = stringEnd(b, i, end);
		if (close < 0) break;
		if (close - i > KEPT) {
			parts.push(b.toString('utf8', from, cutPoint(b, i + 1, i + 1 + KEPT)));
			from = close;
		}
		i = close + 1;
	}
	parts.push(b.toString('utf8', from, end));
	return parts.join('');
}

/**
 * Cuts the long strings of a line in place, so that more of it can be read behind them.
 * @param end up to where the line was read; it may end within a string or an escape.
 * @returns where it ends now.
 */
export function squeeze(b: Buffer, end: number): number {
	let to = 0;
	let from = 0;
	const keep = (until: number): void => {
		b.copyWithin(to, from, until);
		to += until - from;
	};
	for (let open = b.indexOf(QUOTE, 0); open >= 0 && open < end;) {
		const close = stringEnd(b, open, end);
		const rest = close < 0 ? escapeStart(b, open, end) : close;
		if (rest - open > KEPT) {
			keep(cutPoint(b, open + 1, open + 1 + KEPT));
			from = rest;
		}
		if (close < 0) break;
		open = b.indexOf(QUOTE, close + 1);
	}
	keep(end);
	return to;
}

/** Where the backslashes begin that a string ends with so far: whether the last of them escapes something is not known yet. */
function escapeStart(b: Buffer, open: number, end: number): number {
	let at = end;
	while (at > open + 1 && b[at - 1] === BACKSLASH) at--;
	return at;
}

/** The last place up to `limit` where the string from `start` can be cut: between two characters, not within an escape. */
function cutPoint(b: Buffer, start: number, limit: number): number {
	let at = limit;
	while (at > start && ((b[at] ?? 0) & 0xc0) === 0x80) at--;
	// An escape is six bytes at most; a backslash opens one if an even number of others stands before it.
	for (let i = Math.max(start, at - 5); i < at; i++) {
		let before = i;
		while (before > start && b[before - 1] === BACKSLASH) before--;
		if (b[i] === BACKSLASH && (i - before) % 2 === 0) return i;
	}
	return at;
}
