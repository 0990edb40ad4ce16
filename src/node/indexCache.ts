// The index on disk: derived, safe to delete, and never trusted. One small file for each project folder, so that windows on
// different projects do not meet, and windows on the same one replace each other's file with another right one. Its first
// line tells which files it knows and how they were stamped; then comes one line for each of them, in the same order. So
// the thread that compares the stamps parses nothing else, and passes the lines on as they are.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { asRecord } from '../core/result';
import type { FileStamp } from '../core/transcript/cursor';

/** Grows whenever the meaning of a record changes: an older or newer cache is no cache. */
const VERSION = 3;

/** What the cache has of a transcript: how it was stamped when it was read, and its record as a line. */
export interface CachedFile {
	readonly stamp: FileStamp;
	readonly line: string;
}

/** By the path of the transcript. */
export type Cached = ReadonlyMap<string, CachedFile>;

function cacheFile(cacheFolder: string, folder: string): string {
	return path.join(cacheFolder, `${createHash('sha256').update(folder).digest('hex').slice(0, 24)}.json`);
}

/** What is cached of a project folder. Empty where there is no cache, an old one, or one that is damaged. */
export function readCache(cacheFolder: string | undefined, folder: string): Cached {
	const cached = new Map<string, CachedFile>();
	if (cacheFolder === undefined) return cached;
	try {
		const text = readFileSync(cacheFile(cacheFolder, folder), 'utf8');
		const lines = text.split('\n');
		const head = asRecord(JSON.parse(lines[0] ?? ''));
		const files = head?.['files'];
		if (head?.['version'] !== VERSION || head['folder'] !== folder || !Array.isArray(files)) return cached;
		// The last line feed is the proof that nothing was cut off.
		if (lines.length !== files.length + 2 || lines.at(-1) !== '') return cached;
		for (const [at, [file, fileId, sizeBytes, modifiedMs]] of (files as readonly Head[]).entries())
			cached.set(file, { stamp: { fileId, sizeBytes, modifiedMs }, line: lines[at + 1] ?? '' });
	} catch {
		// Missing, unreadable or no JSON: the transcripts say it all again.
		cached.clear();
	}
	return cached;
}

/** File and stamp. What has another shape equals no stamp, and is read again. */
type Head = readonly [string, string, number, number];

/** Replaces the cache of a project folder as a whole. A cache that cannot be written is only a slower next start. */
export function writeCache(cacheFolder: string | undefined, folder: string, cached: Cached): void {
	if (cacheFolder === undefined) return;
	const to = cacheFile(cacheFolder, folder);
	const temporary = `${to}.${process.pid}.${threadId}.${Date.now()}.tmp`;
	const files = [...cached].map(([file, { stamp }]): Head => [file, stamp.fileId, stamp.sizeBytes, stamp.modifiedMs]);
	const lines = [JSON.stringify({ version: VERSION, folder, files }), ...[...cached.values()].map(({ line }) => line)];
	try {
		mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
		writeFileSync(temporary, `${lines.join('\n')}\n`, { mode: 0o600 });
		renameSync(temporary, to);
	} catch {
		rmSync(temporary, { force: true });
	}
}

/** Forgets what is cached of a project folder. */
export function removeCache(cacheFolder: string | undefined, folder: string): void {
	if (cacheFolder !== undefined) rmSync(cacheFile(cacheFolder, folder), { force: true });
}
