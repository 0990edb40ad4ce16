import path from 'node:path';
import { isInside } from '../../base/insideProject';
import type { HookContext } from './hookRun';

/** A folder as Claude can read it: from the project, or from the person's home, where it lies there. */
export function shownFolder(
	{ userHome }: HookContext['claude'],
	{ root }: HookContext['project'],
	folder: string,
): string {
	const from = (base: string): string => path.relative(base, folder).split(path.sep).join('/');
	if (isInside(root, folder)) return from(root);
	return isInside(userHome, folder) ? `~/${from(userHome)}` : folder.split(path.sep).join('/');
}
