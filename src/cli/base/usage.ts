// How commands are called, in words: for help, the manual and docs/CLI.md. Nothing that is run needs it.
import { COMMON_OPTIONS, type Options, PROGRAM, type VerbDescription } from './description';

/** What the program takes without a group. */
export const PROGRAM_OPTIONS: Options = { ...COMMON_OPTIONS, version: { about: 'Print the version.' } };

export const PROGRAM_EXAMPLES = ['resume', 'parked list', 'sessions search deploy'] as const;

/** Variables that every command goes by. */
export const ENVIRONMENT: readonly (readonly [name: string, about: string])[] = [
	['CLAUDE_CONFIG_DIR', "Claude Code's folder. Default: ~/.claude."],
	['NO_COLOR', 'If set and not empty: no colors.'],
	['SESSION_KEEPER_PAGER, PAGER', 'Pager for long output. Default: less.'],
	['SESSION_KEEPER_NOW', 'Use this time (ISO 8601) instead of the clock.'],
];

/** What an exit code means. @param verb of which; else of any. */
export function exitCodes(verb?: VerbDescription): readonly (readonly [number, string])[] {
	return [
		[0, verb?.exit1 === undefined ? 'Success.' : 'Success, no problems found.'],
		[1, verb?.exit1 ?? 'Failure. The reason is on standard error.'],
		[2, 'Usage error.'],
	];
}

/** The values of its first word that `words` does not show. */
export function hiddenChoices({ words = '', choices = [] }: VerbDescription): readonly string[] {
	return choices.filter((each) => !words.includes(each));
}

/** How it is called: `session-keeper parked archive TEXT`. */
export function usageLine(name: string, { words, options }: VerbDescription): string {
	return [PROGRAM, name, words, options && '[options]'].filter((part) => part !== undefined && part !== '').join(' ');
}

/** An option as it is typed: `--name N`. */
export function optionUsage(name: string, { value, short }: Options[string]): string {
	return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

/** What it does, with the values that it can have. */
export function optionAbout({ about, choices }: Options[string]): string {
	const values = choices?.filter((each) => !about.includes(each)) ?? [];
	return values.length === 0 ? about : `${about} One of ${choices?.join(', ') ?? ''}.`;
}
