// The bytes of the index: terms in the order of their hashes, each with the exchanges that it stands in, in blocks that are
// read one at a time. So a question reads a few blocks of a large index, and two indexes are merged like two sorted lists.
import { checksum } from '../base/checksum';

/** Exchanges by number, growing, each with how much the term counts in it: `exchange * 256 + impact`, impact 1 to 255. */
export type Postings = readonly number[];

/** Where a block is, which hashes it begins with, and its checksum. */
export interface PostingBlock {
	readonly first: number;
	readonly offset: number;
	readonly length: number;
	readonly sum: number;
}

/** The index is not what it was written as. */
export class DamagedIndex extends Error {}

/**
 * A block is closed when it has so many bytes; a term with many exchanges makes it longer. Who looks for a term goes through
 * half a block: in a process that has just started, that was a tenth of an answer with eight times as many.
 */
const BLOCK_BYTES = 2_048;

/** Bytes that grow. */
class Bytes {
	private bytes = new Uint8Array(2 * BLOCK_BYTES);
	length = 0;

	byte(value: number): void {
		if (this.length === this.bytes.length) this.grow(1);
		this.bytes[this.length++] = value;
	}

	/** Seven bits to a byte, the lowest first. @param value whole, below 2^53 */
	number(value: number): void {
		let rest = value;
		for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.byte((rest % 0x80) | 0x80);
		this.byte(rest);
	}

	/** Adds what others have, which they forget. */
	append(other: Bytes): void {
		if (this.length + other.length > this.bytes.length) this.grow(other.length);
		this.bytes.set(other.bytes.subarray(0, other.length), this.length);
		this.length += other.length;
		other.length = 0;
	}

	/** What was written so far, which is forgotten. */
	take(): Uint8Array {
		const taken = this.bytes.slice(0, this.length);
		this.length = 0;
		return taken;
	}

	private grow(by: number): void {
		const more = new Uint8Array(2 * this.length + by);
		more.set(this.bytes);
		this.bytes = more;
	}
}

/** Writes terms in the order of their hashes. */
export class BlockWriter {
	readonly blocks: PostingBlock[] = [];
	private readonly bytes = new Bytes();
	private readonly own = new Bytes();
	private first = 0;
	private last = 0;
	private offset = 0;

	/** @param write takes the blocks, one after the other. */
	constructor(private readonly write: (bytes: Uint8Array) => void) {}

	add(hash: number, postings: Postings): void {
		if (postings.length === 0) return;
		const { bytes, own } = this;
		if (bytes.length === 0) this.first = this.last = hash;
		bytes.number(hash - this.last);
		this.last = hash;
		let before = 0;
		for (const posting of postings) {
			const exchange = Math.floor(posting / 256);
			own.number(exchange - before);
			own.byte(posting % 256);
			before = exchange;
		}
		// Who looks for another term passes over them at once.
		bytes.number(own.length);
		bytes.append(own);
		if (bytes.length >= BLOCK_BYTES) this.close();
	}

	/** @returns how many bytes were written. */
	close(): number {
		if (this.bytes.length > 0) {
			const block = this.bytes.take();
			this.blocks.push({ first: this.first, offset: this.offset, length: block.length, sum: checksum(block) });
			this.offset += block.length;
			this.write(block);
		}
		return this.offset;
	}
}

/** The terms of a block. @param first the hash that it begins with. */
export function* termsOfBlock(bytes: Uint8Array, first: number): Generator<{ hash: number; postings: Postings }, void> {
	const reader = readerOf(bytes);
	for (let hash = first; !reader.isAtEnd();) {
		hash += reader.number();
		yield { hash, postings: reader.postings() };
	}
}

/** The exchanges of one term of a block. @param first likewise. */
export function postingsIn(bytes: Uint8Array, first: number, wanted: number): Postings {
	const reader = readerOf(bytes);
	for (let hash = first; !reader.isAtEnd();) {
		hash += reader.number();
		if (hash === wanted) return reader.postings();
		if (hash > wanted) break;
		reader.passPostings();
	}
	return [];
}

function readerOf(bytes: Uint8Array) {
	let at = 0;
	const number = (): number => {
		let byte = bytes[at++] ?? 0;
		let value = byte & 0x7f;
		for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
			byte = bytes[at++] ?? 0;
			value += (byte & 0x7f) * factor;
		}
		return value;
	};
	return {
		isAtEnd: () => at >= bytes.length,
		number,
		postings(): Postings {
			const postings: number[] = [];
			let exchange = 0;
			for (const end = number() + at; at < end;) {
				exchange += number();
				postings.push(exchange * 256 + (bytes[at++] ?? 0));
			}
			return postings;
		},
		passPostings() {
			const length = number();
			at += length;
		},
	};
}
