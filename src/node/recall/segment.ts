// A file of the index. It is written once and never changed: blocks of terms, a row for each exchange, the blocks' places,
// the words that can be found by a typo, and a head in JSON that says where all of that is.
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { checksum } from '../../core/base/checksum';
import { parseObject } from '../../core/base/result';
import type { FileStamp } from '../../core/transcript/cursor';
import type { SessionWords } from '../../core/recall/exchanges';
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
}

interface Head {
	readonly version: number;
	readonly files: readonly SegmentFile[];
	readonly rows: number;
	/** Where the rows, the places of the blocks, the words and this begin. */
	readonly at: readonly [rows: number, blocks: number, words: number, head: number];
	readonly sums: readonly [blocks: number, words: number, rows: number];
}

/** Grows when anything here, or in how texts are taken apart, gets another meaning: others are made anew. */
const VERSION = 4;
const ROW_BYTES = 24;
const BLOCK_ROW = 24;
const FOOTER_BYTES = 16;
/** So many bytes of blocks stay in memory. */
const KEPT_BYTES = 4 * 1_024 * 1_024;
const MAGIC = 0x534b5231;

export class SegmentReader {
	private readonly descriptor: number;
	/** Where the blocks are, as it stands in the file: a question asks for few of them. */
	private readonly blocks: Buffer;
	private readonly head: Head;
	private rowBytes: Buffer | undefined;
	private readonly kept = new Map<number, { readonly first: number; readonly bytes: Buffer }>();
	private keptBytes = 0;

	/** @throws DamagedIndex, and the file system's errors. */
	constructor(
		readonly name: string,
		file: string,
	) {
		this.descriptor = openSync(file, 'r');
		try {
			this.head = this.readHead();
			const [, from, to] = this.head.at;
			this.blocks = this.proven(from, to - from, this.head.sums[0]);
		} catch (error) {
			closeSync(this.descriptor);
			throw error;
		}
	}

	get files(): readonly SegmentFile[] {
		return this.head.files;
	}
	get rows(): number {
		return this.head.rows;
	}
	get bytes(): number {
		return this.head.at[3];
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
		for (let number = 0; number < this.blocks.length / BLOCK_ROW; number++) {
			const { bytes, first } = this.block(number);
			yield* termsOfBlock(bytes, first);
		}
	}

	row(at: number): Row {
		// A question asks for hundreds of them, all over the place.
		const bytes = (this.rowBytes ??= this.proven(this.head.at[0], this.rows * ROW_BYTES, this.head.sums[2]));
		const from = at * ROW_BYTES;
		return {
			begin: bytes.readUIntLE(from, 6),
			end: bytes.readUIntLE(from + 6, 6),
			atMs: bytes.readUIntLE(from + 12, 6),
			key: bytes.readUIntLE(from + 18, 4),
			hasWork: bytes[from + 22] === 1,
		};
	}

	/** Words that were said, folded, a line to each. */
	words(): string {
		const [, , from, to] = this.head.at;
		return this.proven(from, to - from, this.head.sums[1]).toString('utf8');
	}

	close(): void {
		closeSync(this.descriptor);
	}

	/** The block that a hash is in, by its number; -1 where it is in none. */
	private blockWith(hash: number): number {
		let low = 0;
		let high = this.blocks.length / BLOCK_ROW;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.blocks.readUIntLE(middle * BLOCK_ROW, 6) <= hash) low = middle + 1;
			else high = middle;
		}
		return low - 1;
	}

	private block(number: number): { readonly first: number; readonly bytes: Buffer } {
		const at = number * BLOCK_ROW;
		const [offset, length] = [this.blocks.readUIntLE(at + 6, 6), this.blocks.readUInt32LE(at + 12)];
		const bytes = this.proven(offset, length, this.blocks.readUInt32LE(at + 16));
		return { first: this.blocks.readUIntLE(at, 6), bytes };
	}

	private proven(offset: number, length: number, sum: number): Buffer {
		const bytes = this.read(offset, length);
		if (checksum(bytes) !== sum) throw new DamagedIndex('a part');
		return bytes;
	}

	private read(offset: number, length: number): Buffer {
		const bytes = Buffer.alloc(length);
		if (length < 0 || (length > 0 && readSync(this.descriptor, bytes, 0, length, offset) !== length))
			throw new DamagedIndex('cut off');
		return bytes;
	}

	private readHead(): Head {
		const { size } = fstatSync(this.descriptor);
		if (size < FOOTER_BYTES) throw new DamagedIndex('cut off');
		const footer = this.read(size - FOOTER_BYTES, FOOTER_BYTES);
		const length = footer.readUInt32LE(4);
		if (footer.readUInt32LE(0) !== MAGIC || length > size) throw new DamagedIndex('no index');
		const bytes = this.read(size - FOOTER_BYTES - length, length);
		const head = parseObject(bytes.toString('utf8')) as Head | undefined;
		if (checksum(bytes) !== footer.readUInt32LE(8) || head?.version !== VERSION) throw new DamagedIndex('the head');
		return head;
	}
}

/** What a segment is made of. Its terms come in the order of their hashes. */
export interface SegmentParts {
	readonly terms: Iterable<{ readonly hash: number; readonly postings: Postings }>;
	readonly rows: Iterable<Row>;
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
		const rowsAt = writer.close();
		const rows = Buffer.concat(Array.from(parts.rows, rowBytes));
		write(rows);
		const blocksAt = at;
		const places = Buffer.alloc(writer.blocks.length * BLOCK_ROW);
		writer.blocks.forEach((block, index) => {
			places.writeUIntLE(block.first, index * BLOCK_ROW, 6);
			places.writeUIntLE(block.offset, index * BLOCK_ROW + 6, 6);
			places.writeUInt32LE(block.length, index * BLOCK_ROW + 12);
			places.writeUInt32LE(block.sum, index * BLOCK_ROW + 16);
		});
		write(places);
		const wordsAt = at;
		const words = Buffer.from(parts.words);
		write(words);
		const head = Buffer.from(
			JSON.stringify({
				version: VERSION,
				files: parts.files,
				rows: rows.length / ROW_BYTES,
				at: [rowsAt, blocksAt, wordsAt, at],
				sums: [checksum(places), checksum(words), checksum(rows)],
			} satisfies Head),
		);
		write(head);
		const footer = Buffer.alloc(FOOTER_BYTES);
		footer.writeUInt32LE(MAGIC, 0);
		footer.writeUInt32LE(head.length, 4);
		footer.writeUInt32LE(checksum(head), 8);
		write(footer);
		closeSync(descriptor);
	} catch (error) {
		closeSync(descriptor);
		rmSync(temporary, { force: true });
		throw error;
	}
	renameSync(temporary, file);
}

function rowBytes(row: Row): Buffer {
	const bytes = Buffer.alloc(ROW_BYTES);
	bytes.writeUIntLE(row.begin, 0, 6);
	bytes.writeUIntLE(row.end, 6, 6);
	bytes.writeUIntLE(row.atMs, 12, 6);
	bytes.writeUIntLE(row.key, 18, 4);
	bytes[22] = row.hasWork ? 1 : 0;
	return bytes;
}

function writeAll(descriptor: number, bytes: Uint8Array): number {
	for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
	return bytes.length;
}
