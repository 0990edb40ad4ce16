// Finding one's way in a line of JSON without parsing it, sixteen bytes at a time. All of it presumes compact JSON as
// `JSON.stringify` writes it and answers -1 where it meets anything else. Positions are addresses in the module's memory, in
// which there is room before and behind what is read.

export const QUOTE: i32 = 0x22;
export const BACKSLASH: i32 = 0x5c;
export const COMMA: i32 = 0x2c;
export const COLON: i32 = 0x3a;
export const OPEN_OBJECT: i32 = 0x7b;
export const CLOSE_OBJECT: i32 = 0x7d;
export const OPEN_ARRAY: i32 = 0x5b;
export const CLOSE_ARRAY: i32 = 0x5d;
const LINE_FEED: i32 = 0x0a;

export function byte(at: i32): i32 {
	return <i32>load<u8>(at);
}

/** Which of sixteen bytes are this one, a bit for each. */
function found(at: i32, what: i32): i32 {
	return i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(<i8>what)));
}

/** Which of sixteen bytes are a quote or a backslash. */
export function marks(at: i32): i32 {
	const bytes = v128.load(at);
	const quotes = i8x16.eq(bytes, i8x16.splat(<i8>QUOTE));
	return i8x16.bitmask(v128.or(quotes, i8x16.eq(bytes, i8x16.splat(<i8>BACKSLASH))));
}

/** The next line feed, -1 where there is none before `end`. */
export function lineFeed(from: i32, end: i32): i32 {
	const feeds = i8x16.splat(<i8>LINE_FEED);
	for (let at = from; at < end; at += 64) {
		const a = v128.or(i8x16.eq(v128.load(at), feeds), i8x16.eq(v128.load(at, 16), feeds));
		const b = v128.or(i8x16.eq(v128.load(at, 32), feeds), i8x16.eq(v128.load(at, 48), feeds));
		if (!v128.any_true(v128.or(a, b))) continue;
		while (found(at, LINE_FEED) === 0) at += 16;
		at += ctz(found(at, LINE_FEED));
		return at < end ? at : -1;
	}
	return -1;
}

/** The closing quote of the string that opens at `open`; -1 where it does not close before `end`. */
export function stringEnd(open: i32, end: i32): i32 {
	let at = open + 1;
	while (at < end) {
		const mask = marks(at);
		if (mask === 0) {
			at += 16;
			continue;
		}
		at += ctz(mask);
		if (at < end && byte(at) === QUOTE) return at;
		at += 2;
	}
	return -1;
}

/** The opening quote of the string that closes at `close`. Inside a string every quote has a backslash before it. */
function stringStart(close: i32, start: i32): i32 {
	for (let at = close - 16; at + 15 >= start; at -= 16) {
		let quotes = found(at, QUOTE);
		while (quotes !== 0) {
			const last = 31 - clz(quotes);
			if (at + last < start) return -1;
			if (byte(at + last - 1) !== BACKSLASH) return at + last;
			quotes ^= 1 << last;
		}
	}
	return -1;
}

/** Just past the value at `at`; -1 where it does not end before `end`. */
export function valueEnd(at: i32, end: i32): i32 {
	const first = byte(at);
	if (first === QUOTE) {
		const close = stringEnd(at, end);
		return close < 0 ? -1 : close + 1;
	}
	let i = at;
	if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) {
		while (i < end && byte(i) !== COMMA && byte(i) !== CLOSE_OBJECT && byte(i) !== CLOSE_ARRAY) i++;
		return i > at && i < end ? i : -1;
	}
	let depth = 0;
	for (; i < end; i++) {
		const c = byte(i);
		if (c === QUOTE) {
			i = stringEnd(i, end);
			if (i < 0) return -1;
		} else if (c === OPEN_OBJECT || c === OPEN_ARRAY) depth++;
		else if ((c === CLOSE_OBJECT || c === CLOSE_ARRAY) && --depth === 0) return i + 1;
	}
	return -1;
}

/** Where the value begins whose last byte is at `last`; -1 where that is before `start`. */
export function valueStart(last: i32, start: i32): i32 {
	const c = byte(last);
	if (c === QUOTE) return stringStart(last, start);
	let i = last;
	if (c !== CLOSE_OBJECT && c !== CLOSE_ARRAY) {
		while (i > start && byte(i - 1) !== COLON) i--;
		return i > start ? i : -1;
	}
	let depth = 0;
	for (; i >= start; i--) {
		const d = byte(i);
		if (d === QUOTE) {
			i = stringStart(i, start);
			if (i < 0) return -1;
		} else if (d === CLOSE_OBJECT || d === CLOSE_ARRAY) depth++;
		else if ((d === OPEN_OBJECT || d === OPEN_ARRAY) && --depth === 0) return i;
	}
	return -1;
}

