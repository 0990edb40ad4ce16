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
	const eol = text.includes('\r\n') ? '\r\n' : '\n';
	const block = [BEGIN, `Last session ended: ${utcSeconds(endedMs)} (${reason})`, END].join(eol);
	const from = text.indexOf(BEGIN);
	const to = text.indexOf(END);
	if (from < 0 && to < 0)
		return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${text === '' ? '' : eol}${block}${eol}`;
	const isOnce = text.lastIndexOf(BEGIN) === from && text.lastIndexOf(END) === to;
	return from < 0 || to < from || !isOnce ? text : text.slice(0, from) + block + text.slice(to + END.length);
}
