// The work of a whole pass over the project folders, one step at a time: list, look into the cache, read what is new.
// It runs in a worker thread, and in this thread where there is none.
import type { FileStamp } from '../core/transcript/cursor';
import { type Scan, createScan } from './scan/scanState';
import { readCache, writeCache } from './indexCache';
import { type FileRecord, type FoundFile, planScan, recordOf } from './indexRecord';
import { errorCode } from './atomicFile';
import { type Unreadable, listTranscripts, projectFolderOf } from './transcriptFiles';
import { scanFileSync } from './transcriptScanner';

export interface Pass {
	readonly folders: readonly string[];
	readonly cacheFolder: string | undefined;
}

export type PassStep =
	| { readonly kind: 'record'; readonly record: FileRecord }
	| { readonly kind: 'unreadable'; readonly problem: Unreadable };

/** Yields a record for every transcript: what the cache has first, then the rest, newest first. Writes the cache at the end. */
export function* indexFolders({ folders, cacheFolder }: Pass): Generator<PassStep, void> {
	const kept = new Map<string, FileRecord[]>();
	const keep = (record: FileRecord): PassStep => {
		kept.get(projectFolderOf(record.file))?.push(record);
		return { kind: 'record', record };
	};
	const stale: { readonly found: FoundFile; readonly cached: FileRecord | undefined }[] = [];
	const changed = new Set<string>();
	for (const folder of folders) {
		kept.set(folder, []);
		const cached = readCache(cacheFolder, folder);
		const { files, unreadable } = listTranscripts(folder);
		for (const problem of unreadable) yield { kind: 'unreadable', problem };
		for (const found of files) {
			const record = cached.get(found.file);
			if (record && isSameStamp(record.stamp, found.stamp)) yield keep(record);
			else stale.push({ found, cached: record });
		}
		if (files.length !== cached.size) changed.add(folder);
	}
	for (const { found, cached } of stale.sort((a, b) => b.found.stamp.modifiedMs - a.found.stamp.modifiedMs)) {
		try {
			yield keep(indexFileSync(found, cached));
			changed.add(projectFolderOf(found.file));
		} catch (error) {
			const code = errorCode(error) ?? 'unknown';
			if (code !== 'ENOENT') yield { kind: 'unreadable', problem: { path: found.file, code } };
		}
	}
	for (const folder of changed) writeCache(cacheFolder, folder, kept.get(folder) ?? []);
}

function isSameStamp(a: FileStamp, b: FileStamp): boolean {
	return a.fileId === b.fileId && a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs;
}

/** The record of a file as it is now. Throws the file system's own errors. */
export function indexFileSync(found: FoundFile, record: FileRecord | undefined): FileRecord {
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
