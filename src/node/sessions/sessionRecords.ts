// Session records below `.claude/memory/sessions/` of a project: `active/<id>.json`, and `archive/` once they ended. They
// are kept out of git, for their owner's eyes only, written whole, and never through a link that leaves the project.
import { readFile, readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { archiveName } from '../../core/sessions/archiveName';
import { type SessionRecord, formatRecord, parseRecord, recordTime } from '../../core/sessions/record';
import { replaceFile } from '../base/atomicFile';
import { checkInside, makeFolderInside } from '../base/insideProject';
import { noneIsFine } from '../base/lookAt';
import { keepPrivate, makePrivatePlace } from '../keeper/privatePlaces';
import type { Project } from '../project/project';
import { type Shelf, activeName, isRecordName, recordsFolder } from './sessionRecordPaths';

interface StoredRecord {
	readonly record: SessionRecord;
	/** Absolute path. */
	readonly file: string;
}

/** A record has about 12 KB; what is far larger is none of ours. */
const LIMIT_BYTES = 1024 * 1024;

/**
 * Reads the records of running and interrupted sessions, or the archived ones. No folder yet means no records.
 * @param isWanted by the name of its file.
 * @returns them by start, newest first. Files that are no records are left alone.
 * @throws OutsideProjectError where the folder is a link that leaves the project.
 */
export async function readRecords(
	project: Project,
	shelf: Shelf,
	isWanted: (name: string) => boolean = () => true,
): Promise<readonly StoredRecord[]> {
	const folder = recordsFolder(project, shelf);
	await checkInside(project.filesRoot, folder).catch(noneIsFine);
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
	const files = entries.filter(
		(entry) => entry.isFile() && entry.name.endsWith('.json') && !entry.name.startsWith('.') && isWanted(entry.name),
	);
	const read = await Promise.all(files.map((entry) => readRecord(path.join(folder, entry.name))));
	return read
		.filter((result) => result !== undefined)
		.sort((a, b) => recordTime(b.record.started_at) - recordTime(a.record.started_at));
}

/** The last record of each of some sessions, where there is one: only theirs are read. Never throws. */
export async function recordsOf(
	project: Project,
	sessions: readonly string[],
): Promise<ReadonlyMap<string, SessionRecord>> {
	if (sessions.length === 0) return new Map();
	const isWanted = (name: string): boolean => sessions.some((id) => isRecordName(name, id));
	const shelves = await Promise.all(
		(['active', 'archive'] as const).map((shelf) => readRecords(project, shelf, isWanted).catch(() => [])),
	);
	const records = shelves.flat().map(({ record }) => record);
	// Of several the last one stays in the map.
	const byTime = records.sort((a, b) => recordTime(a.last_activity) - recordTime(b.last_activity));
	return new Map(byTime.map((record) => [record.id, record]));
}

/**
 * Writes the record of a session that has not ended, replacing the one before.
 * @returns the file. @throws OutsideProjectError, or the file system's own error.
 */
export async function writeActiveRecord(project: Project, record: SessionRecord): Promise<string> {
	return write(project, 'active', activeName(record.id), record);
}

/** Moves a session to the archive: its last record is written there first, and only then is the active one removed. */
export async function archiveRecord(project: Project, record: SessionRecord): Promise<string> {
	const file = await write(project, 'archive', archiveName(recordTime(record.started_at), record.id), record);
	const active = path.join(recordsFolder(project, 'active'), activeName(record.id));
	await checkInside(project.filesRoot, active);
	await unlink(active).catch(noneIsFine);
	return file;
}

async function write(project: Project, shelf: Shelf, name: string, record: SessionRecord): Promise<string> {
	const folder = recordsFolder(project, shelf);
	const file = path.join(folder, name);
	await keepPrivate(project);
	await makePrivatePlace(project, 'sessions/');
	await makeFolderInside(project.filesRoot, folder, 0o700);
	await checkInside(project.filesRoot, file);
	await replaceFile(file, formatRecord(record), 0o600);
	return file;
}

async function readRecord(file: string): Promise<StoredRecord | undefined> {
	try {
		if ((await stat(file)).size > LIMIT_BYTES) return undefined;
		const record = parseRecord(await readFile(file, 'utf8'));
		return record && { record, file };
	} catch {
		return undefined;
	}
}
