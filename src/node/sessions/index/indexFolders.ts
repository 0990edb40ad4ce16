// The work of a pass over the project folders: list each, look into its cache, and read what is new. It runs in worker
// threads, and in this thread where there are none.
import { statSync } from 'node:fs';
import type { FileStamp } from '../../../core/transcript/cursor';
import { errorCode } from '../../base/atomicFile';
import { monotonicMs } from '../../base/systemClock';
import { type CachedFile, readCache, readStamps, writeCache } from './indexCache';
import { planScan, fileRecordOf } from './fileRecord';
import type { FoundFile } from './foundFile';
import type { FileRecord } from './fileRecord';
import { lineOf, recordFrom } from './indexLine';
import { createScan } from './scan/scanState';
import { type Unreadable, answerNow, listTranscripts } from './transcriptFiles';
import { scanFileSync } from './transcriptScanner';

export interface Pass {
	readonly folders: readonly string[];
	readonly cacheFolder: string | undefined;
}

export type PassStep =
	/** What this cache of a folder says still holds, but for files that are gone, and for those whose records follow. */
	| {
			readonly kind: 'listed';
			readonly folder: string;
			readonly cacheId: string | undefined;
			readonly gone: readonly string[];
	  }
	/** Records as lines (`indexLine.ts`), all of one folder. */
	| { readonly kind: 'records'; readonly folder: string; readonly lines: readonly string[] }
	| { readonly kind: 'unreadable'; readonly problem: Unreadable };

/** Who hears of a folder while it is listed. */
export interface Teller {
	take(step: PassStep): void;
	/** Passes on what has waited for long enough. */
	passOn(): void;
}

/** A folder that was listed and compared with its cache. */
export interface ListedFolder {
	readonly folder: string;
	readonly cacheId: string | undefined;
	/** Those come first that the cache does not know as they are, newest first. */
	readonly files: readonly FoundFile[];
	readonly stale: ReadonlySet<FoundFile>;
	/** What was read while it was listed. */
	readonly early: ReadonlyMap<string, CachedFile>;
	/** Files that the cache knows and that are no longer there. */
	readonly gone: readonly string[];
	readonly unreadable: readonly Unreadable[];
}

/** Tells what a folder says, and reads what is new in it. */
export function* passFolder(listed: ListedFolder, cacheFolder: string | undefined): Generator<PassStep, void> {
	const { folder, cacheId, gone, unreadable, stale } = listed;
	for (const problem of unreadable) yield { kind: 'unreadable', problem };
	yield { kind: 'listed', folder, cacheId, gone };
	if (stale.size + gone.length > 0) yield* readFolder(listed, cacheFolder);
}

/** How much there is to read in a folder, at most. Bytes. */
export function staleBytes({ stale }: ListedFolder): number {
	return [...stale].reduce((sum, { stamp }) => sum + stamp.sizeBytes, 0);
}

/** A folder that is not listed by then is a slow one. Milliseconds. */
const PATIENCE_MS = 100;
/** So many sessions of a person's fill a screen, and none of them is waited for long. */
const SCREEN = 64;
/** So many are read for it at most: those that programs started are not shown, and there can be any number of them. */
const MOST_EARLY = 4 * SCREEN;
const SMALL_BYTES = 1_000_000;

/**
 * Lists a folder and compares it with its cache.
 * @param tell hears of the first sessions of a folder that takes its time and has no cache: else the newest come first, and for
 * that all of them have to be asked when they were written.
 */
