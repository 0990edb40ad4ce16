// Raw transcripts and records in a work tree get committed unless git is told otherwise (and secrets with them). Git is told
// three times, because each word alone is lost one day: an ignore file in each folder that is private as a whole, one beside
// what lies among shared files, and git's own list, which no branch switch, clean-up or stash takes away.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolderInside } from '../base/insideProject';
import { type ExcludeOutcome, excludeFromGit, includeInGit } from '../project/gitExclude';
import { isTrackedIn, keepOut } from '../project/privateFolder';
import { type Project, makeOwnRoot } from '../project/project';

/** Folders in `.claude/memory` that are private as a whole. */
export type PrivateFolder = 'raw' | 'sessions';
const FOLDERS: readonly PrivateFolder[] = ['raw', 'sessions'];
/** What is private in `.claude/memory`, beside documents that are not. */
const NAMES = ['raw/', '.pending-backup', '.backup-log', 'sessions/'];
/** What is private in a checkout, for git's own list. */
const PATTERNS = [
	...NAMES.map((name) => `.claude/memory/${name}`),
	'docs/sessions/*.draft.md',
	'.temp/output-session-summary-*.md',
];

export interface PrivateState {
	/** What had to be written, as a person finds it: relative to the project, with `/`. */
	readonly written: readonly string[];
	/** Whether git would still take what lies beside the documents: a list of the repository's own lets it. */
	readonly isExposed: boolean;
}

/**
 * Keeps out of git what is private in a project, be it there yet or not. Other people's lines stay.
 * @throws OutsideProjectError, or the file system's error, where a folder of ours cannot be kept out.
 */
export async function keepPrivate(project: Project): Promise<PrivateState> {
	await makeOwnRoot(project);
	const { filesRoot } = project;
	const memory = memoryFolder(project);
	await makeFolderInside(filesRoot, memory);
	const written: string[] = [];
	const beside = await keepOut(filesRoot, memory, NAMES);
	if (beside === 'written') written.push('.claude/memory/.gitignore');
	for (const name of FOLDERS) {
		if (!(await isThere(path.join(memory, name)))) continue;
		if (await makePrivatePlace(project, name)) written.push(`.claude/memory/${name}/.gitignore`);
	}
	const state = await listAsPrivate(project);
	if (state === 'added') written.push('.git/info/exclude');
	const isExposed = beside === 'takenBack' || (beside === 'tracked' && state !== 'added' && state !== 'there');
	return { written, isExposed };
}

/**
 * Makes a folder in `.claude/memory` that is private as a whole, after `keepPrivate`.
 * @returns whether git could have taken it until now.
 */
export async function makePrivatePlace(project: Project, name: PrivateFolder): Promise<boolean> {
	const folder = path.join(memoryFolder(project), name);
	await makeFolderInside(project.filesRoot, folder, 0o700);
	return (await keepOut(project.filesRoot, folder, ['*'], 0o600)) === 'written';
}

/**
 * Has git's own list name what is private in a project, drafts and summaries included. It is the word that holds where an
 * ignore file is the repository's own, or goes with a branch.
 */
export async function listAsPrivate(project: Project): Promise<ExcludeOutcome['state']> {
	// What lies below our home is in no checkout of the project's.
	return project.filesRoot === project.root ? (await excludeFromGit(project, PATTERNS)).state : 'noRepository';
}

/** Whether anything private is in a project, or was. Reads no more than names. */
export async function hasPrivate(project: Project): Promise<boolean> {
	for (const name of NAMES) if (await isThere(path.join(memoryFolder(project), name))) return true;
	return false;
}

/** What of the private files the repository tracks all the same, as paths in the checkout. Git is not run. */
export async function trackedPrivate(project: Project): Promise<readonly string[]> {
	const memory = memoryFolder(project);
	if (!(await isTrackedIn(memory, NAMES))) return [];
	const tracked = await Promise.all(NAMES.map((name) => isTrackedIn(memory, [name])));
	return NAMES.filter((_, at) => tracked[at]).map((name) => `.claude/memory/${name}`);
}

/** Takes our lines out of git's own list again, where nothing private is left that needs them. */
export async function letGoOfPrivate(project: Project): Promise<void> {
	if (!(await hasPrivate(project))) await includeInGit(project, PATTERNS);
}

function memoryFolder(project: Project): string {
	return path.join(project.filesRoot, '.claude', 'memory');
}

async function isThere(file: string): Promise<boolean> {
	return (await lstat(file).catch(() => undefined)) !== undefined;
}
