// From the entries of a transcript to what a person reads, one entry after the other.
import { say } from '../base/say';
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
import type { Block, Clip, MarkBlock, TextBlock } from './block';
import { clean, clip, clipOutput } from './clip';
import { describeTool } from './toolUse';
import { LOCAL, type OpenCall, WaitingBlocks } from './waitingBlocks';

interface ConversationOptions {
	/** Entries of other sessions are left out; without an id, none is. */
	readonly sessionId: string | undefined;
	/** The turns of the whole file, from the fold: they say what was abandoned. */
	readonly tree: Tree;
	/** The file is a subagent's own transcript. Elsewhere what subagents said is left out. */
	readonly isSubagent: boolean;
	/** How many turns came before the first line, where that is not the first one of the file. */
	readonly turnsBefore?: number;
}

export class Conversation {
	private readonly blocks = new WaitingBlocks();
	private readonly abandonedStarts: ReadonlySet<Tree['starts'][number]>;
	private readonly seen = new Set<string>();
	private turns: number;
	private isCompacted = false;
	/** The answer that was said to be cut off. */
	private cutAnswer: string | undefined;

	constructor(private readonly options: ConversationOptions) {
		this.turns = options.turnsBefore ?? 0;
		this.abandonedStarts = new Set(abandonedTurns(options.tree));
	}

	/** The next entry, in file order. @returns the blocks that are now complete, often none. */
	note(entry: TranscriptEntry): readonly Block[] {
		const { sessionId, isSubagent } = this.options;
		if (!isMessage(entry) || entry.isSidechain !== isSubagent) return [];
		if (sessionId !== undefined && entry.sessionId !== undefined && entry.sessionId !== sessionId) return [];
		if (entry.uuid !== undefined) {
			// Compaction of old versions wrote the history again, under the same ids.
			if (this.seen.has(entry.uuid)) return [];
			this.seen.add(entry.uuid);
			this.blocks.addLine(entry.uuid);
		}
		if (this.blocks.last?.open?.call === LOCAL && !isLocalOutput(entry)) this.blocks.closeLast();
		if (entry.type === 'user') this.noteUser(entry);
		else if (entry.type === 'assistant') this.noteAnswer(entry);
		else if (entry.type === 'system') this.noteSystem(entry);
		return this.blocks.take();
	}

	/** A line that could not be taken in whole. @param number within the file, from 1. */
	noteCutLine(number: number): readonly Block[] {
		this.addMark('note', say('Line {0} of the transcript is too long to show', number));
		return this.blocks.take();
	}

	/** What was still waiting. */
	end(): readonly Block[] {
		this.blocks.settle();
		if (this.blocks.hasLines) this.blocks.add({ kind: 'place' });
		return this.blocks.take();
	}

	private addText(role: TextBlock['role'], text: Clip): void {
		if (text.text.trim() !== '') this.blocks.add({ kind: 'text', role, text });
	}

	private addMark(mark: MarkBlock['mark'], text: string): void {
		this.blocks.add({ kind: 'mark', mark, text: clip(text) });
	}

	private noteAnswer(entry: AssistantEntry): void {
		for (const block of entry.blocks) {
			if (block.type === 'tool_use') {
				const open = { call: block, cwd: entry.cwd };
				this.blocks.add({ kind: 'tool', ...describeTool(block, entry.cwd, undefined) }, open);
			} else if (block.type === 'thinking') this.addText('thinking', clip(block.text));
			else if (block.type === 'text' && entry.isApiError) this.addMark('error', block.text);
			// Lines such as "No response requested." keep the API's rules and mean nothing.
			else if ((block.type === 'text' && entry.model !== '<synthetic>') || block.type === 'handIn')
				this.addText('reply', clip(block.text));
		}
		if (entry.stopReason === 'max_tokens' && entry.messageId !== this.cutAnswer) {
			this.cutAnswer = entry.messageId;
			this.addMark('note', say('The output limit cut this answer off'));
		}
	}

