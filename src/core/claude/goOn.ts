// How a person goes on with a session in a terminal.
import { singleLine } from '../base/text';
import { isOfWindows } from './slug';

/**
 * The command to type. Claude Code finds a session only from the folder in which it was started.
 * @param session an id that `isSessionId` holds.
 * @param folder where it was started, if that is not where the person is.
 */
export function goOnCommand(session: string, folder?: string): string {
	const resume = `claude --resume ${session}`;
	if (folder === undefined) return resume;
	const place = shellWord(singleLine(folder));
	// Of what goes to another drive, and of what ends a command, each shell of Windows has its own; these they share.
	return isOfWindows(folder) ? `pushd ${place}\n${resume}` : `cd ${place} && ${resume}`;
}

/** A word that any shell takes as it is: in double quotes, where nothing in it means something to one of them. */
export function shellWord(text: string): string {
	if (/^[\w+=:./-]+$/u.test(text)) return text;
	// A backslash is one of them where another or the end comes next.
	return /[$`!"]|\\(?:\\|$)/u.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
