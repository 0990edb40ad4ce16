// Options that several groups have in common, described once.
import type { EngineName } from '../core/reflection/engine';
import type { OptionDescription, Options, VerbDescription } from './base/description';

/** Engines that are there without VS Code. */
export const CLI_ENGINES = ['builtin', 'claude', 'anthropic'] as const satisfies readonly EngineName[];

export const ENGINE: OptionDescription = {
	value: 'E',
	about: 'Language model that adds statements, if you agreed to it. builtin: rules only.',
	choices: CLI_ENGINES,
};

export const SESSION: OptionDescription = {
	value: 'ID',
	about: 'Session. Default: the one that runs the command, or the latest.',
};

/** @param what is read there, so that no shell looks at it. */
export const fromStdin = (what: string): OptionDescription => ({ about: `Read ${what} from standard input.` });

export const HAND_IN: Options = {
	'from-answer': { about: 'Use the statements in the last answer of Claude.' },
	statements: { value: 'FILE|-', about: 'Use the statements in a file (lines or JSON).' },
};

export const DRY_RUN: OptionDescription = { about: 'Show the result without changing anything.' };

export const PLAIN_OPTION: OptionDescription = {
	about: 'Print one tab-separated row per line, without headings.',
};

/** What a group does without a verb. @param enter on the row that is chosen */
export const bareListOf = (group: string, enter: string): VerbDescription => ({
	about: 'Choose from the list on a terminal, print it elsewhere',
	more: [`Arrows move, letters filter, Enter ${enter}, Esc quits.`],
	isDefault: true,
	options: { plain: PLAIN_OPTION },
	examples: [group, `${group} --plain`],
});
