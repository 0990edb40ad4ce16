// Finding one's way in a line of JSON without parsing it. All of it presumes compact JSON as `JSON.stringify` writes it and
// answers -1 where it meets anything else; then the line is parsed. Positions are indexes into the buffer.

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** Quotes come thick in code and never in pictures: this many bytes are looked at one by one before asking for the next quote. */
const NEAR = 64;

let viewed: Buffer | undefined;
let view: DataView = new DataView(new ArrayBuffer(0));

/** The buffer, to be read four bytes at a time. */
function wordsOf(b: Buffer): DataView {
	if (b !== viewed) view = new DataView(b.buffer, b.byteOffset, b.length);
	viewed = b;
	return view;
}

const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;

/** Whether a quote or a backslash may be among four bytes; where there is one, it always says so. */
function mayHoldMark(word: number): boolean {
	const q = word ^ QUOTES;
	const s = word ^ BACKSLASHES;
	return ((((q - 0x01010101) & ~q) | ((s - 0x01010101) & ~s)) & 0x80808080) !== 0;
}

/** The closing quote of the string that opens at `open`; -1 where it does not close before `end`. */
export function stringEnd(b: Buffer, open: number, end: number): number {
	const words = wordsOf(b);
	let i = open + 1;
	for (;;) {
		const near = Math.min(end, i + NEAR);
		while (i + 4 <= near && !mayHoldMark(words.getInt32(i, true))) i += 4;
		while (i < near) {
			const c = b[i];
			if (c === QUOTE) return i;
			i += c === BACKSLASH ? 2 : 1;
		}
		if (i >= end) return -1;
		const quote = b.indexOf(QUOTE, i);
		if (quote < 0 || quote >= end) return -1;
		// The run before it tells whether it is escaped; the run cannot reach back before `i`, where a character began. Nothing is
		// computed here for escaped ones alone: V8 would throw its program away at the first of them.
		const next = quote + 1;
		let isEscaped = 0;
		for (let at = quote - 1; at >= i;) {
			const isBackslash = b[at] === BACKSLASH ? 1 : 0;
			isEscaped ^= isBackslash;
			at -= 1;
			if (isBackslash === 0) break;
		}
		if (isEscaped === 0) return quote;
		i = next;
	}
}

/** Just past the value at `at`; -1 where it does not end before `end`. */
export function valueEnd(b: Buffer, at: number, end: number): number {
	const first = b[at];
	if (first === QUOTE) {
		const close = stringEnd(b, at, end);
		return close < 0 ? -1 : close + 1;
	}
	if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) {
		let i = at;
		while (i < end && b[i] !== COMMA && b[i] !== CLOSE_OBJECT && b[i] !== CLOSE_ARRAY) i++;
		return i > at && i < end ? i : -1;
	}
	let depth = 0;
	for (let i = at; i < end; i++) {
		const c = b[i];
		if (c === QUOTE) {
			i = stringEnd(b, i, end);
			if (i < 0) return -1;
		} else if (c === OPEN_OBJECT || c === OPEN_ARRAY) depth++;
		else if ((c === CLOSE_OBJECT || c === CLOSE_ARRAY) && --depth === 0) return i + 1;
	}
	return -1;
}

/** Whether the bytes from `at` to `end` are exactly `text` (ASCII). */
export function isText(b: Uint8Array, at: number, end: number, text: string): boolean {
	if (end - at !== text.length) return false;
	for (let i = 0; i < text.length; i++) if (b[at + i] !== text.charCodeAt(i)) return false;
	return true;
}

/** The string whose content is between two quotes; escapes are JSON's business. */
export function decodeString(b: Buffer, at: number, end: number): string | undefined {
	for (let i = at; i < end; i++) {
		if (b[i] !== BACKSLASH) continue;
		try {
			const value: unknown = JSON.parse(b.toString('utf8', at - 1, end + 1));
			return typeof value === 'string' ? value : undefined;
		} catch {
			return undefined; // No string after all: the same as a field that is not there.
		}
	}
	return b.toString('utf8', at, end);
}
