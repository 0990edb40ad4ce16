// A first look at a transcript in constant time: its head and its tail, whatever lies between. For lists, and for
// backups, which must say what they hold before anybody reads gigabytes.
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { TranscriptEntry } from '../../core/transcript/entry';
import { type HeadAndTail, foldHeadAndTail } from '../../core/transcript/headAndTail';
import { createLineBuffer } from '../../core/transcript/lineBuffer';
import { entriesOf } from '../../core/transcript/parseEntry';

export interface SizedHeadAndTail extends HeadAndTail {
	readonly sizeBytes: number;
}

const KB = 1024;
const HEAD_BYTES = 64 * KB;
const TAIL_BYTES = 256 * KB;

/** A first prompt with pictures is megabytes. */
const MAX_HEAD_BYTES = 4 * 1024 * KB;

/** One tool result can be a line of 20 MB, and it can be the last one. */
const MAX_TAIL_BYTES = 24 * 1024 * KB;

/** The lines at both ends of a transcript. */
export interface Ends {
	/** Empty where the tail is the whole file. */
	readonly head: readonly TranscriptEntry[];
	readonly tail: readonly TranscriptEntry[];
	readonly sizeBytes: number;
}

/**
 * Reads a bounded head and tail. Never throws.
 * @returns nothing where the file is missing, not a regular file, or not ours to read.
 */
export async function readHeadAndTail(file: string): Promise<SizedHeadAndTail | undefined> {
	const ends = await readEnds(file);
	return ends && { ...foldHeadAndTail([...ends.head, ...ends.tail]), sizeBytes: ends.sizeBytes };
}

/** The lines that `readHeadAndTail` looks at. Never throws. */
export async function readEnds(file: string): Promise<Ends | undefined> {
	let handle: FileHandle | undefined;
	try {
		// Asked before it is opened: opening a pipe waits for somebody to write into it.
		const info = await stat(file);
		if (!info.isFile()) return undefined;
		handle = await open(file, 'r');
		return { ...(await endsOf(handle, info.size)), sizeBytes: info.size };
	} catch {
		// A file that cannot be read has nothing to say; the caller shows it as such.
		return undefined;
	} finally {
		await handle?.close().catch(() => undefined);
	}
}

async function endsOf(handle: FileHandle, size: number): Promise<Pick<Ends, 'head' | 'tail'>> {
	const whole = (entries: readonly TranscriptEntry[]): Pick<Ends, 'head' | 'tail'> => ({ head: [], tail: entries });
	if (size <= HEAD_BYTES + TAIL_BYTES) return whole(entriesIn(await read(handle, 0, size), true, true));
	let head: readonly TranscriptEntry[] = [];
	let headEnd = HEAD_BYTES;
	for (; ; headEnd *= 2) {
		head = entriesIn(await read(handle, 0, Math.min(headEnd, size)), true, headEnd >= size);
		if (headEnd >= size) return whole(head);
		if (
			headEnd >= MAX_HEAD_BYTES ||
			head.some((e) => e.type === 'user' && (e.kind === 'prompt' || e.kind === 'command'))
		)
			break;
	}
	for (let length = TAIL_BYTES; ; length *= 2) {
		const from = Math.max(0, size - length);
		const tail = entriesIn(await read(handle, from, size - from), from === 0, true);
		if (from === 0) return whole(tail);
		// The head's last line is cut off and so is the tail's first one: where the two meet, no line is read twice.
		if (from <= headEnd) return whole(entriesIn(await read(handle, 0, size), true, true));
		if (length >= MAX_TAIL_BYTES || tail.some((e) => e.type === 'user' || e.type === 'assistant'))
			return { head, tail };
	}
}

/** The entries of a piece of a file; lines that the piece cuts off are left out. */
function entriesIn(bytes: Buffer, fromStart: boolean, toEnd: boolean): readonly TranscriptEntry[] {
	const buffer = createLineBuffer();
	const lines = buffer.push(bytes);
	if (toEnd && buffer.tail.length > 0) lines.push(buffer.tail);
	return entriesOf((fromStart ? lines : lines.slice(1)).map((line) => new TextDecoder().decode(line)));
}

async function read(handle: FileHandle, from: number, length: number): Promise<Buffer> {
	const bytes = Buffer.allocUnsafe(length);
	let got = 0;
	while (got < length) {
		const { bytesRead } = await handle.read(bytes, got, length - got, from + got);
		if (bytesRead === 0) break; // It shrank under our eyes: what is there is all there is.
		got += bytesRead;
	}
	return bytes.subarray(0, got);
}
