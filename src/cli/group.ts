import type { Caller } from './caller';
import type { CommandContext } from './context';
import type { GroupDescription } from './base/description';
import { type Answer, UsageError } from './io';

/** Values of options by name: what was not said is absent. */
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** What a verb does. There are no words behind it where its description names none. */
export interface Verb {
	run(context: CommandContext, words: readonly string[], values: Values): Promise<Answer>;
}

/** What waits for others, and opens what it works on when one of them asks. */
export interface LateVerb {
	/** @param open gives the context as it is at that moment. */
	runLate(caller: Caller, open: () => Promise<CommandContext>, values: Values): Promise<Answer>;
}

/** The code of a group: a verb for each that is described. */
export type VerbsOf<D extends GroupDescription> = Readonly<Record<keyof D['verbs'], Verb>>;

/** A verb whose code is loaded when it runs: beside a list stands what takes ten times as much. */
export const onDemand = (load: () => Promise<Verb>): Verb => ({
	run: async (context, words, values) => (await load()).run(context, words, values),
});

/** Refuses words that a command has no use for: somebody meant something by them. */
export function noWords(words: readonly string[]): void {
	if (words.length > 0) throw new UsageError(`Unexpected: ${words.join(' ')}.`);
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

/** What an option says that may be there several times. */
export function textsOf(values: Values, name: string): readonly string[] {
	const value = values[name];
	return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** How many are asked for with `--limit`. @throws UsageError */
export function limitOf(values: Values, byDefault: number): number {
	const limit = Number(textOf(values, 'limit') ?? byDefault);
	if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number of at least 1.');
	return limit;
}

/** An option whose values are described, or nothing: what is none of them was refused before. */
export function choiceOf<T extends string>(values: Values, name: string, all: readonly T[]): T | undefined {
	return all.find((each) => each === values[name]);
}
