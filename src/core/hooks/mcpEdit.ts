// Our server of the Model Context Protocol among those that Claude Code starts. Text in, text out; an entry of the same name
// that starts another program is somebody else's.
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import { MCP_SERVER } from '../claude/mcp';
import { appendMembers, isBlank, layoutOf, removeMember, replaceValue } from '../claude/jsonText';
import { editSettings } from '../claude/settingEdit';
import { type TextRefusal, parseSettings } from '../claude/settingsTree';
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
 * The text with our server, or without it.
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
	const servers = root && findNodeAtLocation(root, [SERVERS]);
	if (root?.type !== 'object' || servers === undefined)
		return wanted === undefined ? ok(text) : editSettings(text, [[SERVERS, { [MCP_SERVER]: wanted }]]);
	if (servers.type !== 'object') return ok(text);
	const entry = findNodeAtLocation(servers, [MCP_SERVER]);
	const layout = layoutOf(body);
	if (entry === undefined)
		return ok(wanted === undefined ? text : bom + appendMembers(body, servers, layout, [wanted], MCP_SERVER));
	if (!isOurs(getNodeValue(entry))) return ok(text);
	if (wanted !== undefined) {
		const isSame = JSON.stringify(getNodeValue(entry)) === JSON.stringify(wanted);
		return ok(isSame ? text : bom + replaceValue(body, entry, wanted, layout));
	}
	const rest = bom + removeMember(body, servers, servers.children?.indexOf(entry.parent ?? entry) ?? -1);
	const left = parseSettings(rest);
	const list = left.ok && left.value.root ? findNodeAtLocation(left.value.root, [SERVERS]) : undefined;
	const isEmpty = left.ok && list !== undefined && isBlank(left.value.text, list);
	return isEmpty ? editSettings(rest, [[SERVERS, undefined]]) : ok(rest);
}

function isOurs(entry: unknown): boolean {
	const { command, args } = asRecord(entry) ?? {};
	return isOurCommand([command, ...(Array.isArray(args) ? (args as unknown[]) : [])].join(' '));
}
