// The two lines that carry what was said: `user` and `assistant`.
import { asRecord, asText } from '../base/result';
import type { AssistantBlock, AssistantEntry, MessageBase, ToolResult, Usage, UserEntry } from './entry';
import { NO_TOKENS, addUsage } from './facts';
import { partHandIns } from './handInBlock';
import { userKind } from './userText';

type Json = Readonly<Record<string, unknown>>;

/** A `user` line; nothing where it has no message that can be read. */
export function parseUser(o: Json, base: MessageBase): UserEntry | undefined {
	const content = asRecord(o['message'])?.['content'];
	const blocks = Array.isArray(content) ? content.map(asRecord) : undefined;
	if (blocks === undefined && typeof content !== 'string') return undefined;
	const toolResults = (blocks ?? []).flatMap((b) => (b?.['type'] === 'tool_result' ? [toolResult(b)] : []));
	const text = typeof content === 'string' ? content : textOf(blocks ?? []);
	const imageCount = (blocks ?? []).filter((b) => b?.['type'] === 'image').length;
	const flags = { isMeta: o['isMeta'] === true, isCompactSummary: o['isCompactSummary'] === true, imageCount };
	return {
		type: 'user',
		...base,
		kind: toolResults.length > 0 && !flags.isCompactSummary ? 'toolResult' : userKind(text, flags),
		text,
		imageCount,
		toolResults,
		toolUseResult: asRecord(o['toolUseResult']) ?? asText(o['toolUseResult']),
		toolDenialKind: asText(o['toolDenialKind']),
	};
}

/** An `assistant` line; nothing where it has no message that can be read. */
export function parseAssistant(o: Json, base: MessageBase): AssistantEntry | undefined {
	const message = asRecord(o['message']);
	const content = message?.['content'];
	if (message === undefined || !Array.isArray(content)) return undefined;
	return {
		type: 'assistant',
		...base,
		messageId: asText(message['id']),
		requestId: asText(o['requestId']),
		model: asText(message['model']),
		blocks: content.flatMap((value) => {
			const block = asRecord(value);
			return block === undefined ? [] : assistantBlocks(block);
		}),
		stopReason: asText(message['stop_reason']),
		usage: usageOf(message['usage']),
		isApiError: o['isApiErrorMessage'] === true,
		isAborted: o['isAbortedMidStream'] === true,
	};
}

/** A block; a text that hands statements in becomes several. */
function assistantBlocks(block: Json): readonly AssistantBlock[] {
	const type = block['type'];
	switch (type) {
		case 'text': {
			const { text, handIns } = partHandIns(asText(block[type]) ?? '');
			return [{ type, text }, ...handIns.map((each): AssistantBlock => ({ type: 'handIn', text: each }))];
		}
		case 'thinking':
			return [{ type, text: asText(block[type]) ?? '' }];
		case 'tool_use':
			return [
				{
					type,
					id: asText(block['id']) ?? '',
					name: asText(block['name']) ?? '',
					input: asRecord(block['input']) ?? {},
				},
			];
		default:
			return [{ type: 'unknown', originalType: asText(type) ?? '' }];
	}
}

function toolResult(block: Json): ToolResult {
	const content = block['content'];
	const text = typeof content === 'string' ? content : Array.isArray(content) ? textOf(content.map(asRecord)) : '';
	return { toolUseId: asText(block['tool_use_id']) ?? '', isError: block['is_error'] === true, text };
}

function textOf(blocks: readonly (Json | undefined)[]): string {
	return blocks.flatMap((b) => (b?.['type'] === 'text' && typeof b['text'] === 'string' ? [b['text']] : [])).join('\n');
}

function usageOf(value: unknown): Usage | undefined {
	const o = asRecord(value);
	return (
		o && {
			input: count(o['input_tokens']),
			output: count(o['output_tokens']),
			cacheWrite: count(o['cache_creation_input_tokens']),
			cacheRead: count(o['cache_read_input_tokens']),
		}
	);
}

/** What Claude Code's own count says of all models together. */
export function usageOfModels(value: unknown): Usage | undefined {
	const models = asRecord(value);
	return (
		models &&
		Object.values(models)
			.map((each) => asRecord(each) ?? {})
			.map((o) => ({
				input: count(o['inputTokens']),
				output: count(o['outputTokens']),
				cacheWrite: count(o['cacheCreationInputTokens']),
				cacheRead: count(o['cacheReadInputTokens']),
			}))
			.reduce(addUsage, NO_TOKENS)
	);
}

/** A number of tokens; what is none counts as none. */
function count(value: unknown): number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
