// The index on disk: derived, safe to delete, and never trusted. One small file for each project folder: windows on
// different projects do not interfere, and windows on the same project replace each other's file with one that is just
// as right. The first line says which files the cache knows and their stamps; then comes one line for each file, in the
// same order. So the thread that compares the stamps parses only the first line and passes the others on as they are.
import { closeSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { shortHash } from '../../../core/base/hash';
import { asText, parseObject } from '../../../core/base/result';
import type { FileStamp } from '../../../core/transcript/cursor';
import { RECORD_FORMAT } from './fileRecord';
import { toAsciiJson } from './indexLine';
import { makePrivateFolderAtOnce } from '../../project/privateFolderAtOnce';

/** Grows when a field of a record gets another meaning; which fields there are, the cache says itself. Others are no cache. */
const VERSION = 6;

/** What the cache has of a transcript: how it was stamped when it was read, and its record as a line. */
export interface CachedFile {
	readonly stamp: FileStamp;
	readonly line: string;
}

/** A cache as it is on disk. */
interface OpenCache {
	/** Windows replace each other's caches: this tells which one it is. */
	readonly id: string;
	/** How its files were stamped, by path. */
	readonly stamps: ReadonlyMap<string, FileStamp>;
	/** Their records, in the same order. */
	readonly lines: readonly string[];
}

/** What a cache is called, and one that was being written, also in versions before this one. */
const NAME = /^(?:[\da-f]{16}|[\da-f]{24})\.json(?:\.[\d.]+\.tmp)?$/u;

/** Removes the caches in a folder that also holds other things. */
export async function removeCaches(cacheFolder: string): Promise<void> {
	const names = await readdir(cacheFolder).catch(() => []);
	for (const name of names) if (NAME.test(name)) await rm(path.join(cacheFolder, name), { force: true });
}

function cacheFile(cacheFolder: string, folder: string): string {
	return path.join(cacheFolder, `${shortHash(folder)}.json`);
}

/** The records of a project folder's cache as lines. Nothing where there is none, an old one, or one that is damaged. */
export function openCache(cacheFolder: string | undefined, folder: string): Omit<OpenCache, 'stamps'> | undefined {
	const [first = '', , ...lines] = readLines(cacheFolder, folder);
	const head = headOf(first, folder);
	// The last line feed is the proof that nothing was cut off.
	return head !== undefined && lines.pop() === '' && lines.length === head.count ? { id: head.id, lines } : undefined;
}

/** How the files of a project folder were stamped, without what the cache has of them. Nothing likewise. */
export function readStamps(cacheFolder: string | undefined, folder: string): Omit<OpenCache, 'lines'> | undefined {
	const [first = '', second = ''] = readLines(cacheFolder, folder, 2);
	const id = headOf(first, folder)?.id;
	if (id === undefined) return undefined;
	try {
		const stamps = new Map<string, FileStamp>();
		for (const [file, fileId, sizeBytes, modifiedMs] of JSON.parse(second) as readonly Stamped[])
			stamps.set(file, { fileId, sizeBytes, modifiedMs });
		return { id, stamps };
	} catch {
		return undefined;
	}
}

/** A piece of a file. One for all: fresh memory for each of hundreds of files takes longer than reading them. */
const PIECE = Buffer.allocUnsafeSlow(65_536);

/** The lines of a cache, or as many as are asked for and whatever was read with them. None where it cannot be read. */
function readLines(cacheFolder: string | undefined, folder: string, count = Infinity): readonly string[] {
	if (cacheFolder === undefined) return [];
	try {
		const file = openSync(cacheFile(cacheFolder, folder), 'r');
		try {
			// It is ASCII (`toAsciiJson`), and read as what it is.
			const lines = [''];
			for (let bytes = readSync(file, PIECE); bytes > 0; bytes = readSync(file, PIECE)) {
				const [more = '', ...rest] = PIECE.toString('latin1', 0, bytes).split('\n');
				lines.push((lines.pop() ?? '') + more, ...rest);
				if (lines.length > count) break;
			}
			return lines;
		} finally {
			closeSync(file);
		}
	} catch {
		return [];
	}
}

/** What the first line says. Nothing where it is of another version or another folder, has other fields, or nothing of ours at all. */
function headOf(line: string, folder: string): { readonly id: string; readonly count: unknown } | undefined {
	const head = parseObject(line);
	const id = asText(head?.['id']);
	if (head === undefined || id === undefined) return undefined;
	const isRight = head['version'] === VERSION && head['fields'] === RECORD_FORMAT && head['folder'] === folder;
	return isRight ? { id, count: head['count'] } : undefined;
}

/** What is cached of a project folder, by file. Empty where there is no cache, an old one, or one that is damaged. */
export function readCache(cacheFolder: string | undefined, folder: string): ReadonlyMap<string, CachedFile> {
	const stamps = readStamps(cacheFolder, folder);
	const cache = openCache(cacheFolder, folder);
	if (stamps === undefined || cache === undefined || stamps.id !== cache.id) return new Map();
	return new Map([...stamps.stamps].map(([file, stamp], at) => [file, { stamp, line: cache.lines[at] ?? '' }]));
}

/** File and stamp. What has another shape equals no stamp, and is read again. */
type Stamped = readonly [string, string, number, number];

/** Replaces the cache of a project folder as a whole. A cache that cannot be written is only a slower next start. */
export function writeCache(
	cacheFolder: string | undefined,
	folder: string,
	files: ReadonlyMap<string, CachedFile>,
): void {
	if (cacheFolder === undefined) return;
	const to = cacheFile(cacheFolder, folder);
	const id = `${process.pid}.${threadId}.${Date.now()}`;
	const temporary = `${to}.${id}.tmp`;
	const stamps = [...files].map(([file, { stamp }]): Stamped => [
		file,
		stamp.fileId,
		stamp.sizeBytes,
		stamp.modifiedMs,
	]);
	const lines = [
		toAsciiJson({ version: VERSION, id, folder, count: files.size, fields: RECORD_FORMAT }),
		toAsciiJson(stamps),
		...[...files.values()].map(({ line }) => line),
	];
	try {
		makePrivateFolderAtOnce(cacheFolder);
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
