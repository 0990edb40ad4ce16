// What a pending backup is a backup of, in words: the title of its session.
import type { PendingBackup } from '../core/backups/pending';
import type { BackupStore } from './backupStore';
import { type TranscriptGlance, glanceTranscript } from './transcriptGlance';

/** A glance at the copy, or at the transcript that it will be a copy of. The source is named by a log in a repository, so only its copy is trusted for more than that it exists. */
export async function glanceBackup(store: BackupStore, backup: PendingBackup): Promise<TranscriptGlance | undefined> {
	return backup.state === 'pending' || backup.state === 'unknown' ? glanceTranscript(store.fileOf(backup)) : undefined;
}
