// A file of the index. It is written once and never changed: blocks of terms, the words that can be found by a typo, filters
// of what stands side by side, and what each question reads: a row for each exchange, the blocks' places, and a head in JSON.
// That is there twice, which tells damage at once: in a process that has just started, a checksum of it took a twentieth of
// an answer.
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { checksum } from '../../core/base/checksum';
import { parseObject } from '../../core/base/result';
import type { FileStamp } from '../../core/transcript/cursor';
import type { SessionWords } from '../../core/recall/exchanges';
import { BLOCK_BYTES as FILTER_BLOCK, blockOf, mayHold } from '../../core/recall/pairs';
import { BlockWriter, DamagedIndex, type Postings, postingsIn, termsOfBlock } from '../../core/recall/postings';

/** What an index holds of a transcript, as far as this file of it goes. */
export interface SegmentFile {
	/** Absolute path. */
	readonly file: string;
	/** The session that the file's name says; a subagent's belongs to it. */
	readonly session: string;
	readonly isSubagent: boolean;
	/** As it was when it was read. */
	readonly stamp: FileStamp;
	/** The bytes that were read. What an earlier segment has from `from` on does not count any more. */
	readonly from: number;
	readonly to: number;
	/** Where the last exchange begins: it may go on. */
	readonly last: number;
	readonly words: SessionWords;
	/** Its rows. The last one is no exchange: it has what the session is called. */
	readonly firstRow: number;
	readonly rows: number;
}

/** Where an exchange is. */
export interface Row {
	readonly begin: number;
	readonly end: number;
	readonly atMs: number;
	readonly key: number;
	readonly hasWork: boolean;
	/** The filter of which words stand side by side in it, which its neighbours share. */
	readonly filter: FilterPlace;
}

interface FilterPlace {
	readonly firstBlock: number;
	/** None where nothing is known. */
	readonly blocks: number;
}

/** A row to be written. What begins no other filter than the row before it shares that one. */
export interface NewRow extends Omit<Row, 'filter'> {
	readonly filter: Uint8Array;
}

interface Head {
	readonly version: number;
	readonly files: readonly SegmentFile[];
	/** Where the words are, and their checksum. */
	readonly words: readonly [from: number, to: number, sum: number];
	/** Where the filters begin. */
	readonly filters: number;
}

/** Grows when anything here, or in how texts are taken apart, gets another meaning: others are made anew. */
const VERSION = 7;
/** A multiple of eight, because what follows is read as numbers of eight bytes. */
const ROW_BYTES = 32;
/** Numbers kept for each block: its first hash, offset, length and checksum. */
const PLACE_NUMBERS = 4;
const FOOTER_BYTES = 16;
/** So many bytes of blocks stay in memory. */
const KEPT_BYTES = 4 * 1_024 * 1_024;
const MAGIC = 0x534b5232;

export class SegmentReader {
	private readonly descriptor: number;
	/** Where the blocks are. */
	private readonly places: Float64Array;
	private readonly head: Head;
	private readonly rowBytes: Buffer;
	/** Of the file. */
	readonly bytes: number;
	private readonly kept = new Map<number, { readonly first: number; readonly bytes: Buffer }>();
	private keptBytes = 0;

	/** @throws DamagedIndex, and the file system's errors. */
	constructor(
		readonly name: string,
		file: string,
	) {
		this.descriptor = openSync(file, 'r');
		try {
			const { size } = fstatSync(this.descriptor);
			this.bytes = size;
			const [magic, length = 0, ofRows = 0, ofPlaces = 0] = new Uint32Array(
				this.read(size - FOOTER_BYTES, FOOTER_BYTES).buffer,
			);
			if (magic !== MAGIC) throw new DamagedIndex('no index');
			const [whole, again] = [2, 1].map((back) => this.read(size - FOOTER_BYTES - back * length, length)) as [
				Buffer,
				Buffer,
			];
			const head = parseObject(whole.toString('utf8', ofRows + ofPlaces)) as Head | undefined;
			if (!whole.equals(again) || head?.version !== VERSION) throw new DamagedIndex('the head');
			this.head = head;
			this.rowBytes = whole.subarray(0, ofRows);
			this.places = new Float64Array(whole.buffer, ofRows, ofPlaces / 8);
		} catch (error) {
			closeSync(this.descriptor);
			throw error;
		}
	}

	get files(): readonly SegmentFile[] {
		return this.head.files;
	}
	get rows(): number {
		return this.rowBytes.length / ROW_BYTES;
	}

	postings(hash: number): Postings {
		const number = this.blockWith(hash);
		if (number < 0) return [];
		let block = this.kept.get(number);
		if (block === undefined) {
			block = this.block(number);
			// Questions repeat their words, and a small index has few blocks.
			if ((this.keptBytes += block.bytes.length) > KEPT_BYTES) {
				this.kept.clear();
				this.keptBytes = block.bytes.length;
			}
			this.kept.set(number, block);
		}
		return postingsIn(block.bytes, block.first, hash);
	}

	/** All terms in the order of their hashes. */
	*terms(): Generator<{ hash: number; postings: Postings }, void> {
		for (let number = 0; number < this.places.length / PLACE_NUMBERS; number++) {
			const { bytes, first } = this.block(number);
			yield* termsOfBlock(bytes, first);
		}
	}

