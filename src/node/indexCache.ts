// The index on disk: derived, safe to delete, and never trusted. One small file for each project folder, so that windows on
// different projects do not meet, and windows on the same one replace each other's file with another right one.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asRecord } from '../core/result';
import { type FileRecord, parseRecord } from './indexRecord';

/** Grows whenever the meaning of a record changes: an older or newer cache is no cache. */
const VERSION = 1;

function cacheFile(cacheFolder: string, folder: string): string {
	return path.join(cacheFolder, `${createHash('sha256').update(folder).digest('hex').slice(0, 24)}.json`);
}

/** The records of a project folder, by file. Empty where there is no cache, an old one, or one that is damaged. */
export function readCache(cacheFolder: string | undefined, folder: string): Map<string, FileRecord> {
	const records = new Map<string, FileRecord>();
	if (cacheFolder === undefined) return records;
	try {
		const cache = asRecord(JSON.parse(readFileSync(cacheFile(cacheFolder, folder), 'utf8')));
		if (cache?.['version'] !== VERSION || cache['folder'] !== folder || !Array.isArray(cache['records']))
			return records;
		for (const value of cache['records'] as readonly unknown[]) {
			const record = parseRecord(value);
			if (record) records.set(record.file, record);
		}
	} catch {
		// Missing, unreadable or no JSON: the transcripts say it all again.
		records.clear();
	}
	return records;
}

/** Replaces the cache of a project folder as a whole. A cache that cannot be written is only a slower next start. */
export function writeCache(cacheFolder: string | undefined, folder: string, records: readonly FileRecord[]): void {
	if (cacheFolder === undefined) return;
	const file = cacheFile(cacheFolder, folder);
	const temporary = `${file}.${process.pid}.${Date.now()}.tmp`;
	try {
		mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
		writeFileSync(temporary, JSON.stringify({ version: VERSION, folder, records }), { mode: 0o600 });
		renameSync(temporary, file);
	} catch {
		rmSync(temporary, { force: true });
	}
}
