// What a repository keeps to itself stands in git's `info/exclude`: never committed, and no branch switch takes it away.
// Our lines stand between marks of ours; everything else in that file is somebody else's.

const BEGIN = '# >>> session-keeper: private, not for git';
const END = '# <<< session-keeper';
/** A whole block, with the line break that was put before it. What has no end is nobody's block. */
const BLOCK = new RegExp(`\\n?${BEGIN}\\n((?:(?!${BEGIN}|${END})[^\\n]*\\n)*)${END}(?:\\n|$)`, 'gu');

/**
 * What must be added to the end of the file so that it names the patterns.
 * @param text one character for each byte (`latin1`), as the patterns. @param patterns lines, as git reads them.
 * @returns nothing where all of them are there, whoever wrote them.
 */
export function excludeBlock(text: string, patterns: readonly string[]): string | undefined {
	const present = new Set(text.split(/\r?\n/u));
	const missing = patterns.filter((pattern) => !present.has(pattern));
	// The line break ends a last line that has none, and leaves with the block: what was there is then as it was.
	return missing.length === 0 ? undefined : `\n${[BEGIN, ...missing, END].join('\n')}\n`;
}

/**
 * The file without some patterns of ours, marks that are empty then included; everything else keeps every byte.
 */
export function withoutExcluded(text: string, patterns: readonly string[]): string {
	return text.replace(BLOCK, (block, lines: string) => {
		const stay = lines.split('\n').filter((line) => line !== '' && !patterns.includes(line));
		return stay.length === 0 ? '' : block.replace(lines, () => stay.map((line) => `${line}\n`).join(''));
	});
}

/**
 * A pattern of a folder, as the top of its checkout says it.
 * @param folder relative to that top, with `/`; empty for the top itself. @param pattern relative to the folder.
 * @returns nothing where the folder has a name that no pattern can say.
 */
export function excludePattern(folder: string, pattern: string): string | undefined {
	if (/[\n\r]/u.test(folder)) return undefined;
	return `/${folder === '' ? '' : `${folder.replace(/[\\[\]*?]/gu, '\\$&')}/`}${pattern}`;
}
