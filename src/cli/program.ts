// From the words of a call to its answer: which group and verb they name, what the common flags decide, how it ends.
import { parseArgs } from 'node:util';
import { type Caller, callerOfProcess } from './caller';
import { COMMON_OPTIONS, openContext } from './context';
import type { CommandGroup } from './group';
import { type Answer, UsageError, note, printAnswer, printFailure } from './io';
import { showProgress } from './progress';

/** The groups of a program by name. They are loaded on demand, so that no command waits for another's libraries. */
export type Groups = Readonly<Record<string, () => Promise<CommandGroup>>>;

/** Runs the command line with the words of this process, and sets its exit code. */
export function start(groups: Groups): void {
	void run(groups, callerOfProcess()).then((code) => (process.exitCode = code));
}

/** Runs the command line for whoever calls it, failures and all. @returns the exit code. */
export async function run(groups: Groups, caller: Caller): Promise<number> {
	const { words } = caller;
	const flags = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined);
	const isJson = flags.includes('--json');
	try {
		return await runCommand(groups, caller, isJson);
	} catch (error) {
		const code = printFailure(caller, error, isJson);
		return flags.includes('--for-claude') ? 0 : code;
	}
}

async function runCommand(groups: Groups, caller: Caller, isJson: boolean): Promise<number> {
	const answer = (text: string, json: Answer['json']): number => {
		printAnswer(caller, { text, json }, isJson);
		return 0;
	};
	const help = async (group?: string): Promise<number> => {
		const text = (await import('./usage')).usage(group);
		return answer(text, { help: text });
	};
	const { words, flags, rest } = groupFirst(caller.words);
	const [groupName, verbName] = words;
	if (groupName === '--version') {
		const { VERSION } = await import('./usage');
		return answer(VERSION, { version: VERSION });
	}
	if (groupName === '--help' || groupName === '-h' || groupName === 'help') return help();
	if (groupName === undefined) throw new UsageError('Which group did you want?');
	const load = Object.hasOwn(groups, groupName) ? groups[groupName] : undefined;
	if (load === undefined)
		throw new UsageError(`There is no group ${groupName}. There are: ${Object.keys(groups).join(', ')}.`);
	const group = await load();
	// A group without verbs is a command of its own: what follows are its words.
	const isCommand = Object.keys(group.verbs).length === 0;
	if ((verbName === undefined && !isCommand) || verbName === '--help' || verbName === '-h') {
		if (verbName !== undefined) return help(groupName);
		const options = group.bare === undefined ? [] : Object.keys(group.bare.options).map((name) => `--${name}`);
		throw new UsageError(
			`Which one did you want? ${groupName}: ${[...Object.keys(group.verbs), ...options].join(', ')}.`,
		);
	}
	const isBare = group.bare !== undefined && (isCommand || verbName?.startsWith('-') === true);
	const named = verbName ?? '';
	const verb = isBare ? group.bare : Object.hasOwn(group.verbs, named) ? group.verbs[named] : undefined;
	if (verb === undefined)
		throw new UsageError(
			`There is no ${groupName} ${named}. Which one did you want: ${Object.keys(group.verbs).join(', ')}?`,
		);

	const { values, positionals } = parse(
		[...flags, ...(isBare && verbName !== undefined ? [verbName] : []), ...rest],
		verb.options,
	);
	if (values['help'] === true) return help(groupName);
	const context = await openContext(caller, {
		project: values['project'] as string | undefined,
		yes: values['yes'] === true,
		json: values['json'] === true,
	});
	// Parked items are not where private files are, and are listed all day; a hook looks by itself.
	if (groupName !== 'parked' && groupName !== 'hook')
		await (await import('./lookAfter')).lookAfterPrivate(context, values['for-claude'] === true);
	const time = { clock: context.clock, waiting: caller.waiting };
	// Only a person at a terminal waits: Claude is given our standard error beside the answer, as if it were one.
	const tell = caller.remarks.isTTY === true ? (text: string): void => note(context, text) : undefined;
	const endProgress = showProgress(`${groupName} ${isBare ? '' : named}`.trim(), time, tell);
	const result = await verb.run(context, positionals, values).finally(endProgress);
	printAnswer(caller, result, context.isJson);
	return values['for-claude'] === true ? 0 : (result.exitCode ?? 0);
}

function parse(
	args: readonly string[],
	options: CommandGroup['verbs'][string]['options'],
): ReturnType<typeof parseArgs> {
	try {
		return parseArgs({
			args: [...args],
			options: { ...COMMON_OPTIONS, ...options },
			allowPositionals: true,
			strict: true,
		});
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}

/** Group and verb. What holds for every command may stand before them, too: `session-keeper --json parked list`. */
function groupFirst(args: readonly string[]): Readonly<Record<'words' | 'flags' | 'rest', readonly string[]>> {
	const rest = [...args];
	const [words, flags]: [string[], string[]] = [[], []];
	while (words.length < 2 && rest.length > 0) {
		const isFlag = /^--(?:json|yes|for-claude|project(?:=.*)?)$/su.test(rest[0] ?? '');
		(isFlag ? flags : words).push(...rest.splice(0, rest[0] === '--project' ? 2 : 1));
	}
	return { words, flags, rest };
}
