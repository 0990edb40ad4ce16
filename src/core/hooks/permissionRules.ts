// The permission rules by which Claude may call our program without a question: exact words of ours, at the end of
// `permissions.allow`. Text in, text out, as with the hooks; only rules that we have added are ever taken out.
import type { Node } from 'jsonc-parser';
import { type Result, ok } from '../base/result';
import { FREE_TOOLS, MCP_SERVER } from '../claude/mcp';
import { appendMembers, isBlank, isRow, layoutOf, removeMember } from '../claude/jsonText';
import { type SettingsTree, type TextRefusal, parseSettings, reparse, valueOf } from '../claude/settingsTree';

/** What Claude may call: it parks, saves and resumes, and lists what there is. Nothing of it discards or overwrites. */
const CALLS = [
	'parked park',
	'documents save',
	'protocol save',
	'resume',
	'documents resume',
	'documents list',
	'documents open',
	'backups list',
	'parked list',
	'sessions list',
] as const;

/** @param program as the slash commands write it: Claude Code compares a rule with the words of the call. */
export function permissionRules(program: string): readonly string[] {
	return [
		...CALLS.map((words) => `Bash(${program} ${words}:*)`),
		...FREE_TOOLS.map((tool) => `mcp__${MCP_SERVER}__${tool}`),
	];
}

/** How the record of an installation remembers what is ours: a rule, or a container that exists only for our rules. */
const RULE = 'rule:';
const CONTAINERS = ['permissions.allow', 'permissions'] as const;

interface RulesEdit {
	readonly text: string;
	readonly created: readonly string[];
}

/** The rules that an installation has added, as far as its record says. */
export function rulesIn(created: readonly string[]): readonly string[] {
	return created.flatMap((name) => (name.startsWith(RULE) ? [name.slice(RULE.length)] : []));
}

/** What an installation of some rules has created in a text, where no record says so: a rule is known by its words. */
export function createdRules(text: string, rules: readonly string[]): readonly string[] {
	const there = rules.filter((rule) => text.includes(JSON.stringify(rule)));
	return there.length === 0 ? [] : [...CONTAINERS, ...there.map((rule) => RULE + rule)];
}

/**
 * The settings with exactly the wanted rules of ours. A rule that is there already is somebody else's and stays; settings
 * whose `permissions` are none that we know get none.
 * @param created what earlier edits of the same file created; the names of other parts are kept as they are.
 */
export function editRules(
	text: string,
	wanted: readonly string[],
	created: readonly string[],
): Result<RulesEdit, TextRefusal> {
	const parsed = parseSettings(text);
	if (!parsed.ok) return parsed;
	const made = new Set(created);
	const gone = rulesIn(created).filter((each) => !wanted.includes(each));
	for (const rule of gone) made.delete(RULE + rule);
	let tree = removeRules(parsed.value, gone);
	const [first, ...others] = wanted;
	// The first one may need the list, which the others then go into.
	if (first !== undefined) tree = addRules(addRules(tree, [first], made), others, made);
	for (const name of CONTAINERS) tree = prune(tree, name, made);
	return ok({ text: tree.bom + tree.text, created: [...made] });
}

function addRules(tree: SettingsTree, rules: readonly string[], made: Set<string>): SettingsTree {
	const { root } = tree;
	if (root?.type !== 'object') return tree;
	const permissions = valueOf(root, 'permissions');
	const list = valueOf(permissions, 'allow');
	const layout = layoutOf(tree.text);
	if (list?.type === 'array') {
		const there = new Set<unknown>(list.children?.map((each): unknown => each.value));
		const missing = rules.filter((rule) => !there.has(rule));
		for (const rule of missing) made.add(RULE + rule);
		return missing.length === 0 ? tree : reparse(tree, appendMembers(tree.text, list, layout, missing));
	}
	if (list !== undefined || (permissions !== undefined && permissions.type !== 'object')) return tree;
	for (const rule of rules) made.add(RULE + rule);
	made.add('permissions.allow');
	if (permissions !== undefined)
		return reparse(tree, appendMembers(tree.text, permissions, layout, [rules], ['allow']));
	made.add('permissions');
	return reparse(tree, appendMembers(tree.text, root, layout, [{ allow: rules }], ['permissions']));
}

/** Removes rules, of two with the same words the last one; those in a row at once. */
function removeRules(tree: SettingsTree, rules: readonly string[]): SettingsTree {
	const list = nodeOf(tree, 'permissions.allow')?.children ?? [];
	const there = new Set(rules.map((rule) => list.findLast((each) => each.value === rule)));
	const at = list.findIndex((each) => there.has(each));
	const first = list[at];
	if (first === undefined) return tree;
	const row = [first];
	for (const next of list.slice(at + 1)) {
		if (!there.has(next) || !isRow(tree.text, row.at(-1) ?? first, next)) break;
		row.push(next);
	}
	const left = rules.filter((rule) => row.every(({ value }) => value !== rule));
	return removeRules(reparse(tree, removeMember(tree.text, first, row.at(-1))), left);
}

/** Removes a container that we created, if nothing is in it. */
function prune(tree: SettingsTree, name: (typeof CONTAINERS)[number], made: Set<string>): SettingsTree {
	if (!made.has(name)) return tree;
	const node = nodeOf(tree, name);
	if (node !== undefined && !isBlank(tree.text, node)) return tree;
	made.delete(name);
	return node?.parent === undefined ? tree : reparse(tree, removeMember(tree.text, node.parent));
}

function nodeOf(tree: SettingsTree, name: (typeof CONTAINERS)[number]): Node | undefined {
	return name.split('.').reduce(valueOf, tree.root);
}
