// The work of a whole pass over the project folders, one step at a time: list, look into the cache, read what is new.
// It runs in a worker thread, and in this thread where there is none.
import type { FileStamp } from '../core/transcript/cursor';
import { type Scan, createScan } from './scan/scanState';
import { readCache, writeCache } from './indexCache';
import { type FileRecord, type FoundFile, planScan, recordOf } from './indexRecord';
import { errorCode } from './atomicFile';
import { type Unreadable, listTranscripts } from './transcriptFiles';
import { scanFileSync } from './transcriptScanner';

export interface Pass {
	readonly folders: readonly string[];
	readonly cacheFolder: string | undefined;
}

export type PassStep =
	| { readonly kind: 'record'; readonly record: FileRecord }
	| { readonly kind: 'unreadable'; readonly problem: Unreadable };

/**
 * Yields a record for every transcript.
 * @param next the index of the next folder that nobody has taken; several threads can share the work.
 */
export function* indexFolders({ folders, cacheFolder }: Pass, next: () => number): Generator<PassStep, void> {
	for (let folder = folders[next()]; folder !== undefined; folder = folders[next()])
		yield* indexFolder(folder, cacheFolder);
}

/** What the cache has comes first, then the rest, newest first. Writes the cache at the end, if there is news. */
function* indexFolder(folder: string, cacheFolder: string | undefined): Generator<PassStep, void> {
	const records: FileRecord[] = [];
	const keep = (record: FileRecord): PassStep => {
		records.push(record);
		return { kind: 'record', record };
	};
	const stale: FoundFile[] = [];
	const cached = readCache(cacheFolder, folder);
	const { files, unreadable } = listTranscripts(folder);
	for (const problem of unreadable) yield { kind: 'unreadable', problem };
	for (const found of files) {
		const record = cached.get(found.file);
		if (record && isSameStamp(record.stamp, found.stamp)) yield keep(record);
		else stale.push(found);
	}
	for (const found of stale.sort((a, b) => b.stamp.modifiedMs - a.stamp.modifiedMs)) {
		try {
			yield keep(indexFileSync(found, cached.get(found.file)));
		} catch (error) {
			const code = errorCode(error) ?? 'unknown';
			if (code !== 'ENOENT') yield { kind: 'unreadable', problem: { path: found.file, code } };
		}
	}
	if (stale.length > 0 || records.length !== cached.size) writeCache(cacheFolder, folder, records);
}

function isSameStamp(a: FileStamp, b: FileStamp): boolean {
	return a.fileId === b.fileId && a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs;
}

/** The record of a file as it is now. Throws the file system's own errors. */
function indexFileSync(found: FoundFile, record: FileRecord | undefined): FileRecord {
	const plan = planScan(found, record);
	if (plan === undefined)
		return record ? { ...record, stamp: found.stamp } : recordOf(found, createScan(found.mainId), 0);
	const offset = scanFileSync(plan.scan, found.file, plan.from, found.stamp.sizeBytes);
	return plan.scan.isUnproven ? indexFileSync(found, undefined) : recordOf(found, plan.scan, offset);
}

/** Reads files that have sessions or answers in common, the oldest first, so that everything counts once. */
export function scanTogether(files: readonly FileRecord[]): Scan {
	const { seen, drafts } = createScan('');
	let last = createScan('');
	for (const { file, mainId, offset } of [...files].sort((a, b) => a.bornMs - b.bornMs || (a.file < b.file ? -1 : 1))) {
		last = { ...createScan(mainId, seen), drafts };
		scanFileSync(last, file, 0, offset);
	}
	return last;
}
