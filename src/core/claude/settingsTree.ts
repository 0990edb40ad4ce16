// Reading a settings file of Claude Code's for an edit: what it is, or the reason why it is left alone.
import { type Node, type ParseError, findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';
import { type Result, asRecord, fail, ok, parseObject } from '../base/result';
import { isNestedDeeper } from './jsonText';

/** Why a text is not edited. */
export type TextRefusal =
	| { readonly reason: 'invalidJson'; readonly line: number }
	| { readonly reason: 'rootNotObject' | 'hooksNotObject' | 'duplicateHooks' | 'tooDeep' }
	| { readonly reason: 'eventNotArray'; readonly event: string };

/** A settings file that may be edited. Offsets in the nodes count from behind the byte-order mark. */
export interface SettingsTree {
	readonly bom: string;
	/** Without the byte-order mark. */
	readonly text: string;
	/** Nothing, or `null`, counts as an empty object. */
	readonly root: Node | undefined;
	readonly hooks: Node | undefined;
}

/** Deeper files are a mistake or an attack. */
const MAX_NESTING = 90;
const BOM = '\ufeff';

/** The last texts that were taken apart, while there is memory for them: one command asks about the same file several times. */
let recent: readonly WeakRef<Parsed>[] = [];
interface Parsed {
	readonly whole: string;
	readonly tree: Result<SettingsTree, TextRefusal>;
}

/** Takes a settings file apart. Comments and trailing commas are fine here, though Claude Code does not read them. */
export function parseSettings(whole: string): Result<SettingsTree, TextRefusal> {
	const known = recent.map((each) => each.deref()).find((each) => each?.whole === whole);
	const parsed = known ?? { whole, tree: treeOf(whole) };
	recent = [new WeakRef(parsed), ...recent.filter((each) => each.deref() !== known)].slice(0, 2);
	return parsed.tree;
}

function treeOf(whole: string): Result<SettingsTree, TextRefusal> {
	const bom = whole.startsWith(BOM) ? BOM : '';
	const text = whole.slice(bom.length);
	if (text.trim() === '') return ok({ bom, text, root: undefined, hooks: undefined });
	// Before the parser, which recurses.
	if (isNestedDeeper(text, MAX_NESTING)) return fail({ reason: 'tooDeep' });
	const errors: ParseError[] = [];
	const root = parseTree(text, errors, { allowTrailingComma: true });
	const first = errors[0];
	if (first !== undefined || root === undefined)
		return fail({ reason: 'invalidJson', line: text.slice(0, first?.offset ?? 0).split('\n').length });
	if (root.type === 'null') return ok({ bom, text, root, hooks: undefined });
	if (root.type !== 'object') return fail({ reason: 'rootNotObject' });
	// Which of two would count is anybody's guess.
	if (properties(root).filter(([key]) => key === 'hooks').length > 1) return fail({ reason: 'duplicateHooks' });
	const hooks = findNodeAtLocation(root, ['hooks']);
	if (hooks !== undefined && hooks.type !== 'object' && hooks.type !== 'null')
		return fail({ reason: 'hooksNotObject' });
	const odd = properties(hooks).find(([, value]) => value.type !== 'array');
	if (odd !== undefined) return fail({ reason: 'eventNotArray', event: odd[0] });
	return ok({ bom, text, root, hooks });
}

/** The settings after an edit of ours. Our own edits keep a text valid. If one did not, that would be a bug that must not reach the file. */
export function reparse(tree: SettingsTree, text: string): SettingsTree {
	const parsed = parseSettings(tree.bom + text);
	if (!parsed.ok) throw new Error(`The edit broke the settings (${parsed.error.reason}); nothing was written.`);
	return parsed.value;
}

/** Whether Claude Code can read a text: it takes strict JSON, and drops the whole file otherwise. */
export function isStrictJson(whole: string): boolean {
	try {
		JSON.parse(whole.startsWith(BOM) ? whole.slice(1) : whole);
		return true;
	} catch {
		return whole.trim() === '';
	}
}

/** The line that keeps a text from being one object of strict JSON; nothing where it is one, or empty. */
export function brokenLine(whole: string): number | undefined {
	if (whole.trim() === '' || parseObject(whole) !== undefined) return undefined;
	const text = whole.startsWith(BOM) ? whole.slice(1) : whole;
	if (isNestedDeeper(text, MAX_NESTING)) return 1;
	const errors: ParseError[] = [];
	parseTree(text, errors, { disallowComments: true });
	return text.slice(0, errors[0]?.offset ?? 0).split('\n').length;
}

/** Names and values of an object's properties in file order; none where the node is no object. */
export function properties(node: Node | undefined): readonly (readonly [string, Node])[] {
	if (node?.type !== 'object') return [];
	return (node.children ?? []).flatMap((property) => {
		const [key, value] = property.children ?? [];
		return key === undefined || value === undefined ? [] : [[String(key.value), value] as const];
	});
}

/** The value of an object's property; of two with the same name the last one, because that one counts. */
export function valueOf(node: Node | undefined, name: string): Node | undefined {
	return properties(node).findLast(([key]) => key === name)?.[1];
}

/** The commands of a group's hook entries; entries without one (other kinds, other shapes) give nothing in their place. */
export function commandsOf(group: Node): readonly (string | undefined)[] {
	const entries: unknown = asRecord(getNodeValue(group))?.['hooks'];
	if (!Array.isArray(entries)) return [];
	return entries.map((entry: unknown) => {
		const command = asRecord(entry)?.['command'];
		return typeof command === 'string' ? command : undefined;
	});
}
