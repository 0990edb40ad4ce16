// Which files git tracks, read from its index without running git. Only names are read; formats 2 to 4.

/** Fixed fields of an entry before its name, by the length of the repository's hashes (SHA-1, SHA-256). Bytes. */
const HEADS = [62, 74] as const;
const NAME_LENGTH_MASK = 0x0fff;
const EXTENDED = 0x4000;

/**
 * Whether a path below one of the given prefixes is tracked.
 * @param index the bytes of `.git/index`; empty where there is none.
 * @param prefixes relative to the top of the checkout, with `/`.
 * @returns true also where the index cannot be followed and a prefix stands in its bytes: then nobody can be sure.
 */
export function isTracked(index: Uint8Array, prefixes: readonly string[]): boolean {
	if (index.length < 12) return false;
	for (const head of HEADS) {
		const found = findInEntries(index, head, prefixes);
		if (found !== undefined) return found;
	}
	const text = latin(index, 0, index.length);
	return prefixes.some((prefix) => text.includes(utf8AsLatin(prefix)));
}

/** @returns nothing where entries of this length make no sense. */
function findInEntries(index: Uint8Array, head: number, prefixes: readonly string[]): boolean | undefined {
	const view = new DataView(index.buffer, index.byteOffset, index.byteLength);
	const version = view.getUint32(4);
	const count = view.getUint32(8);
	if (view.getUint32(0) !== 0x44495243 || version < 2 || version > 4) return undefined;
	const wanted = prefixes.map(utf8AsLatin);
	let at = 12;
	let previous = '';
	for (let n = 0; n < count; n++) {
		if (at + head + 2 > index.length) return undefined;
		const flags = view.getUint16(at + head - 2);
		const nameAt = at + head + ((flags & EXTENDED) === 0 ? 0 : 2);
		const { keep, from } = version === 4 ? keptOf(index, nameAt, previous.length) : { keep: 0, from: nameAt };
		const end = index.indexOf(0, from);
		if (end < 0) return undefined;
		const name = previous.slice(0, keep) + latin(index, from, end);
		if (name === '' || ((flags & NAME_LENGTH_MASK) !== NAME_LENGTH_MASK && (flags & NAME_LENGTH_MASK) !== name.length))
			return undefined;
		if (wanted.some((prefix) => name.startsWith(prefix))) return true;
		previous = name;
		at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
	}
	return false;
}

/** Format 4 says how many bytes of the name before are dropped, in git's variable-length form. */
function keptOf(index: Uint8Array, at: number, before: number): { readonly keep: number; readonly from: number } {
	let byte = index[at] ?? 0;
	let dropped = byte & 0x7f;
	let from = at + 1;
	while ((byte & 0x80) !== 0) {
		byte = index[from++] ?? 0;
		dropped = ((dropped + 1) << 7) | (byte & 0x7f);
	}
	return { keep: Math.max(0, before - dropped), from };
}

/** One character for each byte, so that lengths are lengths in bytes. */
function latin(bytes: Uint8Array, from: number, to: number): string {
	let text = '';
	for (let at = from; at < to; at += 4096) text += String.fromCharCode(...bytes.subarray(at, Math.min(to, at + 4096)));
	return text;
}

function utf8AsLatin(text: string): string {
	return unescape(encodeURIComponent(text));
}
