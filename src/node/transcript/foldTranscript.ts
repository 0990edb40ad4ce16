// The full fold of one transcript file, read in pieces.
import path from 'node:path';
import type { TranscriptEntry } from '../../core/transcript/entry';
import { type Session, emptySession, foldEntries } from '../../core/transcript/session';
import { readTranscriptEntries } from './transcriptLines';

export interface FoldOptions {
	/** Which session, where the file holds several; by default the one it is named after, else the one it has most of. */
	readonly sessionId?: string | undefined;
	readonly signal?: AbortSignal | undefined;
	/** Where to begin, in bytes: what is read of a long session is its end. */
	readonly from?: number | undefined;
	/** Hears the entries of the file as well, of all its sessions. */
	readonly hear?: ((entries: readonly TranscriptEntry[]) => void) | undefined;
}

/**
 * The session of a transcript, all of it.
 * @throws what `readTranscriptLines` throws.
 */
export async function foldTranscript(file: string, { sessionId, ...place }: FoldOptions = {}): Promise<Session> {
	const session = await fold(file, sessionId ?? path.basename(file, '.jsonl'), place);
	if (sessionId !== undefined || session.facts.firstMessageMs !== undefined) return session;
	// A copy under another name, or a subagent's: its lines carry the id of the session that it works for.
	const [most] = [...session.foreign].sort((a, b) => b[1] - a[1]);
	return most === undefined ? session : fold(file, most[0], place);
}

async function fold(
	file: string,
	id: string,
	{ signal, from, hear }: Omit<FoldOptions, 'sessionId'>,
): Promise<Session> {
	let session = emptySession(id);
	for await (const entries of readTranscriptEntries(file, signal, from)) {
		session = foldEntries(session, entries);
		hear?.(entries);
	}
	return session;
}
