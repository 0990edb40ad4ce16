// Which session wrote the lines of a file as it stands, or as a commit left it.
import path from 'node:path';
import { LONGEST_TEXT } from '../../core/search/lineOrigin';
import { isInside } from '../base/insideProject';
import { mapLimited } from '../base/mapLimited';
import { readRegularFile } from '../base/regularFile';
import { type GitRun, openGit } from '../project/gitRepository';
import type { Project } from '../project/project';
import type { FoundFile } from '../sessions/index/foundFile';
import type { IndexedSession } from '../sessions/index/indexedSession';
import { listTranscriptsGently, projectFolderOf } from '../sessions/index/transcriptFiles';
import { type LineChange, blameLines } from './lineBlame';
import type { WrittenCall } from './writtenCall';
import { WrittenCalls } from './writtenChanges';

/** Files of a commit that are asked about. */
const MAX_FILES = 300;
/** A commit holds nothing that was written later; clocks differ. Milliseconds. */
const SLACK_MS = 60_000;

/** Where is asked: what sessions of the project did, and what was read of them before. */
export interface AskedWhere {
	readonly project: Pick<Project, 'checkout' | 'folder' | 'gitDir' | 'gitTop' | 'launchRoots' | 'root'>;
	readonly sessions: readonly (Pick<IndexedSession, 'file'> &
		Partial<Pick<IndexedSession, 'forkedFrom' | 'forkedMs'>>)[];
	/** Kept by whoever asks again. */
	readonly known?: WrittenCalls;
	/** Of what the sessions say, for who knows: they are looked at again when it is another. */
	readonly stamp?: string;
	readonly signal?: AbortSignal | undefined;
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
 * @throws an error in words where it is too large, and the file system's where it is not ours to read.
 */
export async function blameFile(
	{ file, text }: { readonly file: string; readonly text?: string },
	where: AskedWhere,
): Promise<BlamedLines | undefined> {
	const { known = new WrittenCalls(), project } = where;
	const source = text ?? (await textOf(file));
	if (source === undefined) return undefined;
	// What is told of a text that nobody has saved is not kept.
	const isOnDisk =
		known.cacheFolder !== undefined && (text === undefined || source === (await textOf(file).catch(() => undefined)));
	const roots = rootsOf(project);
	const root = roots.filter((each) => isInside(each, file)).sort((a, b) => b.length - a.length)[0] ?? project.checkout;
	const present = async (name: string): Promise<string | undefined> => {
		const other = path.resolve(root, name);
		return isInside(root, other) ? await textOf(other).catch(() => undefined) : undefined;
	};
	const changes = await blameLines(known, await callsOf(where, known), {
		...{ file, roots, text: source, present },
		isOnDisk,
	});
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
	/** How many lines it added. */
	readonly added: number;
	readonly files: readonly BlamedFile[];
	/** How many more files it added lines to: those are too large, or too many. */
	readonly notLookedAt: number;
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
	const { project, known = new WrittenCalls() } = where;
	const git = await openGit(project, env);
	const hash = (await git?.('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`))?.trim();
	if (git === undefined || hash === undefined || hash === '') return undefined;
	const madeMs = Number(await git('show', '--no-patch', '--no-show-signature', '--format=%ct', hash)) * 1_000;
	const calls = (await callsOf(where, known)).filter(({ atMs = 0 }) => atMs <= madeMs + SLACK_MS);
	const present = (name: string): Promise<string | undefined> => blobOf(git, hash, name);
	const added = await addedLines(git, hash);
	const files = await mapLimited(
		added.slice(0, MAX_FILES),
		async ({ name, lines }): Promise<readonly BlamedFile[]> => {
			const text = await present(name);
			if (text === undefined) return [];
			const file = path.join(project.gitTop, name);
			const asked = { file, roots: rootsOf(project), text, present };
			const changes = await blameLines(known, calls, asked);
			return [{ name, added: lines, texts: text.split(/\r?\n/u), changes }];
		},
		1,
	);
	const looked = files.flat();
	return {
		hash,
		added: added.reduce((sum, { lines }) => sum + lines.length, 0),
		files: looked,
		notLookedAt: added.length - looked.length,
	};
}

async function callsOf(
	{ sessions, signal = new AbortController().signal, stamp }: AskedWhere,
	known: WrittenCalls,
): Promise<readonly WrittenCall[]> {
	const calls = await known.list(() => transcriptsOf(sessions), signal, stamp);
	signal.throwIfAborted();
	return calls;
}

/** The transcripts of sessions that are there, with those of their subagents: origins before their forks, which repeat them. */
async function transcriptsOf(sessions: AskedWhere['sessions']): Promise<readonly FoundFile[]> {
	const leftMs = new Map(
		sessions.map(({ file, forkedFrom, forkedMs }) => [file, forkedFrom === undefined ? 0 : (forkedMs ?? Infinity)]),
	);
	const wanted = new Set(leftMs.keys());
	const folders = [...new Set([...wanted].map(projectFolderOf))];
	const found = await mapLimited(
		folders,
		async (folder) => {
			const { files } = await listTranscriptsGently(folder);
			return files.filter(({ mainId }) => wanted.has(path.join(folder, `${mainId}.jsonl`)));
		},
		1,
	);
	const since = ({ file, mainId }: FoundFile): number =>
		leftMs.get(path.join(projectFolderOf(file), `${mainId}.jsonl`)) ?? 0;
	const inOrder = (a: FoundFile, b: FoundFile): number => (a.file < b.file ? -1 : 1);
	return found.flat().sort((a, b) => (since(a) === since(b) ? inOrder(a, b) : since(a) - since(b)));
}

/** Where notes of ours are, in `refs/notes`; `git log --notes=claude-sessions` shows them. */
export const NOTES_REF = 'claude-sessions';

/**
 * Writes a note at a commit, in place of the one that is there.
 * @returns git's name of that one's text, if there was one @throws an error in words where git refuses
 */
export async function noteCommit(
	project: AskedWhere['project'],
	env: NodeJS.ProcessEnv,
	hash: string,
	text: string,
): Promise<string | undefined> {
	const git = await openGit(project, env);
	const notes = async (...words: readonly string[]): Promise<string> =>
		(await git?.('notes', '--ref', NOTES_REF, ...words)) ?? '';
	const before = (await notes('list', hash).catch(() => '')).trim();
	try {
		await notes('add', '--force', '--message', text, hash);
	} catch (error) {
		// Git says what it ran, gives advice, and then the reason.
		throw new Error(`Git did not write the note: ${String(error).trim().split('\n').at(-1)}`, { cause: error });
	}
	return before === '' ? undefined : before;
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

/** Of a name with quotes, control characters or back slashes in it: as C writes them. */
function unquoted(name: string): string {
	return name.replace(/\\(?:([0-7]{3})|(.))/gu, (_, octal: string | undefined, sign: string) => {
		const code = octal === undefined ? 'abtnvfr'.indexOf(sign) + 7 : parseInt(octal, 8);
		return code < 7 && octal === undefined ? sign : String.fromCharCode(code);
	});
}

async function blobOf(git: GitRun, hash: string, name: string): Promise<string | undefined> {
	const size = Number(await git('cat-file', '-s', `${hash}:${name}`).catch(() => ''));
	if (!(size > 0 && size <= LONGEST_TEXT)) return undefined;
	return git('cat-file', 'blob', `${hash}:${name}`).catch(() => undefined);
}

/** Tops of checkouts. A folder below one that was opened or named is none; a worktree below one is. */
function rootsOf({ launchRoots, checkout, root, folder }: AskedWhere['project']): readonly string[] {
	const all = [...new Set([...launchRoots, checkout, root])];
	const isWorktree = folder === checkout && folder !== root;
	const isBelow = all.some((other) => other !== folder && isInside(other, folder));
	return isWorktree || !isBelow ? all : all.filter((each) => each !== folder);
}

async function textOf(file: string): Promise<string | undefined> {
	const read = await readRegularFile(file, LONGEST_TEXT);
	if (read !== undefined && read.sizeBytes > LONGEST_TEXT) throw new Error(`${file} is too large to be looked at.`);
	return read?.bytes.toString('utf8');
}
