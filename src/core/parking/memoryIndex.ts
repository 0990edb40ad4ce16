// MEMORY.md belongs to Claude and to the person; an item may be named in it. The line goes with the item and comes back
// with it, and no other byte changes.

export interface IndexLine {
	/** Zero-based position among the lines, before anything was removed. */
	readonly line: number;
	/** With its own line ending. */
	readonly text: string;
}

/** Splits a text into lines that keep their endings, so that joining them gives the same text. */
function linesOf(text: string): string[] {
	return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}

/** Whether a line links to a file in the same folder: `[Title](file.md)`, also as `./file.md`, encoded, or in angle brackets. */
function pointsTo(line: string, fileName: string): boolean {
	for (const match of line.matchAll(/\]\(\s*<?([^()<>]*?)>?\s*(?:"[^"]*")?\)/gu)) {
		const target = (match[1] ?? '').replace(/^\.\//u, '').replace(/#.*$/u, '');
		if (target === fileName || decoded(target) === fileName) return true;
	}
	return false;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text; // A stray per cent sign: the text stands for itself.
	}
}

/** Takes out the lines that link to a file. `removed` is empty, and `text` the same, where there is none. */
export function removeIndexLines(
	text: string,
	fileName: string,
): { readonly text: string; readonly removed: readonly IndexLine[] } {
	const removed: IndexLine[] = [];
	const kept = linesOf(text).filter((line, at) => {
		if (!pointsTo(line, fileName)) return true;
		removed.push({ line: at, text: line });
		return false;
	});
	return { text: kept.join(''), removed };
}

/**
 * Puts lines back where they were, or at the end where the text has become shorter. A line that is there already is not
 * put in twice. The file may have a new name by now: the link is changed with it.
 */
export function insertIndexLines(
	text: string,
	lines: readonly IndexLine[],
	names?: { readonly from: string; readonly to: string },
): string {
	const result = linesOf(text);
	for (const { line, text: content } of lines) {
		const wanted = names === undefined ? content : content.replaceAll(names.from, names.to);
		if (result.some((present) => present.trimEnd() === wanted.trimEnd())) continue;
		const at = Math.min(line, result.length);
		const before = result[at - 1];
		if (before !== undefined && !before.endsWith('\n')) result[at - 1] = `${before}\n`;
		const isLast = at === result.length;
		result.splice(at, 0, isLast || wanted.endsWith('\n') ? wanted : `${wanted}\n`);
	}
	return result.join('');
}
