// All groups of the command line, described. Nothing here loads a group's code.
import { BACKUPS } from './backups/backupsCommand';
import type { GroupDescription } from './base/description';
import { COMPLETION } from './completionCommand';
import { DOCUMENTS, RESUME } from './documents/documentsCommand';
import { EXPORT } from './insights/exportCommand';
import { HOOK, HOOKS_COMMAND } from './hooks/hooksCommand';
import { CONFIG } from './keeper/configCommand';
import { STATUS } from './keeper/statusCommand';
import { MCP } from './workspace/mcpCommand';
import { MEMORY } from './memory/memoryCommand';
import { PARKED } from './parking/parkedCommand';
import { PROTOCOL } from './protocol/protocolCommand';
import { RECALL } from './recall/recallCommand';
import { REFLECT } from './reflection/reflectCommand';
import { REVIEW } from './review/reviewCommand';
import { SESSIONS } from './sessions/sessionsCommand';
import { UNDO } from './keeper/undoCommand';
import { UPDATE } from './keeper/updateCommand';
import { FORGET, VAULT } from './keeper/vaultCommand';

export const DESCRIPTIONS = {
	status: STATUS,
	resume: RESUME,
	parked: PARKED,
	backups: BACKUPS,
	sessions: SESSIONS,
	recall: RECALL,
	export: EXPORT,
	documents: DOCUMENTS,
	protocol: PROTOCOL,
	review: REVIEW,
	memory: MEMORY,
	hooks: HOOKS_COMMAND,
	hook: HOOK,
	reflect: REFLECT,
	mcp: MCP,
	config: CONFIG,
	undo: UNDO,
	vault: VAULT,
	forget: FORGET,
	update: UPDATE,
	completion: COMPLETION,
} as const satisfies Readonly<Record<string, GroupDescription>>;

/** A group by its name, or nothing. */
export function described(name: string): GroupDescription | undefined {
	return Object.entries<GroupDescription>(DESCRIPTIONS).find(([each]) => each === name)?.[1];
}
