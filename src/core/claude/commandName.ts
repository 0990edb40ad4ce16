// How our commands are called in a text that somebody reads: no text of ours names a command that is not there.
import type { SlashCommand } from './slashCommands';

/** What can be called where a text is read. */
export interface CommandsHere {
	/** Our slash commands that Claude Code knows there. */
	readonly names: ReadonlySet<SlashCommand>;
	/** What stands before their names: `session-keeper:` in the plugin, else nothing. */
	readonly prefix: string;
	/** Our program as a shell starts it: a path, in quotes where it needs them, or its bare name. */
	readonly program: string;
}

/** A command that a text may tell somebody to run; the skill is none. */
type CallableCommand = Exclude<SlashCommand, 'managing-session-continuity'>;

/** What does the same on the command line. */
const WORDS: Readonly<Record<CallableCommand, string>> = {
	'document-and-save': 'documents save',
	'document-and-save-to': 'documents save',
	'resume-latest': 'resume latest',
	'resume-from': 'resume',
	'sessions-list': 'documents list',
	'discard-backup': 'backups discard',
	session: 'parked session',
	'save-session-protocol': 'protocol save',
	'load-session-protocol': 'protocol load',
};

/**
 * A command by the name that works here: `/resume-latest`, `/session-keeper:resume-latest`, or the program's own words.
 * What the command takes may follow, behind a space.
 */
export function commandName(name: CallableCommand, { names, prefix, program }: CommandsHere): string {
	return names.has(name) ? `/${prefix}${name}` : `${program} ${WORDS[name]}`;
}
