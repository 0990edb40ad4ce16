// A set of ids that is filled from bytes: no string for each of a million lines, and 12 bytes for each id. It keeps 64 bits
// of a hash, so two ids of one file look alike once in some 10^9 files of 100,000 lines. Plain data and functions beside it:
// of closures V8 makes slower programs, and one for each set.
import { LineReader, UUID_HASH } from './lineReader';

export interface IdSet {
	/** How many ids are in it. */
	size: number;
	/** Places less one; they are at the beginning of the table, which can be longer. */
	mask: number;
	table: Int32Array;
	/** What the next larger set is put into. Two tables in turn: none is left behind. */
	other: Int32Array;
}

/** Places in an empty set, less one. */
const SMALL = 255;
/** Numbers that a place takes: the two halves of the hash, and how many ids were there before it. */
const PLACE = 3;

export function createIdSet(): IdSet {
	return { size: 0, mask: SMALL, table: new Int32Array(PLACE * (SMALL + 1)), other: new Int32Array(0) };
}

/** Forgets all ids, for the next file: a set for each of ten thousand files is memory that the system does not get back. */
export function clearIds(set: IdSet): void {
	set.mask = SMALL;
	set.table.fill(0, 0, PLACE * (SMALL + 1));
	set.size = 0;
}

/** Adds the id whose hash is at `at`. Returns false where it was there. */
export function addId(set: IdSet, hashes: Int32Array, at: number): boolean {
	const before = set.size;
	return numberOf(set, hashes, at) === before;
}

export function addIdText(set: IdSet, id: string): boolean {
	const before = set.size;
	return numberOfText(set, id) === before;
}

export function numberOfText(set: IdSet, id: string): number {
	const reader = LineReader.here;
	reader.hashText(id);
	return numberOf(set, reader.about, UUID_HASH);
}

/** The number of the id whose hash is at `at`, from 0 in the order in which ids came. A new one is added. */
export function numberOf(set: IdSet, hashes: Int32Array, at: number): number {
	if (2 * set.size > set.mask) grow(set);
	const high = hashes[at] ?? 0;
	const low = hashes[at + 1] ?? 0;
	const { table } = set;
	const place = find(table, set.mask, high, low);
	if (table[place] !== 0 || table[place + 1] !== 0) return table[place + 2] ?? 0;
	table[place] = high;
	table[place + 1] = low;
	table[place + 2] = set.size;
	return set.size++;
}

/** The place of an id, or the free one that it belongs into. */
function find(table: Int32Array, mask: number, high: number, low: number): number {
	for (let at = (low ^ (high >>> 16)) & mask; ; at = (at + 1) & mask) {
		const h = table[PLACE * at];
		const l = table[PLACE * at + 1];
		if ((h === high && l === low) || (h === 0 && l === 0)) return PLACE * at;
	}
}

function grow(set: IdSet): void {
	const { table: old, other } = set;
	const length = PLACE * (set.mask + 1);
	const mask = 2 * set.mask + 1;
	const table = other.length >= 2 * length ? other.fill(0, 0, 2 * length) : new Int32Array(2 * length);
	for (let i = 0; i < length; i += PLACE) {
		const high = old[i] ?? 0;
		const low = old[i + 1] ?? 0;
		if (high === 0 && low === 0) continue;
		const place = find(table, mask, high, low);
		table[place] = high;
		table[place + 1] = low;
		table[place + 2] = old[i + 2] ?? 0;
	}
	set.mask = mask;
	set.table = table;
	set.other = old;
}
