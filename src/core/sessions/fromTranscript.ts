// Lifecycle events from the lines of a transcript, so that sessions from before our installation get a correct record
// too.
import { asText } from '../base/result';
import type { AssistantEntry, TranscriptEntry, UserEntry } from '../transcript/entry';
import { typedText } from '../transcript/userText';
import type { LifecycleEvent, ToolExecution } from './event';
import { type Life, foldLife } from './life';
import type { LifecycleSettings } from './state';

type ToolUse = Extract<AssistantEntry['blocks'][number], { type: 'tool_use' }>;

const MAX_OPEN_CALLS = 200;
const LAST_WORDS = new Set(['end_turn', 'stop_sequence', 'max_tokens']);

/**
 * A reader for one session: takes entries in file order and returns what happened. It remembers open tool calls between
 * calls, so that a transcript can be read piece by piece. Lines without a time, of other sessions and of subagents are
 * skipped; a tool counts once its result is there.
 */
export function lifecycleReader(sessionId: string): (entry: TranscriptEntry) => readonly LifecycleEvent[] {
	const calls = new Map<string, ToolUse>();
	let lastMs: number | undefined;
	let answered: string | undefined;

	const fromAssistant = (entry: AssistantEntry, atMs: number): readonly LifecycleEvent[] => {
		for (const block of entry.blocks) if (block.type === 'tool_use') calls.set(block.id, block);
		const oldest = calls.size > MAX_OPEN_CALLS ? calls.keys().next().value : undefined;
		if (oldest !== undefined) calls.delete(oldest);
		const text = entry.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
		// A message is written block by block; its last words come once.
		const isAnswer = LAST_WORDS.has(entry.stopReason ?? '') && text !== '' && entry.messageId !== answered;
		if (!isAnswer || entry.isApiError) return [{ kind: 'message', atMs }];
		answered = entry.messageId;
		return [{ kind: 'response_completed', atMs, text }];
	};

	const fromUser = (entry: UserEntry, atMs: number): readonly LifecycleEvent[] => {
		switch (entry.kind) {
			case 'prompt':
			case 'command':
				return [{ kind: 'prompt_submitted', atMs, text: typedText(entry.text) }];
			case 'toolResult':
				return entry.toolResults.map((result) => {
					const call = calls.get(result.toolUseId);
					calls.delete(result.toolUseId);
					// A person who refuses a tool was active; the tool was not used.
					if (call === undefined || entry.toolDenialKind !== undefined) return { kind: 'message', atMs };
					return { kind: 'tool_executed', atMs, ...execution(call, result.text.length, result.isError) };
				});
			case 'notification':
			case 'interruption':
			case 'localCommand':
			case 'localOutput':
				return [{ kind: 'message', atMs }];
			case 'compactSummary':
			case 'meta':
				return [];
		}
	};

	return (entry) => {
		if (entry.sessionId !== undefined && entry.sessionId !== sessionId) return [];
		// The end has no time of its own: it takes the time of the last message.
		if (entry.type === 'cost-state') return lastMs === undefined ? [] : [{ kind: 'session_end', atMs: lastMs }];
		if ((entry.type !== 'user' && entry.type !== 'assistant') || entry.isSidechain) return [];
		if (entry.timestampMs === undefined) return [];
		lastMs = Math.max(lastMs ?? 0, entry.timestampMs);
		return entry.type === 'user' ? fromUser(entry, entry.timestampMs) : fromAssistant(entry, entry.timestampMs);
	};
}

function execution(call: ToolUse, outputLength: number, isError: boolean): ToolExecution {
	const input = call.input;
	const filePath = asText(input['file_path']) ?? asText(input['notebook_path']) ?? asText(input['path']);
	const [command, content] = [asText(input['command']), asText(input['content'])];
	const [oldText, newText] = [asText(input['old_string']), asText(input['new_string'])];
	return {
		tool: call.name,
		outputLength,
		isError,
		...(filePath === undefined ? {} : { filePath }),
		...(command === undefined ? {} : { command }),
		...(content === undefined ? {} : { content }),
		...(oldText === undefined ? {} : { oldText }),
		...(newText === undefined ? {} : { newText }),
	};
}

/** What happens in a session, in order. A line that stands there twice, as compaction of old versions left them, happened once. */
export function createLifeFold(
	{ id, forkedMs }: { readonly id: string; readonly forkedMs?: number | undefined },
	settings?: LifecycleSettings,
): { note(entry: TranscriptEntry): void; close(): Life | undefined } {
	let life: Life | undefined;
	const events = lifecycleReader(id);
	const seen = new Set<string>();
	const fork =
		forkedMs === undefined ? undefined : ({ kind: 'session_start', source: 'fork', atMs: forkedMs } as const);
	let isForkAhead = fork !== undefined;
	return {
		note(entry) {
			if ('uuid' in entry && entry.uuid !== undefined) {
				if (seen.has(entry.uuid)) return;
				seen.add(entry.uuid);
			}
			const happened = events(entry);
			const atMs = happened[0]?.atMs;
			// Most copies do not say that they are some. The last one that does bears the time of the copying.
			const isCopy = 'copyOf' in entry && entry.copyOf !== undefined;
			if (isForkAhead && fork !== undefined && atMs !== undefined && atMs >= fork.atMs && !isCopy) {
				life = foldLife(life, [fork], settings);
				isForkAhead = false;
			}
			life = foldLife(life, happened, settings);
		},
		close: () => (isForkAhead && fork !== undefined ? foldLife(life, [fork], settings) : life),
	};
}
