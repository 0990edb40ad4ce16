// A whole transcript, line by line, whatever its size: bounded pieces, one at a time, and no more in memory than a piece
// and an unfinished line.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { TranscriptEntry } from '../../core/transcript/entry';
import { createLineBuffer } from '../../core/transcript/lineBuffer';
import { entriesOf } from '../../core/transcript/parseEntry';

interface TranscriptLine {
	/** Without its line break. */
	readonly text: string;
	/** Within the file, from 1. */
	readonly number: number;
	/** It was longer than `MAX_LINE_BYTES`; `text` is its beginning. */
	readonly isCut: boolean;
}

/** Bytes read at a time; they are decoded in less than a millisecond. */
export const PIECE_BYTES = 256 * 1_024;
/** What is read of a file at a time that has grown since it was looked at, at least. */
const LEAST_PIECE_BYTES = 4 * 1_024;
/** The longest line that was ever reported has 13 MB. */
export const MAX_LINE_BYTES = 20 * 1_024 * 1_024;
/** What is kept of a longer line: enough to say what it was. */
const CUT_LINE_BYTES = 4 * 1_024;

/**
 * Reads a transcript from its start to its end. The line after the last line break comes as well, at the end: it is whole
 * unless its writer is at it or has crashed. Every piece is awaited from the disk, so the event loop has its turn between
 * two batches.
 * @param from where to begin, in bytes: with the first line that begins after it.
 * @param to where to end.
 * @returns batches: the lines that one piece of the file completed; never none
 * @throws the file system's error, an Error where there is no regular file, and `signal.reason` once that is aborted.
 */
export async function* readTranscriptLines(
	file: string,
	signal?: AbortSignal,
	from = 0,
	to = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly TranscriptLine[], void> {
	const { handle, size } = await openSized(file);
	try {
		// Most files are small, and memory costs time by its size.
		const bytes = Math.min(PIECE_BYTES, Math.max(LEAST_PIECE_BYTES, Math.min(size, to) - from));
		// No Buffer: its `slice` would not copy, and the line buffer relies on a copy.
		const piece = new Uint8Array(bytes);
		const reader = createLineReader(from > 0);
		for (let position = from; ;) {
			signal?.throwIfAborted();
			const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, to - position), position);
			position += bytesRead;
			const lines = bytesRead === 0 ? reader.end() : reader.push(piece.subarray(0, bytesRead));
			if (lines.length > 0) yield lines;
			if (bytesRead === 0) return;
		}
	} finally {
		await handle.close();
	}
}

/** Opens a regular file. @throws the file system's error, and an Error where it is something else. */
export const openTranscript = async (file: string): Promise<FileHandle> => (await openSized(file)).handle;

async function openSized(file: string): Promise<{ readonly handle: FileHandle; readonly size: number }> {
	// Opening a pipe without O_NONBLOCK would hold us up until somebody writes into it.
	const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	try {
		const found = await handle.stat();
		if (found.isFile()) return { handle, size: found.size };
		throw new Error(`Not a regular file: ${file}`);
	} catch (error) {
		await handle.close();
		throw error;
	}
}

/** The entries of a transcript, as many at a time as one piece of it has. What is broken, blank or cut is left out. Throws likewise. */
export async function* readTranscriptEntries(
	file: string,
	signal?: AbortSignal,
	from = 0,
): AsyncGenerator<readonly TranscriptEntry[], void> {
	for await (const lines of readTranscriptLines(file, signal, from))
		yield entriesOf(lines.filter(({ isCut }) => !isCut).map(({ text }) => text));
}

interface LineReader {
	/** The lines that a piece completes. */
	push(piece: Uint8Array): readonly TranscriptLine[];
	/** The unterminated line, if there is one. */
	end(): readonly TranscriptLine[];
}

/** @param isMidLine the first piece begins within a line, whose rest is passed over. */
function createLineReader(isMidLine = false): LineReader {
	const decoder = new TextDecoder();
	let buffer = createLineBuffer();
	/** Bytes of the unfinished line. */
	let held = 0;
	/** The rest of the unfinished line is passed over: it was cut, or began before the first piece. */
	let isSkipping = isMidLine;
	let number = 0;
	const line = (bytes: Uint8Array, isCut = false): TranscriptLine => ({
		text: decoder.decode(bytes),
		number: ++number,
		isCut,
	});
	return {
		push(piece) {
			let rest = piece;
			if (isSkipping) {
				const end = rest.indexOf(0x0a);
				if (end < 0) return [];
				isSkipping = false;
				rest = rest.subarray(end + 1);
			}
			// Decoded at once, because the lines point into a buffer that is read into again.
			const lines = buffer.push(rest).map((bytes) => line(bytes));
			held = lines.length === 0 ? held + rest.length : rest.length - 1 - rest.lastIndexOf(0x0a);
			if (held <= MAX_LINE_BYTES) return lines;
			const cut = line(buffer.tail.subarray(0, CUT_LINE_BYTES), true);
			buffer = createLineBuffer();
			held = 0;
			isSkipping = true;
			return [...lines, cut];
		},
		end: () => (buffer.tail.length === 0 ? [] : [line(buffer.tail)]),
	};
}
