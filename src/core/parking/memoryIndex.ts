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
	for (const [, link = ''] of line.matchAll(/\]\(([^()]*)\)/gu)) {
		const title = link.indexOf('"');
		const target = (title > 0 ? link.slice(0, title) : link)
			.trim()
			.replace(/^<|>$/gu, '')
			.replace(/^\.\//u, '')
			.replace(/#.*$/u, '');
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
	const present = new Set(result.map((line) => line.trimEnd()));
	const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
	for (const { line, text: content } of lines) {
		const wanted = names === undefined ? content : renamed(content, names.from, names.to);
		if (present.has(wanted.trimEnd())) continue;
		const at = Math.min(Math.max(0, line), result.length);
		const before = result[at - 1];
		if (before !== undefined && !before.endsWith('\n')) result[at - 1] = before + lineEnd;
		const isLast = at === result.length;
		result.splice(at, 0, isLast || wanted.endsWith('\n') ? wanted : wanted + lineEnd);
	}
	return result.join('');
}

/** The line with another file's name in its link, spelled as it was: plain or encoded. */
function renamed(line: string, from: string, to: string): string {
	const plain = line.replaceAll(from, () => to);
	const encoded = encodeURI(from);
	return encoded === from ? plain : plain.replaceAll(encoded, () => encodeURI(to));
}
