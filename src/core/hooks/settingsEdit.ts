// Puts our hooks into Claude Code's settings and takes them out again. Text in, text out; every byte that is not ours
// stays in place. Each step parses the text again: settings are small, and so the steps stay independent.
import { type Node, findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import { type Result, ok } from '../base/result';
import { appendMembers, isBlank, layoutOf, removeMember, replaceValue } from '../claude/jsonText';
import { type WantedHook, isOurHook } from './launcherCommand';
import {
	type SettingsTree,
	type TextRefusal,
	commandsOf,
	isStrictJson,
	parseSettings,
	properties,
	reparse,
	valueOf,
} from '../claude/settingsTree';

/** Among what we created: `hooks` was `null`, and becomes so again. */
const WAS_NULL = 'hooks=null';

interface SettingsEdit {
	/** The whole new text; the old one where nothing had to change. */
	readonly text: string;
	/**
	 * Containers that exist only because of us: `hooks`, `hooks.<event>`. They are removed with the last of our hooks.
	 */
	readonly created: readonly string[];
}

/**
 * The settings with exactly the wanted hooks of ours: missing ones are added as groups of their own at the end of their
 * event, older ones are replaced in place, all others of ours are removed. Uninstalling means that no hooks are wanted.
 * @param text of the file; nothing if there is none.
 * @param created what earlier edits of the same file created.
 */
export function editHooks(
	text: string | undefined,
	wanted: readonly WantedHook[],
	created: readonly string[] = [],
): Result<SettingsEdit, TextRefusal> {
	const first = parseSettings(text ?? '');
	if (!first.ok) return first;
	const made = new Set(created);
	let current = removeSurplus(wanted.length === 0 ? removeAll(first.value, made) : first.value, wanted);
	for (const hook of wanted) current = putHook(current, hook, made, wanted);
	current = pruneEmpty(current, made);
	return ok({ text: current.bom + current.text, created: [...made] });
}

/** Our hooks in a text, as they are written there. Nothing if the text cannot be read. */
export function ourHooks(text: string): readonly { readonly event: string; readonly group: unknown }[] {
	const parsed = parseSettings(text);
	if (!parsed.ok) return [];
	return groupsIn(parsed.value)
		.filter(({ group }) => commandsOf(group).some(isOurHook))
		.map(({ event, group }) => ({ event, group: getNodeValue(group) as unknown }));
}

/** Removes those of our hooks that are not to stay: all but the first group of each wanted event. */
function removeSurplus(tree: SettingsTree, wanted: readonly WantedHook[]): SettingsTree {
	let current = tree;
	for (;;) {
		const keepers = new Set(wanted.map(({ event }) => keeperOf(current, event)));
		const surplus = findOurs(current).find((each) => !keepers.has(each));
		if (surplus === undefined) return current;
		current = reparse(current, removeMember(current.text, surplus));
	}
}

/** Where all hooks are ours, and made by us, they go at once: step by step, each step would parse a text that goes anyway. */
function removeAll(tree: SettingsTree, made: Set<string>): SettingsTree {
	const { hooks } = tree;
	if (hooks?.parent === undefined || !made.has('hooks') || made.has(WAS_NULL)) return tree;
	const events = properties(hooks).map(([event]) => event);
	const isOurs =
		new Set(events).size === events.length &&
		events.every((event) => made.has(`hooks.${event}`)) &&
		groupsIn(tree).every(({ group }) => isWhollyOurs(group)) &&
		// Comments of somebody's stay, and what holds them.
		isStrictJson(tree.text.slice(hooks.offset, hooks.offset + hooks.length));
	if (!isOurs) return tree;
	for (const name of [...made].filter(isOfHooks)) made.delete(name);
	return reparse(tree, removeMember(tree.text, hooks.parent));
}

/** @param all further hooks of events that are not there come along. */
function putHook(
	tree: SettingsTree,
	{ event, group }: WantedHook,
	made: Set<string>,
	all: readonly WantedHook[],
): SettingsTree {
	let current = tree;
	const keeper = keeperOf(current, event);
	if (keeper !== undefined) {
		const isSame = JSON.stringify(getNodeValue(keeper)) === JSON.stringify(group);
		return isSame ? current : reparse(current, replaceValue(current.text, keeper, group, layoutOf(current.text)));
	}
	if (current.root === undefined) {
		const { eol } = layoutOf(current.text);
		current = reparse(current, `{}${current.text.includes('\n') ? eol : '\n'}`);
	} else if (current.root.type === 'null') current = reparse(current, replace(current, current.root, {}));
	if (current.hooks === undefined) {
		made.add('hooks').add(`hooks.${event}`);
		return append(current, current.root, [{ [event]: [group] }], ['hooks']);
	}
	if (current.hooks.type === 'null') {
		made.add('hooks').add(WAS_NULL);
		current = reparse(current, replace(current, current.hooks, {}));
	}
	const list = valueOf(current.hooks, event);
	if (list !== undefined) return append(current, list, [group]);
	const missing = all.filter((each) => valueOf(current.hooks, each.event) === undefined);
	for (const each of missing) made.add(`hooks.${each.event}`);
	return append(
		current,
		current.hooks,
		missing.map((each) => [each.group]),
		missing.map((each) => each.event),
	);
}

/** Removes containers that we created and that are still empty. */
function pruneEmpty(tree: SettingsTree, made: Set<string>): SettingsTree {
	let current = tree;
	// Events before the object that contains them.
	for (const name of [...made].filter(isOfHooks).sort((a, b) => b.length - a.length)) {
		const path = name === 'hooks' ? ['hooks'] : ['hooks', name.slice('hooks.'.length)];
		const node = current.root && findNodeAtLocation(current.root, path);
		if (node !== undefined && !isBlank(current.text, node)) continue;
		made.delete(name);
		if (name === 'hooks' && made.delete(WAS_NULL)) {
			if (node !== undefined) current = reparse(current, replace(current, node, null));
			continue;
		}
		if (node?.parent !== undefined) current = reparse(current, removeMember(current.text, node.parent));
	}
	return current;
}

/** Others keep their names in the same list. */
function isOfHooks(name: string): boolean {
	return name === 'hooks' || name.startsWith('hooks.');
}

/** Everything of ours: whole groups, and entries that somebody moved into another group. */
function findOurs(tree: SettingsTree): readonly Node[] {
	return groupsIn(tree).flatMap(({ group }): readonly Node[] => {
		const commands = commandsOf(group);
		if (!commands.some(isOurHook)) return [];
		if (commands.every(isOurHook)) return [group];
		const entries = findNodeAtLocation(group, ['hooks'])?.children ?? [];
		return entries.filter((_, at) => isOurHook(commands[at]));
	});
}

/** Our group that an event keeps: the first one, in the list that Claude Code reads. */
function keeperOf(tree: SettingsTree, event: string): Node | undefined {
	return valueOf(tree.hooks, event)?.children?.find(isWhollyOurs);
}

function isWhollyOurs(group: Node): boolean {
	const commands = commandsOf(group);
	return commands.length > 0 && commands.every(isOurHook);
}

function groupsIn(tree: SettingsTree): readonly { readonly event: string; readonly group: Node }[] {
	return properties(tree.hooks).flatMap(([event, list]) => (list.children ?? []).map((group) => ({ event, group })));
}

function append(
	tree: SettingsTree,
	container: Node | undefined,
	values: readonly unknown[],
	keys?: readonly string[],
): SettingsTree {
	if (container === undefined) return tree;
	return reparse(tree, appendMembers(tree.text, container, layoutOf(tree.text), values, keys));
}

function replace(tree: SettingsTree, node: Node, value: unknown): string {
	return replaceValue(tree.text, node, value, layoutOf(tree.text));
}
