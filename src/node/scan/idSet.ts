// A set of ids that is filled from bytes: no string for each of a million lines, and 12 bytes for each id. It keeps 64 bits
// of a hash, so two ids of one file look alike once in some 10^9 files of 100,000 lines.

export interface IdSet {
	/** Adds the id in the bytes from `start` to `end`. Returns false where it was there. */
	add(b: Buffer, start: number, end: number): boolean;
	addText(id: string): boolean;
	/** The number of the id in the bytes from `start` to `end`, from 0 in the order in which ids came. A new one is added. */
	numberOf(b: Buffer, start: number, end: number): number;
	numberOfText(id: string): number;
	/** Forgets all ids, for the next file: a set for each of ten thousand files is memory that the system does not get back. */
	clear(): void;
}

/** Places in an empty set, less one. */
const SMALL = 1_023;
/** Numbers that a place takes: the two halves of the hash, and how many ids were there before it. */
const PLACE = 3;

export function createIdSet(): IdSet {
	/** Places less one; they are at the beginning of the table, which can be longer. */
	let mask = SMALL;
	let size = 0;
	let table = new Uint32Array(PLACE * (mask + 1));
	/** What the next larger set is put into. Two tables in turn: none is left behind. */
	let other = new Uint32Array(0);
	let high = 0;
	let low = 0;

	const hash = (b: Buffer, start: number, end: number): void => {
		// Two rounds of FNV-1a over alternating words of four bytes, each stirred into the other.
		high = 0x811c9dc5;
		low = 0x01000193 ^ (end - start);
		for (let i = start; i < end; i += 4) {
			let c = b[i] ?? 0;
			if (i + 1 < end) c |= (b[i + 1] ?? 0) << 8;
			if (i + 2 < end) c |= (b[i + 2] ?? 0) << 16;
			if (i + 3 < end) c |= (b[i + 3] ?? 0) << 24;
			high = Math.imul(high ^ c, 0x01000193);
			high ^= high >>> 13;
			low = Math.imul(low ^ c ^ (high >>> 15), 0x85ebca6b);
			low ^= low >>> 16;
		}
		high >>>= 0;
		low >>>= 0;
		if (high === 0 && low === 0) low = 1; // Zero marks a free place.
	};
	/** The place of the id that was hashed, or the free one that it belongs into. */
	const find = (): number => {
		for (let at = (low ^ (high >>> 16)) & mask; ; at = (at + 1) & mask) {
			const h = table[PLACE * at];
			const l = table[PLACE * at + 1];
			if ((h === high && l === low) || (h === 0 && l === 0)) return PLACE * at;
		}
	};
	const put = (place: number, number: number): void => {
		table[place] = high;
		table[place + 1] = low;
		table[place + 2] = number;
	};
	const grow = (): void => {
		const old = table;
		const length = PLACE * (mask + 1);
		mask = 2 * mask + 1;
		table = other.length >= 2 * length ? other.fill(0, 0, 2 * length) : new Uint32Array(2 * length);
		other = old;
		for (let i = 0; i < length; i += PLACE) {
			high = old[i] ?? 0;
			low = old[i + 1] ?? 0;
			if (high !== 0 || low !== 0) put(find(), old[i + 2] ?? 0);
		}
	};
	const numberOf = (b: Buffer, start: number, end: number): number => {
		if (2 * size > mask) grow();
		hash(b, start, end);
		const place = find();
		if (table[place] !== 0 || table[place + 1] !== 0) return table[place + 2] ?? 0;
		put(place, size);
		return size++;
	};
	const numberOfText = (id: string): number => {
		const bytes = Buffer.from(id);
		return numberOf(bytes, 0, bytes.length);
	};
	return {
		add(b, start, end) {
			const before = size;
			return numberOf(b, start, end) === before;
		},
		addText(id) {
			const before = size;
			return numberOfText(id) === before;
		},
		numberOf,
		numberOfText,
		clear() {
			mask = SMALL;
			table.fill(0, 0, PLACE * (mask + 1));
			size = 0;
		},
	};
}
