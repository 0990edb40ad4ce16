// A document saved after a session's last prompt covers the session's backups (SPEC 3).
import { type HandOff, handOffOf, lastPromptOf } from '../../core/documents/handOff';
import type { BackupStore } from '../backups/backupStore';
import type { DocumentStore } from './documentStore';
import { foldTranscript } from '../transcript/foldTranscript';

/**
 * Marks the backups of a documented session as processed.
 * @param transcript its file, which is read only where it has a backup that waits and a document.
 */
export async function settleDocumented(
	documents: Pick<DocumentStore, 'list'>,
	backups: Pick<BackupStore, 'list' | 'process'>,
	{ session, transcript }: { readonly session: string; readonly transcript: string },
): Promise<void> {
	const waiting = (await backups.list()).pending.filter((each) => each.session === session && each.state !== 'unknown');
	if (waiting.length === 0) return;
	const made = (await documents.list()).flatMap((document): HandOff[] =>
		document.session === session ? [{ kind: 'document', atMs: document.atMs }] : [],
	);
	if (made.length === 0) return;
	const last = lastPromptOf(await foldTranscript(transcript, { sessionId: session }));
	if (handOffOf(last, made)?.kind === 'document') await backups.process(waiting);
}
