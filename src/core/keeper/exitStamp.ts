// The time of the last exit in `active-context.md`, between two marks of ours. Everything else in that file belongs to
// Claude and to the person.
import { utcSeconds } from '../base/dates';
import type { BackupReason } from '../claude/reasons';

const BEGIN = '<!-- session-keeper:last-exit -->';
const END = '<!-- /session-keeper:last-exit -->';

/**
 * The file's text with the time of an exit in it. If our marks are missing, they are added at the end. If they occur
 * twice or in the wrong order, somebody edited them, and the text stays as it is.
 * @param endedMs milliseconds since 1970.
 */
export function withExitStamp(text: string, endedMs: number, reason: BackupReason): string {
	return withBlock(text, [BEGIN, `Last session ended: ${utcSeconds(endedMs)} (${reason})`, END].join(lineEndOf(text)));
}

/** The text with the time of the exit that another version of it has, or with none where that has none. */
export function withExitOf(text: string, other: string): string {
	const [own, place] = [placeOf(text), placeOf(other)];
	if (place !== undefined) return withBlock(text, other.slice(...place));
	if (own === undefined) return text;
	// What was put before the block when it was added: a blank line, and the end of the line above where that had none.
	const gap = other.trim() === '' || other.endsWith('\n') ? /\r?\n$/u : /(?:\r?\n){1,2}$/u;
	return text.slice(0, own[0]).replace(gap, '') + text.slice(own[1]).replace(/^\r?\n/u, '');
}

function withBlock(text: string, block: string): string {
	const eol = lineEndOf(text);
	const place = placeOf(text);
	if (place !== undefined) return text.slice(0, place[0]) + block + text.slice(place[1]);
	if (text.includes(BEGIN) || text.includes(END)) return text;
	return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${text === '' ? '' : eol}${block}${eol}`;
}

/** Where our block begins and ends; nothing where there is none, or where somebody edited its marks. */
function placeOf(text: string): readonly [number, number] | undefined {
	const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
	const isOnce = from >= 0 && to > from && text.lastIndexOf(BEGIN) === from && text.lastIndexOf(END) === to;
	return isOnce ? [from, to + END.length] : undefined;
}

const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');
