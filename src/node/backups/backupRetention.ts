// How much backups may hold. Processed ones are compressed, and the oldest are removed when there are too many. Pending
// ones are never removed: at the cap they are compressed, and Home says by how much they are over it.
import { lstat, readdir, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { LoggedBackup } from '../../core/backups/log';
import { compressInPlace } from './compress';
import { storedAs, type BackupPlace, homePlace, projectPlace, rawFolder, sideFolderOf } from './place';
import { withFileLock } from '../base/fileLock';
import { rawFiles, readBackups } from './placeLog';
import type { ClaudeHome } from '../claude/claudeHome';
import { checkInside } from '../base/insideProject';
import { readOwnSettings } from '../keeper/ownSettings';
import type { Project } from '../project/project';
import { isFolder, lookSurely } from '../base/lookAt';

export const MEGABYTE = 1024 * 1024;

interface RetentionReport {
	/** Names that were compressed. */
	readonly compressed: readonly string[];
	/** Names of backups that were dealt with, and that are gone now. */
	readonly removed: readonly string[];
	/** How much that is over the cap: only pending backups are left, and a person has to decide. 0 where all is well. */
	readonly overBytes: number;
}

interface StoredBackup {
	readonly place: BackupPlace;
	readonly raw: string;
	readonly logged: LoggedBackup;
	bytes: number;
	isCompressed: boolean;
}

/**
 * Brings the backups of a project under their cap, and takes away second copies of what does not wait any more.
 * @param capBytes what they may hold; without it the person's setting counts.
 * @returns nothing where another process is at the backups. @throws OutsideProjectError, or the file system's own error.
 */
export async function retainBackups(
	claude: ClaudeHome,
	project: Project,
	capBytes?: number,
): Promise<RetentionReport | undefined> {
	const [place, home] = [projectPlace(project), homePlace(claude, project)];
	const isInProject = await isFolder(rawFolder(place));
	if (isInProject) await checkInside(place.root, rawFolder(place));
	// Whoever makes backups holds the lock of the place that decides.
	const held = [...(isInProject ? [place] : []), ...((await isFolder(rawFolder(home))) ? [home] : [])];
	return lockedIn(held, async () => {
		if (isInProject) await dropSecondCopies(home, await readBackups(place));
		return retain(
			await listAll(place, home),
			capBytes ?? (await readOwnSettings(claude)).backupsMaxMegabytes * MEGABYTE,
		);
	});
}

/** @returns nothing where another process is in one of the places. */
async function lockedIn<T>(places: readonly BackupPlace[], run: () => Promise<T>): Promise<T | undefined> {
	const [first, ...others] = places;
	if (first === undefined) return run();
	return (await withFileLock(path.join(rawFolder(first), '.lock'), 1_000, () => lockedIn(others, run)))?.value;
}

/** What the cap counts: what the project has, and what only our home knows of, as where the project takes none. */
async function listAll(place: BackupPlace, home: BackupPlace, isPendingOnly = false): Promise<readonly StoredBackup[]> {
	const known = await readBackups(place);
	const inHome = (await list(home, isPendingOnly)).filter(({ raw }) => !known.has(raw));
	const all = [...(await list(place, isPendingOnly)), ...inHome];
	return all.sort((a, b) => a.logged.sinceMs - b.logged.sinceMs);
}

async function retain(stored: readonly StoredBackup[], capBytes: number): Promise<RetentionReport> {
	const [compressed, removed]: [string[], string[]] = [[], []];
	const total = (): number => bytesIn(stored);
	const compress = async (backup: StoredBackup): Promise<void> => {
		const { place } = backup;
		if (backup.isCompressed || !(await compressInPlace(path.join(rawFolder(place), backup.raw)))) return;
		Object.assign(backup, { isCompressed: true, bytes: await bytesOf(place, backup.raw) });
		compressed.push(backup.raw);
	};
	for (const backup of stored.filter(({ logged }) => !logged.isPending)) await compress(backup);
	for (const backup of stored.filter(({ logged }) => !logged.isPending)) {
		if (total() <= capBytes) break;
		await remove(backup.place, backup.raw);
		backup.bytes = 0;
		removed.push(backup.raw);
	}
	for (const backup of stored.filter(({ logged }) => logged.isPending && logged.isVerified)) {
		if (total() <= capBytes) break;
		await compress(backup);
	}
	return { compressed, removed, overBytes: Math.max(0, total() - capBytes) };
}

const bytesIn = (stored: readonly StoredBackup[]): number => stored.reduce((sum, { bytes }) => sum + bytes, 0);

/** Backups in the log that have a file. A file that is not in the log is never removed by age. */
async function list(place: BackupPlace, isPendingOnly = false): Promise<readonly StoredBackup[]> {
	const files = await rawFiles(place);
	const stored: StoredBackup[] = [];
	for (const logged of (await readBackups(place)).values()) {
		const file = files.get(logged.raw);
		if (file === undefined || (isPendingOnly && !logged.isPending)) continue;
		const bytes = await bytesOf(place, logged.raw);
		stored.push({ place, raw: logged.raw, logged, bytes, isCompressed: file.isCompressed === true });
	}
	return stored;
}

/** Bytes that pending backups hold in a project, and how many of them are over the person's limit. Nothing is written. */
export async function pendingBytes(
	claude: ClaudeHome,
	project: Project,
): Promise<{ readonly bytes: number; readonly overBytes: number }> {
	const [stored, settings] = await Promise.all([
		listAll(projectPlace(project), homePlace(claude, project), true),
		readOwnSettings(claude),
	]);
	const bytes = bytesIn(stored);
	return { bytes, overBytes: Math.max(0, bytes - settings.backupsMaxMegabytes * MEGABYTE) };
}

/**
 * The second copy exists for pending backups. If the project's log does not know a backup, it is the only copy and
 * stays.
 */
async function dropSecondCopies(second: BackupPlace, main: ReadonlyMap<string, LoggedBackup>): Promise<void> {
	for (const raw of (await rawFiles(second)).keys()) {
		const logged = main.get(raw);
		if (logged?.isPending !== false) continue;
		// What took its place is not proven yet: this may be the last whole one.
		const isAwaited = [...main.values()].some(
			({ session, isPending, isVerified }) => session === logged.session && isPending && !isVerified,
		);
		if (!isAwaited) await remove(second, raw);
	}
}

async function remove(place: BackupPlace, raw: string): Promise<void> {
	const file = path.join(rawFolder(place), raw);
	const stored = await storedAs(file);
	if (stored !== undefined) await unlink(stored);
	await rm(sideFolderOf(file, 'backup'), { recursive: true, force: true });
}

async function bytesOf(place: BackupPlace, raw: string): Promise<number> {
	const file = path.join(rawFolder(place), raw);
	const stored = await storedAs(file);
	// Another process may compress it, or take it away, at any moment.
	const own = stored === undefined ? undefined : await lookSurely(stored);
	return (own?.size ?? 0) + (await folderBytes(sideFolderOf(file, 'backup')));
}

/** What the files below a folder hold, links not followed. Bytes; 0 where there is no folder. */
export async function folderBytes(folder: string): Promise<number> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
	const files = entries.filter((entry) => entry.isFile());
	const sizes = await Promise.all(
		files.map(
			async (entry) => (await lstat(path.join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0,
		),
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}
