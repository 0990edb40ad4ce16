// Goes on where somebody left off. Looking writes nothing; resuming makes the document of a session once, lets the next
// sessions load it, and settles the session's backups. Done again, it changes nothing.
import { documentToTakeUp, isCovered } from '../../core/timeline/timeline';
import type { Meant } from '../../core/timeline/meant';
import type { EnrichFile, Enrichment } from '../../core/documents/modelPart';
import type { BackupStore } from '../backups/backupStore';
import type { DocumentFile, ReadableDocument } from '../documents/documentFiles';
import type { DocumentStore, OnSaveStep } from '../documents/documentStore';
import type { SessionRow, Timeline } from './timeline';

/** What is resumed: a session, or one document of it. */
export type Resumable = Meant<SessionRow, DocumentFile>;

export interface Resumed {
	readonly document: DocumentFile;
	/** It was made now. */
	readonly isMade: boolean;
	/** Backups of the session that wait no more. */
	readonly processed: readonly string[];
	/** What came of asking a language model; nothing where none was asked. */
	readonly enrichment: Enrichment | undefined;
	/** What takes it back is found by this id; nothing where nothing was written. */
	readonly change: string | undefined;
}

/**
 * What would be resumed, without writing anything: the document that is there, or the one that would be made.
 * @returns nothing where nobody said anything. @throws OutsideProjectError, what reading the session throws.
 */
export async function lookAt(
	timeline: Timeline,
	documents: DocumentStore,
	{ session, document }: Resumable,
): Promise<ReadableDocument | DocumentFile | undefined> {
	const there = document ?? documentToTakeUp(session);
	return there ?? timeline.lend(session, (file) => documents.preview(file, session.id ?? ''));
}

/**
 * Resumes.
 * @param options.enrich asks a language model where a document is made.
 * @returns nothing where nobody said anything. @throws as `DocumentStore.save`.
 */
export async function resume(
	timeline: Timeline,
	documents: DocumentStore,
	backups: BackupStore,
	{ session, document }: Resumable,
	options: { readonly enrich?: EnrichFile | undefined; readonly step?: OnSaveStep } = {},
): Promise<Resumed | undefined> {
	const there = document ?? documentToTakeUp(session);
	if (there !== undefined) {
		const change = await documents.takeUp(there);
		const processed = await settle(backups, session);
		return { document: there, isMade: false, processed, enrichment: undefined, change };
	}
	const saved = await timeline.lend(session, (file) => documents.save(file, { session: session.id, ...options }));
	if (saved === undefined) return undefined;
	// The log may know nothing of a raw file, or not whose it is; now it does.
	const left = session.waiting.filter(({ raw }) => !saved.processed.includes(raw));
	await backups.process(left);
	const processed = [...saved.processed, ...left.map(({ raw }) => raw)];
	const { document: made, enrichment, change } = saved;
	return { document: made, isMade: true, processed, enrichment, change };
}

/** Marks the backups of a session as processed where a hand-off of it covers them. @returns their names. */
export async function settle(
	backups: Pick<BackupStore, 'process'>,
	session: Pick<SessionRow, 'lastPrompt' | 'handOffs' | 'waiting'>,
): Promise<readonly string[]> {
	const waiting = isCovered(session) ? session.waiting.filter(({ state }) => state !== 'unknown') : [];
	await backups.process(waiting);
	return waiting.map(({ raw }) => raw);
}
