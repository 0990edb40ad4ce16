// A repository is somebody else's: a link in it may point anywhere. Before anything below a project is read as ours,
// written or removed, its real place is looked up.
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, makeFolder } from './atomicFile';
import { isThere } from './lookAt';

/** Thrown before anything was touched. The message is for people. */
export class OutsideProjectError extends Error {
	constructor(readonly path: string) {
		super(`Refused: ${path} leads outside the project`);
		this.name = 'OutsideProjectError';
	}
}

/** Whether `child` is `parent` or lies below it, as text; both absolute and normalised. */
export function isInside(parent: string, child: string): boolean {
	const relative = path.relative(parent, child);
	return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

/** Whether two absolute paths name one place: an editor writes the drive of Windows in lower case. */
export function isSamePath(a: string, b: string): boolean {
	return path.relative(a, b) === '';
}

/**
 * Checks that a path below a root really stays below it, links followed. Parts that do not exist yet are fine.
 * @throws OutsideProjectError where a link leads out, or dangles.
 */
export async function checkInside(root: string, target: string): Promise<void> {
	if (!isInside(root, target)) throw new OutsideProjectError(target);
	const realRoot = await realpath(root);
	const real = await realPlace(root, target);
	if (!isInside(realRoot, real)) throw new OutsideProjectError(target);
}

/** Where the part of a path that exists really is. @throws OutsideProjectError where a link dangles or goes round. */
async function realPlace(root: string, target: string): Promise<string> {
	for (let existing = target; ;) {
		// What we may not look at is not there for us: whoever goes on hears so from the file system.
		while (existing !== root && !(await isThere(existing))) existing = path.dirname(existing);
		try {
			return await realpath(existing);
		} catch (error) {
			const code = errorCode(error);
			// Another process may take it away, and bring it back, while we look.
			if (code === 'ENOENT' && existing !== root && !(await isLink(existing))) continue;
			// A dangling link (or one that we may not follow) says nothing about where a write would land.
			throw code === 'ENOENT' || code === 'ELOOP' ? new OutsideProjectError(target) : error;
		}
	}
}

/** Creates a folder below a root after checking that it stays there. */
export async function makeFolderInside(root: string, folder: string, mode = 0o755): Promise<void> {
	await checkInside(root, folder);
	await makeFolder(folder, mode);
}

async function isLink(file: string): Promise<boolean> {
	return (await lstat(file).catch(() => undefined))?.isSymbolicLink() === true;
}
