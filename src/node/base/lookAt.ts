// The questions about a path that are asked everywhere. What may not be looked at counts as not there.
import type { Dirent, Stats } from 'node:fs';
import { lstat, readFile, readdir } from 'node:fs/promises';
import { errorCode } from './atomicFile';

/** What is there, links not followed. */
const lookAt = (file: string): Promise<Stats | undefined> => lstat(file).catch(() => undefined);

/** Whether something is there, be it a link that leads nowhere. */
export const isThere = async (file: string): Promise<boolean> => (await lookAt(file)) !== undefined;

/** What says that nothing is there, for who would take a disk that fails for nothing. @throws what says anything else. */
export function noneIsFine(error: unknown): undefined {
	if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
}

/** What is there, links not followed; nothing where nothing is. @throws what says anything else. */
export const lookSurely = (file: string): Promise<Stats | undefined> => lstat(file).catch(noneIsFine);

/** Whether something is there. @throws what does not say so. */
export const isSurelyThere = async (file: string): Promise<boolean> => (await lookSurely(file)) !== undefined;

/** The text of a file; nothing where nothing is. @throws what says anything else. */
export const readOrNothing = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(noneIsFine);

/** Whether a regular file is there, and no link to one. */
export const isFile = async (file: string): Promise<boolean> => (await lookAt(file))?.isFile() === true;

/** Whether a folder is there, and no link to one. */
export const isFolder = async (file: string): Promise<boolean> => (await lookAt(file))?.isDirectory() === true;

/** What is in a folder; nothing where there is none. @throws the file system's error where it may not be read: that is no empty one. */
export async function entriesIn(folder: string): Promise<readonly Dirent[]> {
	return (await readdir(folder, { withFileTypes: true }).catch(noneIsFine)) ?? [];
}

/** Whether two names are those of one file. @throws the file system's error where one is missing. */
export async function isOneFile(a: string, b: string): Promise<boolean> {
	const [first, second] = await Promise.all([lstat(a, { bigint: true }), lstat(b, { bigint: true })]);
	return first.dev === second.dev && first.ino === second.ino;
}
