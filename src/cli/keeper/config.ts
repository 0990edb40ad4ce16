// `session-keeper config …`: the settings that hold without the editor, where each value comes from, and how to change it.
import { shellWord } from '../../core/claude/goOn';
import { nearestOf } from '../../core/base/nearest';
import { type SettingValue, settingFrom } from '../../core/keeper/settings';
import { changeSettings } from '../../node/keeper/shareSettings';
import type { Table } from '../base/table';
import type { CommandContext } from '../context';
import type { Verb, VerbsOf } from '../group';
import { type Answer, CommandError, UsageError, listAnswer, note } from '../io';
import type { CONFIG } from './configCommand';
import {
	CONFIG_DIR,
	type HeldSetting,
	SHARED,
	type SharedSetting,
	configDirOf,
	editorSettings,
	heldSetting,
	heldSettings,
	settingName,
} from './settings';

const SOURCES: Readonly<Record<HeldSetting['source'], string>> = {
	default: 'default',
	file: 'settings file',
	vscode: 'VS Code',
	environment: 'environment',
};

const list: Verb = {
	async run(context) {
		const { claude } = context;
		const all = await heldSettings(claude);
		await remarkBroken(context, SHARED);
		const editorOnly = editorSettings();
		const table: Table = {
			columns: ['SETTING', 'VALUE', 'SOURCE', 'IGNORED'],
			long: ['SETTING', 'VALUE', 'SOURCE'],
			plainOnly: ['IGNORED'],
			rows: all.map((each) => [
				each.name,
				{
					shown: shown(each.value),
					plain: typeof each.value === 'object' ? JSON.stringify(each.value) : String(each.value),
				},
				{
					shown: `${SOURCES[each.source]}${ignoredIn(each)}`,
					plain: each.source,
					tone: each.ignored !== undefined ? 'warn' : each.source === 'default' ? 'dim' : undefined,
				},
				each.ignored === undefined ? '' : JSON.stringify(each.ignored),
			]),
			notes: [`Only VS Code follows: ${editorOnly.join(', ')}.`],
		};
		return listAnswer(table, '', { settings: all.map(settingJson), editorOnly }, Infinity);
	},
};

const get: Verb = {
	async run(context, words) {
		const { claude } = context;
		const name = onlyName(words);
		const shared = name === CONFIG_DIR ? undefined : sharedOf(name);
		const held = shared === undefined ? configDirOf(claude) : await heldSetting(claude, shared);
		await remarkBroken(context, shared === undefined ? [] : [shared]);
		return { text: text(held.value).join('\n'), json: { setting: settingJson(held) }, holdsUntilMs: Infinity };
	},
};

/** Names settings files that cannot be read. The answer is not cached then, or this would be said only once. */
async function remarkBroken(context: CommandContext, shared: readonly SharedSetting[]): Promise<void> {
	const { brokenSettings } = await import('../../node/keeper/brokenSettings');
	const files = new Set(shared.map(({ placeIn }) => placeIn(context.claude).file));
	const broken = await brokenSettings([...files]);
	if (broken.length > 0) context.caller.spoil?.();
	for (const { message } of broken) note(context, message);
}

const set: Verb = {
	async run(context, [first, ...words]) {
		const shared = sharedOf(onlyName(first === undefined ? [] : [first]));
		const { name, setting } = shared;
		const value = settingFrom(setting, words);
		if (words.length === 0 || !value.ok) {
			const said = words.length === 0 ? `${name} needs a value` : `${name} cannot be ${shown(words.join(' '))}`;
			throw new UsageError(`${said}: ${value.ok ? 'any text' : value.error}.`);
		}
		return change(context, shared, value.value);
	},
};

const unset: Verb = {
	run: (context, words) => change(context, sharedOf(onlyName(words)), undefined),
};

export const config: VerbsOf<typeof CONFIG> = { list, get, set, unset };

/** Writes a value, or takes it out, and says how to go back. */
async function change(
	context: CommandContext,
	shared: SharedSetting,
	value: SettingValue | undefined,
): Promise<Answer> {
	const { claude } = context;
	const { name, key, placeIn } = shared;
	const before = await heldSetting(claude, shared);
	const { isChanged, problem } = await changeSettings(claude, placeIn(claude), () => new Map([[key, value]]));
	if (problem !== undefined) throw new CommandError('failed', problem, 'Fix the file, then try again.');
	const now = await heldSetting(claude, shared);
	await remarkBroken(context, [shared]);
	if (before.source === 'vscode')
		note(context, `VS Code sets ${name} too, and writes its own value again. Change it in VS Code's settings as well.`);
	const said = `${name} is ${isChanged ? 'now' : 'already'} ${shown(now.value)}${value === undefined ? ' (default)' : ''}`;
	const words = text(before.value);
	// No words are no value, and a list that is empty is so by default.
	const undo =
		before.source === 'default' || words.length === 0
			? `config unset ${name}`
			: ['config set', name, ...(words.some(isLikeOption) ? ['--'] : []), ...words.map(shellWord)].join(' ');
	return {
		text: said,
		json: { setting: settingJson(now), before: before.value, isChanged, isOverwritten: before.source === 'vscode' },
		...(isChanged ? { undo } : {}),
	};
}

function onlyName(words: readonly string[]): string {
	const [name, ...more] = words;
	if (name === undefined || more.length > 0)
		throw new UsageError(`Name one setting. There are: ${SHARED.map((each) => each.name).join(', ')}.`);
	return settingName(name);
}

function sharedOf(name: string): SharedSetting {
	const found = SHARED.find((each) => each.name === name);
	if (found !== undefined) return found;
	throw name === CONFIG_DIR
		? new UsageError(`${name} comes from the environment: set CLAUDE_CONFIG_DIR.`)
		: unknown(name);
}

function unknown(name: string): UsageError {
	if (editorSettings().includes(name)) return new UsageError(`Only VS Code follows ${name}. Change it there.`);
	const names = [CONFIG_DIR, ...SHARED.map((each) => each.name)];
	// People remember the end of a name.
	const ending = names.filter((each) => each.endsWith(`.${name}`));
	const near = ending.length > 0 ? ending : nearestOf(name, names);
	const guess = near.length === 0 ? 'See session-keeper config list.' : `Did you mean ${near.join(' or ')}?`;
	return new UsageError(`Unknown setting: ${name}. ${guess}`);
}

const isLikeOption = (word: string): boolean => word.startsWith('-');

/** The value as words of a command line. */
const text = (value: SettingValue): readonly string[] => (typeof value === 'object' ? value : [String(value)]);

const shown = (value: SettingValue): string =>
	typeof value === 'object' ? (value.length === 0 ? '(none)' : value.join(', ')) : value === '' ? '""' : String(value);

const ignoredIn = ({ ignored }: HeldSetting): string =>
	ignored === undefined ? '' : ` (not allowed, so ignored: ${JSON.stringify(ignored)})`;

const settingJson = ({ ignored, ...held }: HeldSetting): Readonly<Record<string, unknown>> => ({
	...held,
	ignored: ignored ?? null,
});
