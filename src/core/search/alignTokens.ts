// Which tokens of a text stand in another one, in the same order. Where there is a choice, lines stay whole, and what stands
// first is what stays.
import type { CodeTokens } from './codeTokens';

/** Tables that are larger than this are split at what stands in both texts once. */
const SMALL = 60_000;
/** Larger ones are not compared where nothing splits them. */
const LARGE = 4_000_000;
/** What an equal token is worth: alone, after a line break, after an equal one. Texts of one form share many single tokens. */
const [ALONE, AT_BREAK, IN_LINE] = [2, 3, 4];
/** Tokens of a line that is looked for as a whole. */
const TELLING_LINE = 4;
/** Tokens of a run that has to stand in both texts once. */
const ANCHORS = [6, 3, 1];

/** Where the tokens of one text stand in another. */
export interface Alignment {
	/** For each its place, or -1. They rise. */
	readonly places: Int32Array;
	/** All before this one stand where they stood, and those from `last` on as far from the end. */
	readonly first: number;
	readonly last: number;
}

export function alignTokens(from: Lines, to: Lines): Alignment {
	const places = new Int32Array(to.ids.length).fill(-1);
	const begins = (text: Lines, at: number): boolean => text.lines[at - 1] !== text.lines[at];
	const texts = {
		from: from.ids,
		to: to.ids,
		places,
		isBreak: (a: number, b: number) => begins(from, a) && begins(to, b),
	};
	// Most of a text is what it was.
	const known = to.like?.ids === from.ids ? to.like : undefined;
	const { aEnd, bEnd, ...start } = sameEnds(texts, 0, from.ids.length, 0, to.ids.length, known);
	let { a, b } = start;
	const end = [aEnd, bEnd] as const;
	for (const [inFrom, inTo] of [...linesOnce(from, to, a, end), end]) {
		alignRange(texts, a, inFrom, b, inTo);
		[a, b] = [inFrom, inTo];
	}
	const back = new Int32Array(from.ids.length).fill(-1);
	back.set(upTo(start.b));
	back.set(upTo(places.length).subarray(bEnd), aEnd);
	for (let at = start.b; at < bEnd; at++) if ((places[at] ?? -1) >= 0) back[places[at] ?? 0] = at;
	const reach = { first: start.b, last: bEnd };
	const reached = (at: number): void => {
		reach.first = Math.min(reach.first, at);
		reach.last = Math.max(reach.last, at + 1);
	};
	slide(places, back, to, (over, other) => {
		reached(over);
		reached(other);
	});
	slide(back, places, from, (_over, other) => reached(back[other] ?? 0));
	return { places, ...reach };
}

type Lines = Pick<CodeTokens, 'ids' | 'lines' | 'starts' | 'closers' | 'like'>;

/** Numbers from 0: most texts keep most of what they have, and copying is nearly nothing. */
let counted = new Int32Array(0);
function upTo(count: number): Int32Array {
	if (counted.length < count) counted = Int32Array.from({ length: 2 * count }, (_, at) => at);
	return counted.subarray(0, count);
}

/** Where lines begin that stand in both texts once, as many of them as stand in the same order. */
function linesOnce(
	from: Lines,
	to: Lines,
	start: number,
	[fromEnd, toEnd]: readonly [number, number],
): readonly (readonly [number, number])[] {
	const once = ({ ids, starts, lines }: Lines, end: number): Map<string, number> => {
		const places = new Map<string, number>();
		for (let line = lines[start] ?? starts.length; (starts[line + 1] ?? Infinity) <= end; line++) {
			if ((starts[line] ?? 0) < start) continue;
			const own = ids.subarray(starts[line], starts[line + 1]);
			const key = own.join();
			if (own.length >= TELLING_LINE) places.set(key, places.has(key) ? -1 : (starts[line] ?? 0));
		}
		return places;
	};
	return pairsOf(once(from, fromEnd), once(to, toEnd));
}

/** The places of what stands once in both. @param inFrom by place */
function pairsOf(
	inFrom: ReadonlyMap<string, number>,
	inTo: ReadonlyMap<string, number>,
): (readonly [number, number])[] {
	const pairs: (readonly [number, number])[] = [];
	for (const [key, at] of inFrom) {
		const other = inTo.get(key) ?? -1;
		if (at >= 0 && other >= 0) pairs.push([at, other]);
	}
	return risingOf(pairs);
}

