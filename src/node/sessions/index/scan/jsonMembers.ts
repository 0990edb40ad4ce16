// The members of an object that we look for, found from both of its ends. What lies between (the text of a message, the
// output of a tool) is most of a transcript, and most lines are understood without looking at it. This is the innermost
// loop of the index: plain numbers, no allocation, and what the line before ended with is not read again.
import {
	BACKSLASH,
	CLOSE_ARRAY,
	CLOSE_OBJECT,
	COLON,
	COMMA,
	OPEN_ARRAY,
	OPEN_OBJECT,
	QUOTE,
	valueEnd,
	valueStart,
	wordsOf,
} from './jsonBytes';

const MAX_KEY = 31;

/** Every member was seen, or every key was found. */
export const ALL = 2;

/** What was not found may be in the middle. */
export const ENDS = 1;

/** No compact JSON object: to be parsed. */
export const NOT_COMPACT = 0;
export type Completeness = typeof ALL | typeof ENDS | typeof NOT_COMPACT;

export interface Members {
	/** First and last byte of the value of key `k`, at `2 * k` and `2 * k + 1`; -1 where it was not found. */
	readonly at: Int32Array;
	/** How many keys were not found. */
	missing: number;
	/** After `ENDS`: the key of the first big value (-1: none that we look for), where that key and where that value begin. */
	bigKey: number;
	bigKeyStart: number;
	bigStart: number;
	/** After reading backwards: the last byte of the last big value, the first one or another; -1 where it was not reached. */
	bigEnd: number;
	/**
	 * Where in the buffer the object before ended: from the comma before its anchor, so many bytes; 0 for no tail. Positions mean
	 * nothing once the buffer moves on.
	 */
	tailStart: number;
	tailLength: number;
	/** Where its values were, counted from the end. */
	readonly tailAt: Int32Array;
	/** Numbers the tails that were kept, so that what one of them means can be kept beside it. */
	tailNumber: number;
	/** The object that was read last ends with the tail. */
	hasTail: boolean;
	readonly keys: readonly Buffer[];
	/** The only key that a name of this length and this first letter can be. */
	readonly candidates: Int8Array;
	/** Objects and arrays longer than this (bytes) are not walked through from the ends. */
	readonly small: number;
	/** The key whose value is always big, -1 for none. */
	readonly body: number;
	/** The key from which on one object ends like the other, -1 for none. */
	readonly anchor: number;
	/** Once these keys were found, the first object or array that is met backwards is taken for the end of the last big value. */
	readonly enough: readonly number[];
}

const candidateOf = (length: number, letter: number): number => length * 32 + (letter & 31);

/** @param keys what to look for, numbered from 0. */
export function createMembers(
	keys: Readonly<Record<string, number>>,
	{ small, body, anchor, enough }: Pick<Members, 'small' | 'body' | 'anchor' | 'enough'>,
): Members {
	const candidates = new Int8Array((MAX_KEY + 1) * 32).fill(-1);
	const names = Object.keys(keys);
	for (const name of names) {
		const at = candidateOf(name.length, name.charCodeAt(0));
		if (candidates[at] !== -1) throw new Error(`Two keys look alike: ${name}`);
		candidates[at] = keys[name] ?? -1;
	}
	return {
		at: new Int32Array(names.length * 2),
		missing: 0,
		bigKey: -1,
		bigKeyStart: -1,
		bigStart: -1,
		bigEnd: -1,
		tailStart: 0,
		tailLength: 0,
		tailAt: new Int32Array(names.length * 2),
		tailNumber: 0,
		hasTail: false,
		keys: names.map((name) => Buffer.from(name)),
		candidates,
		small,
		body,
		anchor,
		enough,
	};
}

/** Reads all members of the object from `open` (its `{`) to `close` (its `}`). */
export function readWhole(m: Members, b: Buffer, open: number, close: number): Completeness {
	return readForward(m, b, open, close, true);
}

/** Reads the members before the first big value. `close` may lie behind the object's end. */
export function readFront(m: Members, b: Buffer, open: number, close: number): Completeness {
	return readForward(m, b, open, close, false);
}

/** Reads the members before the first and after the last big value. */
export function readEdges(m: Members, b: Buffer, open: number, close: number): Completeness {
	const front = readForward(m, b, open, close, false);
	return front === ENDS ? readBack(m, b, close, false) : front;
}

function readForward(m: Members, b: Buffer, open: number, close: number, isWhole: boolean): Completeness {
	const { at, body, small } = m;
	for (let k = 0; k < at.length; k++) at[k] = -1;
	m.missing = m.keys.length;
	m.hasTail = false;
	if (b[open] !== OPEN_OBJECT || b[close] !== CLOSE_OBJECT) return NOT_COMPACT;
	let i = open + 1;
	if (i === close) return ALL;
	for (;;) {
		if (b[i] !== QUOTE) return NOT_COMPACT;
		let keyEnd = i + 1;
		// A key with an escape in it might be any key.
		for (let c = b[keyEnd]; c !== QUOTE; c = b[++keyEnd]) if (c === BACKSLASH || keyEnd >= close) return NOT_COMPACT;
		if (b[keyEnd + 1] !== COLON) return NOT_COMPACT;
		const first = keyEnd + 2;
		const key = keyAt(m, b, i + 1, keyEnd);
		const isContainer = b[first] === OPEN_OBJECT || b[first] === OPEN_ARRAY;
		const near = first + small;
		const isAtHand = isWhole || !isContainer || key < 0 || key !== body;
		const end = isAtHand ? valueEnd(b, first, isWhole || !isContainer || near >= close ? close + 1 : near) : -1;
		if (end < 0) {
			if (!isContainer || isWhole) return NOT_COMPACT;
			if (key >= 0) m.missing--;
			m.bigKey = key;
			m.bigKeyStart = i;
			m.bigStart = first;
			m.bigEnd = -1;
			return ENDS;
		}
		if (key >= 0 && note(m, key, first, end - 1)) return ALL;
		if (end === close) return ALL;
		if (b[end] !== COMMA) return NOT_COMPACT;
		i = end + 1;
	}
}

