// What an ignore file of git says. The deepest one above a file decides, so one that lies in a folder of ours has the last
// word there; and git never looks into an ignored folder.

/** An ignore file that is named in itself leaves no trace in git's status, and no commit takes it along. */
const ITSELF = '.gitignore';

/**
 * Which lines an ignore file lacks to keep names out of git for certain.
 * @param text of the ignore file. @param names as our lines spell them: `raw/`, `.pending-backup`, `*`.
 */
export function missingLines(text: string, names: readonly string[]): readonly string[] {
	const lines = linesOf(text);
	// What takes something back after our line might mean us. Nobody but git could say for certain.
	const lastBack = lines.findLastIndex((line) => line.startsWith('!'));
	if (lines.lastIndexOf('*') > lastBack) return [];
	return names.filter((name) => lines.lastIndexOf(name) <= lastBack);
}

/** Whether an ignore file takes anything back that another one, or git's own list, keeps out. */
export function takesBack(text: string): boolean {
	return linesOf(text).some((line) => line.startsWith('!'));
}

/**
 * What has to be added to an ignore file. One that holds nothing but lines of ours is named in itself; one with lines of
 * somebody else is theirs, and git goes on seeing it.
 * @param text of the ignore file, empty where there is none.
 * @returns nothing where it keeps everything out.
 */
export function addedToIgnore(text: string, names: readonly string[]): string | undefined {
	const isOurs = linesOf(text).every((line) => ['', ITSELF, ...names].includes(line));
	const missing = missingLines(text, isOurs && !names.includes('*') ? [...names, ITSELF] : names);
	return missing.length === 0 ? undefined : `${text === '' || text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`;
}

function linesOf(text: string): readonly string[] {
	return text.split('\n').map((line) => line.trim());
}