/**
 * What came in between, or went, can often be told in several ways: blocks end alike. It begins where a block has ended.
 * @param back `places`, seen from the other text. @param reached is called with two tokens where one has replaced the other.
 */
function slide(
	places: Int32Array,
	back: Int32Array,
	{ ids, lines, closers }: Lines,
	reached: (over: number, other: number) => void,
): void {
	const worth = (start: number): number => {
		const [before, first] = [lines[start - 1], lines[start]];
		if (before === first) return -1;
		const isAfterBlock = before === undefined || closers.has(before);
		return (isAfterBlock ? 2 : 0) + (first === undefined || !closers.has(first) ? 1 : 0);
	};
	for (let next = 0, start = places.indexOf(-1); start >= 0; start = places.indexOf(-1, next)) {
		const end = endOfGap(places, start);
		let [best, most] = [0, worth(start)];
		const isFree = (shift: number): boolean => {
			// One step further up or down, over a token that is the same at both ends of what came in.
			const [over, other] = shift < 0 ? [start + shift, end + shift] : [end + shift - 1, start + shift - 1];
			const next = places[shift < 0 ? over + 1 : over - 1] ?? -1;
			const isNext = shift === -1 || shift === 1 || next === (places[over] ?? -1) - Math.sign(shift);
			return (places[over] ?? -1) >= 0 && isNext && ids[over] === ids[other];
		};
		for (const way of [-1, 1])
			for (let shift = way; isFree(shift); shift += way)
				if (worth(start + shift) > most) [best, most] = [shift, worth(start + shift)];
		for (let k = 1; k <= Math.abs(best); k++) {
			const [over, other] = best < 0 ? [start - k, end - k] : [end + k - 1, start + k - 1];
			places[other] = places[over] ?? -1;
			places[over] = -1;
			back[places[other] ?? 0] = other;
			reached(over, other);
		}
		next = best < 0 ? end : end + best;
	}
}

function endOfGap(places: Int32Array, start: number): number {
	let end = start;
	while (places[end] === -1) end++;
	return end;
}

interface Texts {
	readonly from: Int32Array;
	readonly to: Int32Array;
	readonly places: Int32Array;
	/** Whether a line begins in both. */
	isBreak(a: number, b: number): boolean;
}

/** Finds the ends that are the same, by whole lines. @param known how much of them is. @returns what lies between them */
function sameEnds(
	{ from, to, places, isBreak }: Texts,
	a0: number,
	a1: number,
	b0: number,
	b1: number,
	known = { first: 0, last: 0 },
): { readonly a: number; readonly aEnd: number; readonly b: number; readonly bEnd: number } {
	let [a, b, aEnd, bEnd] = [a0 + known.first, b0 + known.first, a1, b1];
	const more = sameFrom(from, a, aEnd, to, b, bEnd);
	[a, b] = [a + more, b + more];
	places.set(upTo(a).subarray(a0), b0);
	const atEnd = sameUpTo(from, a, aEnd, to, b, bEnd, Math.min(known.last, aEnd - a, bEnd - b));
	[aEnd, bEnd] = [aEnd - atEnd, bEnd - atEnd];
	places.set(upTo(a1).subarray(aEnd), bEnd);
	if (a === aEnd && b === bEnd) return { a, aEnd, b, bEnd };
	// A line of which but a part is the same is compared as a whole.
	for (; a > a0 && b > b0 && !isBreak(a, b); a--) places[--b] = -1;
	for (; aEnd < a1 && bEnd < b1 && !isBreak(aEnd, bEnd); aEnd++) places[bEnd++] = -1;
	return { a, aEnd, b, bEnd };
}

/** How many tokens are the same at two places. */
function sameFrom(from: Int32Array, a: number, aEnd: number, to: Int32Array, b: number, bEnd: number): number {
	const most = Math.min(aEnd - a, bEnd - b);
	let count = 0;
	while (count < most && from[a + count] === to[b + count]) count++;
	return count;
}

