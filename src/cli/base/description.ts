// What a command line is made of, as data: the parser, help and completions are made of these.

export interface OptionDescription {
	/** What stands for its value: the `N` of `--name N`. An option without one is a switch. */
	readonly value?: string;
	/** A sentence or two, in one line. */
	readonly about: string;
	/** The only values there are. */
	readonly choices?: readonly string[];
	readonly isMultiple?: true;
	readonly short?: string;
}

export type Options = Readonly<Record<string, OptionDescription>>;

export interface VerbDescription {
	/** What it does, in a line without a full stop. */
	readonly about: string;
	/** More of it, a sentence to a line. */
	readonly more?: readonly string[];
	/** The words behind it, as help shows them. Without this it takes none. */
	readonly words?: string;
	/** The values that the first of these words can have. */
	readonly choices?: readonly string[];
	readonly options?: Options;
	/** Whole calls, without the program's name. */
	readonly examples: readonly [string, string, ...string[]];
	/** What exit code 1 means, if it is no failure. */
	readonly exit1?: string;
	/** It is what its group does where no verb is said. */
	readonly isDefault?: true;
	/** Other names of it. */
	readonly aliases?: readonly string[];
}

/** A group of verbs by name. What it does without a verb has the name ''; where that is all, the group is a command. */
export interface GroupDescription<V extends string = string> {
	/** What it is about, in a line without a full stop. */
	readonly about: string;
	readonly verbs: Readonly<Record<V, VerbDescription>>;
}

/** Holds a table against the form, and keeps the names of its verbs. */
export const describeGroup = <V extends string>(group: GroupDescription<V>): GroupDescription<V> => group;

export const PROGRAM = 'session-keeper';

/** Options that every command takes. */
export const COMMON_OPTIONS: Options = {
	project: { value: 'DIR', about: 'Project folder. Default: the git root of the current folder.' },
	json: { about: 'Print one JSON document.' },
	color: {
		value: 'WHEN',
		about: 'When to use colors.',
		choices: ['auto', 'always', 'never'],
	},
	'no-pager': { about: 'Never use a pager.' },
	yes: { about: 'Answer yes to all questions.' },
	'for-claude': { about: 'Always exit 0, and print errors for Claude.' },
	help: { about: 'Show this help.', short: 'h' },
};

/** Those of them that a value follows, as they are typed. */
export const VALUED: readonly string[] = Object.entries(COMMON_OPTIONS).flatMap(([name, { value }]) =>
	value === undefined ? [] : [`--${name}`],
);

/** The verb that a word names, by its name or another name of it. */
export function verbNamed(group: GroupDescription, word = ''): string | undefined {
	if (word !== '' && Object.hasOwn(group.verbs, word)) return word;
	return Object.keys(group.verbs).find((name) => group.verbs[name]?.aliases?.includes(word));
}

/** The verbs that are named by a word. */
export function namedVerbs(group: GroupDescription): readonly (readonly [string, VerbDescription])[] {
	return Object.entries(group.verbs).filter(([name]) => name !== '');
}
