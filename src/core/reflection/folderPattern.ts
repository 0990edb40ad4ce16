// Folders that are never read, as a person writes them: `~/clients/**`, `*/taxes`, `private`.

/**
 * Whether a pattern covers a folder, that is, fits it or a folder above it. A pattern without a slash is a folder's
 * name anywhere. `*` is anything within a name, `**` anything at all, `~` the person's home. Case matters, as it does
 * on disk.
 */
export function coversFolder(pattern: string, folder: string, home: string): boolean {
	const text = pattern.trim().replace(/\\/gu, '/').replace(/\/+$/u, '');
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
	const pathRule = new RegExp(`${anywhere ? '(?:^|/)' : '^'}${parts.join('.*')}(?:/|$)`, 'u');
	return pathRule.test(slashed(folder));
}

function slashed(path: string): string {
	return path.replace(/\\/gu, '/').replace(/\/+$/u, '');
}
