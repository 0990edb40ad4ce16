// The state of a session from its transcript, read twice: what was abandoned, and how it ended, is known at its end only.
import { type SessionExtract, openExtraction } from '../../core/handoff/extract';
import type { TranscriptEntry } from '../../core/transcript/entry';
import type { Session } from '../../core/transcript/session';
import { type FoldOptions, foldTranscript } from '../transcript/foldTranscript';
import { readTranscriptEntries } from '../transcript/transcriptLines';

/** A session, and what is in it. Texts are as they were said: redact before showing or writing. */
interface ExtractedSession {
	readonly session: Session;
	readonly extract: SessionExtract;
}

/**
 * Reads a transcript, or a raw backup of one.
 * @param also is told every entry, of the second reading.
 * @throws what `readTranscriptLines` throws.
 */
export async function extractSession(
	file: string,
	options: FoldOptions = {},
	also: (entry: TranscriptEntry, session: Session) => void = () => undefined,
): Promise<ExtractedSession> {
	const session = await foldTranscript(file, options);
	const extraction = openExtraction(session);
	for await (const entries of readTranscriptEntries(file, options.signal, options.from))
		for (const entry of entries) {
			extraction.note(entry);
			also(entry, session);
		}
	return { session, extract: extraction.close() };
}
