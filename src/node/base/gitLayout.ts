// Which checkout does a folder belong to? Read from git's own files, without running git: a repository is somebody
// else's, and its configuration may name programs. A `.git` file is followed only to a place that points back here.
import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isTracked } from '../../core/base/gitIndex';
import { errorCode } from './atomicFile';
import { passOver } from './refused';
import { readRegularFile } from './regularFile';

export interface GitLayout {
	/** Top folder of this checkout: where `.git` is. */
	readonly topLevel: string;
	/** Top folder of the main checkout, which all worktrees share; the same as `topLevel` outside worktrees. */
	readonly mainRoot: string;
	/** Git's shared folder (`.git` of the main checkout, or a bare repository). */
	readonly commonDir: string;
	/** Git's own folder of this checkout. Nothing where `.git` leads to a place that does not point back. */
	readonly gitDir: string | undefined;
}

const POINTER_LIMIT_BYTES = 4096;
const CONFIG_LIMIT_BYTES = 256 * 1024;
const INDEX_LIMIT_BYTES = 256 * 1024 * 1024;

/** What says that there is no `.git`, or none that is for us. */
const NO_GIT = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG', 'ELOOP']);

/**
 * @returns the layout around a folder (links resolved), or nothing outside git.
 * @throws the file system's error where a disk does not say whether there is a repository: it is not taken for none.
 */
export async function findGitLayout(folder: string): Promise<GitLayout | undefined> {
	let current = await realpath(folder).catch(() => path.resolve(folder));
	for (;;) {
		const dotGit = path.join(current, '.git');
		const found = await lstat(dotGit).catch((error: unknown) => {
			if (!(NO_GIT.has(errorCode(error) ?? '') && passOver(error))) throw error;
		});
		if (found?.isDirectory() === true && (await isGitFolder(dotGit)))
			return { topLevel: current, mainRoot: current, commonDir: dotGit, gitDir: dotGit };
		if (found?.isFile() === true) return fromGitFile(current, dotGit);
		// Git follows a link. We do not, and still this is where a checkout begins.
		if (found?.isSymbolicLink() === true && (await stat(dotGit).catch(() => undefined)) !== undefined)
			return { topLevel: current, mainRoot: current, commonDir: dotGit, gitDir: undefined };
		const parent = path.dirname(current);
		if (parent === current) return undefined;
		current = parent;
	}
}

/** All checkouts that share a main root: the root itself and its linked worktrees that still exist. */
export async function listCheckouts(layout: GitLayout): Promise<readonly string[]> {
	const folder = path.join(layout.commonDir, 'worktrees');
	const names = await readdir(folder).catch(() => []);
	const linked = await Promise.all(
		names.sort().map(async (name) => {
			const dotGit = await readPointer(path.join(folder, name, 'gitdir'));
			if (dotGit === undefined || path.basename(dotGit) !== '.git') return [];
			const checkout = path.resolve(folder, name, path.dirname(dotGit));
			const back = await findGitLayout(checkout);
			return back?.topLevel === (await realPlaceOf(checkout)) && back?.commonDir === layout.commonDir
				? [back.topLevel]
				: [];
		}),
	);
	return [...new Set([layout.mainRoot, ...linked.flat()])];
}

/** A worktree's `.git` file leads to `<common>/worktrees/<name>`; a submodule's to a folder of the outer repository. */
async function fromGitFile(topLevel: string, dotGit: string): Promise<GitLayout> {
	const alone = { topLevel, mainRoot: topLevel, commonDir: dotGit, gitDir: undefined };
	const pointer = /^gitdir: (.+)$/mu.exec((await readSmall(dotGit)) ?? '')?.[1];
	if (pointer === undefined) return alone;
	const gitDir = await realpath(path.resolve(topLevel, pointer.trim())).catch(() => undefined);
	if (gitDir === undefined) return alone;
	const back = await readPointer(path.join(gitDir, 'gitdir'));
	const common = await readPointer(path.join(gitDir, 'commondir'));
	if (back === undefined || common === undefined)
		return (await isSubmoduleOf(gitDir, topLevel)) ? { ...alone, gitDir } : alone;
	const backFile = await realPlaceOf(path.resolve(gitDir, back));
	const commonDir = await realPlaceOf(path.resolve(gitDir, common));
	const pointsBack = backFile === (await realPlaceOf(dotGit));
	if (
		!pointsBack ||
		commonDir === undefined ||
		path.dirname(path.dirname(gitDir)) !== commonDir ||
		!(await isGitFolder(commonDir))
	)
		return alone;
	// The worktrees of a bare repository have no main checkout; the repository itself is what they share.
	const mainRoot = path.basename(commonDir) === '.git' ? path.dirname(commonDir) : commonDir;
	return { topLevel, mainRoot, commonDir, gitDir };
}

