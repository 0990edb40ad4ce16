// Subagents, as the main conversation sees them. A foreground one answers in its tool result; a background one is only
// launched there and answers later, in a notification that starts a turn of its own. It can answer more than once.
import { asRecord, asText } from '../base/result';
import type { AssistantEntry, ToolResult, TranscriptEntry, UserEntry } from './entry';
import { type Excerpt, excerpt } from './excerpt';
import { inTag } from './userText';

export interface Subagent {
	readonly toolUseId: string;
	/** Names its transcript, `subagents/agent-<id>.jsonl`. Known once it was launched. */
	readonly agentId: string | undefined;
	/** `Explore`, `general-purpose`, … */
	readonly agentType: string | undefined;
	readonly description: string | undefined;
	readonly isBackground: boolean;
	/** Claude Code's word for how it ended (`completed`, `failed`, `killed`), or `running` as far as we have read. */
	readonly status: string;
	readonly startedMs: number | undefined;
	readonly answeredMs: number | undefined;
	/** Its last answer. */
	readonly answer: Excerpt | undefined;
}

/** `Task` is what the tool was called before. */
const TOOLS = new Set(['Agent', 'Task']);
const MAX_SUBAGENTS = 2_000;

/** The subagents after one more line; the same list where the line says nothing about them. */
export function foldSubagents(agents: readonly Subagent[], entry: TranscriptEntry): readonly Subagent[] {
	if (entry.type === 'assistant' && !entry.isSidechain) return noteLaunch(agents, entry);
	if (entry.type !== 'user' || entry.isSidechain || agents.length === 0) return agents;
	if (entry.kind === 'notification') return noteNotification(agents, entry);
	return entry.toolResults.reduce((now, result) => noteResult(now, entry, result), agents);
}

function noteLaunch(agents: readonly Subagent[], entry: AssistantEntry): readonly Subagent[] {
	const launched = entry.blocks.flatMap((b): Subagent[] =>
		b.type === 'tool_use' && TOOLS.has(b.name)
			? [
					{
						toolUseId: b.id,
						agentId: undefined,
						agentType: asText(b.input['subagent_type']),
						description: asText(b.input['description'])?.slice(0, 300),
						isBackground: false,
						status: 'running',
						startedMs: entry.timestampMs,
						answeredMs: undefined,
						answer: undefined,
					},
				]
			: [],
	);
	return launched.length === 0 ? agents : [...agents, ...launched].slice(-MAX_SUBAGENTS);
}

function noteResult(agents: readonly Subagent[], entry: UserEntry, result: ToolResult): readonly Subagent[] {
	const at = agents.findLastIndex((a) => a.toolUseId === result.toolUseId);
	const agent = agents[at];
	if (agent === undefined) return agents;
	const outcome = asRecord(entry.toolUseResult);
	const known = { ...agent, agentId: asText(outcome?.['agentId']) ?? agent.agentId };
	if (outcome?.['isAsync'] === true && !result.isError) return agents.with(at, { ...known, isBackground: true });
	return agents.with(at, {
		...known,
		agentType: asText(outcome?.['agentType']) ?? agent.agentType,
		status: result.isError ? 'failed' : (asText(outcome?.['status']) ?? 'completed'),
		answeredMs: entry.timestampMs,
		answer: excerpt(lastText(outcome?.['content']) ?? result.text.trim()),
	});
}

/** The answer itself: the result's own text has notes of the harness around it. */
function lastText(blocks: unknown): string | undefined {
	if (!Array.isArray(blocks)) return undefined;
	return blocks.map((b) => asText(asRecord(b)?.['text'])).findLast((text) => text !== undefined);
}

function noteNotification(agents: readonly Subagent[], entry: UserEntry): readonly Subagent[] {
	const agentId = inTag(entry.text, 'task-id');
	const toolUseId = inTag(entry.text, 'tool-use-id');
	const at = agents.findLastIndex((a) => a.toolUseId === toolUseId || (agentId !== undefined && a.agentId === agentId));
	const agent = agents[at];
	if (agent === undefined) return agents;
	return agents.with(at, {
		...agent,
		agentId: agentId ?? agent.agentId,
		isBackground: true,
		status: inTag(entry.text, 'status') ?? 'completed',
		answeredMs: entry.timestampMs,
		answer: excerpt(inTag(entry.text, 'result') ?? inTag(entry.text, 'summary') ?? ''),
	});
}
