// The members of an object that we look for, found from both of its ends. What lies between (the text of a message, the
// output of a tool) is most of a transcript, and most lines are understood without looking at it. This is the innermost
// loop of the index; what the line before ended with is not read again.
import {
	BACKSLASH,
	CLOSE_ARRAY,
	CLOSE_OBJECT,
	COLON,
	COMMA,
	OPEN_ARRAY,
	OPEN_OBJECT,
	QUOTE,
	begins,
	byte,
	isSame,
	marks,
	valueEnd,
	valueStart,
	word,
} from './bytes';

const MAX_KEY = 31;
const MAX_KEYS = 16;

/** Every member was seen, or every key was found. */
export const ALL: i32 = 2;

/** What was not found may be in the middle. */
export const ENDS: i32 = 1;

/** No compact JSON object: to be parsed. */
export const NOT_COMPACT: i32 = 0;

/** Of one kind of objects: what is looked for, and where it was found in the last of them. There is no other object in memory. */
@unmanaged
export class Members {
	/** How many keys there are. */
	count: i32;
	/** First and last byte of the value of each key; -1 where it was not found. */
	at: i32;
	/** How many keys were not found. */
	missing: i32;
	/** After `ENDS`: the key of the first big value (-1: none that we look for), where that key and where that value begin. */
	bigKey: i32;
	bigKeyStart: i32;
	bigStart: i32;
	/** After reading backwards: the last byte of the last big value, the first one or another; -1 where it was not reached. */
	bigEnd: i32;
	/**
	 * Where the object before ended: from the comma before its anchor, so many bytes; 0 for no tail. Positions mean nothing once
	 * other bytes are read into the memory.
	 */
	tailStart: i32;
	tailLength: i32;
	/** Where its values were, counted from the end. */
	tailAt: i32;
	/** Numbers the tails that were kept, so that what one of them means can be kept beside it. */
	tailNumber: i32;
	/** The object that was read last ends with the tail. */
	hasTail: bool;
	/** The keys as `word`s. */
	keys: i32;
	/** The only key that a name of this length and this first letter can be, a byte for each. */
	candidates: i32;
	/** Objects and arrays longer than this (bytes) are not walked through from the ends. */
	small: i32;
	/** The key whose value is always big, -1 for none. */
	body: i32;
	/** The key from which on one object ends like the other, -1 for none. */
	anchor: i32;
	/** Once these keys were found (a bit for each), the first object or array that is met backwards is taken for the end of the last big value. */
	enough: i32;
}

export function createMembers(small: i32, body: i32, anchor: i32, enough: i32): Members {
	const m = changetype<Members>(heap.alloc(offsetof<Members>()));
	m.count = 0;
	m.at = <i32>heap.alloc(8 * MAX_KEYS);
	m.tailAt = <i32>heap.alloc(8 * MAX_KEYS);
	m.keys = <i32>heap.alloc(4 * MAX_KEYS);
	m.candidates = <i32>heap.alloc(32 * (MAX_KEY + 1));
	memory.fill(m.candidates, 0xff, 32 * (MAX_KEY + 1));
	m.tailLength = 0;
	m.tailNumber = 0;
	m.small = small;
	m.body = body;
	m.anchor = anchor;
	m.enough = enough;
	return m;
}

function candidate(length: i32, letter: i32): i32 {
	return length * 32 + (letter & 31);
}

/** Looks for one more key. The first one is number 0. */
export function lookFor(m: Members, name: string): void {
	const at = m.candidates + candidate(name.length, name.charCodeAt(0));
	if (load<i8>(at) !== -1) unreachable(); // Two keys look alike.
	store<i8>(at, <i8>m.count);
	store<i32>(m.keys + 4 * m.count, word(name));
	m.count++;
}

/** The first byte of a value, -1 where there is none. */
export function startOf(m: Members, key: i32): i32 {
	return load<i32>(m.at + 8 * key);
}

/** The last byte of it. */
export function lastOf(m: Members, key: i32): i32 {
	return load<i32>(m.at + 8 * key + 4);
}

/** Reads all members of the object from `open` (its `{`) to `close` (its `}`). */
export function readWhole(m: Members, open: i32, close: i32): i32 {
	return readForward(m, open, close, true);
}

/** Reads the members before the first big value. `close` may lie behind the object's end. */
export function readFront(m: Members, open: i32, close: i32): i32 {
	return readForward(m, open, close, false);
}

/** Reads the members before the first and after the last big value. */
export function readEdges(m: Members, open: i32, close: i32): i32 {
	const front = readForward(m, open, close, false);
	return front === ENDS ? readBack(m, close, false) : front;
}

