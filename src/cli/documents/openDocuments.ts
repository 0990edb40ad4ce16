import type { BackupStore } from '../../node/backups/backupStore';
import type { DocumentStore } from '../../node/documents/documentStore';
import type { Timeline } from '../../node/timeline/timeline';
import { backupStoreOf, documentStoreOf, openTimeline } from '../../node/workspace/openStores';
import type { CommandContext } from '../context';

interface Stores {
	readonly documents: DocumentStore;
	readonly backups: BackupStore;
	readonly timeline: Timeline;
}

/** What commands about documents work on. */
export async function openDocuments(context: CommandContext): Promise<Stores> {
	const backups = backupStoreOf(context);
	const documents = await documentStoreOf(context, backups);
	return { backups, documents, timeline: await openTimeline(context, backups) };
}
