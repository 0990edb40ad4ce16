// The work of a whole pass over the project folders: list them all and look into the cache, then read what is new. It runs
// in worker threads, and in this thread where there are none.
import { statSync } from 'node:fs';
import type { FileStamp } from '../core/transcript/cursor';
import { errorCode } from './atomicFile';
import { type Cached, type CachedFile, readCache, writeCache } from './indexCache';
import { type FileRecord, type FoundFile, planScan, recordOf } from './indexRecord';
import { lineOf, recordFrom } from './recordLine';
import { createIdSet } from './scan/idSet';
import { type Scan, createScan } from './scan/scanState';
import { type Unreadable, listTranscripts } from './transcriptFiles';
import { scanFileSync } from './transcriptScanner';

export interface Pass {
	readonly folders: readonly string[];
	readonly cacheFolder: string | undefined;
}

export type PassStep =
	/** Records as lines (`recordLine.ts`), all of one folder. */
	| { readonly kind: 'records'; readonly folder: string; readonly lines: readonly string[] }
	| { readonly kind: 'unreadable'; readonly problem: Unreadable };

/** A folder that was listed and whose cache does not say it all. */
export interface OpenFolder {
	readonly folder: string;
	readonly cached: Cached;
	/** Files that the cache knows as they are now. */
	readonly known: ReadonlyMap<string, CachedFile>;
	/** The others, newest first. */
	readonly stale: readonly FoundFile[];
	/** How much there is to read, at most. */
	readonly staleBytes: number;
}

/** Yields what the cache has of the folders, in turn the one that changed last. Returns what is left to read of them. */
export function* listFolders({ folders, cacheFolder }: Pass): Generator<PassStep, readonly OpenFolder[]> {
	const open: OpenFolder[] = [];
	for (const folder of newestFirst(folders)) {
		const { unreadable, isCached, ...rest } = openFolder(folder, cacheFolder);
		for (const problem of unreadable) yield { kind: 'unreadable', problem };
		if (rest.known.size > 0) yield { kind: 'records', folder, lines: [...rest.known.values()].map(({ line }) => line) };
		if (!isCached) open.push(rest);
	}
	return open;
}

/** Lists a folder and compares it with its cache. */
export function openFolder(
	folder: string,
	cacheFolder: string | undefined,
): OpenFolder & { readonly unreadable: readonly Unreadable[]; readonly isCached: boolean } {
	const cached = readCache(cacheFolder, folder);
	const { files, unreadable } = listTranscripts(folder);
	const known = new Map<string, CachedFile>();
	const stale: FoundFile[] = [];
	for (const found of files) {
		const entry = cached.get(found.file);
		if (entry && isSameStamp(entry.stamp, found.stamp)) known.set(found.file, entry);
		else stale.push(found);
	}
	stale.sort((a, b) => b.stamp.modifiedMs - a.stamp.modifiedMs);
	return {
		folder,
		cached,
		known,
		stale,
		staleBytes: stale.reduce((sum, { stamp }) => sum + stamp.sizeBytes, 0),
		unreadable,
		isCached: stale.length === 0 && known.size === cached.size,
	};
}

/** Yields the records of what is new in a folder, one by one, and caches the folder anew. */
export function* readFolder(
	{ folder, cached, known, stale }: OpenFolder,
	cacheFolder: string | undefined,
): Generator<PassStep, void> {
	const now = new Map(known);
	for (const found of stale) {
		try {
			const before = cached.get(found.file);
			const line = lineOf(indexFileSync(found, before && recordFrom(before.line)));
			now.set(found.file, { stamp: found.stamp, line });
			yield { kind: 'records', folder, lines: [line] };
		} catch (error) {
			const code = errorCode(error) ?? 'unknown';
			if (code !== 'ENOENT') yield { kind: 'unreadable', problem: { path: found.file, code } };
		}
	}
	writeCache(cacheFolder, folder, now);
}

function isSameStamp(a: FileStamp, b: FileStamp): boolean {
	return a.fileId === b.fileId && a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs;
}

/** A folder's own time tells when a session in it was last begun. */
function newestFirst(folders: readonly string[]): readonly string[] {
	const madeMs = new Map(folders.map((folder) => [folder, modifiedMs(folder)]));
	return [...folders].sort((a, b) => (madeMs.get(b) ?? 0) - (madeMs.get(a) ?? 0));
}

function modifiedMs(folder: string): number {
	try {
		return statSync(folder).mtimeMs;
	} catch {
		return 0; // Whether it is missing or unreadable is for the listing to find out.
	}
}

/** Of the file that is being read. */
const uuids = createIdSet();

/** The record of a file as it is now. Throws the file system's own errors. */
function indexFileSync(found: FoundFile, record: FileRecord | undefined): FileRecord {
	uuids.clear();
	const plan = planScan(found, record, uuids);
	if (plan === undefined)
		return record ? { ...record, stamp: found.stamp } : recordOf(found, createScan(found.mainId), 0);
	const offset = scanFileSync(plan.scan, found.file, plan.from, found.stamp.sizeBytes);
	return plan.scan.isUnproven ? indexFileSync(found, undefined) : recordOf(found, plan.scan, offset);
}

/** Reads files that have sessions or answers in common, in `readingOrder`, so that everything counts once. */
export function scanTogether(files: readonly FileRecord[]): Scan {
	const { seen, drafts } = createScan('');
	let last = createScan('');
	for (const { file, mainId, offset } of files) {
		last = { ...createScan(mainId, seen, undefined, true), drafts };
		scanFileSync(last, file, 0, offset);
	}
	return last;
}
