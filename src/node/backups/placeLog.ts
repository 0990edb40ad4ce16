// Log, marker and files of one place. What is read is not trusted: the place may be in a repository.
import { unlink } from 'node:fs/promises';
import path from 'node:path';
import {
	type BackupEvent,
	type BackupLogLine,
	type LoggedBackup,
	backupLogLine,
	foldBackupLog,
	isRawFileName,
	parseBackupLog,
	withoutOthers,
} from '../../core/backups/log';
import { MARKER_LIMIT_BYTES, type Marker, markerText, parseMarker } from '../../core/backups/marker';
import { utcSeconds } from '../../core/base/dates';
import { appendLine, replaceFile, syncFolder } from '../base/atomicFile';
import { checkInside } from '../base/insideProject';
import { readRegularFile } from '../base/regularFile';
import { type BackupPlace, plainName, rawFolder } from './place';
import { entriesIn, isThere, lookSurely } from '../base/lookAt';
import type { RawFile } from '../../core/backups/pending';

export const BACKUP_LOG = '.backup-log';

/** The end of a log tells how things stand. */
const LOG_LIMIT_BYTES = 16 * 1024 * 1024;

/** What each log said when it was read last. A hook asks a dozen times, and half of them nothing was written in between. */
const lastRead = new Map<string, { readonly stamp: string; readonly log: BackupLog }>();

interface BackupLog {
	/** In the order of their first mention. */
	readonly backups: ReadonlyMap<string, LoggedBackup>;
	/** Lines that could not be read. */
	readonly skipped: number;
}

/** The backups of a log. @throws OutsideProjectError where the log is a link that leads out. */
export async function readBackups(place: BackupPlace): Promise<ReadonlyMap<string, LoggedBackup>> {
	return (await readLog(place)).backups;
}

/** The log of a place, without what waits for another project. @throws OutsideProjectError as above. */
export async function readLog(place: BackupPlace): Promise<BackupLog> {
	const file = path.join(place.folder, BACKUP_LOG);
	const found = await lookSurely(file);
	if (found === undefined) return { backups: new Map(), skipped: 0 };
	// Of a link, this is about the link alone. Who appends after this look makes the file longer, so the next look differs.
	const stamp = found.isFile() ? [found.dev, found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ') : '';
	const before = lastRead.get(file);
	const own = ({ backups, skipped }: BackupLog): BackupLog => ({
		backups: place.isOthers === undefined ? backups : withoutOthers(backups, place.isOthers),
		skipped,
	});
	if (before !== undefined && before.stamp === stamp && stamp !== '') return own(before.log);
	await checkInside(place.root, file);
	const read = await readRegularFile(file, LOG_LIMIT_BYTES, { fromEnd: true });
	const { lines, skipped } = parseBackupLog(read?.bytes.toString() ?? '');
	const log = { backups: foldBackupLog(lines), skipped };
	lastRead.set(file, { stamp, log });
	return own(log);
}

/** What a writer says of a backup. */
export type BackupNews = Partial<BackupLogLine> & { readonly event: BackupEvent; readonly raw: string };

/** Adds a line, durable on return. @param nowMs milliseconds since 1970. */
export async function logBackup(place: BackupPlace, news: BackupNews, nowMs: number): Promise<void> {
	const line = backupLogLine({ ...news, ts: utcSeconds(nowMs) });
	await appendLine(path.join(place.folder, BACKUP_LOG), line);
}

/** Raw files of a place, as far as they can be read: see `listRawFiles`. Never throws. */
export async function rawFiles(place: BackupPlace): Promise<ReadonlyMap<string, RawFile>> {
	return listRawFiles(place).catch(() => new Map<string, RawFile>());
}

/**
 * Raw files of a place; compressed ones under the name that they had. Links are left alone: what they lead to is not ours.
 * @throws the file system's error where the folder may not be read.
 */
export async function listRawFiles(place: BackupPlace): Promise<ReadonlyMap<string, RawFile>> {
	const folder = rawFolder(place);
	const files = new Map<string, RawFile>();
	for (const entry of await entriesIn(folder)) {
		const name = plainName(entry.name);
		if (!entry.isFile() || !isRawFileName(name)) continue;
		const found = await lookSurely(path.join(folder, entry.name));
		const isCompressed = name !== entry.name;
		// Both are there for a moment while one is being compressed.
		if (found?.isFile() === true && !(isCompressed && files.has(name)))
			files.set(name, { name, sizeBytes: found.size, modifiedMs: found.mtimeMs, isCompressed });
	}
	return files;
}

/** What the marker says; nothing where there is none. */
export async function readMarker(place: BackupPlace): Promise<Marker | undefined> {
	const file = path.join(place.folder, '.pending-backup');
	if (!(await isThere(file))) return undefined;
	const read = await readRegularFile(file, MARKER_LIMIT_BYTES, { isLinkRefused: true }).catch(() => undefined);
	return read === undefined || read.sizeBytes > MARKER_LIMIT_BYTES
		? { kind: 'refused', reason: 'outsideRaw' }
		: parseMarker(read.bytes.toString());
}

/**
 * Lets the marker name the newest of the given backups. Without any, a marker that names nothing on disk goes; one that
 * was not written by us stays as it is. Durable on return; a link in its place is replaced, never followed.
 */
export async function pointMarker(
	place: BackupPlace,
	pending: readonly Pick<LoggedBackup, 'raw' | 'sinceMs'>[],
): Promise<void> {
	await checkInside(place.root, place.folder);
	const file = path.join(place.folder, '.pending-backup');
	const newest = [...pending].sort((a, b) => a.sinceMs - b.sinceMs).at(-1);
	const marker = await readMarker(place);
	if (newest !== undefined) {
		if (marker?.kind === 'names' && marker.raw === newest.raw) return;
		await replaceFile(file, markerText(newest.raw), 0o600);
	} else {
		if (marker?.kind !== 'names' || (await rawFiles(place)).has(marker.raw)) return;
		await unlink(file).catch(() => undefined);
		await syncFolder(place.folder);
	}
}
