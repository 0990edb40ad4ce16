// Files that other programs write, too, for who reads many and changes few: how one is changed (`exchange.ts`) is loaded by
// who changes one, or finds what a killed process left.
import { readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import type * as Exchange from './exchange';
import { type RegularFile, readRegularFile } from './regularFile';
import { KEPT } from './temporary';

const exchange = (): Promise<typeof Exchange> => import('./exchange');

/** Replaces a file where it still holds what was read. */
export const changeFile = async (...change: Parameters<typeof Exchange.exchangeFile>): Promise<boolean> =>
	(await exchange()).exchangeFile(...change);

/** Adds to its end. */
export const addToFile = async (...added: Parameters<typeof Exchange.addToEnd>): Promise<boolean> =>
	(await exchange()).addToEnd(...added);

/**
 * The same as `readRegularFile`, of a file that `changeFile` changes: one that it was taking away is put back first. Not
 * for what lies in a project, where reading must not write: there the next change puts it back.
 */
export async function readSharedFile(...where: Parameters<typeof readRegularFile>): Promise<RegularFile | undefined> {
	const read = await readRegularFile(...where);
	if (read !== undefined) return read;
	const [file] = where;
	const link = await readlink(file).catch(() => '');
	const target = path.resolve(path.dirname(file), link === '' ? path.basename(file) : link);
	return (await putBackKept(path.dirname(target))) ? readRegularFile(...where) : undefined;
}

/**
 * Puts back what a killed process was taking away.
 * @param names of what is in the folder, where they are known. @returns whether a file came back. @throws KeptCopyError
 */
export async function putBackKept(folder: string, names?: readonly string[]): Promise<boolean> {
	const kept = (names ?? (await readdir(folder).catch(() => []))).filter((name) => KEPT.test(name));
	return kept.length > 0 && (await exchange()).putBackIn(folder, kept);
}
