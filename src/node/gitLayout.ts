// Which checkout does a folder belong to? Read from git's own files, without running git: a repository is somebody
// else's, and its configuration may name programs. A `.git` file is followed only to a place that points back here.
import { lstat, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

export interface GitLayout {
	/** Top folder of this checkout: where `.git` is. */
	readonly topLevel: string;
	/** Top folder of the main checkout, which all worktrees share; the same as `topLevel` outside worktrees. */
	readonly mainRoot: string;
	/** Git's shared folder (`.git` of the main checkout, or a bare repository). */
	readonly commonDir: string;
}

const POINTER_LIMIT_BYTES = 4096;

/** @returns the layout around a folder (links resolved), or nothing outside git. Never throws. */
export async function findGitLayout(folder: string): Promise<GitLayout | undefined> {
	let current = await realpath(folder).catch(() => path.resolve(folder));
	for (;;) {
		const dotGit = path.join(current, '.git');
		const found = await lstat(dotGit).catch(() => undefined);
		if (found?.isDirectory() === true && (await isGitFolder(dotGit)))
			return { topLevel: current, mainRoot: current, commonDir: dotGit };
		if (found?.isFile() === true) return fromGitFile(current, dotGit);
		const parent = path.dirname(current);
		if (parent === current) return undefined;
		current = parent;
	}
}

/** All checkouts that share a main root: the root itself and its linked worktrees that still exist. */
export async function listCheckouts(layout: GitLayout): Promise<readonly string[]> {
	const { readdir } = await import('node:fs/promises');
	const folder = path.join(layout.commonDir, 'worktrees');
	const names = await readdir(folder).catch(() => []);
	const linked = await Promise.all(
		names.sort().map(async (name) => {
			const dotGit = await readPointer(path.join(folder, name, 'gitdir'));
			if (dotGit === undefined || path.basename(dotGit) !== '.git') return [];
			const checkout = path.resolve(folder, name, path.dirname(dotGit));
			const back = await findGitLayout(checkout);
			return back?.topLevel === (await realpath(checkout).catch(() => undefined)) &&
				back?.commonDir === layout.commonDir
				? [back.topLevel]
				: [];
		}),
	);
	return [...new Set([layout.mainRoot, ...linked.flat()])];
}

/** A worktree's `.git` file leads to `<common>/worktrees/<name>`; a submodule's to a folder of the outer repository. */
async function fromGitFile(topLevel: string, dotGit: string): Promise<GitLayout> {
	const alone = { topLevel, mainRoot: topLevel, commonDir: dotGit };
	const pointer = /^gitdir: (.+)$/mu.exec((await readSmall(dotGit)) ?? '')?.[1];
	if (pointer === undefined) return alone;
	const gitDir = await realpath(path.resolve(topLevel, pointer.trim())).catch(() => undefined);
	if (gitDir === undefined) return alone;
	const back = await readPointer(path.join(gitDir, 'gitdir'));
	const common = await readPointer(path.join(gitDir, 'commondir'));
	if (back === undefined || common === undefined) return alone;
	const backFile = await realpath(path.resolve(gitDir, back)).catch(() => undefined);
	const commonDir = await realpath(path.resolve(gitDir, common)).catch(() => undefined);
	const pointsBack = backFile === (await realpath(dotGit).catch(() => undefined));
	if (
		!pointsBack ||
		commonDir === undefined ||
		path.dirname(path.dirname(gitDir)) !== commonDir ||
		!(await isGitFolder(commonDir))
	)
		return alone;
	// The worktrees of a bare repository have no main checkout; the repository itself is what they share.
	return { topLevel, mainRoot: path.basename(commonDir) === '.git' ? path.dirname(commonDir) : commonDir, commonDir };
}

/** What git itself looks for: a `HEAD`, and a place for objects. */
async function isGitFolder(folder: string): Promise<boolean> {
	const [head, objects] = await Promise.all([
		lstat(path.join(folder, 'HEAD')).catch(() => undefined),
		lstat(path.join(folder, 'objects')).catch(() => undefined),
	]);
	return head !== undefined && objects?.isDirectory() === true;
}

async function readPointer(file: string): Promise<string | undefined> {
	const text = (await readSmall(file))?.trim();
	return text === undefined || text === '' || text.includes('\n') ? undefined : text;
}

async function readSmall(file: string): Promise<string | undefined> {
	const found = await lstat(file).catch(() => undefined);
	if (found?.isFile() !== true || found.size > POINTER_LIMIT_BYTES) return undefined;
	return readFile(file, 'utf8').catch(() => undefined);
}
