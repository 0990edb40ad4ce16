// Sets of ids that are filled from bytes, and what each answer was counted with. Of an id 64 bits of a hash are kept, so two ids
// of one file look alike once in some 10^9 files of 100,000 lines.

/** Places in an empty set, less one. */
const SMALL: i32 = 255;
/** Bytes that a place takes: the two halves of the hash, and how many ids were there before it. */
const PLACE: i32 = 12;

@unmanaged
export class IdSet {
	/** How many ids are in it. */
	size: i32;
	/** Places less one; they are at the beginning of the table, which can be longer. */
	mask: i32;
	table: i32;
	/** How long it can be. Bytes. */
	room: i32;
	/** What the next larger set is put into, and how long that can be. Two tables in turn: none is left behind. */
	other: i32;
	otherRoom: i32;
}

export function createIds(): IdSet {
	const set = changetype<IdSet>(heap.alloc(offsetof<IdSet>()));
	set.room = PLACE * (SMALL + 1);
	set.table = <i32>heap.alloc(set.room);
	set.otherRoom = 0;
	clearIds(set);
	return set;
}

/** Forgets all ids, for the next file. */
export function clearIds(set: IdSet): void {
	set.mask = SMALL;
	set.size = 0;
	memory.fill(set.table, 0, PLACE * (SMALL + 1));
}

/** Adds the id in the bytes from `at` to `end`. Returns false where it was there. */
export function addId(set: IdSet, at: i32, end: i32): bool {
	const before = set.size;
	return idNumber(set, at, end) === before;
}

/** The number of the id in the bytes from `at` to `end`, from 0 in the order in which ids came. A new one is added. */
function idNumber(set: IdSet, at: i32, end: i32): i32 {
	if (2 * set.size > set.mask) grow(set);
	// Two rounds of FNV-1a over words of four bytes, each stirred into the other.
	let high: u32 = 0x811c9dc5;
	let low: u32 = 0x01000193 ^ (end - at);
	for (let i = at; i < end; i += 4) {
		let bytes = load<u32>(i);
		if (i + 4 > end) bytes &= (1 << (8 * (end - i))) - 1;
		high = (high ^ bytes) * 0x01000193;
		high ^= high >> 13;
		low = (low ^ bytes ^ (high >> 15)) * 0x85ebca6b;
		low ^= low >> 16;
	}
	if (high === 0 && low === 0) low = 1; // Zero marks a free place.
	const place = find(set.table, set.mask, high, low);
	if (load<u64>(place) !== 0) return load<i32>(place + 8);
	store<u32>(place, high);
	store<u32>(place + 4, low);
	store<i32>(place + 8, set.size);
	return set.size++;
}

/** The place of an id, or the free one that it belongs into. */
function find(table: i32, mask: i32, high: u32, low: u32): i32 {
	const wanted = ((<u64>low) << 32) | (<u64>high);
	for (let at = (<i32>(low ^ (high >> 16))) & mask; ; at = (at + 1) & mask) {
		const there = load<u64>(table + PLACE * at);
		if (there === wanted || there === 0) return table + PLACE * at;
	}
	return 0;
}

function grow(set: IdSet): void {
	const old = set.table;
	const oldRoom = set.room;
	const length = PLACE * (set.mask + 1);
	set.mask = 2 * set.mask + 1;
	if (set.otherRoom < 2 * length) {
		set.otherRoom = 2 * length;
		set.other = <i32>heap.alloc(2 * length);
	}
	set.table = set.other;
	set.room = set.otherRoom;
	set.other = old;
	set.otherRoom = oldRoom;
	memory.fill(set.table, 0, 2 * length);
	for (let from = old; from < old + length; from += PLACE) {
		if (load<u64>(from) === 0) continue;
		const place = find(set.table, set.mask, load<u32>(from), load<u32>(from + 4));
		store<u64>(place, load<u64>(from));
		store<i32>(place + 8, load<i32>(from + 8));
	}
}

/** Bytes that the tokens of an answer take: four numbers. */
const USAGE_BYTES: i32 = 32;

/** The ids of answers, and by their numbers what each was counted with. */
const ANSWERS = createIds();
let usages = <i32>heap.alloc(64 * USAGE_BYTES);
let usageRoom = 64;

export function clearAnswers(): void {
	clearIds(ANSWERS);
}

/** Where the tokens of the answer with this id are. The first is -1 for an answer that was not counted yet. */
export function answerUsage(at: i32, end: i32): i32 {
	const before = ANSWERS.size;
	const number = idNumber(ANSWERS, at, end);
	if (number === usageRoom) {
		const larger = <i32>heap.alloc(2 * usageRoom * USAGE_BYTES);
		memory.copy(larger, usages, usageRoom * USAGE_BYTES);
		usages = larger;
		usageRoom *= 2;
	}
	const usage = usages + number * USAGE_BYTES;
	if (number === before) store<f64>(usage, -1);
	return usage;
}
