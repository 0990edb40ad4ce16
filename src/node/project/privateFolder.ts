// Folders and files of ours that no commit may take. An ignore file beside them says so, and is there before the first of
// them is. Git is not asked; it is not run.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { addedToIgnore, missingLines, takesBack } from '../../core/project/ignored';
import { makeFolder, replaceFile } from '../base/atomicFile';
import { checkInside } from '../base/insideProject';
import { readPlainFile } from '../base/regularFile';
import { changeFile } from '../base/sharedFile';
import { isTrackedIn } from '../base/gitLayout';

/** No list of a few names is longer. */
const IGNORE_LIMIT_BYTES = 1024 * 1024;

/**
 * Makes a folder below one that is private as a whole, such as our home.
 * @param top of what is private; it is made, too, and is told from git before anything else is in it.
 */
export async function makePrivateFolder(top: string, folder = top): Promise<void> {
	await makeFolder(top);
	await keepPrivateFolder(top);
	if (folder !== top) await makeFolder(folder);
}

/**
 * Has a folder below our home or Claude's say of itself that it is private. What a person made of that stays.
 * @returns whether it had to be written.
 */
export async function keepPrivateFolder(folder: string): Promise<boolean> {
	const file = path.join(folder, '.gitignore');
	// A writer that was killed, or had no room, leaves nothing in it.
	if (((await stat(file).catch(() => undefined))?.size ?? 0) > 0) return false;
	await replaceFile(file, '*\n', 0o600);
	return true;
}

/**
 * Has the ignore file of a folder name what is ours in it. Other people's lines stay as they are; so does a file that the
 * repository tracks, because git would show the change.
 * @param root that no link may lead out of. @param names as git reads them: `raw/`, `*.draft.md`.
 * @returns `written`: git could have taken some of them until now; `tracked`: it is the repository's own, and leaves some of them to git's own list; `takenBack`: and takes back what
 * that names.
 * @throws OutsideProjectError, or the file system's error.
 */
export async function keepOut(
	root: string,
	folder: string,
	names: readonly string[],
	mode = 0o644,
): Promise<'there' | 'written' | 'tracked' | 'takenBack'> {
	const file = path.join(folder, '.gitignore');
	await checkInside(root, file);
	const before = await readPlainFile(file, IGNORE_LIMIT_BYTES);
	const bytes = before?.bytes ?? Buffer.alloc(0);
	const text = bytes.toString();
	const added = addedToIgnore(text, names);
	if (added === undefined) return 'there';
	if (before !== undefined && (await isTrackedIn(folder, ['.gitignore'])))
		return missingLines(text, names).length === 0 ? 'there' : takesBack(text) ? 'takenBack' : 'tracked';
	const how = before === undefined ? { mode } : {};
	// Whoever wrote it meanwhile may have left nothing to add.
	if (!(await changeFile(file, before?.bytes, Buffer.concat([bytes, Buffer.from(added)]), how)))
		return keepOut(root, folder, names, mode);
	return missingLines(text, names).length === 0 ? 'there' : 'written';
}