	private noteUser(entry: UserEntry): void {
		switch (entry.kind) {
			case 'prompt':
			case 'command':
			case 'notification':
				return this.noteTurn(entry, entry.kind);
			case 'toolResult':
				return entry.toolResults.forEach((result) => this.noteResult(entry, result));
			case 'interruption':
				this.blocks.settle();
				return this.addMark('note', say('Interrupted by the user'));
			case 'localCommand':
			case 'localOutput':
				return this.noteLocal(entry.text);
			case 'compactSummary':
				this.blocks.settle();
				if (!this.isCompacted) this.addMark('compaction', say('Compacted'));
				this.isCompacted = false;
				return this.addText('summary', clip(summaryOf(entry.text)));
			case 'meta':
				if (entry.text.startsWith(HOOK_FEEDBACK))
					this.addMark('note', say('A hook told Claude to go on: {0}', entry.text.slice(HOOK_FEEDBACK.length).trim()));
		}
	}

	private noteTurn(entry: UserEntry, start: 'prompt' | 'command' | 'notification'): void {
		this.blocks.settle();
		const index = this.turns++;
		const known = this.options.tree.starts[index];
		const isBack = known !== undefined && index > 0 && known.parent !== index - 1;
		const isNotification = start === 'notification';
		const answer = inTag(entry.text, 'result') ?? '';
		this.blocks.add({
			kind: 'turn',
			number: this.turns,
			start,
			timeMs: entry.timestampMs,
			title: isNotification ? clean(notificationTitle(entry.text)) : undefined,
			text: clip(isNotification ? answer : typedText(entry.text)),
			images: entry.imageCount,
			isAbandoned: known !== undefined && this.abandonedStarts.has(known),
			backTo: isBack ? (known.parent ?? -1) + 1 : undefined,
		});
	}

	private noteResult(entry: UserEntry, result: ToolResult): void {
		const lost: OpenCall = { call: { type: 'tool_use', id: '', name: '', input: {} }, cwd: entry.cwd };
		this.blocks.answer(result.toolUseId, ({ call, cwd } = lost) => ({
			kind: 'tool',
			...describeTool(call, cwd, { entry, result }),
		}));
	}

	/** A command that Claude Code carries out itself waits for what it prints, which comes next if at all. */
	private noteLocal(text: string): void {
		const nothing = { kind: 'tool', name: '', detail: undefined, outcome: undefined, isError: false } as const;
		const bash = inTag(text, 'bash-input');
		const typed = typedCommand(text) ?? (bash === undefined ? inTag(text, 'user-memory-input') : `! ${bash}`);
		if (typed !== undefined) {
			const subject = { style: 'code', text: clean(typed.slice(0, 4_000)) } as const;
			return this.blocks.add({ ...nothing, subject, output: undefined }, { call: LOCAL, cwd: undefined });
		}
		const output = clipOutput(OUTPUT_TAGS.flatMap((tag) => inTag(text, tag) ?? []).join('\n'));
		const command = this.blocks.last;
		if (command?.block.kind === 'tool' && command.open?.call === LOCAL)
			return this.blocks.replaceLast({ ...command.block, output });
		if (output) this.blocks.add({ ...nothing, subject: undefined, output });
	}

	private noteSystem(entry: SystemEntry): void {
		if (entry.subtype === 'local_command' && entry.content !== undefined) {
			const kind = userKind(entry.content, { isMeta: false, isCompactSummary: false, imageCount: 0 });
			if (kind === 'localCommand' || kind === 'localOutput') this.noteLocal(entry.content);
		} else if (entry.subtype === 'compact_boundary') {
			this.blocks.settle();
			const { preTokens, postTokens } = entry.compact ?? {};
			const after = postTokens === undefined ? '' : ` → ${readableTokens(postTokens)}`;
			this.addMark(
				'compaction',
				preTokens === undefined
					? say('Compacted')
					: say('Compacted: {0} tokens', `${readableTokens(preTokens)}${after}`),
			);
			this.isCompacted = true;
		}
	}
}

function isLocalOutput(entry: TranscriptEntry): boolean {
	return (
		(entry.type === 'user' && entry.kind === 'localOutput') ||
		(entry.type === 'system' && entry.subtype === 'local_command')
	);
}

const HOOK_FEEDBACK = 'Stop hook feedback:\n';
const OUTPUT_TAGS = ['local-command-stdout', 'local-command-stderr', 'bash-stdout', 'bash-stderr'];

/** What happened, of a background agent's notification. */
export function notificationTitle(text: string): string {
	return inTag(text, 'summary') ?? say('A background agent answered');
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
