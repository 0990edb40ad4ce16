// The command line: `session-keeper <group> <verb>`. Says which code runs and how the process ends, nothing more.
// Groups are loaded on demand, so that no command waits for another's libraries.
import { parseArgs } from 'node:util';
import { COMMON_OPTIONS, openContext } from './context';
import { type Answer, UsageError, note, printAnswer, printFailure } from './io';
import type { CommandGroup } from './group';
import { VERSION, usage } from './usage';

const GROUPS: Readonly<Record<string, () => Promise<CommandGroup>>> = {
	parked: async () => (await import('./parked')).parked,
	backups: async () => (await import('./backups')).backups,
	sessions: async () => (await import('./sessions')).sessions,
	documents: async () => (await import('./documents')).documents,
	hook: async () => (await import('./hook')).hook,
	hooks: async () => (await import('./hooks')).hooks,
};

async function run(given: readonly string[], isJson: boolean): Promise<number> {
	const answer = (text: string, json: Answer['json']): number => {
		printAnswer({ text, json }, isJson);
		return 0;
	};
	const { words, rest } = groupFirst(given);
	const [groupName, verbName] = words;
	if (groupName === '--version') return answer(VERSION, { version: VERSION });
	if (groupName === '--help' || groupName === '-h' || groupName === 'help') return answer(usage(), { help: usage() });
	if (groupName === undefined) throw new UsageError('Which group did you want?');
	const load = Object.hasOwn(GROUPS, groupName) ? GROUPS[groupName] : undefined;
	if (load === undefined)
		throw new UsageError(`There is no group ${groupName}. There are: ${Object.keys(GROUPS).join(', ')}.`);
	const group = await load();
	if (verbName === undefined || verbName === '--help' || verbName === '-h') {
		if (verbName !== undefined) return answer(usage(groupName), { help: usage(groupName) });
		throw new UsageError(`Which one did you want? ${groupName}: ${Object.keys(group.verbs).join(', ')}.`);
	}
	const verb = Object.hasOwn(group.verbs, verbName) ? group.verbs[verbName] : undefined;
	if (verb === undefined)
		throw new UsageError(
			`There is no ${groupName} ${verbName}. Which one did you want: ${Object.keys(group.verbs).join(', ')}?`,
		);

	const { values, positionals } = parse(rest, verb.options);
	if (values['help'] === true) return answer(usage(groupName), { help: usage(groupName) });
	const context = await openContext({
		project: values['project'] as string | undefined,
		yes: values['yes'] === true,
		json: values['json'] === true,
	});
	const result = await verb.run(context, positionals, values);
	printAnswer(result, context.isJson);
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
function groupFirst(args: readonly string[]): { readonly words: readonly string[]; readonly rest: readonly string[] } {
	const rest = [...args];
	const [words, flags]: [string[], string[]] = [[], []];
	while (words.length < 2 && rest.length > 0) {
		const isFlag = /^--(?:json|yes|project(?:=.*)?)$/su.test(rest[0] ?? '');
		(isFlag ? flags : words).push(...rest.splice(0, rest[0] === '--project' ? 2 : 1));
	}
	return { words, rest: [...flags, ...rest] };
}

// A reader that closes early (`| head`) is not an error, and remarks that nobody reads are none either.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code === 'EPIPE') process.exit(0);
	note(`The answer could not be written: ${error.message}`);
	process.exit(1);
});
process.stderr.on('error', () => undefined);
const args = process.argv.slice(2);
const flags = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
const isJson = flags.includes('--json');
run(args, isJson).then(
	(code) => (process.exitCode = code),
	(error: unknown) => {
		const code = printFailure(error, isJson);
		process.exitCode = flags.includes('--for-claude') ? 0 : code;
	},
);
