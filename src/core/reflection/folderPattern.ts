// Folders that are never read, as a person writes them: `~/clients/**`, `*/taxes`, `private`.

/**
 * Whether a pattern covers a folder, that is, fits it or a folder above it. A pattern without a slash is a folder's
 * name anywhere. `*` is anything within a name, `**` anything at all, `~` the person's home.
 * @param isCaseless case does not matter on this disk.
 */
export function coversFolder(pattern: string, folder: string, home: string, isCaseless: boolean): boolean {
	// `~/clients/**` covers `~/clients`, too.
	const text = slashed(pattern.trim()).replace(/(?<=.)(?:\/\*\*)+$/u, '');
	if (text === '') return false;
	const whole = text === '~' || text.startsWith('~/') ? slashed(home) + text.slice(1) : text;
	const isName = !whole.includes('/');
	const parts = whole.split('**').map((part) =>
		part
			.split('*')
			.map((plain) => plain.replace(/[.+?^${}()|[\]\\]/gu, '\\$&'))
			.join('[^/]*'),
	);
	const anywhere = isName || !/^(?:\/|[A-Za-z]:\/)/u.test(whole);
	const flags = isCaseless ? 'iu' : 'u';
	const pathRule = new RegExp(`${anywhere ? '(?:^|/)' : '^'}${parts.join('.*')}(?:/|$)`, flags);
	return pathRule.test(slashed(folder));
}

/** In one form of Unicode, too: what a person types and what a disk tells may differ. */
function slashed(path: string): string {
	return path.normalize().replace(/\\/gu, '/').replace(/\/+$/u, '');
}
