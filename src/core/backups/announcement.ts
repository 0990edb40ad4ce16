// What is said at the start of a session about the latest one, where a backup of it is pending: to Claude the reference's two
// lines, to the person one.
import { MINUTE_MS, shortDuration } from '../base/dates';
import { singleLine, truncate } from '../base/text';
import { type CommandsHere, commandName } from '../claude/commandName';
import { rawName } from './log';

const TITLE = 60;

/**
 * The lines for Claude: word for word the reference's where its two commands are installed.
 * @param raw name inside `raw/`. It was written by somebody: a name that is none of ours is not announced.
 * @param commands what can be called there; nothing after a compaction, where one line is enough.
 * @param folders names of where it lies, as Claude can read it, the best first; one that is not plain is not used.
 * @returns the text without a line break at its end, or nothing.
 */
export function backupAnnouncement(
	raw: string,
	commands: CommandsHere | undefined,
	folders: readonly string[],
): string | undefined {
	const name = rawName(raw);
	const folder = folders.find((each) => /^[\w./~+@-]+$/u.test(each));
	if (name === undefined || folder === undefined) return undefined;
	const first = `SESSION_BACKUP_PENDING: A previous session backup exists at ${folder}/${name}`;
	if (commands === undefined) return first;
	const [resume, discard] = namesIn(commands);
	return `${first}\nUser should run ${resume} to restore context, or ${discard} to discard.`;
}

/**
 * The line for the person.
 * @param title of the session, without secrets. @param ageMs since its last word.
 */
export function backupLine(title: string, ageMs: number, commands: CommandsHere): string {
	const [resume, discard] = namesIn(commands);
	const age = ageMs < MINUTE_MS ? 'just now' : `${shortDuration(ageMs)} ago`;
	return `Session Keeper: “${truncate(singleLine(title), TITLE)}” (${age}) was backed up. Continue it with ${resume}, or drop the backup with ${discard}.`;
}

function namesIn(commands: CommandsHere): readonly [string, string] {
	const shown = (name: string): string => (name.startsWith('/') ? name : `\`${name}\``);
	return [shown(commandName('resume-latest', commands)), shown(commandName('discard-backup', commands))];
}
