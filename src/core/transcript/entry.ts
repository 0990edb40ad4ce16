// One line of a transcript as far as we read it. Claude Code owns the format and changes it every few weeks, so a type
// that we have never heard of is data (`unknown`), and a field that we do not name here is not there for us.

/** What the lines of the conversation have in common. All of it can be missing: old versions, torn and foreign lines. */
export interface MessageBase {
	readonly uuid: string | undefined;
	/** The line before in the tree, `undefined` for a root. Can point to nothing, to itself or in a circle. */
	readonly parentUuid: string | undefined;
	/** Which session the line belongs to. Files can hold lines of other sessions. */
	readonly sessionId: string | undefined;
	/** Milliseconds since 1970, UTC. Lines are not in the order of their times. */
	readonly timestampMs: number | undefined;
	readonly cwd: string | undefined;
	readonly gitBranch: string | undefined;
	/** `cli`, `sdk-cli`, `claude-vscode`, …; not written before 2.1.150. */
	readonly entrypoint: string | undefined;
	/** A subagent's line. Their own files have nothing else; old versions mixed them into the main file. */
	readonly isSidechain: boolean;
	/** Set where the SDK's `forkSession` copied the line. The copies that `--fork-session` makes keep their ids and say nothing. */
	readonly copyOf: LineOrigin | undefined;
}

/** Where a line was copied from. */
export interface LineOrigin {
	readonly sessionId: string;
	/** Its `uuid` there. */
	readonly uuid: string | undefined;
}

/**
 * Who speaks in a `user` line. Only `prompt`, `command` and `notification` start a turn.
 * `command` is a custom slash command or a skill, `localCommand` one that Claude Code carries out itself,
 * `notification` a background agent that finished, `meta` what the harness added.
 */
export type UserKind =
	| 'prompt'
	| 'command'
	| 'notification'
	| 'toolResult'
	| 'interruption'
	| 'localCommand'
	| 'localOutput'
	| 'compactSummary'
	| 'meta';

export interface ToolResult {
	readonly toolUseId: string;
	readonly isError: boolean;
	/** Its text blocks, one below the other. Uncut: large outputs are megabytes. */
	readonly text: string;
}

export interface UserEntry extends MessageBase {
	readonly type: 'user';
	readonly kind: UserKind;
	/** Uncut. Empty for a prompt that is only an image. */
	readonly text: string;
	readonly imageCount: number;
	readonly toolResults: readonly ToolResult[];
	/** The structured result of the tool, or `Error: …`; its shape depends on the tool. */
	readonly toolUseResult: Readonly<Record<string, unknown>> | string | undefined;
	/** `user-rejected` (a person) or `permission-rule` (a rule or a hook). */
	readonly toolDenialKind: string | undefined;
}

export type AssistantBlock =
	| { readonly type: 'text' | 'thinking'; readonly text: string }
	/** Statements that Claude hands in to us, with their fences: no words of the conversation. */
	| { readonly type: 'handIn'; readonly text: string }
	| {
			readonly type: 'tool_use';
			readonly id: string;
			readonly name: string;
			readonly input: Readonly<Record<string, unknown>>;
	  }
	| { readonly type: 'unknown'; readonly originalType: string };

/** Tokens of one API message, by what they cost. */
export interface Usage {
	readonly input: number;
	readonly output: number;
	readonly cacheWrite: number;
	readonly cacheRead: number;
}

export interface AssistantEntry extends MessageBase {
	readonly type: 'assistant';
	/** Several lines share it: one API message is written block by block, each with (almost) the same usage. */
	readonly messageId: string | undefined;
	readonly requestId: string | undefined;
	/** `<synthetic>` for what no model said. */
	readonly model: string | undefined;
	readonly blocks: readonly AssistantBlock[];
	/** `end_turn`, `tool_use`, `max_tokens`, …; `undefined` when cut off, and on all but the last block in 2.1.76. */
	readonly stopReason: string | undefined;
	readonly usage: Usage | undefined;
	/** The API refused; the text says how. */
	readonly isApiError: boolean;
	readonly isAborted: boolean;
}

export interface SystemEntry extends MessageBase {
	readonly type: 'system';
	readonly subtype: string;
	readonly content: string | undefined;
	/** Of a `compact_boundary`: where the tree goes on above the boundary. */
	readonly logicalParentUuid: string | undefined;
	readonly compact: CompactInfo | undefined;
}

export interface CompactInfo {
	readonly preTokens: number | undefined;
	readonly postTokens: number | undefined;
}

/** A message line that we follow in the tree and otherwise leave alone. */
interface AttachmentEntry extends MessageBase {
	readonly type: 'attachment' | 'progress';
}

/** Where a name for a session can come from. The last one of each kind in the file counts. */
export type TitleKind = 'custom' | 'ai' | 'summary' | 'agent';

interface TitleEntry {
	readonly type: 'title';
	readonly kind: TitleKind;
	readonly sessionId: string | undefined;
	readonly text: string;
}

interface LastPromptEntry {
	readonly type: 'last-prompt';
	readonly sessionId: string | undefined;
	readonly text: string | undefined;
	/** The tip of the tree; all zeros (then `undefined` here) says that the tip was moved back. */
	readonly leafUuid: string | undefined;
}

/** Written when a session ends, and by `/clear`. */
interface CostStateEntry {
	readonly type: 'cost-state';
	readonly sessionId: string | undefined;
	/** Of all models, since the session began, also where it was resumed. */
	readonly tokens: Usage | undefined;
}

/** The session moved to another folder (worktrees). */
interface RelocatedEntry {
	readonly type: 'relocated';
	readonly sessionId: string | undefined;
	readonly cwd: string;
}

/** A line that means nothing to us. `unknown` is a type that we have never heard of. */
interface OtherEntry {
	readonly type: 'other' | 'unknown';
	readonly originalType: string;
	readonly sessionId: string | undefined;
}

export type MessageEntry = UserEntry | AssistantEntry | SystemEntry | AttachmentEntry;
export type TranscriptEntry =
	MessageEntry | TitleEntry | LastPromptEntry | CostStateEntry | RelocatedEntry | OtherEntry;

/** Whether a line is part of the conversation's tree. */
export function isMessage(entry: TranscriptEntry): entry is MessageEntry {
	return 'isSidechain' in entry;
}
