// Whether a session has work, by its transcript: read no further than it takes to know.
import { createWorkSigns, hasWork } from '../../core/handoff/withWork';
import { readTranscriptEntries } from '../transcript/transcriptLines';

/**
 * @param file a transcript, or a raw backup of one. @param session its id.
 * @throws what `readTranscriptLines` throws.
 */
export async function hasWorkIn(file: string, session: string): Promise<boolean> {
	const signs = createWorkSigns(session);
	for await (const entries of readTranscriptEntries(file)) if (entries.some((entry) => signs.note(entry))) return true;
	const { extractSession } = await import('./extractSession');
	return hasWork((await extractSession(file, { sessionId: session })).extract);
}
