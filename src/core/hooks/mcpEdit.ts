// Our server of the Model Context Protocol among those that Claude Code starts. Text in, text out; an entry of the same name
// that starts another program is somebody else's.
import { getNodeValue } from 'jsonc-parser';
import { MCP_SERVER } from '../claude/mcp';
import { appendMembers, isBlank, layoutOf, removeMember, replaceValue } from '../claude/jsonText';
import { editSettings } from '../claude/settingEdit';
import { type TextRefusal, parseSettings, properties, valueOf } from '../claude/settingsTree';
import { type Result, asRecord, ok } from '../base/result';
import { isOurCommand } from './launcherCommand';

/** How Claude Code starts a server. */
export interface McpEntry {
	readonly type: 'stdio';
	readonly command: string;
	readonly args: readonly string[];
}

const SERVERS = 'mcpServers';

/**
 * The text with our server, or without it. What a person added to our entry stays as long as that does.
 * @param text of `.claude.json`; nothing if there is none.
 * @returns nothing where nothing is left in it.
 */
export function editMcpServer(
	text: string | undefined,
	wanted: McpEntry | undefined,
): Result<string | undefined, TextRefusal> {
	const parsed = parseSettings(text ?? '');
	if (!parsed.ok) return parsed;
	const { bom, root, text: body } = parsed.value;
	const servers = valueOf(root, SERVERS);
	if (root?.type !== 'object' || servers === undefined)
		return wanted === undefined ? ok(text) : editSettings(text, [[SERVERS, { [MCP_SERVER]: wanted }]]);
	if (servers.type !== 'object') return ok(text);
	const entry = valueOf(servers, MCP_SERVER);
	const layout = layoutOf(body);
	if (entry === undefined)
		return ok(wanted === undefined ? text : bom + appendMembers(body, servers, layout, [wanted], [MCP_SERVER]));
	const there = ours(getNodeValue(entry));
	if (there === undefined) return ok(text);
	if (wanted !== undefined) {
		const at = there.args.findIndex((each) => typeof each === 'string' && isOurCommand(each)) + 1;
		// Behind ours, in the form in which we write it.
		const added = there.args[at] === 'mcp' ? there.args.slice(at + 1) : [];
		const next = { ...there.entry, ...wanted, args: [...wanted.args, ...added] };
		const isSame = JSON.stringify(there.entry) === JSON.stringify(next);
		return ok(isSame ? text : bom + replaceValue(body, entry, next, layout));
	}
	const rest = bom + removeMember(body, entry.parent ?? entry);
	const left = parseSettings(rest);
	const lists = left.ok ? properties(left.value.root).filter(([key]) => key === SERVERS) : [];
	const [[, list] = []] = lists;
	// Without the empty one, an earlier one of the same name would count.
	const isEmpty = left.ok && lists.length === 1 && list !== undefined && isBlank(left.value.text, list);
	return isEmpty ? editSettings(rest, [[SERVERS, undefined]]) : ok(rest);
}

/**
 * What may be shown of the file: how our server is started. The rest is the person's account, and other servers with their keys.
 * @param text of `.claude.json`; nothing if there is none.
 */
export function shownMcpServer(text: string | undefined): string | undefined {
	const parsed = parseSettings(text ?? '');
	const entry = parsed.ok ? valueOf(valueOf(parsed.value.root, SERVERS), MCP_SERVER) : undefined;
	const there = entry && ours(getNodeValue(entry));
	if (there === undefined) return text && '';
	const { type, command, args } = there.entry;
	return `${JSON.stringify({ [SERVERS]: { [MCP_SERVER]: { type, command, args } } }, null, 2)}\n`;
}

function ours(
	value: unknown,
): { readonly entry: Readonly<Record<string, unknown>>; readonly args: readonly unknown[] } | undefined {
	const entry = asRecord(value);
	const args = Array.isArray(entry?.['args']) ? (entry['args'] as readonly unknown[]) : [];
	// An object is no word, and may not even be one that can be written as a text.
	const words = [entry?.['command'], ...args].filter((word) => typeof word === 'string');
	return entry !== undefined && isOurCommand(words.join(' ')) ? { entry, args } : undefined;
}
