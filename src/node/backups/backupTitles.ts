// What a pending backup is a backup of, in words: the title of its session.
import type { PendingBackup } from '../../core/backups/pending';
import type { BackupStore } from './backupStore';
import type { ClaudeHome } from '../claude/claudeHome';
import { type HeadAndTail, readHeadAndTail } from '../transcript/headAndTail';

/** A glance at the copy, or at the transcript that it will be a copy of. The source is named by a log in a repository, so only its copy is trusted for more than that it exists. */
export async function glanceBackup(store: BackupStore, backup: PendingBackup): Promise<HeadAndTail | undefined> {
	return backup.state === 'pending' || backup.state === 'unknown' ? readHeadAndTail(store.fileOf(backup)) : undefined;
}

/** The title of a backup's session, fit to be shown: a first prompt may hold a secret. */
export async function backupTitle(
	claude: ClaudeHome,
	store: BackupStore,
	backup: PendingBackup,
): Promise<string | undefined> {
	const title = (await glanceBackup(store, backup))?.title;
	if (title === undefined) return undefined;
	// Loaded with the first title: the start does not wait for a detector of secrets.
	const { openRedactor } = await import('../privacy/openRedactor');
	return (await openRedactor(claude)).text(title).value;
}