export function listFolder(folder: string, cacheFolder: string | undefined, tell?: Teller): ListedFolder {
	const cache = readStamps(cacheFolder, folder);
	const early = new Map<string, CachedFile>();
	let people = 0;
	const sinceMs = monotonicMs();
	const { files, unreadable } = listTranscripts(folder, answerNow, (found) => {
		if (tell === undefined || cache !== undefined || monotonicMs() - sinceMs < PATIENCE_MS) return;
		// Of the last ones nothing comes after that would send them off.
		tell.passOn();
		if (people >= SCREEN || early.size >= MOST_EARLY || found.stamp.sizeBytes > SMALL_BYTES) return;
		try {
			const record = indexFileSync(found, undefined);
			const line = lineOf(record);
			early.set(found.file, { stamp: found.stamp, line });
			people += record.sessions.filter(({ isProgram }) => !isProgram).length;
			tell.take({ kind: 'records', folder, lines: [line] });
		} catch {
			// It is read once more, and then told of.
		}
	});
	const stale = files.filter(({ file, stamp }) => !isSameStamp(cache?.stamps.get(file), stamp));
	let gone: readonly string[] = [];
	if (cache && cache.stamps.size > files.length - stale.length) {
		const there = new Set(files.map(({ file }) => file));
		gone = [...cache.stamps.keys()].filter((file) => !there.has(file));
	}
	// A store that does not answer loses nothing.
	if (unreadable.some((each) => each.path === folder)) gone = [];
	stale.sort((a, b) => b.stamp.modifiedMs - a.stamp.modifiedMs);
	// A screen is filled by those that take no time.
	const first = stale.splice(0, SCREEN);
	const isLarge = ({ stamp }: FoundFile): boolean => stamp.sizeBytes > SMALL_BYTES;
	stale.unshift(...first.filter((each) => !isLarge(each)), ...first.filter(isLarge));
	const all = stale.length === 0 ? files : [...new Set([...stale, ...files])];
	return { folder, cacheId: cache?.id, files: all, stale: new Set(stale), early, gone, unreadable };
}

function isSameStamp(a: FileStamp | undefined, b: FileStamp): boolean {
	return a?.fileId === b.fileId && a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs;
}

/** Yields the records of what is new in a folder, one by one, and caches the folder anew. */
function* readFolder(
	{ folder, cacheId, files, stale, early }: ListedFolder,
	cacheFolder: string | undefined,
): Generator<PassStep, void> {
	const cached = readCache(cacheFolder, folder);
	const now = new Map<string, CachedFile>();
	for (const found of files) {
		const { file, stamp } = found;
		try {
			const before = early.get(file) ?? cached.get(file);
			// Another window may have read it meanwhile, or forgotten what was in the cache.
			const isKnown = before !== undefined && isSameStamp(before.stamp, stamp);
			const line = isKnown ? before.line : lineOf(indexFileSync(found, before && recordFrom(before.line)));
			now.set(file, { stamp, line });
			if (!isKnown || stale.has(found)) yield { kind: 'records', folder, lines: [line] };
		} catch (error) {
			const code = errorCode(error) ?? 'unknown';
			if (code === 'ENOENT') yield { kind: 'listed', folder, cacheId, gone: [file] };
			else yield { kind: 'unreadable', problem: { path: file, code } };
		}
	}
	writeCache(cacheFolder, folder, now);
}

/** A folder's own time tells when a session in it was last begun. */
export function newestFirst(folders: readonly string[]): readonly string[] {
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

/** The record of a file as it is now. Throws the file system's own errors. */
function indexFileSync(found: FoundFile, record: FileRecord | undefined): FileRecord {
	const plan = planScan(found, record);
	if (plan === undefined)
		return record ? { ...record, stamp: found.stamp } : fileRecordOf(found, createScan(found.mainId), 0);
	const offset = scanFileSync(plan.scan, found.file, plan.from, found.stamp.sizeBytes);
	return plan.scan.mayRepeat ? indexFileSync(found, undefined) : fileRecordOf(found, plan.scan, offset);
}

/**
 * Which folders of a pass a thread has taken, so that two threads never read the same one: for each folder, in the order in
 * which they were given, 1 once it is taken.
 */
export type FolderClaims = SharedArrayBuffer;

export function createClaims(folders: number): FolderClaims {
	return new SharedArrayBuffer(4 * folders);
}

/** Takes a folder. Returns false where another thread was faster. */
export function claim(claims: FolderClaims, folder: number): boolean {
	return Atomics.compareExchange(new Int32Array(claims), folder, 0, 1) === 0;
}
