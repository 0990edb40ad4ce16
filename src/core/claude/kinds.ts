// Which hooks Claude Code knows. An unknown event makes old versions drop all hooks of the file, an unknown type newer ones.
import { getNodeValue } from 'jsonc-parser';
import { asRecord } from '../base/result';
import { type SettingsTree, properties } from './settingsTree';

const EVENTS = new Set(
	`PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit UserPromptExpansion
	SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PreModelSwitch
	PostModelSwitch PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted Elicitation
	ElicitationResult ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged DirectoryAdded
	MessageDisplay`.split(/\s+/u),
);
const TYPES = new Set(['command', 'http', 'prompt', 'agent', 'mcp_tool']);

/** Hooks of a kind that Claude Code does not know: `event`, or `event: type` of an entry. */
export function unknownKinds(tree: SettingsTree): readonly string[] {
	return properties(tree.hooks).flatMap(([event, list]) => {
		const unknownEvent = EVENTS.has(event) ? [] : [event];
		const groups: unknown = getNodeValue(list);
		const types = (Array.isArray(groups) ? groups : []).flatMap((group: unknown) => {
			const entries: unknown = asRecord(group)?.['hooks'];
			return (Array.isArray(entries) ? entries : []).map((entry: unknown) => asRecord(entry)?.['type']);
		});
		const odd = types.filter((type) => typeof type !== 'string' || !TYPES.has(type));
		return [...unknownEvent, ...new Set(odd.map((type) => `${event}: ${typeof type === 'string' ? type : 'no type'}`))];
	});
}
