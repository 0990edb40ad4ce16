// How commands are called, in words: for help, the manual and docs/CLI.md. Nothing that is run needs it.
import { COMMON_OPTIONS, type Options, PROGRAM, type VerbDescription } from './description';

/** What the program takes without a group. */
export const PROGRAM_OPTIONS: Options = { ...COMMON_OPTIONS, version: { about: 'Print the version; stands alone.' } };

export const PROGRAM_EXAMPLES = ['resume', 'parked list', 'sessions search deploy'] as const;

/** Variables that every command goes by. */
export const ENVIRONMENT: readonly (readonly [name: string, about: string])[] = [
	['CLAUDE_CONFIG_DIR', "Claude Code's folder; else ~/.claude."],
	['NO_COLOR', 'No colours, if it is set and not empty.'],
	['SESSION_KEEPER_NOW', 'A time in ISO 8601 that stands in for the clock, so that reports can be reproduced.'],
];

/** What an exit code means. @param verb of which; else of any. */
export function exitCodes(verb?: VerbDescription): readonly (readonly [number, string])[] {
	return [
		[0, verb?.exit1 === undefined ? 'Done; nothing to do is done, too.' : 'Done, and nothing was found.'],
		[1, verb?.exit1 ?? 'Could not; the reason is on standard error.'],
		[2, 'Wrong usage.'],
	];
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
