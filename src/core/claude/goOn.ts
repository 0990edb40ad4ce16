// How a person goes on with a session in a terminal.
import { singleLine } from '../base/text';

/**
 * The command to type. Claude Code finds a session only from the folder in which it was started.
 * @param session an id that `isSessionId` holds.
 * @param folder where it was started, if that is not where the person is.
 */
export function goOnCommand(session: string, folder?: string): string {
	const resume = `claude --resume ${session}`;
	return folder === undefined ? resume : `cd ${shellWord(singleLine(folder))} && ${resume}`;
}

/** What may help where its transcript is gone. */
export function copyHint(session: string): string {
	return `If there is a copy of it: session-keeper backups restore ${singleLine(session)}`;
}

/** A word that any shell takes as it is. */
export function shellWord(text: string): string {
	if (/^[\w@%+=:,./\\-]+$/u.test(text)) return text;
	// The quotes of a path of Windows, for its shells; those of the others keep everything.
	return /^[A-Za-z]:\\/u.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}
