// Options and words of a call, held against what its verb takes. Node's own parser reads them; its words are for programmers,
// so what is off is said here.
import { parseArgs } from 'node:util';
import type { Values } from '../group';
import { COMMON_OPTIONS, type OptionDescription, type VerbDescription } from './description';

interface Parsed {
	readonly values: Values;
	readonly positionals: readonly string[];
}

/** @throws UsageError for whatever is not described. */
export async function parseOptions(args: readonly string[], verb: VerbDescription): Promise<Parsed> {
	const options = { ...COMMON_OPTIONS, ...verb.options };
	// Words, and switches by their whole names: Node loads its parser when it is first asked, which takes longer than a short list.
	const isSwitch = (word: string): boolean => word.startsWith('--') && isKnown(options, word.slice(2));
	if (args.every((word) => !word.startsWith('-') || isSwitch(word)))
		return {
			values: Object.fromEntries(args.filter(isSwitch).map((word) => [word.slice(2), true])),
			positionals: args.filter((word) => !isSwitch(word)),
		};
	const { tokens } = parseArgs({
		args: [...args],
		options: Object.fromEntries(
			Object.entries(options).map(([name, { value, short }]) => [
				name,
				{ type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
			]),
		),
		allowPositionals: true,
		strict: false,
		tokens: true,
	});
	const values: Record<string, string | boolean | readonly string[]> = {};
	const positionals: Record<number, string> = {};
	for (const token of tokens) {
		const word = args[token.index] ?? '';
		// A number below zero is a word: no option has a digit for its name.
		if (token.kind === 'positional' || /^-\d/u.test(word)) {
			positionals[token.index] = word;
			continue;
		}
		if (token.kind !== 'option') continue;
		const { name, rawName, value, inlineValue } = token;
		const option = Object.hasOwn(options, name) ? options[name] : undefined;
		const off = option === undefined || !isSaidRight(option, value, inlineValue === true);
		if (off) throw (await import('../help')).wrongOption(rawName, Object.keys(options), option, value);
		if (option.value === undefined || value === undefined) values[name] = true;
		else values[name] = option.isMultiple === true ? [...((values[name] as string[] | undefined) ?? []), value] : value;
	}
	return { values, positionals: Object.values(positionals) };
}

const isKnown = (options: Readonly<Record<string, OptionDescription>>, name: string): boolean =>
	Object.hasOwn(options, name) && options[name]?.value === undefined;

/** Without `=`, a value that looks like an option is one: else `--session --json` would look for a session of that name. */
function isSaidRight(
	{ value: shown, choices }: OptionDescription,
	value: string | undefined,
	isInline: boolean,
): boolean {
	if (shown === undefined || value === undefined) return shown === value;
	return (isInline || !/^-./su.test(value)) && choices?.includes(value) !== false;
}
