// The members of an object that we look for, found from both of its ends. What lies between (the text of a message, the
// output of a tool) is most of a transcript, and most lines are understood without looking at it. This is the innermost
// loop of the index: plain numbers and no allocation.
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
} from './jsonBytes';

const MAX_KEY = 31;

/** Every member was seen, or every key was found. */
export const ALL = 2;
/** What was not found may be in the middle. */
export const ENDS = 1;
/** No compact JSON object: to be parsed. */
export const BROKEN = 0;
export type Reading = typeof ALL | typeof ENDS | typeof BROKEN;

/** How far to go: up to the first big value, from both ends, or through everything. */
export type Extent = 'front' | 'ends' | 'whole';

export interface Members {
	/** First and last byte of the value of key `k`, at `2 * k` and `2 * k + 1`; -1 where it was not found. */
	readonly at: Int32Array;
	/** After `ENDS`: the key of the first big value (-1: none that we look for), and where that value begins. */
	bigKey: number;
	bigStart: number;
	/** After `ENDS`: the last byte of the last big value, the first one or another; -1 where all keys were found before it. */
	bigEnd: number;
	readonly keys: readonly Buffer[];
	/** Objects and arrays longer than this (bytes) are not walked through from the ends. */
	readonly small: number;
	/** The key whose value is always big. */
	readonly body: number;
	/** The only key that a name of this length and this first letter can be. */
	readonly candidates: Int8Array;
}

const candidateOf = (length: number, letter: number): number => length * 32 + (letter & 31);

/**
 * @param keys what to look for, numbered from 0.
 * @param body the key whose value is not worth walking through, -1 for none.
 */
export function createMembers(keys: Readonly<Record<string, number>>, small: number, body: number): Members {
	const candidates = new Int8Array((MAX_KEY + 1) * 32).fill(-1);
	const names = Object.keys(keys);
	for (const name of names) {
		const at = candidateOf(name.length, name.charCodeAt(0));
		if (candidates[at] !== -1) throw new Error(`Two keys look alike: ${name}`);
		candidates[at] = keys[name] ?? -1;
	}
	return {
		at: new Int32Array(names.length * 2),
		bigKey: -1,
		bigStart: -1,
		bigEnd: -1,
		keys: names.map((name) => Buffer.from(name)),
		candidates,
		small,
		body,
	};
}

/**
 * Reads the object from `open` (its `{`) to `close` (its `}`).
 * `close` matters to `front` only as a limit.
 */
export function readMembers(m: Members, b: Buffer, open: number, close: number, extent: Extent): Reading {
	const isWhole = extent === 'whole';
	const { at } = m;
	for (let k = 0; k < at.length; k++) at[k] = -1;
	let missing = m.keys.length;
	if (b[open] !== OPEN_OBJECT || b[close] !== CLOSE_OBJECT) return BROKEN;
	let i = open + 1;
	if (i === close) return ALL;
	for (;;) {
		if (b[i] !== QUOTE) return BROKEN;
		let keyEnd = i + 1;
		// A key with an escape in it might be any key.
		for (let c = b[keyEnd]; c !== QUOTE; c = b[++keyEnd]) if (c === BACKSLASH || keyEnd >= close) return BROKEN;
		if (b[keyEnd + 1] !== COLON) return BROKEN;
		const first = keyEnd + 2;
		const key = keyAt(m, b, i + 1, keyEnd);
		const isContainer = b[first] === OPEN_OBJECT || b[first] === OPEN_ARRAY;
		let end = -1;
		if (isWhole || !isContainer) end = valueEnd(b, first, close + 1);
		else if (key !== m.body || key < 0) end = valueEnd(b, first, first + m.small < close ? first + m.small : close + 1);
		if (end < 0) {
			if (!isContainer || isWhole) return BROKEN;
			m.bigKey = key;
			m.bigStart = first;
			if (extent === 'front') return ENDS;
			return readBackwards(m, b, i, close, key < 0 ? missing : missing - 1);
		}
		if (key >= 0) {
			const isNew = at[2 * key] === -1;
			at[2 * key] = first;
			at[2 * key + 1] = end - 1;
			if (isNew && --missing === 0) return ALL;
		}
		if (end === close) return ALL;
		if (b[end] !== COMMA) return BROKEN;
		i = end + 1;
	}
}

/** The members after the last big value. `floor` is where the key of the first big value begins. */
function readBackwards(m: Members, b: Buffer, floor: number, close: number, wanted: number): Reading {
	const { at } = m;
	let missing = wanted;
	m.bigEnd = -1;
	for (let last = close - 1; ;) {
		const c = b[last];
		const isContainer = c === CLOSE_OBJECT || c === CLOSE_ARRAY;
		const first = valueStart(b, last, isContainer && last - m.small > floor ? last - m.small : floor);
		if (first <= m.bigStart) {
			m.bigEnd = last;
			return isContainer ? ENDS : BROKEN;
		}
		if (b[first - 1] !== COLON || b[first - 2] !== QUOTE) return BROKEN;
		let keyStart = first - 3;
		for (let d = b[keyStart]; d !== QUOTE; d = b[--keyStart]) if (d === BACKSLASH || keyStart <= floor) return BROKEN;
		if (b[keyStart - 1] !== COMMA) return BROKEN;
		const key = keyAt(m, b, keyStart + 1, first - 2);
		// Of a key that comes twice the later one counts, and this walk meets the later one first.
		if (key >= 0 && at[2 * key] === -1) {
			at[2 * key] = first;
			at[2 * key + 1] = last;
			if (--missing === 0) return ENDS;
		}
		last = keyStart - 2;
	}
}

function keyAt(m: Members, b: Buffer, start: number, end: number): number {
	const length = end - start;
	const key = length > MAX_KEY ? -1 : (m.candidates[candidateOf(length, b[start] ?? 0)] ?? -1);
	const name = m.keys[key];
	if (name === undefined) return -1;
	for (let i = 1; i < length; i++) if (b[start + i] !== name[i]) return -1;
	return b[start] === name[0] ? key : -1;
}