/** A submodule's folder in the outer repository points back by `core.worktree`. */
async function isSubmoduleOf(gitDir: string, topLevel: string): Promise<boolean> {
	const config = (await readSmall(path.join(gitDir, 'config'), CONFIG_LIMIT_BYTES)) ?? '';
	const worktree = /^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/mu.exec(config)?.[1];
	if (worktree === undefined || !(await isGitFolder(gitDir))) return false;
	return (await realPlaceOf(path.resolve(gitDir, worktree))) === topLevel;
}

/** What git itself looks for: a `HEAD`, and a place for objects. One that may not be looked into is one. */
async function isGitFolder(folder: string): Promise<boolean> {
	const [head, objects] = await Promise.all(['HEAD', 'objects'].map((name) => lookInto(path.join(folder, name))));
	return head !== undefined && (objects === 'unknown' || objects?.isDirectory() === true);
}

const lookInto = (file: string): Promise<Stats | 'unknown' | undefined> =>
	lstat(file).catch((error: unknown) => (errorCode(error) === 'ENOENT' ? undefined : 'unknown'));

const realPlaceOf = (file: string): Promise<string | undefined> => realpath(file).catch(() => undefined);

async function readPointer(file: string): Promise<string | undefined> {
	const text = (await readSmall(file))?.trim();
	return text === undefined || text === '' || text.includes('\n') ? undefined : text;
}

async function readSmall(file: string, limitBytes = POINTER_LIMIT_BYTES): Promise<string | undefined> {
	const read = await readRegularFile(file, limitBytes, { isLinkRefused: true }).catch(() => undefined);
	return read === undefined || read.sizeBytes > limitBytes ? undefined : read.bytes.toString();
}

/** Whether the repository around a folder tracks any of these in it. @param names files, and folders with a `/`. */
export async function isTrackedIn(folder: string, names: readonly string[]): Promise<boolean> {
	return (await trackedIn(folder, names)) === 'yes';
}

/**
 * The same for who deletes.
 * @param names as above; the empty one is all that is in the folder.
 * @returns `unsure` where `.git` is a link, or leads to a place that does not point back.
 */
export async function trackedIn(folder: string, names: readonly string[]): Promise<'yes' | 'no' | 'unsure'> {
	const layout = await findGitLayout(folder);
	if (layout === undefined) return 'no';
	const { gitDir, topLevel } = layout;
	if (gitDir === undefined) return 'unsure';
	const index = await readRegularFile(path.join(gitDir, 'index'), INDEX_LIMIT_BYTES);
	if (index === undefined) return 'no';
	const above = path.relative(topLevel, await realpath(folder).catch(() => folder)).split(path.sep);
	const wanted = names.map((name) => [...above.filter((each) => each !== ''), name].join('/'));
	// A split index names most files in another one, by its extension `link`.
	const shared = index.bytes.includes('link')
		? (await readdir(gitDir)).filter((name) => name.startsWith('sharedindex.')).map((name) => path.join(gitDir, name))
		: [];
	const others = await Promise.all(shared.map((file) => readRegularFile(file, INDEX_LIMIT_BYTES)));
	return [index, ...others].some((each) => each !== undefined && isTracked(each.bytes, wanted)) ? 'yes' : 'no';
}
