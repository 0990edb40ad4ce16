// Which words stand side by side in some exchanges, as a filter: of a phrase that nobody said nearly all exchanges are told
// without being read. After Bloom, in blocks (Putze, Sanders and Singler, 2007): one look is at 64 bytes of a file.
import { checksum } from '../base/checksum';
import { DamagedIndex } from './postings';
import { looseForm } from './words';

/** Of which the last four are the checksum of the others. */
export const BLOCK_BYTES = 64;
const SUM_AT = 60;
const BLOCK_BITS = 8 * SUM_AT;

/** For each pair. One of thirty that are not there is said to be there. */
const BITS = 8;
const PROBES = 4;

/** A row of the index says in two bytes how many its filter has. One exchange can need more: logs of a hundred megabytes. */
const MOST_BLOCKS = 0xff_ff;

/**
 * Takes two neighbouring words after the other, as numbers of 30 bits. Words are those of `looseForm`.
 * @param take the same pair may come again.
 */
export function pairsOf(text: string, take: (pair: number) => void): void {
	let before = 0;
	const next = (word: number): void => {
		if (before !== 0) take(mixed(Math.imul(before, 0x9e3779b1) ^ word) >>> 2);
		before = word;
	};
	let word = 0;
	for (let at = 0; at <= text.length; at++) {
		const code = at === text.length ? 0 : text.charCodeAt(at);
		if (code > 0x7f && !isMark(code)) at = othersAt(text, at, next);
		else if (isPlain(code)) word = hashed(word, code);
		else if (word !== 0) next(word);
		if (!isPlain(code)) word = 0;
	}
}

/** Words around a letter that is none of ASCII: folded, which takes long. @returns where they end. */
function othersAt(text: string, at: number, next: (word: number) => void): number {
	let [from, to] = [at, at];
	while (from > 0 && isPlain(text.charCodeAt(from - 1))) from--;
	while (to < text.length && (text.charCodeAt(to) > 0x7f || isPlain(text.charCodeAt(to)))) to++;
	for (const other of looseForm(text.slice(from, to)).split(' ')) {
		let word = 0;
		// Which of the two a sigma is depends on what stands behind it.
		for (let letter = 0; letter < other.length; letter++)
			word = hashed(word, other.charCodeAt(letter) === 0x3c2 ? 0x3c3 : other.charCodeAt(letter));
		if (word !== 0) next(word);
	}
	return to - 1;
}

/** A letter or a digit of ASCII. */
const isPlain = (code: number): boolean =>
	(code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);

/** Dashes, quotation marks, arrows and lines: most of what is not ASCII in what Claude and tools say, and never in a word. */
const isMark = (code: number): boolean =>
	(code >= 0x2010 && code <= 0x2027) || (code >= 0x2190 && code <= 0x21ff) || (code >= 0x2500 && code <= 0x259f);

/** @param code of a letter, whose case is nothing in ASCII. */
const hashed = (word: number, code: number): number =>
	Math.imul((word === 0 ? 0x811c9dc5 : word) ^ (code >= 0x41 && code <= 0x5a ? code | 0x20 : code), 0x01000193);

/** @returns blocks, one at least; none where there would be too many: then each exchange may hold any pair. */
export function pairFilter(pairs: ReadonlySet<number>): Uint8Array {
	const blocks = Math.max(1, Math.ceil((pairs.size * BITS) / BLOCK_BITS));
	if (blocks > MOST_BLOCKS) return new Uint8Array();
	const filter = new Uint8Array(blocks * BLOCK_BYTES);
	for (const pair of pairs) {
		const from = blockOf(pair, blocks) * BLOCK_BYTES;
		for (let probe = 0; probe < PROBES; probe++) {
			const bit = bitOf(pair, probe);
			filter[from + (bit >> 3)] = (filter[from + (bit >> 3)] ?? 0) | (1 << (bit & 7));
		}
	}
	const view = new DataView(filter.buffer);
	for (let from = 0; from < filter.length; from += BLOCK_BYTES)
		view.setUint32(from + SUM_AT, checksum(filter.subarray(from, from + SUM_AT)));
	return filter;
}

/** Which of a filter's blocks tells of a pair. */
export const blockOf = (pair: number, blocks: number): number => pair % blocks;

/** @param block the one that tells of the pair. @returns no where it is surely not there. @throws DamagedIndex */
export function mayHold(block: Uint8Array, pair: number): boolean {
	const { buffer, byteOffset } = block;
	const sum = new DataView(buffer, byteOffset).getUint32(SUM_AT);
	if (sum !== checksum(block.subarray(0, SUM_AT))) throw new DamagedIndex('pairs of words');
	for (let probe = 0; probe < PROBES; probe++) {
		const bit = bitOf(pair, probe);
		if (((block[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
	}
	return true;
}

const bitOf = (pair: number, probe: number): number =>
	(mixed(pair ^ Math.imul(probe + 1, 0x9e3779b1)) >>> 0) % BLOCK_BITS;

/** Murmur's last step: each bit depends on all. */
function mixed(number: number): number {
	let rest = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
	rest = Math.imul(rest ^ (rest >>> 13), 0xc2b2ae35);
	return rest ^ (rest >>> 16);
}
