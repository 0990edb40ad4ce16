// Continues where somebody left off: pending backups first, because their content is newer than any document.
import type { BackupStore } from '../backups/backupStore';
import type { DocumentFile } from './documentFiles';
import type { DocumentStore, OnSaveStep } from './documentStore';
import { withBackupTranscript } from './backupSource';
import type { EnrichFile } from '../../core/documents/modelPart';
import type { Enrichment } from '../../core/documents/modelPart';

export type Resumed =
	/** A pending backup became a document. `left`: how many backups still wait. */
	| {
			readonly kind: 'processed';
			readonly document: DocumentFile;
			readonly backup: string;
			readonly left: number;
			/** What came of asking a language model; nothing where none was asked. */
			readonly enrichment: Enrichment | undefined;
	  }
	/** Nothing was pending. */
	| { readonly kind: 'document'; readonly document: DocumentFile }
	| { readonly kind: 'nothing' };

/**
 * Makes a document of the newest pending backup, and clears it; else takes the newest document up.
 * Backups in which nothing was said, and lost ones, stay as they are: the next one is taken.
 * @throws OutsideProjectError, and the file system's error.
 */
export async function resumeLatest(
	documents: DocumentStore,
	backups: BackupStore,
	options: {
		/** The name of the backup to take, where a person chose one. */
		readonly raw?: string | undefined;
		readonly step?: OnSaveStep;
		/** Asks a language model about the session of a backup, as when a document is saved. */
		readonly enrich?: EnrichFile | undefined;
	} = {},
): Promise<Resumed> {
	const { pending } = await backups.list();
	const { raw, step, enrich } = options;
	const wanted = raw === undefined ? pending : pending.filter((each) => each.raw === raw);
	for (const backup of wanted) {
		const saved = await withBackupTranscript(backups, backup, (file) =>
			documents.save(file, {
				session: backup.session,
				enrich,
				...(step === undefined ? {} : { step }),
			}),
		);
		if (saved === undefined) continue;
		// The log may know nothing of a raw file; now it does.
		if (!saved.processed.includes(backup.raw)) await backups.process([backup]);
		const left = (await backups.list()).pending.length;
		return { kind: 'processed', document: saved.document, backup: backup.raw, left, enrichment: saved.enrichment };
	}
	const newest = raw === undefined ? (await documents.list()).find(({ isDraft }) => !isDraft) : undefined;
	if (newest === undefined) return { kind: 'nothing' };
	await documents.takeUp(newest);
	return { kind: 'document', document: newest };
}
