// MEMORY.md belongs to Claude and to the person; an item may be named in it. The line goes with the item and comes back
// with it, and no other byte changes. A line that leads to other files too stays for them, without the item's link.
import { decoded, linksIn } from './indexLinks';
import { asRecord, asText } from '../base/result';

export interface IndexLine {
	/** Zero-based position among the lines, before anything was removed. */
	readonly line: number;
	/** With its own line ending. */
	readonly text: string;
	/** Where it leads to other files too. Both texts have its line ending. */
	readonly shared?:
		| {
				/** What stayed of it: everything but the item's link. */
				readonly left: string;
				/** The other way round: what belongs to the item where nothing of the line is left. */
				readonly own: string;
		  }
		| undefined;
}

/** How far before a link's target its title may begin. UTF-16 units. */
const LONGEST_TITLE = 2_000;

/** Splits a text into lines that keep their endings, so that joining them gives the same text. */
function linesOf(text: string): string[] {
	return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}

/** The file that a link leads to: `[Title](file.md)`, also as `./file.md`, encoded, or in angle brackets. */
function isTarget(link: string, fileName: string): boolean {
	const title = link.indexOf('"');
	const target = (title > 0 ? link.slice(0, title) : link)
		.trim()
		.replace(/^<|>$/gu, '')
		.replace(/^\.\//u, '')
		.replace(/#.*$/u, '');
	return target === fileName || decoded(target) === fileName;
}

/** The line with only the titles of the links that are meant; the same where there are none. */
function unlinked(line: string, isMeant: (link: string) => boolean): string {
	let [text, from] = ['', 0];
	for (const match of line.matchAll(/\]\(([^()]*)\)/gu)) {
		if (!isMeant(match[1] ?? '')) continue;
		const before = line.slice(from, match.index);
		const opening = openingBracket(before);
		text += opening === -1 ? before : before.slice(0, opening) + before.slice(opening + 1);
		from = match.index + match[0].length;
	}
	return text + line.slice(from);
}

/** Where the bracket is that the end of a text is inside of, or -1. */
function openingBracket(text: string): number {
	let depth = 1;
	for (let at = text.length - 1; at >= 0 && at >= text.length - LONGEST_TITLE; at--) {
		if (text[at] === ']') depth++;
		else if (text[at] === '[' && --depth === 0) return at;
	}
	return -1;
}

/**
 * Takes out the lines that link to a file; of a line that leads to other files too, only the link.
 * `removed` is empty, and `text` the same, where there is none.
 * @param mayGo says of a line, with its ending, whether it may be touched.
 */
export function removeIndexLines(
	text: string,
	fileName: string,
	mayGo: (line: string) => boolean = () => true,
): { readonly text: string; readonly removed: readonly IndexLine[] } {
	const removed: IndexLine[] = [];
	const kept = linesOf(text).map((line, at) => {
		const left = unlinked(line, (link) => isTarget(link, fileName));
		if (left === line || !mayGo(line)) return line;
		const isShared = linksIn(line).some(({ target }) => target !== fileName);
		const own = isShared ? unlinked(line, (link) => !isTarget(link, fileName)) : line;
		removed.push({ line: at, text: line, ...(isShared ? { shared: { left, own } } : {}) });
		return isShared ? left : '';
	});
	return { text: kept.join(''), removed };
}

/** A line without its links to a file. @param isFirstKept only those after the first go. */
export function withoutLink(line: string, fileName: string, isFirstKept: boolean): string {
	let kept = isFirstKept ? 1 : 0;
	return unlinked(line, (link) => isTarget(link, fileName) && kept-- <= 0);
}

/** Lines as a record on disk has them. Whatever else stands there is none. */
export function readIndexLines(value: unknown): readonly IndexLine[] {
	if (!Array.isArray(value)) return [];
	return value.flatMap((each: unknown) => {
		const record = asRecord(each);
		const [line, text] = [record?.['line'], record?.['text']];
		if (typeof line !== 'number' || typeof text !== 'string') return [];
		const shared = asRecord(record?.['shared']);
		const [left, own] = [asText(shared?.['left']), asText(shared?.['own'])];
		return [{ line, text, ...(left === undefined || own === undefined ? {} : { shared: { left, own } }) }];
	});
}

/**
 * Puts lines back where they were, or at the end where the text has become shorter. A line that is there already is not
 * put in twice, and what stayed of one becomes whole again; where that is gone by now, the line comes back without the
 * links of others. The file may have a new name by now: the link is changed with it.
 */
export function insertIndexLines(
	text: string,
	lines: readonly IndexLine[],
	names?: { readonly from: string; readonly to: string },
): string {
	const result = linesOf(text);
	const present = new Set(result.map((line) => line.trimEnd()));
	const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
	for (const { line, text: content, shared } of lines) {
		const named = (each: string): string => (names === undefined ? each : renamed(each, names.from, names.to));
		if (present.has(named(content).trimEnd())) continue;
		const rest = shared === undefined ? -1 : nearest(result, shared.left, line);
		if (rest !== -1) {
			result[rest] = withoutEnd(named(content)) + endOf(result[rest] ?? '');
			continue;
		}
		const wanted = named(shared?.own ?? content);
		const at = Math.min(Math.max(0, line), result.length);
		const before = result[at - 1];
		if (before !== undefined && !before.endsWith('\n')) result[at - 1] = before + lineEnd;
		const isLast = at === result.length;
		result.splice(at, 0, isLast || wanted.endsWith('\n') ? wanted : wanted + lineEnd);
	}
	return result.join('');
}

const endOf = (line: string): string => /\r?\n$/u.exec(line)?.[0] ?? '';
const withoutEnd = (line: string): string => line.slice(0, line.length - endOf(line).length);

/** Where a line stands, whatever its ending; of several, the one that is closest to where it was. */
function nearest(lines: readonly string[], wanted: string, at: number): number {
	const distance = (index: number): number => Math.abs(index - at);
	return lines.reduce(
		(best, line, index) =>
			withoutEnd(line) === withoutEnd(wanted) && (best === -1 || distance(index) < distance(best)) ? index : best,
		-1,
	);
}

/** The line with another file's name in its link, spelled as it was: plain or encoded. */
function renamed(line: string, from: string, to: string): string {
	const plain = line.replaceAll(from, () => to);
	const encoded = encodeURI(from);
	return encoded === from ? plain : plain.replaceAll(encoded, () => encodeURI(to));
}
