// A set of ids that is filled from bytes: no string for each of a million lines, and 8 bytes for each id. It keeps 64 bits of
// a hash, so two ids of one file look alike once in some 10^9 files of 100,000 lines.

export interface IdSet {
	/** Adds the id in the bytes from `start` to `end`. Returns false where it was there. */
	add(b: Buffer, start: number, end: number): boolean;
	addText(id: string): boolean;
	/** Forgets all ids, for the next file: a set for each of ten thousand files is memory that the system does not get back. */
	clear(): void;
}

/** Places in an empty set, less one. */
const SMALL = 1_023;

export function createIdSet(): IdSet {
	/** Places less one; they are at the beginning of the table, which can be longer. */
	let mask = SMALL;
	let size = 0;
	let table = new Uint32Array(2 * (mask + 1));
	/** What the next larger set is put into. Two tables in turn: none is left behind. */
	let other = new Uint32Array(0);
	let high = 0;
	let low = 0;

	const hash = (b: Buffer, start: number, end: number): void => {
		// Two rounds of FNV-1a over alternating bytes, each stirred into the other.
		high = 0x811c9dc5;
		low = 0x01000193 ^ (end - start);
		for (let i = start; i < end; i++) {
			const c = b[i] ?? 0;
			high = Math.imul(high ^ c, 0x01000193);
			low = Math.imul(low ^ c ^ (high >>> 15), 0x85ebca6b);
		}
		high >>>= 0;
		low >>>= 0;
		if (high === 0 && low === 0) low = 1; // Zero marks a free place.
	};
	const insert = (): boolean => {
		for (let at = (low ^ (high >>> 16)) & mask; ; at = (at + 1) & mask) {
			const h = table[2 * at];
			const l = table[2 * at + 1];
			if (h === 0 && l === 0) {
				table[2 * at] = high;
				table[2 * at + 1] = low;
				return true;
			}
			if (h === high && l === low) return false;
		}
	};
	const grow = (): void => {
		const old = table;
		const length = 2 * (mask + 1);
		mask = 2 * mask + 1;
		table = other.length >= 2 * length ? other.fill(0, 0, 2 * length) : new Uint32Array(2 * length);
		other = old;
		for (let i = 0; i < length; i += 2) {
			high = old[i] ?? 0;
			low = old[i + 1] ?? 0;
			if (high !== 0 || low !== 0) insert();
		}
	};
	const add = (b: Buffer, start: number, end: number): boolean => {
		if (2 * size > mask) grow();
		hash(b, start, end);
		const isAdded = insert();
		if (isAdded) size++;
		return isAdded;
	};
	return {
		add,
		addText(id) {
			const bytes = Buffer.from(id);
			return add(bytes, 0, bytes.length);
		},
		clear() {
			mask = SMALL;
			table.fill(0, 0, 2 * (mask + 1));
			size = 0;
		},
	};
}
