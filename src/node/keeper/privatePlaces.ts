// Raw transcripts and records in a work tree get committed unless git is told otherwise (and secrets with them). Git is told
// three times, because each word alone is lost one day: an ignore file in each folder that is private as a whole, one beside
// what lies among shared files, and git's own list, which no branch switch, clean-up or stash takes away.
import path from 'node:path';
import { missingLines, takesBack } from '../../core/project/ignored';
import { checkInside, makeFolderInside } from '../base/insideProject';
import { readTextFile } from '../base/regularFile';
import { type ExcludeOutcome, excludeFromGit, includeInGit, isExcludedFromGit } from '../project/gitExclude';
import { keepOut } from '../project/privateFolder';
import { isTrackedIn } from '../base/gitLayout';
import { type Project, makeOwnRoot } from '../project/project';
import { isThere } from '../base/lookAt';

/** Of an ignore file. */
const LIMIT_BYTES = 1024 * 1024;

/** What is private in `.claude/memory`, beside documents that are not. */
const NAMES = ['raw/', '.pending-backup', '.backup-log', 'sessions/'] as const;

/** Folders that are private as a whole. */
type PrivateFolder = 'raw/' | 'sessions/';

/** The same as paths in a checkout. */
export const PRIVATE_PATHS = NAMES.map((name) => `.claude/memory/${name}`);

/** What is private in a checkout, for git's own list. */
const PATTERNS = [...PRIVATE_PATHS, 'docs/sessions/*.draft.md', '.temp/output-session-summary-*.md'];

export interface PrivateState {
	/** What was there and git could have taken until now: names in `.claude/memory`. */
	readonly inReach: readonly string[];
	/** Whether git would still take what lies beside the documents: a list of the repository's own lets it. */
	readonly isExposed: boolean;
	/** Why git's own list does not name what is private, where it could not be written. For people. */
	readonly unlisted: string | undefined;
}

/**
 * Keeps out of git what is private in a project, be it there yet or not. Other people's lines stay.
 * @throws OutsideProjectError, or the file system's error, where a folder of ours cannot be kept out.
 */
export async function keepPrivate(project: Project): Promise<PrivateState> {
	const { filesRoot } = project;
	const memory = memoryFolder(project);
	await makeOwnRoot(project);
	// Before anything is written. A file that is a link is replaced and not followed.
	for (const name of NAMES.filter(isFolder)) await checkInside(filesRoot, placeOf(project, name));
	await makeFolderInside(filesRoot, memory);
	const beside = await keepOut(filesRoot, memory, NAMES);
	const { state: listed, reason: unlisted } = await listAsPrivate(project);
	const inReach: string[] = [];
	for (const name of NAMES) {
		if (!(await isThere(placeOf(project, name)))) continue;
		const saysSo = isFolder(name) && !(await makePrivatePlace(project, name));
		if (!saysSo && beside !== 'there' && listed !== 'there' && project.isGit) inReach.push(name);
	}
	const isExposed = beside === 'takenBack' || (beside === 'tracked' && listed !== 'added' && listed !== 'there');
	return { inReach, isExposed, unlisted };
}

/**
 * Makes a folder in `.claude/memory` that is private as a whole, after `keepPrivate`.
 * @returns whether git could have taken it until now.
 */
export async function makePrivatePlace(project: Project, name: PrivateFolder): Promise<boolean> {
	const folder = placeOf(project, name);
	await makeFolderInside(project.filesRoot, folder, 0o700);
	return (await keepOut(project.filesRoot, folder, ['*'], 0o600)) === 'written';
}

/**
 * Has git's own list name what is private in a project, drafts and summaries included. It is the word that holds where an
 * ignore file is the repository's own, or goes with a branch.
 */
export async function listAsPrivate(project: Project): Promise<ExcludeOutcome> {
	// What lies below our home is in no checkout of the project's.
	return project.filesRoot === project.root ? excludeFromGit(project, PATTERNS) : { state: 'noRepository' };
}

/** Whether there is something private that git's own list does not name, though there is one. Reads only. */
export async function isUnlisted(project: Project): Promise<boolean> {
	if (project.gitDir === undefined || project.filesRoot !== project.root || !(await hasPrivate(project))) return false;
	return !(await isExcludedFromGit(project, PATTERNS));
}

/** Takes our lines out of git's own list again. */
export async function unlistPrivate(project: Project): Promise<void> {
	await includeInGit(project, PATTERNS);
}

/** Whether anything private is in a project, or was. Reads no more than names. */
export async function hasPrivate(project: Project): Promise<boolean> {
	for (const name of NAMES) if (await isThere(placeOf(project, name))) return true;
	return false;
}

/** What is there and git could take, as paths in the checkout: where mending failed, or nothing is mended. Reads only. */
export async function privateInReach(project: Project): Promise<readonly string[]> {
	if (!project.isGit || project.filesRoot !== project.root) return [];
	const memory = memoryFolder(project);
	const beside = await readIgnore(memory);
	const isListed = !takesBack(beside) && (await isExcludedFromGit(project, PRIVATE_PATHS));
	const inReach: string[] = [];
	for (const name of NAMES) {
		if (isListed || missingLines(beside, [name]).length === 0 || !(await isThere(placeOf(project, name)))) continue;
		const own = isFolder(name) ? await readIgnore(placeOf(project, name)) : '';
		if (missingLines(own, ['*']).length > 0) inReach.push(`.claude/memory/${name}`);
	}
	return inReach;
}

/** Whether an ignore file of the repository's own takes back what it leaves to git's list, as `keepPrivate` finds. Reads only. */
export async function isTakenBack(project: Project): Promise<boolean> {
	const memory = memoryFolder(project);
	const ignore = await readIgnore(memory);
	return takesBack(ignore) && missingLines(ignore, NAMES).length > 0 && isTrackedIn(memory, ['.gitignore']);
}

async function readIgnore(folder: string): Promise<string> {
	return readTextFile(path.join(folder, '.gitignore'), LIMIT_BYTES);
}

/** What of the private files the repository tracks all the same, as paths in the checkout. Git is not run. */
export async function trackedPrivate(project: Project): Promise<readonly string[]> {
	const memory = memoryFolder(project);
	if (!(await isTrackedIn(memory, NAMES))) return [];
	const tracked = await Promise.all(NAMES.map((name) => isTrackedIn(memory, [name])));
	return PRIVATE_PATHS.filter((_, at) => tracked[at]);
}

function isFolder(name: string): name is PrivateFolder {
	return name.endsWith('/');
}

function memoryFolder(project: Project): string {
	return path.join(project.filesRoot, '.claude', 'memory');
}

/** Without the last `/`, which would follow a link. */
function placeOf(project: Project, name: string): string {
	return path.resolve(memoryFolder(project), name);
}
