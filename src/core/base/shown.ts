// What people are shown: how long a text is, where a file is, HTML.

/** The name of a file, whatever system its path is of. */
export function lastPart(file: string): string {
	return file.replace(/^.*[/\\]/u, '');
}

/** A path without the folder that it is in. */
export function shortPath(file: string, folder: string | undefined): string {
	if (folder === undefined || folder === '' || !file.startsWith(folder)) return file;
	const rest = file.slice(folder.length);
	return /^[/\\]./u.test(rest) ? rest.slice(1) : file;
}

export function countLines(text: string): number {
	let lines = 1;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
	return lines;
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** A text as HTML, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? '');
}
