// The full fold of one transcript file, read in pieces.
import path from 'node:path';
import type { TranscriptEntry } from '../../core/transcript/entry';
import { type Session, emptySession, foldEntries } from '../../core/transcript/session';
import { readTranscriptEntries } from './transcriptLines';

export interface FoldOptions {
	/** Which session, where the file holds several; by default the one it is named after, else the one it has most of. */
	readonly sessionId?: string | undefined;
	readonly signal?: AbortSignal | undefined;
	/** Hears the entries of the file as well, of all its sessions. */
	readonly hear?: ((entries: readonly TranscriptEntry[]) => void) | undefined;
}

/**
 * The session of a transcript, all of it.
 * @throws what `readTranscriptLines` throws.
 */
export async function foldTranscript(file: string, { sessionId, signal, hear }: FoldOptions = {}): Promise<Session> {
	const session = await fold(file, sessionId ?? path.basename(file, '.jsonl'), signal, hear);
	if (sessionId !== undefined || session.facts.firstMessageMs !== undefined) return session;
	// A copy under another name, or a subagent's: its lines carry the id of the session that it works for.
	const [most] = [...session.foreign].sort((a, b) => b[1] - a[1]);
	return most === undefined ? session : fold(file, most[0], signal, undefined);
}

async function fold(
	file: string,
	id: string,
	signal: AbortSignal | undefined,
	hear: FoldOptions['hear'],
): Promise<Session> {
	let session = emptySession(id);
	for await (const entries of readTranscriptEntries(file, signal)) {
		session = foldEntries(session, entries);
		hear?.(entries);
	}
	return session;
}
