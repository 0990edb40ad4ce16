// Where backups lie: log, marker and `raw/` in one folder. There are two such folders for a project: in the project
// itself, where the reference wants them, and a second one in our home, which `git clean -fdX` does not reach.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { mayBelongTo } from '../../core/claude/slug';
import type { ClaudeHome } from '../claude/claudeHome';
import { checkInside } from '../base/insideProject';
import { keepPrivate, makePrivatePlace } from '../keeper/privatePlaces';
import { makePrivateFolder } from '../project/privateFolder';
import { isTrackedIn } from '../base/gitLayout';
import type { Project } from '../project/project';
import { isFile } from '../base/lookAt';

export interface BackupPlace {
	/** No link below it may lead out of it. */
	readonly root: string;
	/** Whether a transcript is that of the project that this one is a copy of, by the name of its folder below `projects/`. */
	readonly isOthers?: (slug: string) => boolean;
	/** Holds `.backup-log`, `.pending-backup` and `raw/`. */
	readonly folder: string;
}

export interface WritablePlaces {
	/** The place that decides what is pending. */
	readonly main: BackupPlace;
	/** The second copy; nothing where the main one is in our home already. */
	readonly second: BackupPlace | undefined;
	/** Why nothing is written into the project, if it is so. For people. */
	readonly refused: string | undefined;
}

export const PRIVATE = ['raw/', '.pending-backup', '.backup-log'];

export function projectPlace(project: Project): BackupPlace {
	const place = { root: project.filesRoot, folder: path.join(project.filesRoot, '.claude', 'memory') };
	const { copyOf } = project.identity;
	if (copyOf.length === 0) return place;
	const isOf = (roots: readonly string[], slug: string): boolean => roots.some((root) => mayBelongTo(slug, root));
	return { ...place, isOthers: (slug) => isOf(copyOf, slug) && !isOf(project.checkouts, slug) };
}

export function homePlace(claude: Pick<ClaudeHome, 'keeperHome'>, project: Project): BackupPlace {
	return { root: claude.keeperHome, folder: path.join(project.home, 'backups') };
}

export function rawFolder(place: BackupPlace): string {
	return path.join(place.folder, 'raw');
}

/**
 * Prepares both places for writing. Where the project's cannot be used (a link leads out of it, git would take the
 * files, it is not ours to write), the one in our home stands in.
 * @throws the file system's error where not even that can be written.
 */
export async function preparePlaces(claude: ClaudeHome, project: Project): Promise<WritablePlaces> {
	const second = homePlace(claude, project);
	await makePrivateFolder(second.root, rawFolder(second));
	const main = projectPlace(project);
	try {
		// Before anything of ours is there: in a folder that git tracks, an ignore file would be one more change.
		if (await isTrackedIn(main.folder, PRIVATE))
			return { main: second, second: undefined, refused: 'git tracks files of the backups in .claude/memory/' };
		if ((await keepPrivate(project)).isExposed)
			return {
				main: second,
				second: undefined,
				refused: 'the repository’s .claude/memory/.gitignore lets git take them',
			};
		await makePrivatePlace(project, 'raw/');
		for (const name of ['.backup-log', '.pending-backup']) await checkInside(main.root, path.join(main.folder, name));
		if ((await lstat(rawFolder(main))).isSymbolicLink()) throw new Error('raw/ is a link');
		return { main, second, refused: undefined };
	} catch (error) {
		return { main: second, second: undefined, refused: error instanceof Error ? error.message : String(error) };
	}
}

/** What the name of a compressed copy ends in. */
export const COMPRESSED = '.br';

/** The name that a stored copy had before it was compressed. */
export function plainName(stored: string): string {
	return stored.endsWith(COMPRESSED) ? stored.slice(0, -COMPRESSED.length) : stored;
}

/** The folder of side files that belongs to a transcript or to a backup's raw file. */
export function sideFolderOf(file: string, kind: 'transcript' | 'backup'): string {
	return file.replace(/\.jsonl$/u, kind === 'transcript' ? '' : '.files');
}

/** The file that holds a copy, plain or compressed; nothing where there is neither. */
export async function storedAs(file: string): Promise<string | undefined> {
	for (const each of [file, `${file}${COMPRESSED}`]) if (await isFile(each)) return each;
	return undefined;
}
