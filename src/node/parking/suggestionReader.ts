// What sessions left open, read off their transcripts: the last part of each at first, and then only what is appended.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { type SuggestionState, foldSuggestions, noSuggestions } from '../../core/parking/suggestions';
import { type LineReader, PIECE_BYTES, createLineReader, entriesInLines } from '../transcript/transcriptLines';

/** What was put off longer ago than this in one session is nobody's open loop any more. */
const FIRST_READ_BYTES = 8 * 1024 * 1024;

interface Reading {
	/** How far the file was read. */
	offset: number;
	readonly lines: LineReader;
	state: SuggestionState;
}

export class SuggestionReader {
	private readonly readings = new Map<string, Reading>();

	/** How far a transcript was read, in bytes. */
	readTo(file: string): number | undefined {
		return this.readings.get(file)?.offset;
	}

	/**
	 * Reads what is new in a transcript. The event loop has its turn between two pieces.
	 * @returns what is known of the session; where the file cannot be read, what was known before.
	 */
	async read({ id, file }: { readonly id: string; readonly file: string }): Promise<SuggestionState> {
		try {
			await this.readNew(id, file);
		} catch {
			// It moved, or is not ours to read: whoever lists the sessions says so.
		}
		return this.readings.get(file)?.state ?? noSuggestions(id);
	}

	/** Lets go of transcripts that are not looked at any more. */
	keepOnly(files: ReadonlySet<string>): void {
		for (const file of this.readings.keys()) if (!files.has(file)) this.readings.delete(file);
	}

	private async readNew(id: string, file: string): Promise<void> {
		// Opening a pipe without O_NONBLOCK would hold us up until somebody writes into it.
		const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
		try {
			const stat = await handle.stat();
			if (!stat.isFile()) return;
			let reading = this.readings.get(file);
			// It shrank: it is another file by now.
			if (reading === undefined || reading.offset > stat.size) {
				const offset = Math.max(0, stat.size - FIRST_READ_BYTES);
				reading = { offset, lines: createLineReader(offset > 0), state: noSuggestions(id) };
				this.readings.set(file, reading);
			}
			const piece = new Uint8Array(PIECE_BYTES);
			while (reading.offset < stat.size) {
				const { bytesRead } = await handle.read(piece, 0, piece.length, reading.offset);
				if (bytesRead === 0) return;
				reading.offset += bytesRead;
				const entries = entriesInLines(reading.lines.push(piece.subarray(0, bytesRead)));
				reading.state = foldSuggestions(reading.state, entries);
			}
		} finally {
			await handle.close();
		}
	}
}
