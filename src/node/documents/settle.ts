// Documents and the backups that wait: a document saved after a session's last prompt covers the session's backups, and a
// backup that is covered by none may be newer than any document.
import { type HandOff, handOffOf, lastPromptOf } from '../../core/documents/handOff';
import type { PendingBackup } from '../../core/backups/pending';
import type { ClaudeHome } from '../claude/claudeHome';
import { locateTranscript } from '../transcript/locateTranscript';
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
		document.session === session && !document.isDraft ? [{ kind: 'document', atMs: document.atMs }] : [],
	);
	if (made.length === 0) return;
	const last = lastPromptOf(await foldTranscript(transcript, { sessionId: session }));
	if (handOffOf(last, made)?.kind === 'document') await backups.process(waiting);
}

/**
 * The backups that a person is asked about before a document is taken up: they may be newer than it. The hook of a session
 * that has just ended may not have got so far that its document counts, so what is documented is settled first.
 * @param own the session that asks: a backup of it is no news to it.
 */
export async function backupsBeforeDocument(
	claude: ClaudeHome,
	documents: Pick<DocumentStore, 'list'>,
	backups: Pick<BackupStore, 'list' | 'process' | 'project'>,
	own?: string,
): Promise<readonly PendingBackup[]> {
	const waiting = async (): Promise<readonly PendingBackup[]> =>
		(await backups.list()).pending.filter(({ session }) => session === undefined || session !== own);
	for (const session of new Set((await waiting()).flatMap((each) => each.session ?? []))) {
		const found = await locateTranscript(claude, session, undefined, backups.project);
		if (found !== undefined) await settleDocumented(documents, backups, { session, transcript: found.file });
	}
	return waiting();
}
