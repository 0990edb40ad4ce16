// Which tokens of a text stand in another one, in the same order. Where there is a choice, lines stay whole, and what stands
// first is what stays.
import type { CodeTokens } from './codeTokens';

/** Tables that are larger than this are split at what stands in both texts once. */
const SMALL = 60_000;
/** Larger ones are not compared where nothing splits them. */
const LARGE = 4_000_000;
/** What a token that is the same is worth, and what it is worth more after one that is: texts of one form share many. */
const [ALONE, AT_BREAK, IN_LINE] = [2, 3, 4];
/** Tokens of a line that is looked for as a whole. */
const TELLING_LINE = 4;
/** Tokens of a run that has to stand in both texts once. */
const ANCHORS = [6, 3, 1];

/** @returns for each token of `to` its place in `from`, or -1. The places rise. */
export function alignTokens(from: Lines, to: Lines): Int32Array {
	const places = new Int32Array(to.ids.length).fill(-1);
	const begins = (text: Lines, at: number): boolean => text.lines[at - 1] !== text.lines[at];
	const texts = {
		from: from.ids,
		to: to.ids,
		places,
		isBreak: (a: number, b: number) => begins(from, a) && begins(to, b),
	};
	// Most of a text is what it was.
	const { aEnd, bEnd, ...start } = sameEnds(texts, 0, from.ids.length, 0, to.ids.length);
	let { a, b } = start;
	const end = [aEnd, bEnd] as const;
	for (const [inFrom, inTo] of [...linesOnce(from, to, a, end), end]) {
		alignRange(texts, a, inFrom, b, inTo);
		[a, b] = [inFrom, inTo];
	}
	slide(places, to);
	const back = invert(places, from.ids.length);
	slide(back, from);
	return invert(back, to.ids.length);
}

type Lines = Pick<CodeTokens, 'ids' | 'lines' | 'starts' | 'closers'>;

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

function invert(places: Int32Array, length: number): Int32Array {
	const back = new Int32Array(length).fill(-1);
	for (let at = 0; at < places.length; at++) {
		const place = places[at] ?? -1;
		if (place >= 0) back[place] = at;
	}
	return back;
}

/** What came in between, or went, can often be told in several ways: blocks end alike. It begins where a block has ended. */
function slide(places: Int32Array, { ids, lines, closers }: Lines): void {
	const worth = (start: number): number => {
		const [before, first] = [lines[start - 1], lines[start]];
		if (before === first) return -1;
		const isAfterBlock = before === undefined || closers.has(before);
		return (isAfterBlock ? 2 : 0) + (first === undefined || !closers.has(first) ? 1 : 0);
	};
	for (let start = 0; start < ids.length; start++) {
		if ((places[start] ?? 0) >= 0) continue;
		let end = start;
		while (end < ids.length && places[end] === -1) end++;
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
		}
		start = Math.max(start, end + Math.max(0, best)) - 1;
		if (best < 0) start = end - 1;
	}
}

interface Texts {
	readonly from: Int32Array;
	readonly to: Int32Array;
	readonly places: Int32Array;
	/** Whether a line begins in both. */
	isBreak(a: number, b: number): boolean;
}

/** Finds the ends that are the same, by whole lines. @returns what lies between them */
function sameEnds(
	{ from, to, places, isBreak }: Texts,
	a0: number,
	a1: number,
	b0: number,
	b1: number,
): { readonly a: number; readonly aEnd: number; readonly b: number; readonly bEnd: number } {
	let [a, b, aEnd, bEnd] = [a0, b0, a1, b1];
	while (a < aEnd && b < bEnd && from[a] === to[b]) places[b++] = a++;
	while (a < aEnd && b < bEnd && from[aEnd - 1] === to[bEnd - 1]) places[--bEnd] = --aEnd;
	if (a === aEnd && b === bEnd) return { a, aEnd, b, bEnd };
	// A line of which but a part is the same is compared as a whole.
	for (; a > a0 && b > b0 && !isBreak(a, b); a--) places[--b] = -1;
	for (; aEnd < a1 && bEnd < b1 && !isBreak(aEnd, bEnd); aEnd++) places[bEnd++] = -1;
	return { a, aEnd, b, bEnd };
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
