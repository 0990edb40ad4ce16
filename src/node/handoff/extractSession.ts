// The state of a session from its transcript, read twice: what was abandoned, and how it ended, is known at its end only.
import { type SessionExtract, openExtraction } from '../../core/handoff/extract';
import { parseLine } from '../../core/transcript/parseEntry';
import type { Session } from '../../core/transcript/session';
import { type FoldOptions, foldTranscript } from '../transcript/foldTranscript';
import { readTranscriptLines } from '../transcript/transcriptLines';

/** A session, and what is in it. Texts are as they were said: redact before showing or writing. */
interface ExtractedSession {
	readonly session: Session;
	readonly extract: SessionExtract;
}

/**
 * Reads a transcript, or a raw backup of one.
 * @throws what `readTranscriptLines` throws.
 */
export async function extractSession(file: string, options: FoldOptions = {}): Promise<ExtractedSession> {
	const session = await foldTranscript(file, options);
	const extraction = openExtraction(session);
	for await (const { lines } of readTranscriptLines(file, options.signal))
		for (const { text, number, isCut } of lines) {
			const parsed = isCut ? undefined : parseLine(text, number);
			if (parsed !== undefined && 'entry' in parsed) extraction.note(parsed.entry);
		}
	return { session, extract: extraction.close() };
}
