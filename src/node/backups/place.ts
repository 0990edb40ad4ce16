// Where backups lie: log, marker and `raw/` in one folder. There are two such folders for a project: in the project
// itself, where the reference wants them, and a second one in our home, which `git clean -fdX` does not reach.
import { lstat, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isTracked } from '../../core/backups/gitIndex';
import { keepsOut } from '../../core/backups/ignored';
import type { ClaudeHome } from '../claude/claudeHome';
import { findGitLayout } from '../project/gitLayout';
import { checkInside, makeFolderInside } from '../base/insideProject';
import { ensureMemoryIgnored } from '../keeper/memoryIgnore';
import type { Project } from '../project/project';
import { readRegularFile } from '../base/regularFile';

export interface BackupPlace {
	/** No link below it may lead out of it. */
	readonly root: string;
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

const IGNORED = ['raw/', '.pending-backup', '.backup-log'];
const INDEX_LIMIT_BYTES = 256 * 1024 * 1024;

export function projectPlace(project: Project): BackupPlace {
	return { root: project.filesRoot, folder: path.join(project.filesRoot, '.claude', 'memory') };
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
export async function openPlaces(claude: ClaudeHome, project: Project): Promise<WritablePlaces> {
	const second = homePlace(claude, project);
	await mkdir(rawFolder(second), { recursive: true, mode: 0o700 });
	const main = projectPlace(project);
	try {
		await ensureMemoryIgnored(project);
		const refused = await wouldBeCommitted(project, main);
		if (refused !== undefined) return { main: second, second: undefined, refused };
		await makeFolderInside(main.root, rawFolder(main), 0o700);
		for (const name of ['.backup-log', '.pending-backup']) await checkInside(main.root, path.join(main.folder, name));
		if ((await lstat(rawFolder(main))).isSymbolicLink()) throw new Error('raw/ is a link');
		return { main, second, refused: undefined };
	} catch (error) {
		return { main: second, second: undefined, refused: error instanceof Error ? error.message : String(error) };
	}
}

/** Raw transcripts hold secrets: nothing is written that git would take. Git itself is not asked; it is not run. */
async function wouldBeCommitted(project: Project, main: BackupPlace): Promise<string | undefined> {
	const layout = await findGitLayout(main.root);
	if (layout === undefined) return undefined;
	const ignore = await readRegularFile(path.join(main.folder, '.gitignore'), 1024 * 1024);
	if (!keepsOut(ignore?.bytes.toString() ?? '', IGNORED))
		return 'git would take the backups: .claude/memory/.gitignore does not keep raw/ out';
	const gitDir = layout.gitDir ?? (layout.topLevel === project.checkout ? project.gitDir : undefined);
	if (gitDir === undefined) return undefined;
	const index = await readRegularFile(path.join(gitDir, 'index'), INDEX_LIMIT_BYTES);
	const inCheckout = path.relative(layout.topLevel, main.folder).split(path.sep).join('/');
	const tracked = isTracked(
		index?.bytes ?? new Uint8Array(),
		IGNORED.map((name) => `${inCheckout}/${name}`),
	);
	return tracked ? 'git tracks files of the backups in .claude/memory/' : undefined;
}
