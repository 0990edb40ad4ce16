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

/** Whether a text has other letters than those of ASCII. */
const OTHERS = /[^\0-\x7f]/;

/**
 * Takes two neighbouring words after the other, as numbers of 30 bits. Words are those of `looseForm`.
 * @param take the same pair may come again.
 */
export function pairsOf(text: string, take: (pair: number) => void): void {
	const said = OTHERS.test(text) ? looseForm(text) : text;
	let before = 0;
	let word = 0;
	for (let at = 0; at <= said.length; at++) {
		// Of ASCII: letters in lower case and digits. What is beyond it is a letter by now.
		let code = at === said.length ? 0 : said.charCodeAt(at);
		if (code >= 0x41 && code <= 0x5a) code |= 0x20;
		if (code > 0x7f || (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39))
			word = Math.imul((word === 0 ? 0x811c9dc5 : word) ^ code, 0x01000193);
		else if (word !== 0) {
			if (before !== 0) take(mixed(Math.imul(before, 0x9e3779b1) ^ word) >>> 2);
			before = word;
			word = 0;
		}
	}
}

/** @returns blocks, one at least. */
export function pairFilter(pairs: ReadonlySet<number>): Uint8Array {
	const blocks = Math.max(1, Math.ceil((pairs.size * BITS) / BLOCK_BITS));
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
