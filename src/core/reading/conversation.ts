// From the entries of a transcript to what a person reads, one entry after the other. A tool use stands where Claude made
// it and waits for its result, which comes on a later line; what follows it waits behind it, for one turn at most.
import { readableTokens } from '../base/dates';
import {
	isMessage,
	type AssistantEntry,
	type SystemEntry,
	type ToolResult,
	type TranscriptEntry,
	type UserEntry,
} from '../transcript/entry';
import { type Tree, abandonedTurns } from '../transcript/tree';
import { inTag, typedCommand, typedText, userKind } from '../transcript/userText';
import type { Block, Clip, MarkBlock, TextBlock, ToolBlock } from './block';
import { clean, clip, clipOutput } from './clip';
import { type ToolUse, describeTool } from './toolUse';

interface ConversationOptions {
	/** Entries of other sessions are left out; without an id, none is. */
	readonly sessionId: string | undefined;
	/** The turns of the whole file, from the fold: they say what was abandoned. */
	readonly tree: Tree;
	/** The file is a subagent's own transcript. Elsewhere what subagents said is left out. */
	readonly isSubagent: boolean;
}

export interface Conversation {
	/** The next entry, in file order. @returns the blocks that are now complete, often none. */
	note(entry: TranscriptEntry): readonly Block[];
	/** A line that could not be taken in whole. @param number within the file, from 1. */
	noteCutLine(number: number): readonly Block[];
	/** What was still waiting. */
	end(): readonly Block[];
}

interface Waiting {
	block: Block;
	/** Its result has not come. */
	open: { readonly call: ToolUse; readonly cwd: string | undefined } | undefined;
}
type Body = Block extends infer B ? (B extends Block ? Omit<B, 'uuids'> : never) : never;

/** So many blocks wait for a result at most. */
const MAX_WAITING = 200;
/** Results that come after all are still put beside their calls. */
const MAX_LATE = 200;