/** Whether so many bytes are the same at both places. */
export function isSame(a: i32, b: i32, length: i32): bool {
	let i = 0;
	for (; i + 16 <= length; i += 16) if (!i8x16.all_true(i8x16.eq(v128.load(a + i), v128.load(b + i)))) return false;
	for (; i + 4 <= length; i += 4) if (load<i32>(a + i) !== load<i32>(b + i)) return false;
	for (; i < length; i++) if (byte(a + i) !== byte(b + i)) return false;
	return true;
}

/** A text of ours as bytes (ASCII), its length before it. */
export function word(text: string): i32 {
	const at = <i32>heap.alloc(text.length + 4) + 4;
	store<i32>(at - 4, text.length);
	for (let i = 0; i < text.length; i++) store<u8>(at + i, text.charCodeAt(i));
	return at;
}

/** Whether the bytes at `at` begin with a `word`. */
export function begins(at: i32, text: i32): bool {
	return isSame(at, text, load<i32>(text - 4));
}

/** Whether the bytes from `at` to `end` are a `word`. */
export function isText(at: i32, end: i32, text: i32): bool {
	return end - at === load<i32>(text - 4) && begins(at, text);
}

/** Whether the value from `first` to `last` is a string that is not empty and means what it says: there is no escape in it. */
export function isPlain(first: i32, last: i32): bool {
	if (first < 0 || byte(first) !== QUOTE || first + 1 >= last) return false;
	for (let at = first + 1; at < last; at += 16) {
		const backslashes = found(at, BACKSLASH);
		if (backslashes !== 0) return at + ctz(backslashes) >= last;
	}
	return true;
}

/** A count of tokens at `at`, -1 where there is none. Other numbers (negative, broken) count as none, as for a parsed line. */
export function digits(at: i32): f64 {
	if (at < 0) return -1;
	let value: f64 = 0;
	let i = at;
	for (let c = byte(i); c >= 0x30 && c <= 0x39; c = byte(++i)) value = value * 10 + <f64>(c - 0x30);
	const after = byte(i);
	return i > at && i - at < 16 && (after === COMMA || after === CLOSE_OBJECT) ? value : -1;
}

/** Two digits as a number; a large one where one of them is none. */
function two(at: i32): i32 {
	const a = byte(at) - 0x30;
	const b = byte(at + 1) - 0x30;
	return <u32>a > 9 || <u32>b > 9 ? 1_000_000 : a * 10 + b;
}

/**
 * Milliseconds since 1970 of the value from `first` to `last`, if it is a time such as "2026-11-20T21:34:11.688Z"; else NaN.
 * What no such time is may still be one.
 */
export function timeOf(first: i32, last: i32): f64 {
	const at = first + 1;
	if (first < 0 || byte(first) !== QUOTE || last - at !== 24 || byte(at + 23) !== 0x5a || byte(at + 10) !== 0x54)
		return NaN;
	if (byte(at + 4) !== 0x2d || byte(at + 7) !== 0x2d) return NaN;
	if (byte(at + 13) !== 0x3a || byte(at + 16) !== 0x3a || byte(at + 19) !== 0x2e) return NaN;
	const year = two(at) * 100 + two(at + 2);
	const month = two(at + 5);
	const day = two(at + 8);
	const hour = two(at + 11);
	const minute = two(at + 14);
	const second = two(at + 17);
	const ms = two(at + 20) * 10 + byte(at + 22) - 0x30;
	// The day that only some years have is left to a real parser, as is what was before computers.
	const days = month === 2 ? 28 : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
	if (year < 1_970 || year > 9_999 || month < 1 || month > 12 || day < 1 || day > days) return NaN;
	if (hour > 23 || minute > 59 || second > 59 || ms > 999 || <u32>(byte(at + 22) - 0x30) > 9) return NaN;
	// Days since 0000-03-01: there the day that some years have more is the last of a year.
	const years = month > 2 ? year : year - 1;
	const months = month > 2 ? month - 3 : month + 9;
	const sinceMarch = years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day - 1;
	return <f64>(sinceMarch - 719_468) * 86_400_000 + <f64>(((hour * 60 + minute) * 60 + second) * 1_000 + ms);
}