	row(at: number): Row {
		const bytes = this.rowBytes;
		const from = at * ROW_BYTES;
		return {
			begin: bytes.readUIntLE(from, 6),
			end: bytes.readUIntLE(from + 6, 6),
			atMs: bytes.readUIntLE(from + 12, 6),
			key: bytes.readUIntLE(from + 18, 4),
			hasWork: bytes[from + 22] === 1,
			filter: { firstBlock: bytes.readUInt32LE(from + 24), blocks: bytes.readUInt16LE(from + 28) },
		};
	}

	/** @returns whether all of these may stand in an exchange. @param pairs as `pairsOf` numbers them. @throws DamagedIndex */
	mayHold({ filter: { firstBlock, blocks } }: Row, pairs: readonly number[]): boolean {
		const blockWith = (pair: number): Buffer =>
			this.read(this.head.filters + (firstBlock + blockOf(pair, blocks)) * FILTER_BLOCK, FILTER_BLOCK);
		return blocks === 0 || pairs.every((pair) => mayHold(blockWith(pair), pair));
	}

	/** All of it, to be written once more. */
	filter({ firstBlock, blocks }: FilterPlace): Uint8Array {
		return this.read(this.head.filters + firstBlock * FILTER_BLOCK, blocks * FILTER_BLOCK);
	}

	/** Words that were said, folded, a line to each. */
	words(): string {
		const [from, to, sum] = this.head.words;
		return this.proven(from, to - from, sum).toString('utf8');
	}

	close(): void {
		closeSync(this.descriptor);
	}

	/** The block that a hash is in, by its number; -1 where it is in none. */
	private blockWith(hash: number): number {
		let low = 0;
		let high = this.places.length / PLACE_NUMBERS;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.places[middle * PLACE_NUMBERS] ?? 0) <= hash) low = middle + 1;
			else high = middle;
		}
		return low - 1;
	}

	private block(number: number): { readonly first: number; readonly bytes: Buffer } {
		const at = number * PLACE_NUMBERS;
		const [first = 0, offset = 0, length = 0, sum = 0] = this.places.subarray(at, at + PLACE_NUMBERS);
		return { first, bytes: this.proven(offset, length, sum) };
	}

	private proven(offset: number, length: number, sum: number): Buffer {
		const bytes = this.read(offset, length);
		if (checksum(bytes) !== sum) throw new DamagedIndex('a part');
		return bytes;
	}

	private read(offset: number, length: number): Buffer {
		if (!(length >= 0 && offset >= 0)) throw new DamagedIndex('cut off');
		const bytes = Buffer.alloc(length);
		if (length > 0 && readSync(this.descriptor, bytes, 0, length, offset) !== length) throw new DamagedIndex('cut off');
		return bytes;
	}
}

/** What a segment is made of. Its terms come in the order of their hashes. */
export interface SegmentParts {
	readonly terms: Iterable<{ readonly hash: number; readonly postings: Postings }>;
	readonly rows: Iterable<NewRow>;
	readonly files: readonly SegmentFile[];
	readonly words: string;
}

/** Writes a segment beside its place, and renames it. @throws the file system's errors, with nothing left behind. */
export function writeSegment(file: string, temporary: string, parts: SegmentParts): void {
	const descriptor = openSync(temporary, 'wx', 0o600);
	try {
		let at = 0;
		const write = (bytes: Uint8Array): void => void (at += writeAll(descriptor, bytes));
		const writer = new BlockWriter(write);
		for (const { hash, postings } of parts.terms) writer.add(hash, postings);
		writer.close();
		const wordsAt = at;
		const words = Buffer.from(parts.words);
		write(words);
		const filters = at;
		const rows = rowsBytes(parts.rows, write);
		const places = Float64Array.from(
			writer.blocks.flatMap(({ first, offset, length, sum }) => [first, offset, length, sum]),
		);
		const head: Head = { version: VERSION, files: parts.files, words: [wordsAt, filters, checksum(words)], filters };
		const whole = Buffer.concat([rows, new Uint8Array(places.buffer), Buffer.from(JSON.stringify(head))]);
		write(whole);
		write(whole);
		write(new Uint8Array(Uint32Array.of(MAGIC, whole.length, rows.length, places.byteLength).buffer));
		closeSync(descriptor);
	} catch (error) {
		closeSync(descriptor);
		rmSync(temporary, { force: true });
		throw error;
	}
	renameSync(temporary, file);
}

/** In one buffer that grows: there may be hundreds of thousands. @param write takes the filters, one after the other. */
function rowsBytes(rows: Iterable<NewRow>, write: (bytes: Uint8Array) => void): Buffer {
	let bytes = Buffer.alloc(1_024 * ROW_BYTES);
	let at = 0;
	let filter: Uint8Array | undefined;
	let firstBlock = 0;
	for (const row of rows) {
		if (row.filter !== filter) {
			firstBlock += (filter?.length ?? 0) / FILTER_BLOCK;
			write((filter = row.filter));
		}
		if (at === bytes.length) bytes = Buffer.concat([bytes], 2 * at);
		bytes.writeUIntLE(row.begin, at, 6);
		bytes.writeUIntLE(row.end, at + 6, 6);
		bytes.writeUIntLE(row.atMs, at + 12, 6);
		bytes.writeUIntLE(row.key, at + 18, 4);
		bytes[at + 22] = row.hasWork ? 1 : 0;
		bytes.writeUInt32LE(firstBlock, at + 24);
		bytes.writeUInt16LE(row.filter.length / FILTER_BLOCK, at + 28);
		at += ROW_BYTES;
	}
	return bytes.subarray(0, at);
}

function writeAll(descriptor: number, bytes: Uint8Array): number {
	for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
	return bytes.length;
}
