import type { ParseArgsConfig } from 'node:util';
import type { CommandContext } from './context';
import { type Answer, UsageError } from './io';

type Options = NonNullable<ParseArgsConfig['options']>;
/** Values as `parseArgs` gives them: what was not said is absent. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export interface Verb {
	readonly options: Options;
	run(context: CommandContext, words: readonly string[], values: Values): Promise<Answer>;
}

/** One group of the command line: its verbs by name. */
export interface CommandGroup {
	readonly verbs: Readonly<Record<string, Verb>>;
	/** What the group does where options follow it at once, and no verb. One without verbs is a command of its own. */
	readonly bare?: Verb;
}

/** Refuses words that a command has no use for: somebody meant something by them. */
export function noWords(words: readonly string[], hint = ''): void {
	if (words.length > 0) throw new UsageError(`Not understood: ${words.join(' ')}.${hint}`);
}

/** A text option that names something, or nothing. An empty one is a script's mistake. @throws UsageError */
export function nameOf(values: Values, name: string): string | undefined {
	const text = textOf(values, name);
	if (text?.trim() === '') throw new UsageError(`--${name} is empty.`);
	return text;
}

/** A text option, or nothing. */
export function textOf(values: Values, name: string): string | undefined {
	const value = values[name];
	return typeof value === 'string' ? value : undefined;
}
