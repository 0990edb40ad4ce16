// The rows of one transcript, as it is read: no more of it is in memory than a piece and an unfinished line.
import type { Redact } from '../../core/privacy/redaction';
import { type RowSource, type TranscriptRow, TranscriptRows } from '../../core/insights/transcriptRows';
import { parseLine } from '../../core/transcript/parseEntry';
import { readTranscriptLines } from '../transcript/transcriptLines';

/** Lines of requests are long, many, and say nothing that is a row. */
const REQUEST = '{"type":"api-request';

/** A transcript, and how much of it is read. */
export interface TranscriptToRead extends RowSource {
	readonly file: string;
	/** Where to end, in bytes; without it, where the file ends. */
	readonly endByte?: number | undefined;
}

/**
 * Reads a transcript. Lines that are damaged, cut or unknown cost only themselves.
 * @param redact what texts go through; without it they stay empty
 * @returns the rows that each piece of the file completes, in the order of the file
 * @throws the file system's error
 */
export async function* readRows(
	{ file, endByte, ...source }: TranscriptToRead,
	redact: Redact | undefined,
): AsyncGenerator<readonly TranscriptRow[], void> {
	const rows = new TranscriptRows(source, redact);
	for await (const lines of readTranscriptLines(file, undefined, 0, endByte)) {
		yield lines.flatMap(({ text, isCut }) => {
			if (isCut || text.startsWith(REQUEST)) return [];
			const entry = parseLine(text);
			return entry === undefined ? [] : rows.take(entry, () => JSON.parse(text.slice(text.indexOf('{'))) as unknown);
		});
	}
	yield rows.end();
}
