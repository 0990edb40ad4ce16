// Drives the quick scan over files: which bytes to ask for, and what to do with a line that is longer than the buffer.
// The same steps serve the worker, which reads synchronously, and the extension host, which must not.
import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { LineReader } from './scan/lineReader';
import { endScan, scanLines } from './scan/scanLines';
import type { Scan } from './scan/scanState';
import { squeeze } from './scan/shorten';

/** Bytes read at a time: large enough for the disk, small enough for the processor's cache and to be scanned in a millisecond. */
const CHUNK = 256 * 1_024;
/**
 * Lines that are longer without their long strings are left out; the longest that was ever reported is 13 MB with them. A
 * search keeps them, so `byteFinder.ts` has room for twice as much.
 */
const MAX_LINE = 64 * 1_024 * 1_024;

/** Claude Code writes none; an editor may have. */
const BOM = [0xef, 0xbb, 0xbf];

/** A wish for bytes of the file; it is answered with how many came, 0 at the end. */
interface ReadRequest {
	readonly buffer: Buffer;
	readonly offset: number;
	readonly length: number;
	readonly position: number;
}

/**
 * Scans from an offset to the end of the file or to `to`, whichever comes first.
 * @param reader whose memory it is read into.
 * @returns the offset just past the last complete line.
 */
function* scanSteps(scan: Scan, from: number, to: number, reader: LineReader): Generator<ReadRequest, number, number> {
	let buffer = roomOf(reader);
	let position = from;
	/** Where in the file the line begins that is not complete yet. */
	let lineAt = from;
	/** Invariant: `buffer[0, held)` are the bytes from `lineAt` to `position`, the long strings of a long line cut. */
	let held = 0;
	let isTooLong = false;
	for (;;) {
		const length = Math.min(CHUNK, buffer.length - held, to - position);
		const got = length > 0 ? yield { buffer, offset: held, length, position } : 0;
		if (got === 0) break;
		position += got;
		held += got;
		let consumed = position === got && BOM.every((byte, at) => at < held && buffer[at] === byte) ? BOM.length : 0;
		if (isTooLong) {
			const feed = buffer.indexOf(0x0a, 0);
			isTooLong = feed < 0 || feed >= held;
			consumed = isTooLong ? held : feed + 1;
		}
		if (!isTooLong) {
			consumed = scanLines(scan, reader, reader.at + consumed, reader.at + held) - reader.at;
			// To remember ids the memory may have grown.
			if (buffer.buffer !== reader.bytes.buffer) buffer = roomOf(reader);
		}
		if (consumed === 0 && held === buffer.length) {
			held = squeeze(buffer, held);
			if (held > MAX_LINE / 2) {
				isTooLong = true;
				consumed = held;
			} else if (held > buffer.length / 2) {
				reader.makeRoom(buffer.length * 2);
				buffer = roomOf(reader);
			}
		}
		if (consumed === 0) continue;
		buffer.copyWithin(0, consumed, held);
		held -= consumed;
		lineAt = position - held;
	}
	endScan(scan, reader);
	return isTooLong ? position : lineAt;
}

/** Where lines are read to. */
function roomOf({ bytes, at, size }: LineReader): Buffer {
	return bytes.subarray(at, at + size);
}

/** Scans a file in one go. For a worker thread or a command line. Throws the file system's own errors. */
export function scanFileSync(scan: Scan, file: string, from: number, to: number): number {
	const reader = LineReader.take(scan.seen);
	let fd: number | undefined;
	try {
		fd = openSync(file, 'r');
		const steps = scanSteps(scan, from, to, reader);
		let step = steps.next();
		while (!step.done) {
			const { buffer, offset, length, position } = step.value;
			step = steps.next(readSync(fd, buffer, offset, length, position));
		}
		return step.value;
	} finally {
		reader.giveBack(scan.isTogether);
		if (fd !== undefined) closeSync(fd);
	}
}

/** The same in pieces of about a millisecond. `isWanted` is asked before each piece; when it says no, the scan is left. */
export async function scanFile(
	scan: Scan,
	file: string,
	from: number,
	to: number,
	isWanted: () => boolean = () => true,
): Promise<number | undefined> {
	const reader = await LineReader.takeLater(scan.seen);
	let handle: FileHandle | undefined;
	try {
		handle = await open(file, 'r');
		const steps = scanSteps(scan, from, to, reader);
		let step = steps.next();
		while (!step.done) {
			if (!isWanted()) return undefined;
			const { buffer, offset, length, position } = step.value;
			step = steps.next((await handle.read(buffer, offset, length, position)).bytesRead);
		}
		return step.value;
	} finally {
		reader.giveBack(scan.isTogether);
		await handle?.close().catch(() => undefined);
	}
}
