// From the words of a call to its answer: which group and verb they name, what the common flags decide, how it ends.
import { version } from '../../package.json';
import { COMMON_OPTIONS, type GroupDescription, VALUED, namedVerbs, verbNamed } from './base/description';
import { parseOptions } from './base/parse';
import { type Caller, type Keeper, callerOfProcess } from './caller';
import { createContext } from './context';
import { hasPendingChange } from '../node/keeper/pendingChanges';
import { takeRefused } from '../node/base/refused';
import { type LateVerb, type Values, type Verb, noWords } from './group';
import { type Answer, type Printing, printAnswer } from './io';
import { showProgress } from './progress';

/** What a program can do. Both are loaded on demand, so that no command waits for another's libraries. */
export interface Program {
	/** The table of a group, or nothing where there is none of that name. */
	describe(group: string): Promise<GroupDescription | undefined>;
	/** The code of a group that is described. */
	verbs(group: string): Promise<Readonly<Record<string, Verb | LateVerb>>>;
}

/** Runs the command line with the words of this process, and sets its exit code. @returns the group and the verb, if there are any. */
export async function start(program: Program, keeper: Keeper): Promise<readonly string[]> {
	const named: string[] = [];
	process.exitCode = await run(program, callerOfProcess(keeper), named);
	return named;
}

/**
 * Runs the command line for whoever calls it, failures and all.
 * @param named gets the group and the verb, as far as they are known. @returns the exit code.
 */
export async function run(program: Program, caller: Caller, named: string[] = []): Promise<number> {
	const { words } = caller;
	const flags = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined);
	const printing = printingOf(flags);
	let told = '';
	try {
		return await runCommand(program, caller, printing, named);
	} catch (error) {
		told = String(error);
		const { printFailure } = await import('./failures');
		const code = printFailure(caller, error, printing.json, ['session-keeper', ...named, '--help'].join(' '));
		return flags.includes('--for-claude') ? 0 : code;
	} finally {
		// A server tells it with its own answer.
		const refused = caller.isModel === true ? [] : takeRefused();
		if (refused.length > 0) (await import('./failures')).noteRefusals({ caller }, refused, told);
	}
}

/** What a command works on, by its flags. @throws UsageError for a project that is no folder. */
export function contextFor(program: Program, caller: Caller, values: Values): ReturnType<typeof createContext> {
	const given = {
		project: values['project'] as string | undefined,
		yes: values['yes'] === true,
		json: values['json'] === true,
		printing: values,
	};
	return createContext(caller, given, (other) => run(program, other));
}

/** How the words ask for an answer, before anybody knows what they name. */
function printingOf(flags: readonly string[]): Printing & { readonly json: boolean } {
	const color = flags.findLast((each, at) => each.startsWith('--color=') || flags[at - 1] === '--color');
	return {
		json: flags.includes('--json'),
		color: color?.replace(/^--color=/u, ''),
		'no-pager': flags.includes('--no-pager'),
	};
}

async function runCommand(program: Program, caller: Caller, printing: Printing, named: string[]): Promise<number> {
	const answer = async (text: string, json: Answer['json']): Promise<number> => {
		await printAnswer(caller, { text, json, holdsUntilMs: Infinity }, printing);
		return 0;
	};
	const help = async (of: readonly string[]): Promise<number> => {
		const text = (await import('./help')).helpText(...of);
		return answer(text, { help: text });
	};
	const { words, flags, rest } = groupFirst(caller.words);
	// Without a group, it is asked how things stand.
	const [groupName = 'status', word] = words;
	if (groupName === '--version') return answer(version, { version });
	if (groupName === '--help' || groupName === '-h') return help([]);
	if (groupName === 'help') return help([...words.slice(1), ...rest]);
	const group = await program.describe(groupName);
	if (group === undefined) throw (await import('./help')).noGroup(groupName);
	named.push(groupName);
	const verbs = namedVerbs(group).map(([name]) => name);
	const bare = Object.hasOwn(group.verbs, '') ? group.verbs[''] : undefined;
	const isBare =
		bare !== undefined &&
		(verbs.length === 0 || word?.startsWith('-') === true || (word === undefined && bare.isDefault === true));
	if (word === '--help' || word === '-h') return help(named);
	const verbName = isBare ? '' : verbNamed(group, word);
	const verb = verbName === undefined ? undefined : group.verbs[verbName];
	if (verbName === undefined || verb === undefined) throw (await import('./help')).noVerb(groupName, group, word);
	if (!isBare) named.push(verbName);

	const { values, positionals } = await parseOptions(
		[...flags, ...(isBare && word !== undefined ? [word] : []), ...rest],
		verb,
	);
	if (values['help'] === true) return help(named);
	if (verb.words === undefined) noWords(positionals);
	const open = (): ReturnType<typeof createContext> => contextFor(program, caller, values);
	const code = (await program.verbs(groupName))[verbName];
	if (code === undefined) throw new Error(`No code for ${named.join(' ')}.`);
	if ('runLate' in code) {
		await printAnswer(caller, await code.runLate(caller, open, values), values);
		return 0;
	}
	const context = await open();
	// A hook speaks of nothing that nobody asked for, nor does what completes words.
	const mayEnd = !['hook', 'completion'].includes(groupName);
	// What cannot be looked at is said with the answer.
	const isEnding = mayEnd && (await hasPendingChange(context.claude).catch(() => false));
	const ended = isEnding ? await (await import('./endCut')).endCutAndTell(context, values['for-claude'] === true) : [];
	// Parked items and the index of recall are not where private files are, and are asked all day; a hook looks by itself, and a
	// status only looks.
	if (!['parked', 'hook', 'completion', 'status', 'recall'].includes(groupName))
		await (await import('./lookAfter')).lookAfterPrivate(context, values['for-claude'] === true);
	const time = { clock: context.clock, waiting: caller.waiting };
	// Only a person at a terminal waits: Claude is given our standard error beside the answer, as if it were one. Whether it
	// is one takes opening it, as long as a list takes.
	const tell = (text: string): void => {
		if (caller.remarks.isTTY === true) caller.remarks.write(text);
	};
	const endProgress = showProgress(named.join(' '), time, caller.isUnwatched?.() === true ? undefined : tell);
	const result = await code.run({ ...context, ended }, positionals, values).finally(endProgress);
	await printAnswer(caller, result, values, context.clock.now());
	return values['for-claude'] === true ? 0 : (result.exitCode ?? 0);
}

/** Group and verb. What holds for every command may stand before them, too: `session-keeper --json parked list`. */
function groupFirst(args: readonly string[]): Readonly<Record<'words' | 'flags' | 'rest', readonly string[]>> {
	const rest = [...args];
	const [words, flags]: [string[], string[]] = [[], []];
	while (words.length < 2 && rest.length > 0) {
		const [first = ''] = rest;
		const [, name = ''] = /^--([^=]+)/u.exec(first) ?? [];
		// What it helps with may stand behind it.
		const isFlag = name !== 'help' && Object.hasOwn(COMMON_OPTIONS, name);
		(isFlag ? flags : words).push(...rest.splice(0, VALUED.includes(first) ? 2 : 1));
	}
	return { words, flags, rest };
}
