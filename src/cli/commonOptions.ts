// Options that several groups have in common, described once.
import type { EngineName } from '../core/reflection/engine';
import type { OptionDescription, Options, VerbDescription } from './base/description';

/** Engines that are there without VS Code. */
export const CLI_ENGINES = ['builtin', 'claude', 'anthropic'] as const satisfies readonly EngineName[];

export const ENGINE: OptionDescription = {
	value: 'E',
	about: 'A language model that adds statements, where you said yes to it; builtin is rules alone.',
	choices: CLI_ENGINES,
};

export const SESSION: OptionDescription = {
	value: 'ID',
	about: 'Of this session; else of the one that runs the command, or the latest.',
};

/** @param what is read there, so that no shell looks at it. */
export const fromStdin = (what: string): OptionDescription => ({ about: `Read ${what} from standard input.` });

export const HAND_IN: Options = {
	'from-answer': { about: 'With the statements that Claude wrote before it called.' },
	statements: { value: 'FILE|-', about: 'With statements of a file: lines or JSON.' },
};

export const DRY_RUN: OptionDescription = { about: 'Show it, and change nothing.' };

export const PLAIN: OptionDescription = {
	about: 'One row per line, tabs between full ids and ISO times, no headings.',
};

/** What a group does without a verb. @param enter on the row that is chosen */
export const bareListOf = (group: string, enter: string): VerbDescription => ({
	about: `Choose from the list, on a terminal; else print it`,
	more: [`Arrows move, letters filter, Enter ${enter}, Esc leaves.`],
	options: { plain: PLAIN },
	examples: [group, `${group} --plain`],
});
