// Which session wrote the lines of a file as it stands, or as a commit left it.
import path from 'node:path';
import { isInside } from '../base/insideProject';
import { mapLimited } from '../base/mapLimited';
import { readRegularFile } from '../base/regularFile';
import { type GitRun, openGit } from '../project/gitRepository';
import type { Project } from '../project/project';
import { filesToSearch } from './filesToSearch';
import { type LineChange, blameLines } from './lineBlame';
import { WrittenCalls } from './writtenChanges';

/** Larger files are not written by hand, and not by Claude. */
const LIMIT_BYTES = 2 * 1024 * 1024;
/** Files of a commit that are asked about. */
const MAX_FILES = 300;

/** Where is asked: what sessions of the project did, and what was read of them before. */
export interface AskedWhere {
	readonly project: Pick<Project, 'checkout' | 'gitDir' | 'launchRoots' | 'root'>;
	readonly sessions: readonly { readonly file: string }[];
	/** Kept by whoever asks again. */
	readonly known?: WrittenCalls;
	readonly signal?: AbortSignal;
}

/** The lines of a file, with the call that wrote each; undefined for those of others. */
export interface BlamedLines {
	readonly texts: readonly string[];
	readonly changes: readonly (LineChange | undefined)[];
}

/**
 * Asks for all lines of a file.
 * @param file absolute path @param text as an editor has it; by default what is on disk
 * @returns nothing where there is no text file
 * @throws the file system's error where the file is not ours to read.
 */
export async function blameFile(
	{ file, text }: { readonly file: string; readonly text?: string },
	where: AskedWhere,
): Promise<BlamedLines | undefined> {
	const source = text ?? (await textOf(file));
	if (source === undefined) return undefined;
	const { known = new WrittenCalls(), signal = new AbortController().signal, project } = where;
	const roots = rootsOf(project);
	const root = roots.filter((each) => isInside(each, file)).sort((a, b) => b.length - a.length)[0] ?? project.checkout;
	const present = async (name: string): Promise<string | undefined> => {
		const other = path.resolve(root, name);
		return isInside(root, other) ? await textOf(other).catch(() => undefined) : undefined;
	};
	const transcripts = (await filesToSearch(where.sessions)).map((each) => each.file);
	const changes = await blameLines(known, transcripts, { file, roots, text: source, present }, signal);
	return { texts: source.split(/\r?\n/u), changes };
}

interface BlamedFile extends BlamedLines {
	/** As the commit names it. */
	readonly name: string;
	/** The lines that the commit added, from 1. */
	readonly added: readonly number[];
}

/** A commit, and the lines that it brought in. */
export interface BlamedCommit {
	/** Its whole hash. */
	readonly hash: string;
	readonly files: readonly BlamedFile[];
}

/**
 * Asks for the lines that a commit added, of a merge to its first parent.
 * @param revision what git calls it @returns nothing where git knows no such commit, or is not there
 */
export async function blameCommit(
	revision: string,
	env: NodeJS.ProcessEnv,
	where: AskedWhere,
): Promise<BlamedCommit | undefined> {
	const { project, known = new WrittenCalls(), signal = new AbortController().signal } = where;
	const git = await openGit(project, env);
	const hash = (await git?.('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`))?.trim();
	if (git === undefined || hash === undefined || hash === '') return undefined;
	const transcripts = (await filesToSearch(where.sessions)).map((each) => each.file);
	const present = (name: string): Promise<string | undefined> => blobOf(git, hash, name);
	const added = (await addedLines(git, hash)).slice(0, MAX_FILES);
	const files = await mapLimited(
		added,
		async ({ name, lines }): Promise<readonly BlamedFile[]> => {
			const text = await present(name);
			if (text === undefined) return [];
			const file = path.join(project.checkout, name);
			const asked = { file, roots: rootsOf(project), text, present };
			const changes = await blameLines(known, transcripts, asked, signal);
			return [{ name, added: lines, texts: text.split(/\r?\n/u), changes }];
		},
		1,
	);
	return { hash, files: files.flat() };
}

/** Where notes of ours are, in `refs/notes`; `git log --notes=claude-sessions` shows them. */
export const NOTES_REF = 'claude-sessions';

/** Writes a note at a commit, in place of the one that is there. @throws git's error */
export async function noteCommit(
	project: AskedWhere['project'],
	env: NodeJS.ProcessEnv,
	hash: string,
	text: string,
): Promise<void> {
	const git = await openGit(project, env);
	await git?.('notes', '--ref', NOTES_REF, 'add', '--force', '--message', text, hash);
}

/** The files to which a commit added lines, with their numbers. */
async function addedLines(
	git: GitRun,
	hash: string,
): Promise<readonly { readonly name: string; readonly lines: readonly number[] }[]> {
	const parents = (await git('rev-parse', '--verify', '--quiet', `${hash}^1`).catch(() => '')).trim();
	const range = parents === '' ? ['--root', hash] : [parents, hash];
	const options = ['-r', '-M', '-p', '-U0', '--no-ext-diff', '--no-textconv', '--no-color', '--no-commit-id'];
	const output = await git('-c', 'core.quotePath=false', 'diff-tree', ...options, '--dst-prefix=b/', ...range);
	const files: { readonly name: string; readonly lines: number[] }[] = [];
	let left = 0;
	for (const line of output.split('\n')) {
		// Lines of a hunk can look like headings.
		if (left > 0 && /^[-+\\ ]/u.test(line)) {
			if (!line.startsWith('\\')) left--;
			continue;
		}
		const name = /^\+\+\+ (?:b\/(.+?)|"b\/(.+)")\t?$/u.exec(line);
		if (name) files.push({ name: name[1] ?? unquoted(name[2] ?? ''), lines: [] });
		const [, gone, at, come] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u.exec(line) ?? [];
		if (at === undefined) continue;
		const count = Number(come ?? 1);
		left = Number(gone ?? 1) + count;
		for (let k = 0; k < count; k++) files.at(-1)?.lines.push(Number(at) + k);
	}
	return files.filter(({ lines }) => lines.length > 0);
}

/** Of a name with quotes, control characters or back slashes in it. */
function unquoted(name: string): string {
	return name.replace(/\\(["\\])/gu, '$1');
}

async function blobOf(git: GitRun, hash: string, name: string): Promise<string | undefined> {
	const size = Number(await git('cat-file', '-s', `${hash}:${name}`).catch(() => ''));
	if (!(size > 0 && size <= LIMIT_BYTES)) return undefined;
	return git('cat-file', 'blob', `${hash}:${name}`).catch(() => undefined);
}

function rootsOf({ launchRoots, checkout, root }: AskedWhere['project']): readonly string[] {
	return [...new Set([...launchRoots, checkout, root])];
}

async function textOf(file: string): Promise<string | undefined> {
	const read = await readRegularFile(file, LIMIT_BYTES);
	return read === undefined || read.sizeBytes > LIMIT_BYTES ? undefined : read.bytes.toString('utf8');
}