function readForward(m: Members, open: i32, close: i32, isWhole: bool): i32 {
	memory.fill(m.at, 0xff, 8 * m.count);
	m.missing = m.count;
	m.hasTail = false;
	if (byte(open) !== OPEN_OBJECT || byte(close) !== CLOSE_OBJECT) return NOT_COMPACT;
	let i = open + 1;
	if (i === close) return ALL;
	while (true) {
		if (byte(i) !== QUOTE) return NOT_COMPACT;
		const keyEnd = endOfKey(i + 1, close);
		// A key with an escape in it might be any key.
		if (keyEnd < 0 || byte(keyEnd + 1) !== COLON) return NOT_COMPACT;
		const first = keyEnd + 2;
		const key = keyAt(m, i + 1, keyEnd);
		const isContainer = byte(first) === OPEN_OBJECT || byte(first) === OPEN_ARRAY;
		const near = first + m.small;
		const isAtHand = isWhole || !isContainer || key < 0 || key !== m.body;
		const end = isAtHand ? valueEnd(first, isWhole || !isContainer || near >= close ? close + 1 : near) : -1;
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
		if (byte(end) !== COMMA) return NOT_COMPACT;
		i = end + 1;
	}
}

/** The quote that ends a key; -1 where there is none before `close`, or an escape. */
function endOfKey(at: i32, close: i32): i32 {
	for (let i = at; i < close; i += 16) {
		const mask = marks(i);
		if (mask === 0) continue;
		i += ctz(mask);
		return i < close && byte(i) === QUOTE ? i : -1;
	}
	return -1;
}

/**
 * Reads the members after the last big value, once the front was read with `ENDS`.
 * @param isPlace stops behind the anchor: what comes before it is not needed.
 */
export function readBack(m: Members, close: i32, isPlace: bool): i32 {
	let last = close - 1;
	if (takeTail(m, close)) {
		if (isPlace || m.missing === 0) return ENDS;
		last = close - m.tailLength - 1;
	}
	while (true) {
		const c = byte(last);
		const isContainer = c === CLOSE_OBJECT || c === CLOSE_ARRAY;
		if (isContainer && hasEnough(m)) {
			m.bigEnd = last;
			return ENDS;
		}
		const floor = isContainer && last - m.small > m.bigKeyStart ? last - m.small : m.bigKeyStart;
		const first = valueStart(last, floor);
		if (first <= m.bigStart) {
			m.bigEnd = last;
			return isContainer ? ENDS : NOT_COMPACT;
		}
		if (byte(first - 1) !== COLON || byte(first - 2) !== QUOTE) return NOT_COMPACT;
		let keyStart = first - 3;
		for (let d = byte(keyStart); d !== QUOTE; d = byte(--keyStart))
			if (d === BACKSLASH || keyStart <= m.bigKeyStart) return NOT_COMPACT;
		if (byte(keyStart - 1) !== COMMA) return NOT_COMPACT;
		const key = keyAt(m, keyStart + 1, first - 2);
		// Of a key that is there twice the last one counts. This walk goes backwards, so it keeps the first that it meets.
		if (key >= 0) {
			const isComplete = startOf(m, key) === -1 && note(m, key, first, last);
			if (key === m.anchor) keepTail(m, keyStart - 1, close);
			if (isComplete || (key === m.anchor && isPlace)) return ENDS;
		}
		last = keyStart - 2;
	}
}

/** Whether the object ends with the tail, and the value of this key is in it. */
export function isInTail(m: Members, key: i32): bool {
	return m.hasTail && load<i32>(m.tailAt + 8 * key) >= 0;
}

function hasEnough(m: Members): bool {
	for (let bits = m.enough; bits !== 0; bits &= bits - 1) if (startOf(m, ctz(bits)) === -1) return false;
	return m.enough !== 0;
}

/** Notes where a value is. Returns whether that was the last key that was missing. */
function note(m: Members, key: i32, first: i32, last: i32): bool {
	const at = m.at + 8 * key;
	const isNew = load<i32>(at) === -1;
	store<i32>(at, first);
	store<i32>(at + 4, last);
	return isNew && --m.missing === 0;
}

/** Remembers how the object ends, from the comma before its anchor. */
function keepTail(m: Members, from: i32, close: i32): void {
	m.tailStart = from;
	m.tailLength = close - from;
	m.tailNumber++;
	m.hasTail = true;
	for (let k = 0; k < 8 * m.count; k += 4) {
		const position = load<i32>(m.at + k);
		store<i32>(m.tailAt + k, position > from ? close - position : -1);
	}
}

/** If the object ends like the one before, its values are at the same places. */
function takeTail(m: Members, close: i32): bool {
	const from = close - m.tailLength;
	if (m.tailLength === 0 || from <= m.bigStart) return false;
	if (!isSame(from, m.tailStart, m.tailLength)) return false;
	for (let key = 0; key < m.count; key++) {
		const first = load<i32>(m.tailAt + 8 * key);
		if (first >= 0) note(m, key, close - first, close - load<i32>(m.tailAt + 8 * key + 4));
	}
	m.hasTail = true;
	return true;
}

function keyAt(m: Members, start: i32, end: i32): i32 {
	const length = end - start;
	if (length > MAX_KEY) return -1;
	const key = <i32>load<i8>(m.candidates + candidate(length, byte(start)));
	return key >= 0 && begins(start, load<i32>(m.keys + 4 * key)) ? key : -1;
}