/**
 * Reads the members after the last big value, once the front was read with `ENDS`.
 * @param isPlace stops behind the anchor: what comes before it is not needed.
 */
export function readBack(m: Members, b: Buffer, close: number, isPlace: boolean): Completeness {
	const { at, anchor } = m;
	let last = close - 1;
	if (takeTail(m, b, close)) {
		if (isPlace || m.missing === 0) return ENDS;
		last = close - m.tailLength - 1;
	}
	for (;;) {
		const c = b[last];
		const isContainer = c === CLOSE_OBJECT || c === CLOSE_ARRAY;
		if (isContainer && hasEnough(m)) {
			m.bigEnd = last;
			return ENDS;
		}
		const floor = isContainer && last - m.small > m.bigKeyStart ? last - m.small : m.bigKeyStart;
		const first = valueStart(b, last, floor);
		if (first <= m.bigStart) {
			m.bigEnd = last;
			return isContainer ? ENDS : NOT_COMPACT;
		}
		if (b[first - 1] !== COLON || b[first - 2] !== QUOTE) return NOT_COMPACT;
		let keyStart = first - 3;
		for (let d = b[keyStart]; d !== QUOTE; d = b[--keyStart])
			if (d === BACKSLASH || keyStart <= m.bigKeyStart) return NOT_COMPACT;
		if (b[keyStart - 1] !== COMMA) return NOT_COMPACT;
		const key = keyAt(m, b, keyStart + 1, first - 2);
		// Of a key that comes twice the later one counts, and this walk meets the later one first.
		if (key >= 0) {
			const isComplete = at[2 * key] === -1 && note(m, key, first, last);
			if (key === anchor) keepTail(m, keyStart - 1, close);
			if (isComplete || (key === anchor && isPlace)) return ENDS;
		}
		last = keyStart - 2;
	}
}

/** The number of the tail, where the object ends with it and the values of these keys are in it; else -1. */
export function tailWith(m: Members, keys: readonly number[]): number {
	if (!m.hasTail) return -1;
	for (let i = 0; i < keys.length; i++) if ((m.tailAt[2 * (keys[i] ?? 0)] ?? -1) < 0) return -1;
	return m.tailNumber;
}

function hasEnough({ at, enough }: Members): boolean {
	if (enough.length === 0) return false;
	for (let i = 0; i < enough.length; i++) if (at[2 * (enough[i] ?? 0)] === -1) return false;
	return true;
}

/** Notes where a value is. Returns whether that was the last key that was missing. */
function note(m: Members, key: number, first: number, last: number): boolean {
	const isNew = m.at[2 * key] === -1;
	m.at[2 * key] = first;
	m.at[2 * key + 1] = last;
	return isNew && --m.missing === 0;
}

/** Remembers how the object ends, from the comma before its anchor. */
function keepTail(m: Members, from: number, close: number): void {
	m.tailStart = from;
	m.tailLength = close - from;
	m.tailNumber++;
	m.hasTail = true;
	for (let k = 0; k < m.at.length; k++) {
		const position = m.at[k] ?? -1;
		m.tailAt[k] = position > from ? close - position : -1;
	}
}

/** If the object ends like the one before, its values are at the same places. */
function takeTail(m: Members, b: Buffer, close: number): boolean {
	const from = close - m.tailLength;
	if (m.tailLength === 0 || from <= m.bigStart) return false;
	const { at, tailStart, tailLength, tailAt } = m;
	const words = wordsOf(b);
	let i = 0;
	for (; i + 4 <= tailLength; i += 4)
		if (words.getInt32(from + i, true) !== words.getInt32(tailStart + i, true)) return false;
	for (; i < tailLength; i++) if (b[from + i] !== b[tailStart + i]) return false;
	for (let k = 0; k < at.length; k += 2) {
		const first = tailAt[k] ?? -1;
		if (first >= 0) note(m, k >> 1, close - first, close - (tailAt[k + 1] ?? 0));
	}
	m.hasTail = true;
	return true;
}

function keyAt(m: Members, b: Buffer, start: number, end: number): number {
	const length = end - start;
	const key = length > MAX_KEY ? -1 : (m.candidates[candidateOf(length, b[start] ?? 0)] ?? -1);
	if (key < 0) return -1;
	const name = m.keys[key];
	if (name === undefined) return -1;
	for (let i = 0; i < length; i++) if (b[start + i] !== name[i]) return -1;
	return key;
}
