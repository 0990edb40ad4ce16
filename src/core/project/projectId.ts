// The name of a project's folder in our home. Claude Code's own names for folders collide (`client_a` and `client-a`), so
// ours carry a hash of the path.
import { shortHash } from '../base/hash';
import { isOfWindows, projectSlug } from '../claude/slug';

/** Of the path's end: enough to recognise it, and short enough for file names everywhere. */
const READABLE_LENGTH = 40;

/**
 * The id of the project that is met first at a path.
 * @param root absolute path with links resolved. @returns letters, digits and dashes.
 */
export function projectId(root: string): string {
	const place = comparablePath(root);
	const readable = projectSlug(place).slice(-READABLE_LENGTH).replace(/^-+/u, '');
	return `${readable === '' ? 'root' : readable}-${shortHash(place)}`;
}

/** The form in which two names of one folder are equal: Windows knows no case, and programs write its paths either way. */
export function comparablePath(folder: string): string {
	return isOfWindows(folder) ? folder.replaceAll('\\', '/').toLowerCase() : folder;
}

/** Whether `child` is `parent` or lies below it, by their names alone; both absolute, of whatever system. */
export function isBelow(parent: string, child: string): boolean {
	const [above, below] = [comparablePath(parent), comparablePath(child)];
	return below === above || below.startsWith(above.endsWith('/') ? above : `${above}/`);
}
