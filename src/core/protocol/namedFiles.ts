// Files that a text names, in the protocol's form: `path:line`, relative to the checkout or below the home folder.

/** A path with an extension, in Unix or Windows form, perhaps with a line number. */
const FILE =
	/(?<![\p{L}\p{N}_@:/\\.~-])(?<path>(?:[A-Za-z]:[\\/]|~[\\/]|[\\/]|\.[\\/])?(?:[\p{L}\p{N}_.@+-]{1,80}[\\/]){0,16}[\p{L}\p{N}_.@+-]{0,80}\.[A-Za-z]\w{0,7})(?<line>:\d{1,7})?(?![\p{L}\p{N}_/\\-])/gu;
const MAX_FILES = 20;

/**
 * @param checkout absolute; what lies below it is named relative to it.
 * @returns each file once, in the order of the text. A bare name counts only with a line number: `e.g` and `v1.2` are
 * no files.
 */
export function namedFiles(text: string, checkout: string): readonly string[] {
	const found = new Set<string>();
	for (const { groups } of text.matchAll(FILE)) {
		const { path = '', line = '' } = groups ?? {};
		const relative = relativePath(path, checkout);
		if (relative === undefined || (!relative.includes('/') && line === '')) continue;
		found.add(relative + line);
		if (found.size === MAX_FILES) break;
	}
	return [...found];
}

/** With forward slashes, relative to the checkout if below it. Nothing for the checkout itself. */
export function relativePath(path: string, checkout: string): string | undefined {
	const plain = path.replace(/\\/gu, '/').replace(/^\.\//u, '');
	const root = checkout.replace(/\\/gu, '/').replace(/\/$/u, '');
	const isBelow = root !== '' && plain.toLowerCase().startsWith(`${root.toLowerCase()}/`);
	const relative =
		isBelow && (plain.startsWith(`${root}/`) || /^[A-Za-z]:/u.test(root)) ? plain.slice(root.length + 1) : plain;
	return relative === '' ? undefined : relative;
}
