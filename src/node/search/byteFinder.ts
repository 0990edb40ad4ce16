// Finds a pattern in the bytes of a file: in bounded memory, a piece of the file always being read while the one before is
// looked at. Looking does not care about lines; `lineAround` gives the line of a match.
import type { FileHandle } from 'node:fs/promises';
import type { FindPlain } from './horspool';

/** Bytes read at a time. */
export const CHUNK = 512 * 1_024;

/** Regular expressions want a string. V8 makes one of this size in its young space, which costs next to nothing; larger ones cost more than the search. */
const SLICE = 64 * 1_024;
const LINE_FEED = 0x0a;
/** Longer lines (bytes) are left out: one is in memory as a whole. The longest that was ever reported is 13 MB. */
const MAX_LINE = 128 * 1_024 * 1_024;

/** A match, or a line without its line feed. Byte offsets in the file; `end` is just past it. */
export interface ByteSpan {
	readonly start: number;
	readonly end: number;
}

export interface BytePattern {
	/** Over strings that hold one byte in each character. */
	readonly regExp: RegExp;
	/** No match is longer. */
	readonly maxBytes: number;
	/** Finds something that every match holds. */
	readonly findPlain?: FindPlain | undefined;
}

/** Buffers that nobody uses at the moment. Several finders share one list, so that a thousand files take a handful. */
export type FreeBuffers = Buffer[];

interface Chunk {
	readonly buffer: Buffer;
	/** Where its first byte is in the file, and how many bytes it holds. */
	readonly start: number;
	readonly length: number;
	/** Where the piece after it begins; nothing where the file ended. They overlap, for a match may lie across the border. */
	readonly next: number | undefined;
}

export class ByteFinder {
	private chunk: Chunk | undefined;
	private ahead: Promise<Chunk> | undefined;

	constructor(
		private readonly handle: FileHandle,
		private readonly pattern: BytePattern,
		private readonly free: FreeBuffers,
	) {}

	/** The first match that starts at `from` or after; nothing once `signal` is aborted. */
	async find(from: number, signal: AbortSignal): Promise<ByteSpan | undefined> {
		for (let at = from; !signal.aborted;) {
			const { buffer, start, length, next } = await this.load(at);
			const match = findIn(buffer, at - start, length, this.pattern);
			if (match) return { start: start + match.start, end: start + match.end };
			if (next === undefined) return undefined;
			at = next;
		}
		return undefined;
	}

	/** The byte at an offset, if it is in the piece that was looked at last. */
	byteAt(offset: number): number | undefined {
		const index = offset - (this.chunk?.start ?? 0);
		return index < (this.chunk?.length ?? 0) ? this.chunk?.buffer[index] : undefined;
	}

	/**
	 * The line that a byte is on.
	 * @returns its place, and its bytes (valid until the next call) unless there are more than `maxBytes` of them.
	 */
	async lineAround(at: number, maxBytes = MAX_LINE): Promise<ByteSpan & { readonly bytes: Buffer | undefined }> {
		const { buffer, start, length, next } = await this.load(at);
		const held = buffer.subarray(0, length);
		const before = held.lastIndexOf(LINE_FEED, at - start);
		const after = held.indexOf(LINE_FEED, at - start);
		const from = before >= 0 || start === 0 ? start + before + 1 : await this.lineStart(start);
		const end =
			after >= 0 || next === undefined ? start + (after < 0 ? length : after) : await this.lineEnd(start + length);
		if (end - from > maxBytes) return { start: from, end, bytes: undefined };
		if (from >= start && end <= start + length)
			return { start: from, end, bytes: held.subarray(from - start, end - start) };
		const bytes = Buffer.allocUnsafeSlow(end - from);
		return { start: from, end, bytes: bytes.subarray(0, await this.read(bytes, end - from, from)) };
	}

	/** Gives the buffers back, once no reading is under way any more. */
	async dispose(): Promise<void> {
		const ahead = await this.ahead?.catch(() => undefined);
		for (const chunk of [this.chunk, ahead]) if (chunk) this.free.push(chunk.buffer);
		this.chunk = this.ahead = undefined;
	}

	/** The piece that holds the byte at `at`. The one after it is on its way when this returns. */
	private async load(at: number): Promise<Chunk> {
		if (this.chunk && isIn(this.chunk, at)) return this.chunk;
		if (this.chunk) this.free.push(this.chunk.buffer);
		this.chunk = undefined;
		const ahead = await this.ahead;
		this.ahead = undefined;
		if (ahead && !isIn(ahead, at)) this.free.push(ahead.buffer);
		const chunk = (this.chunk = ahead && isIn(ahead, at) ? ahead : await this.readChunk(at));
		if (chunk.next !== undefined) {
			this.ahead = this.readChunk(chunk.next);
			this.ahead.catch(() => undefined); // Nobody may be waiting when it fails; whoever does is told.
		}
		return chunk;
	}

	private async readChunk(start: number): Promise<Chunk> {
		const buffer = this.free.pop() ?? Buffer.allocUnsafeSlow(CHUNK);
		const length = await this.read(buffer, CHUNK, start);
		return { buffer, start, length, next: length < CHUNK ? undefined : start + length - this.pattern.maxBytes + 1 };
	}

	/** Reads until all is there or the file ends. */
	private async read(buffer: Buffer, length: number, position: number): Promise<number> {
		let got = 0;
		while (got < length) {
			const { bytesRead } = await this.handle.read(buffer, got, length - got, position + got);
			got += bytesRead;
			// A regular file gives less than was asked for at its end alone.
			if (bytesRead === 0 || got < length) break;
		}
		return got;
	}

	private async lineStart(before: number): Promise<number> {
		const buffer = this.free.pop() ?? Buffer.allocUnsafeSlow(CHUNK);
		let end = before;
		let feed = -1;
		while (end > 0 && feed < 0) {
			const from = Math.max(0, end - CHUNK);
			feed = buffer.subarray(0, await this.read(buffer, end - from, from)).lastIndexOf(LINE_FEED);
			end = feed < 0 ? from : from + feed + 1;
		}
		this.free.push(buffer);
		return end;
	}

	private async lineEnd(after: number): Promise<number> {
		const buffer = this.free.pop() ?? Buffer.allocUnsafeSlow(CHUNK);
		let end = after;
		for (let got = CHUNK, feed = -1; got === CHUNK && feed < 0; end += feed < 0 ? got : feed) {
			got = await this.read(buffer, CHUNK, end);
			feed = buffer.subarray(0, got).indexOf(LINE_FEED);
		}
		this.free.push(buffer);
		return end;
	}
}

/** Whether a match that starts at `at` is in this piece as a whole. */
function isIn({ start, length, next }: Chunk, at: number): boolean {
	return at >= start && at < (next ?? start + length);
}

/** The first match in `buffer` between two indexes. */
export function findIn(buffer: Buffer, from: number, to: number, pattern: BytePattern): ByteSpan | undefined {
	const plain = pattern.findPlain ? pattern.findPlain(buffer, from, to) : from;
	if (plain < 0) return undefined;
	for (let at = Math.max(from, plain - pattern.maxBytes); at < to; at += SLICE) {
		const slice = buffer.toString('latin1', at, Math.min(to, at + SLICE + pattern.maxBytes - 1));
		const match = pattern.regExp.exec(slice);
		if (match && match.index < SLICE) return { start: at + match.index, end: at + match.index + match[0].length };
	}
	return undefined;
}
