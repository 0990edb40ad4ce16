// A file of the index. It is written once and never changed: blocks of terms, a row for each exchange, the blocks' places,
// the words that can be found by a typo, and a head in JSON that says where all of that is.
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { checksum } from '../../core/base/hash';
import { parseObject } from '../../core/base/result';
import type { FileStamp } from '../../core/transcript/cursor';
import type { SessionWords } from '../../core/recall/exchanges';
import {
	type PostingBlock,
	BlockWriter,
	DamagedIndex,
	type Postings,
	blockOf,
	postingsIn,
	termsOfBlock,
} from '../../core/recall/postings';

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
	readonly sums: readonly [blocks: number, words: number];
}

/** Grows when anything here, or in how texts are taken apart, gets another meaning: others are made anew. */
const VERSION = 3;
const ROW_BYTES = 24;
const BLOCK_ROW = 24;
const FOOTER_BYTES = 16;
/** So many bytes of blocks stay in memory. */
const KEPT_BYTES = 4 * 1_024 * 1_024;
const MAGIC = 0x534b5231;

export class SegmentReader {
	private readonly descriptor: number;
	private readonly blocks: readonly PostingBlock[];
	private readonly head: Head;
	private rowBytes: Buffer | undefined;
	private readonly kept = new Map<PostingBlock, Buffer>();
	private keptBytes = 0;

	/** @throws DamagedIndex, and the file system's errors. */
	constructor(
		readonly name: string,
		file: string,
	) {
		this.descriptor = openSync(file, 'r');
		try {
			this.head = this.readHead();
			this.blocks = this.readBlocks();
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
		const block = blockOf(this.blocks, hash);
		if (block === undefined) return [];
		let bytes = this.kept.get(block);
		if (bytes === undefined) {
			bytes = this.proven(block);
			// Questions repeat their words, and a small index has few blocks.
			if ((this.keptBytes += bytes.length) > KEPT_BYTES) {
				this.kept.clear();
				this.keptBytes = bytes.length;
			}
			this.kept.set(block, bytes);
		}
		return postingsIn(bytes, block.first, hash);
	}

	/** All terms in the order of their hashes. */
	*terms(): Generator<{ hash: number; postings: Postings }, void> {
		for (const block of this.blocks) yield* termsOfBlock(this.proven(block), block.first);
	}

	row(at: number): Row {
		// A question asks for hundreds of them, all over the place.
		this.rowBytes ??= this.read(this.head.at[0], this.rows * ROW_BYTES);
		const bytes = this.rowBytes.subarray(at * ROW_BYTES, (at + 1) * ROW_BYTES);
		if (checksum(bytes.subarray(0, 23)) >>> 24 !== bytes[23]) throw new DamagedIndex('a row');
		return {
			begin: bytes.readUIntLE(0, 6),
			end: bytes.readUIntLE(6, 6),
			atMs: bytes.readUIntLE(12, 6),
			key: bytes.readUIntLE(18, 4),
			hasWork: bytes[22] === 1,
		};
	}

	/** Words that were said, folded, a line to each. */
	words(): string {
		const [, , from, to] = this.head.at;
		const bytes = this.read(from, to - from);
		if (checksum(bytes) !== this.head.sums[1]) throw new DamagedIndex('the words');
		return bytes.toString('utf8');
	}

	close(): void {
		closeSync(this.descriptor);
	}

	private proven(block: PostingBlock): Buffer {
		const bytes = this.read(block.offset, block.length);
		if (checksum(bytes) !== block.sum) throw new DamagedIndex('a block');
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

	private readBlocks(): readonly PostingBlock[] {
		const [, from, to] = this.head.at;
		const bytes = this.read(from, to - from);
		if (checksum(bytes) !== this.head.sums[0]) throw new DamagedIndex('the blocks');
		const blocks: PostingBlock[] = [];
		for (let at = 0; at < bytes.length; at += BLOCK_ROW)
			blocks.push({
				first: bytes.readUIntLE(at, 6),
				offset: bytes.readUIntLE(at + 6, 6),
				length: bytes.readUInt32LE(at + 12),
				sum: bytes.readUInt32LE(at + 16),
			});
		return blocks;
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
		let rows = 0;
		for (const row of parts.rows) {
			write(rowBytes(row));
			rows++;
		}
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
				rows,
				at: [rowsAt, blocksAt, wordsAt, at],
				sums: [checksum(places), checksum(words)],
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
	bytes[23] = checksum(bytes.subarray(0, 23)) >>> 24;
	return bytes;
}

function writeAll(descriptor: number, bytes: Uint8Array): number {
	for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
	return bytes.length;
}
