// Names what is private in git's own `info/exclude`, which no branch switch, clean-up or stash takes away. All worktrees of
// a repository share that file. Git is not run, and nothing is written into a repository that does not point back.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { excludeBlock, excludePattern, withoutExcluded } from '../../core/project/excludeFile';
import { checkInside } from '../base/insideProject';
import { readPlainFile } from '../base/regularFile';
import { addToFile, changeFile } from '../base/sharedFile';
import { findGitLayout } from '../base/gitLayout';
import type { Project } from './project';

/** `noRepository`: there is none, or none that is this checkout's for certain. */
export interface ExcludeOutcome {
	readonly state: 'added' | 'there' | 'noRepository' | 'refused';
	/** Why nothing was written, where it was refused. For people. */
	readonly reason?: string;
}

interface ExcludeFile {
	readonly file: string;
	/** One character for each byte; nothing where there is no such file. */
	readonly text: string | undefined;
	/** Of the project in its checkout; empty where it is the top. */
	readonly folder: string;
}

/** Nobody's list is longer. */
const LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * Adds patterns between marks of ours; those that are there, whoever wrote them, are not added again. Never throws.
 * @param patterns relative to the project's checkout, as git reads them: `.claude/memory/raw/`, `docs/sessions/*.draft.md`.
 * @param isAgain it was tried a moment ago.
 */
export async function excludeFromGit(
	project: Pick<Project, 'checkout'>,
	patterns: readonly string[],
	isAgain = false,
): Promise<ExcludeOutcome> {
	try {
		const found = await readExcludeFile(project);
		if (found === undefined) return { state: 'noRepository' };
		const wanted = linesFor(found, patterns);
		if (wanted.length < patterns.length) throw new Error('git cannot name this folder');
		const block = excludeBlock(found.text ?? '', wanted);
		if (block === undefined) return { state: 'there' };
		if (await addToFile(found.file, Buffer.from(block, 'latin1'), found.text, 0o644)) return { state: 'added' };
		// Somebody is at taking lines out of it, or died at that: then it is back by now.
		return isAgain ? { state: 'refused' } : excludeFromGit(project, patterns, true);
	} catch (error) {
		return { state: 'refused', reason: error instanceof Error ? error.message : String(error) };
	}
}

/** Whether git's own list names all of these, whoever wrote them. Reads only; never throws. */
export async function isExcludedFromGit(
	project: Pick<Project, 'checkout'>,
	patterns: readonly string[],
): Promise<boolean> {
	const found = await readExcludeFile(project).catch(() => undefined);
	return found?.text !== undefined && excludeBlock(found.text, linesFor(found, patterns)) === undefined;
}

/**
 * Takes patterns of ours out again; the file is then as it was before them, byte for byte.
 * @param patterns as they were given to `excludeFromGit`. @throws the file system's error.
 */
export async function includeInGit(project: Pick<Project, 'checkout'>, patterns: readonly string[]): Promise<void> {
	const found = await readExcludeFile(project);
	if (found?.text === undefined) return;
	const text = withoutExcluded(found.text, linesFor(found, patterns));
	if (text === found.text) return;
	const isDone = await changeFile(found.file, Buffer.from(found.text, 'latin1'), Buffer.from(text, 'latin1'));
	if (!isDone) throw new Error(`${found.file} was changed by another program.`);
}

/** @returns nothing outside git. @throws where the file is none, or a link leads to it or out of git's folder. */
async function readExcludeFile(project: Pick<Project, 'checkout'>): Promise<ExcludeFile | undefined> {
	const layout = await findGitLayout(project.checkout);
	if (layout?.gitDir === undefined) return undefined;
	// A submodule has a folder of its own in the outer repository, and shares it with nobody.
	const isShared = (await lstat(layout.commonDir)).isDirectory();
	const gitFolder = isShared ? layout.commonDir : layout.gitDir;
	const file = path.join(gitFolder, 'info', 'exclude');
	await checkInside(gitFolder, file);
	const read = await readPlainFile(file, LIMIT_BYTES);
	const folder = path.relative(layout.topLevel, project.checkout).split(path.sep).join('/');
	return { file, text: read?.bytes.toString('latin1'), folder };
}

function linesFor({ folder }: ExcludeFile, patterns: readonly string[]): readonly string[] {
	return patterns.flatMap((pattern) => {
		const line = excludePattern(folder, pattern);
		return line === undefined ? [] : [Buffer.from(line).toString('latin1')];
	});
}