/** The same before two places. @param known so many are */
function sameUpTo(
	from: Int32Array,
	a: number,
	aEnd: number,
	to: Int32Array,
	b: number,
	bEnd: number,
	known: number,
): number {
	const most = Math.min(aEnd - a, bEnd - b);
	let count = known;
	while (count < most && from[aEnd - 1 - count] === to[bEnd - 1 - count]) count++;
	return count;
}

function alignRange(texts: Texts, a0: number, a1: number, b0: number, b1: number): void {
	const { places } = texts;
	const { aEnd, bEnd, ...start } = sameEnds(texts, a0, a1, b0, b1);
	let { a, b } = start;
	const cells = (aEnd - a) * (bEnd - b);
	if (cells === 0) return;
	if (cells <= SMALL) return alignTable(texts, a, aEnd, b, bEnd);
	for (const size of ANCHORS) {
		const anchors = commonOnce(texts, a, aEnd, b, bEnd, size);
		if (anchors.length === 0) continue;
		for (const [inFrom, inTo] of [...anchors, [aEnd, bEnd] as const]) {
			if (inFrom < a || inTo < b) continue;
			alignRange(texts, a, inFrom, b, inTo);
			if (inFrom === aEnd) return;
			for (let k = 0; k < size; k++) places[inTo + k] = inFrom + k;
			[a, b] = [inFrom + size, inTo + size];
		}
		return;
	}
	if (cells <= LARGE) alignTable(texts, a, aEnd, b, bEnd);
}

/** Runs of `size` tokens that stand in both ranges once, as many of them as stand in the same order. */
function commonOnce(
	{ from, to }: Texts,
	a0: number,
	a1: number,
	b0: number,
	b1: number,
	size: number,
): (readonly [number, number])[] {
	const once = (ids: Int32Array, start: number, end: number): Map<string, number> => {
		const places = new Map<string, number>();
		for (let at = start; at + size <= end; at++) {
			const key = ids.subarray(at, at + size).join();
			places.set(key, places.has(key) ? -1 : at);
		}
		return places;
	};
	return pairsOf(once(from, a0, a1), once(to, b0, b1));
}

/** The longest row of pairs in which both numbers rise. @param pairs by the first number. */
function risingOf(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
	const tails: number[] = [];
	const before: number[] = [];
	pairs.forEach(([, value], at) => {
		let [low, high] = [0, tails.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
			else high = middle;
		}
		before.push(low === 0 ? -1 : (tails[low - 1] ?? -1));
		tails[low] = at;
	});
	const row: (readonly [number, number])[] = [];
	for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
		const pair = pairs[at];
		if (pair) row.push(pair);
	}
	return row.reverse();
}

/** The longest common row; of equally long ones that with the fewest gaps. */
function alignTable({ from, to, places, isBreak }: Texts, a0: number, a1: number, b0: number, b1: number): void {
	const [rows, columns] = [a1 - a0, b1 - b0];
	const width = columns + 1;
	/** The best up to a cell, and the best that ends with a match in it. */
	const best = new Int32Array((rows + 1) * width);
	const match = new Int32Array((rows + 1) * width);
	for (let i = 1; i <= rows; i++)
		for (let j = 1; j <= columns; j++) {
			const cell = i * width + j;
			const corner = cell - width - 1;
			if (from[a0 + i - 1] === to[b0 + j - 1]) {
				const run = match[corner] ?? 0;
				const bonus = isBreak(a0 + i - 1, b0 + j - 1) ? AT_BREAK : IN_LINE;
				match[cell] = ALONE + Math.max(run === 0 ? 0 : run + bonus, best[corner] ?? 0);
			}
			best[cell] = Math.max(best[cell - width] ?? 0, best[cell - 1] ?? 0, match[cell] ?? 0);
		}
	let [i, j, isRun] = [rows, columns, false];
	while (i > 0 && j > 0) {
		const cell = i * width + j;
		if (!isRun && best[cell] === best[cell - width]) i--;
		else if (!isRun && best[cell] === best[cell - 1]) j--;
		else {
			[i, j] = [i - 1, j - 1];
			places[b0 + j] = a0 + i;
			const run = match[cell - width - 1] ?? 0;
			isRun = run > 0 && match[cell] === ALONE + run + (isBreak(a0 + i, b0 + j) ? AT_BREAK : IN_LINE);
		}
	}
}
