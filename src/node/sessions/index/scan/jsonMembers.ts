// The members of an object that we look for, found without parsing it. The quick scan of all sessions has its own, which reads
// objects from both ends (`assembly/members.ts`).
import { BACKSLASH, CLOSE_OBJECT, COLON, COMMA, OPEN_OBJECT, QUOTE, valueEnd } from './jsonBytes';

const MAX_KEY = 31;

export interface Members {
	/** First and last byte of the value of key `k`, at `2 * k` and `2 * k + 1`; -1 where it was not found. */
	readonly at: Int32Array;
	/** How many keys were not found. */
	missing: number;
	readonly keys: readonly Buffer[];
	/** The only key that a name of this length and this first letter can be. */
	readonly candidates: Int8Array;
}

const candidateOf = (length: number, letter: number): number => length * 32 + (letter & 31);

/** @param keys what to look for, numbered from 0. */
export function createMembers(keys: Readonly<Record<string, number>>): Members {
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
		keys: names.map((name) => Buffer.from(name)),
		candidates,
	};
}

/** Reads the members of the object from `open` (its `{`) to `close` (its `}`). Returns false where that is no compact JSON. */
export function readMembers(m: Members, b: Buffer, open: number, close: number): boolean {
	const { at } = m;
	for (let k = 0; k < at.length; k++) at[k] = -1;
	m.missing = m.keys.length;
	if (b[open] !== OPEN_OBJECT || b[close] !== CLOSE_OBJECT) return false;
	let i = open + 1;
	if (i === close) return true;
	for (;;) {
		if (b[i] !== QUOTE) return false;
		let keyEnd = i + 1;
		// A key with an escape in it might be any key.
		for (let c = b[keyEnd]; c !== QUOTE; c = b[++keyEnd]) if (c === BACKSLASH || keyEnd >= close) return false;
		if (b[keyEnd + 1] !== COLON) return false;
		const first = keyEnd + 2;
		const key = keyAt(m, b, i + 1, keyEnd);
		const end = valueEnd(b, first, close + 1);
		if (end < 0) return false;
		if (key >= 0 && note(m, key, first, end - 1)) return true;
		if (end === close) return true;
		if (b[end] !== COMMA) return false;
		i = end + 1;
	}
}

/** Notes where a value is. Returns whether that was the last key that was missing. */
function note(m: Members, key: number, first: number, last: number): boolean {
	const isNew = m.at[2 * key] === -1;
	m.at[2 * key] = first;
	m.at[2 * key + 1] = last;
	return isNew && --m.missing === 0;
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