export function createConversation({ sessionId, tree, isSubagent }: ConversationOptions): Conversation {
	const abandonedStarts = new Set(abandonedTurns(tree));
	const seen = new Set<string>();
	const late = new Map<string, NonNullable<Waiting['open']>>();
	let waiting: Waiting[] = [];
	let uuids: string[] = [];
	let turns = 0;
	let isCompacted = false;
	let cutAnswer: string | undefined;

	const add = (body: Body, open?: Waiting['open']): void => {
		waiting.push({ block: { ...body, uuids }, open });
		uuids = [];
	};
	const addText = (role: TextBlock['role'], text: Clip): void => {
		if (text.text.trim() !== '') add({ kind: 'text', role, text });
	};
	const addMark = (mark: MarkBlock['mark'], text: string): void => add({ kind: 'mark', mark, text: clip(text) });

	/** Nothing waits any longer. */
	const settle = (): void => {
		for (const each of waiting) {
			if (each.open && each.open.call !== LOCAL) late.set(each.open.call.id, each.open);
			each.open = undefined;
		}
		for (const id of late.keys()) if (late.size > MAX_LATE) late.delete(id);
	};
	const take = (): readonly Block[] => {
		if (waiting.length > MAX_WAITING) settle();
		const end = waiting.findIndex((each) => each.open);
		const ready = end < 0 ? waiting : waiting.slice(0, end);
		waiting = end < 0 ? [] : waiting.slice(end);
		return ready.map((each) => each.block);
	};

	const noteAnswer = (entry: AssistantEntry): void => {
		for (const block of entry.blocks) {
			if (block.type === 'tool_use') {
				const open = { call: block, cwd: entry.cwd };
				add({ kind: 'tool', ...describeTool(block, entry.cwd, undefined) }, open);
			} else if (block.type === 'thinking') addText('thinking', clip(block.text));
			else if (block.type === 'text' && entry.isApiError) addMark('error', block.text);
			// Lines such as "No response requested." keep the API's rules and mean nothing.
			else if (block.type === 'text' && entry.model !== '<synthetic>') addText('reply', clip(block.text));
		}
		if (entry.stopReason === 'max_tokens' && entry.messageId !== cutAnswer) {
			cutAnswer = entry.messageId;
			addMark('note', 'The output limit cut this answer off');
		}
	};

	const noteResult = (entry: UserEntry, result: ToolResult): void => {
		const at = waiting.findIndex((each) => each.open?.call.id === result.toolUseId);
		const place = waiting[at];
		const found = place?.open ?? late.get(result.toolUseId);
		late.delete(result.toolUseId);
		// A torn file can have lost the call.
		const { call, cwd } = found ?? { call: { type: 'tool_use', id: '', name: '', input: {} } as const, cwd: entry.cwd };
		const body = { kind: 'tool', ...describeTool(call, cwd, { entry, result }) } as const;
		if (place === undefined) return add(body);
		const merged: ToolBlock = { ...body, uuids: [...place.block.uuids, ...uuids] };
		uuids = [];
		waiting[at] = { block: merged, open: undefined };
	};

	const noteTurn = (entry: UserEntry, start: 'prompt' | 'command' | 'notification'): void => {
		settle();
		const index = turns++;
		const known = tree.starts[index];
		const isBack = known !== undefined && index > 0 && known.parent !== index - 1;
		const isNotification = start === 'notification';
		const answer = inTag(entry.text, 'result') ?? '';
		add({
			kind: 'turn',
			number: turns,
			start,
			timeMs: entry.timestampMs,
			title: isNotification ? clean(notificationTitle(entry.text)) : undefined,
			text: clip(isNotification ? answer : typedText(entry.text)),
			images: entry.imageCount,
			isAbandoned: known !== undefined && abandonedStarts.has(known),
			backTo: isBack ? (known.parent ?? -1) + 1 : undefined,
		});
	};

	const noteUser = (entry: UserEntry): void => {
		switch (entry.kind) {
			case 'prompt':
			case 'command':
			case 'notification':
				return noteTurn(entry, entry.kind);
			case 'toolResult':
				return entry.toolResults.forEach((result) => noteResult(entry, result));
			case 'interruption':
				settle();
				return addMark('note', 'Interrupted by the user');
			case 'localCommand':
			case 'localOutput':
				return noteLocal(entry.text);
			case 'compactSummary':
				settle();
				if (!isCompacted) addMark('compaction', 'Compacted');
				isCompacted = false;
				return addText('summary', clip(summaryOf(entry.text)));
			case 'meta':
				if (entry.text.startsWith(HOOK_FEEDBACK))
					addMark('note', `A hook told Claude to go on: ${entry.text.slice(HOOK_FEEDBACK.length).trim()}`);
		}
	};

	/** A command that Claude Code carries out itself waits for what it prints, which comes next if at all. */
	const noteLocal = (text: string): void => {
		const nothing = { kind: 'tool', name: '', detail: undefined, outcome: undefined, isError: false } as const;
		const bash = inTag(text, 'bash-input');
		const typed = typedCommand(text) ?? (bash === undefined ? inTag(text, 'user-memory-input') : `! ${bash}`);
		if (typed !== undefined) {
			const subject = { style: 'code', text: clean(typed.slice(0, 4_000)) } as const;
			return add({ ...nothing, subject, output: undefined }, { call: LOCAL, cwd: undefined });
		}
		const output = clipOutput(OUTPUT_TAGS.flatMap((tag) => inTag(text, tag) ?? []).join('\n'));
		const command = waiting.at(-1);
		if (command?.block.kind !== 'tool' || command.open?.call !== LOCAL) {
			if (output) add({ ...nothing, subject: undefined, output });
			return;
		}
		waiting[waiting.length - 1] = {
			block: { ...command.block, uuids: [...command.block.uuids, ...uuids], output },
			open: undefined,
		};
		uuids = [];
	};
	const isLocalOutput = (entry: TranscriptEntry): boolean =>
		(entry.type === 'user' && entry.kind === 'localOutput') ||
		(entry.type === 'system' && entry.subtype === 'local_command');

	const noteSystem = (entry: SystemEntry): void => {
		if (entry.subtype === 'local_command' && entry.content !== undefined) {
			const kind = userKind(entry.content, { isMeta: false, isCompactSummary: false, imageCount: 0 });
			if (kind === 'localCommand' || kind === 'localOutput') noteLocal(entry.content);
		} else if (entry.subtype === 'compact_boundary') {
			settle();
			const { preTokens, postTokens } = entry.compact ?? {};
			const after = postTokens === undefined ? '' : ` → ${readableTokens(postTokens)}`;
			addMark(
				'compaction',
				preTokens === undefined ? 'Compacted' : `Compacted: ${readableTokens(preTokens)}${after} tokens`,
			);
			isCompacted = true;
		}
	};

	return {
		note(entry) {
			if (!isMessage(entry) || entry.isSidechain !== isSubagent) return [];
			if (sessionId !== undefined && entry.sessionId !== undefined && entry.sessionId !== sessionId) return [];
			if (entry.uuid !== undefined) {
				// Compaction of old versions wrote the history again, under the same ids.
				if (seen.has(entry.uuid)) return [];
				seen.add(entry.uuid);
				uuids.push(entry.uuid);
			}
			const last = waiting.at(-1);
			if (last?.open?.call === LOCAL && !isLocalOutput(entry)) last.open = undefined;
			if (entry.type === 'user') noteUser(entry);
			else if (entry.type === 'assistant') noteAnswer(entry);
			else if (entry.type === 'system') noteSystem(entry);
			return take();
		},
		noteCutLine(number) {
			addMark('note', `Line ${number} of the transcript is too long to be shown`);
			return take();
		},
		end() {
			settle();
			if (uuids.length > 0) add({ kind: 'place' });
			return take();
		},
	};
}

/** Stands for a command that Claude Code carries out itself. */
const LOCAL: ToolUse = { type: 'tool_use', id: '', name: '', input: {} };
const HOOK_FEEDBACK = 'Stop hook feedback:\n';
const OUTPUT_TAGS = ['local-command-stdout', 'local-command-stderr', 'bash-stdout', 'bash-stderr'];

/** What happened, of a background agent's notification. */
export function notificationTitle(text: string): string {
	return inTag(text, 'summary') ?? 'A background agent answered';
}

/** The summary alone, without what Claude Code tells Claude around it. */
function summaryOf(text: string): string {
	const start = /^Summary:\n/mu.exec(text);
	const body = start ? text.slice(start.index + start[0].length) : text;
	const end = body.search(
		/^(?:If you need specific details from before compaction|Please continue the conversation|Continue the conversation from where)/mu,
	);
	return (end < 0 ? body : body.slice(0, end)).trim();
}
