// Help for people: of the program, a group or a verb, all of it made of what describes them.
import { version } from '../../package.json';
import { nearestOf } from '../core/base/nearest';
import {
	COMMON_OPTIONS,
	type GroupDescription,
	type OptionDescription,
	type Options,
	PROGRAM,
	type VerbDescription,
	namedVerbs,
	verbNamed,
} from './base/description';
import {
	ENVIRONMENT,
	PROGRAM_EXAMPLES,
	PROGRAM_OPTIONS,
	exitCodes,
	hiddenChoices,
	optionAbout,
	optionUsage,
	usageLine,
} from './base/usage';
import { DESCRIPTIONS, described } from './commands';
import { UsageError } from './io';

/** @param of the group and the verb; flags among them say nothing here. @throws UsageError where there is no such one. */
export function helpText(...of: readonly string[]): string {
	const [groupName, word] = of.filter((each) => !each.startsWith('-'));
	if (groupName === undefined) return sections(programParts());
	const group = described(groupName);
	if (group === undefined) throw noGroup(groupName);
	if (word === undefined) return sections(groupParts(groupName, group));
	const name = verbNamed(group, word);
	const verb = name === undefined ? undefined : group.verbs[name];
	if (name === undefined || verb === undefined) throw noVerb(groupName, group, word);
	return sections(verbParts(`${groupName} ${name}`, verb));
}

type Part = readonly [title: string, lines: readonly string[]];

function programParts(): readonly Part[] {
	const rows = Object.entries<GroupDescription>(DESCRIPTIONS).map(([name, { about }]) => [name, about] as const);
	return [
		['', [`Search, back up and resume Claude Code sessions (${version}).`]],
		['USAGE', [`${PROGRAM} <group> <verb> [options]`]],
		['GROUPS', table(rows)],
		['OPTIONS', optionRows(PROGRAM_OPTIONS)],
		['EXAMPLES', PROGRAM_EXAMPLES.map((each) => `$ ${PROGRAM} ${each}`)],
		['ENVIRONMENT', table(ENVIRONMENT)],
		['EXIT CODES', exitRows()],
		['MORE', [`${PROGRAM} <group> --help, ${PROGRAM} <group> <verb> --help`]],
	];
}

function groupParts(name: string, group: GroupDescription): readonly Part[] {
	const verbs = namedVerbs(group);
	const bare = group.verbs[''];
	if (bare !== undefined && verbs.length === 0) return verbParts(name, bare);
	return [
		['', [`${group.about}.`]],
		['USAGE', [...(bare === undefined ? [] : [usageLine(name, bare)]), `${PROGRAM} ${name} <verb> [options]`]],
		[
			'VERBS',
			table(verbs.map(([verb, { about, words }]) => [[verb, words].filter(Boolean).join(' '), about] as const)),
		],
		...(bare === undefined ? [] : ownParts(bare)),
		['GLOBAL OPTIONS', optionRows(COMMON_OPTIONS)],
		['EXIT CODES', exitRows()],
		['MORE', [`${PROGRAM} ${name} <verb> --help`]],
	];
}

function verbParts(name: string, verb: VerbDescription): readonly Part[] {
	return [
		['', [`${verb.about}.`, ...(verb.more ?? [])]],
		['USAGE', [usageLine(name, verb)]],
		...(verb.aliases === undefined ? [] : [['ALSO CALLED', verb.aliases] as const]),
		...ownParts(verb),
		['GLOBAL OPTIONS', optionRows(COMMON_OPTIONS)],
		['EXIT CODES', exitRows(verb)],
	];
}

function ownParts(verb: VerbDescription): readonly Part[] {
	const { options, examples } = verb;
	const hidden = hiddenChoices(verb);
	return [
		...(hidden.length === 0 ? [] : [['VALUES', [hidden.join(', ')]] as const]),
		...(options === undefined ? [] : [['OPTIONS', optionRows(options)] as const]),
		['EXAMPLES', examples.map((example) => `$ ${PROGRAM} ${example}`)],
	];
}

function optionRows(options: Options): readonly string[] {
	return table(
		Object.entries(options).map(([name, option]) => [optionUsage(name, option), optionAbout(option)] as const),
	);
}

function exitRows(verb?: VerbDescription): readonly string[] {
	return exitCodes(verb).map(([code, about]) => `${code}  ${about}`);
}

const WIDTH = 100;
const INDENT = 2;

/** Two columns; what does not fit is wrapped within the second. */
function table(rows: readonly (readonly [string, string])[]): readonly string[] {
	const first = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
	return rows.flatMap(([name, text]) =>
		wrapped(text, WIDTH - INDENT - first).map((line, n) => `${(n === 0 ? name : '').padEnd(first)}${line}`),
	);
}

function wrapped(text: string, width: number): readonly string[] {
	const lines = [''];
	for (const word of text.split(' ')) {
		const last = lines.at(-1) ?? '';
		if (last !== '' && last.length + word.length >= width) lines.push(word);
		else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
	}
	return lines;
}

function sections(parts: readonly Part[]): string {
	return parts
		.map(([title, lines]) =>
			title === '' ? lines.join('\n') : [title, ...lines.map((line) => `${' '.repeat(INDENT)}${line}`)].join('\n'),
		)
		.join('\n\n');
}

/** A question about what was perhaps meant, with a space before it; nothing where nothing is near. */
export function didYouMean(text: string, names: readonly string[]): string {
	const near = nearestOf(text, names);
	return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}

export function noGroup(name: string): UsageError {
	const names = Object.keys(DESCRIPTIONS);
	return new UsageError(`Unknown command: ${name}.${didYouMean(name, names)} Commands: ${names.join(', ')}.`);
}

/** @param word that stands where a verb should; nothing where none does. */
export function noVerb(groupName: string, group: GroupDescription, word: string | undefined): UsageError {
	const names = namedVerbs(group).map(([name]) => name);
	const bare = Object.entries(group.verbs['']?.options ?? {}).map(([name, option]) => optionUsage(name, option));
	const ways = `Commands: ${names.join(', ')}.${bare.length === 0 ? '' : ` Options: ${bare.join(', ')}.`}`;
	return new UsageError(
		word === undefined
			? `${PROGRAM} ${groupName} needs ${bare.length === 0 ? 'a command' : 'a command or an option'}. ${ways}`
			: `Unknown command: ${groupName} ${word}.${didYouMean(word, names)} ${ways}`,
	);
}

/** Why an option is refused. @param as it was typed: `--session`. @param option of that name, if there is one. */
export function wrongOption(
	as: string,
	names: readonly string[],
	option: OptionDescription | undefined,
	value: string | undefined,
): UsageError {
	const known = names.map((name) => `--${name}`);
	if (option === undefined) return new UsageError(`Unknown option: ${as}.${didYouMean(as, known)}`);
	const { value: shown, choices } = option;
	if (shown === undefined) return new UsageError(`${as} takes no value.`);
	if (value === undefined) return new UsageError(`${as} needs a value: ${as} ${shown}.`);
	if (choices === undefined || choices.includes(value))
		return new UsageError(
			`${as} needs a value: ${as} ${shown}. One that begins with - is said with =: ${as}=${value}.`,
		);
	const near = didYouMean(value, choices);
	return new UsageError(`${as} cannot be ${value}.${near} Values: ${choices.join(', ')}.`);
}
