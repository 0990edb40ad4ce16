// How Claude Code turns a folder into the name below `projects/`. Observed over two dozen paths of the real program;
// the name is lossy, so it is only ever computed from a path and never decoded back into one.

const LIMIT = 200;

/**
 * The folder name that Claude Code uses for a path. Every UTF-16 unit outside `[A-Za-z0-9]` becomes a dash, the leading
 * one included; what is longer than 200 is cut there and told apart by a hash of the whole path.
 */
export function projectSlug(path: string): string {
	const slug = path.replace(/[^a-zA-Z0-9]/g, '-');
	if (slug.length <= LIMIT) return slug;
	let hash = 0;
	for (let i = 0; i < path.length; i++) hash = ((hash << 5) - hash + path.charCodeAt(i)) | 0;
	return `${slug.slice(0, LIMIT)}-${Math.abs(hash).toString(36)}`;
}

/**
 * The name that the parking lot's first formula gives (`sed 's|[/.]|-|g' | sed 's/^-//'`). Claude Code itself never uses
 * it, but items written by that formula are still somebody's items.
 */
export function formulaSlug(path: string): string {
	return path.replace(/[/.]/g, '-').replace(/^-/, '');
}

/** Whether a path is one of Windows, on a drive or on a share. */
export function isOfWindows(path: string): boolean {
	return /^(?:[a-z]:(?![^\\/])|[\\/]{2})/iu.test(path);
}

/**
 * Whether a folder name below `projects/` can belong to `path` or to a folder inside it. Necessary, not sufficient:
 * `my-app` and `my.app/x` look alike, so the `cwd` inside the transcripts has the last word.
 */
export function mayBelongTo(folderName: string, path: string): boolean {
	// Of names that differ by case alone, the disks of Windows and most of macOS know the one that was there first.
	const isCaseless = isOfWindows(path) || /^\/(?:Users|Volumes)\//u.test(path);
	const [name, place] = isCaseless ? [folderName.toLowerCase(), path.toLowerCase()] : [folderName, path];
	const plain = place.replace(/[^a-zA-Z0-9]/g, '-');
	if (plain.length >= LIMIT) return name.startsWith(plain.slice(0, LIMIT));
	return name === plain || name.startsWith(plain.endsWith('-') ? plain : `${plain}-`);
}
