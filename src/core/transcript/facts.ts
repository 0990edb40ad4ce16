// What a row in a list of sessions says: the part of a session that the quick scan of all files and the full reading of
// one file must agree on. Both call the functions here, the one with bytes it found in place, the other with entries.
import type { CompactInfo, TitleKind, TranscriptEntry, Usage } from './entry';
import { type Excerpt, excerpt } from './excerpt';
import type { IdMap } from './layers';
import { typedText } from './userText';

/**
 * How the conversation stands. `prompted`: nobody has answered yet. `tool`: a tool was called and has not answered.
 * `working`: Claude goes on. `idle`: Claude is done. `truncated`: it hit the output limit. `error`: the API refused.
 */
export type StopState = 'empty' | 'prompted' | 'tool' | 'working' | 'idle' | 'interrupted' | 'truncated' | 'error';

export interface SessionFacts {
	readonly sessionId: string;
	/** The last title of each kind. */
	readonly titles: Readonly<Partial<Record<TitleKind, string>>>;
	readonly firstPrompt: Excerpt | undefined;
	readonly lastPrompt: Excerpt | undefined;
	/** Where the session was started, and where its last message was written. Worktrees and `cd` make them differ. */
	readonly cwd: string | undefined;
	readonly lastCwd: string | undefined;
	readonly gitBranch: string | undefined;
	/** `sdk-*` for programs' own sessions. */
	readonly entrypoint: string | undefined;
	readonly model: string | undefined;
	/** Earliest and latest time of a `user` or `assistant` line. Milliseconds since 1970. */
	readonly firstMessageMs: number | undefined;
	readonly lastMessageMs: number | undefined;
	/** What a person typed, custom slash commands included, abandoned ones too. */
	readonly prompts: number;
	/** Prompts and notifications that Claude answered. Several queued prompts can make one turn. */
	readonly turns: number;
	/** Each API message once, however many lines it takes. Subagents' own files are not in it. */
	readonly tokens: Usage;
	/** Size of the last request of the main conversation, or of what the last compaction left. */
	readonly contextTokens: number | undefined;
	readonly compactions: number;
	readonly interruptions: number;
	readonly apiErrors: number;
	readonly state: StopState;
	/** `true`: an end is recorded after the last message. `false`: one was recorded and the session went on. Else unknown. */
	readonly ended: boolean | undefined;
	/** Set where lines say that they are copies. */
	readonly fork: Fork | undefined;
}

/** A session that began as a copy and says so. The copies come first. */
export interface Fork {
	/** The session that the first line was copied from. */
	readonly origin: string;
	/** When the first `user` or `assistant` line was written that is no copy, and its first prompt; nothing before there is one. */
	readonly own: { readonly firstMs: number | undefined; readonly prompt: string | undefined } | undefined;
}

/** Facts under way. */
export type FactsDraft = { -readonly [K in keyof SessionFacts]: SessionFacts[K] } & {
	/** A turn was started and nobody has answered. */
	isAwaiting: boolean;
};

/** No tokens at all. */
export const NO_TOKENS: Usage = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 };

export function createFacts(sessionId: string): FactsDraft {
	return {
		sessionId,
		titles: {},
		firstPrompt: undefined,
		lastPrompt: undefined,
		cwd: undefined,
		lastCwd: undefined,
		gitBranch: undefined,
		entrypoint: undefined,
		model: undefined,
		firstMessageMs: undefined,
		lastMessageMs: undefined,
		prompts: 0,
		turns: 0,
		tokens: NO_TOKENS,
		contextTokens: undefined,
		compactions: 0,
		interruptions: 0,
		apiErrors: 0,
		state: 'empty',
		ended: undefined,
		fork: undefined,
		isAwaiting: false,
	};
}

/**
 * Takes one entry. The caller has made sure that the line was not seen before.
 * @param usage what each API message of these files has been counted with so far, by message id.
 */
export function noteEntry(d: FactsDraft, entry: TranscriptEntry, usage: IdMap<Usage>): void {
	switch (entry.type) {
		case 'user':
		case 'assistant':
			d.cwd ??= entry.cwd;
			d.lastCwd = entry.cwd ?? d.lastCwd;
			d.gitBranch = entry.gitBranch ?? d.gitBranch;
			d.entrypoint = entry.entrypoint ?? d.entrypoint;
			if (entry.timestampMs !== undefined) noteTime(d, entry.timestampMs);
			noteOrigin(d, entry.copyOf?.sessionId, entry.timestampMs);
			noteActivity(d);
			if (entry.type === 'assistant') {
				const { isSidechain, isApiError, model, stopReason, isAborted } = entry;
				const counted = entry.usage ?? NO_TOKENS;
				const id = entry.messageId ?? entry.requestId ?? entry.uuid ?? '';
				const old = usage.get(id);
				const most = noteUsage(d, old, counted);
				if (most !== old) usage.set(id, most);
				if (!isSidechain && noteAnswer(d, model, isApiError, stopReason, isAborted)) {
					noteContext(d, counted);
					d.model = model;
				}
			} else if (!entry.isSidechain) {
				switch (entry.kind) {
					case 'prompt':
					case 'command':
						d.lastPrompt = excerpt(typedText(entry.text));
						d.firstPrompt ??= d.lastPrompt;
						if (d.fork?.own)
							d.fork = { ...d.fork, own: { ...d.fork.own, prompt: d.fork.own.prompt ?? d.lastPrompt.text } };
						notePrompt(d);
						break;
					case 'notification':
						noteTurnStart(d);
						break;
					case 'toolResult':
						noteToolResult(d);
						break;
					case 'interruption':
						noteInterruption(d);
						break;
					case 'localCommand':
					case 'localOutput':
					case 'compactSummary':
					case 'meta':
						break;
				}
			}
			break;
		case 'system':
			if (entry.subtype === 'compact_boundary') noteCompaction(d, entry.compact);
			break;
		case 'title':
			d.titles = { ...d.titles, [entry.kind]: excerpt(entry.text).text };
			break;
		case 'cost-state':
			d.ended = true;
			break;
		case 'attachment':
		case 'progress':
		case 'last-prompt':
		case 'relocated':
		case 'other':
		case 'unknown':
			break;
	}
}

export function noteTime(d: FactsDraft, ms: number): void {
	if (d.firstMessageMs === undefined || ms < d.firstMessageMs) d.firstMessageMs = ms;
	if (d.lastMessageMs === undefined || ms > d.lastMessageMs) d.lastMessageMs = ms;
}

/**
 * Takes where a `user` or `assistant` line was copied from.
 * @param origin the other session; nothing for a line of the session's own.
 * @param ms when the line was written, as far as that is known.
 */
export function noteOrigin(d: FactsDraft, origin: string | undefined, ms: number | undefined): void {
	if (origin !== undefined) d.fork ??= { origin, own: undefined };
	else if (isUndated(d)) d.fork = { origin: d.fork.origin, own: { firstMs: ms, prompt: d.fork.own?.prompt } };
}

/** Whether it is a fork and not known since when it goes its own way. */
export function isUndated(d: FactsDraft): d is FactsDraft & { fork: Fork } {
	return d.fork !== undefined && d.fork.own?.firstMs === undefined;
}

/** Something was said: a session that had ended goes on. */
export function noteActivity(d: FactsDraft): void {
	if (d.ended === true) d.ended = false;
}

/** Somebody typed something. What it was is for the caller to keep. */
export function notePrompt(d: FactsDraft): void {
	d.prompts++;
	noteTurnStart(d);
}

function noteTurnStart(d: FactsDraft): void {
	d.state = 'prompted';
	d.isAwaiting = true;
}

/** A late result of a turn that is over changes nothing. */
export function noteToolResult(d: FactsDraft): void {
	if (d.state === 'tool') d.state = 'working';
}

function noteInterruption(d: FactsDraft): void {
	d.interruptions++;
	d.state = 'interrupted';
	d.isAwaiting = false;
}

/**
 * An `assistant` line of the main conversation.
 * @returns whether a model said it; then its size and its model count too.
 */
export function noteAnswer(
	d: FactsDraft,
	model: string | undefined,
	isApiError: boolean,
	stopReason: string | undefined,
	isAborted: boolean,
): boolean {
	const isModel = model !== '<synthetic>';
	// Lines such as "No response requested." keep the API's rules and mean nothing.
	if (!isModel && !isApiError) return false;
	if (d.isAwaiting) d.turns++;
	d.isAwaiting = false;
	if (isApiError) d.apiErrors++;
	d.state = isApiError ? 'error' : stateAfter(stopReason, isAborted);
	return isModel && !isApiError;
}

/**
 * An API message is counted once, with the largest figures of its lines: 2.1.76 wrote the first line before the rest was known.
 * @param old what it has been counted with so far; nothing for a new one.
 * @returns what it is counted with now; `old` itself where nothing has changed.
 */
export function noteUsage(d: FactsDraft, old: Usage | undefined, now: Usage): Usage {
	if (old === undefined) {
		d.tokens = addUsage(d.tokens, now);
		return now;
	}
	const isMore =
		now.input > old.input ||
		now.output > old.output ||
		now.cacheWrite > old.cacheWrite ||
		now.cacheRead > old.cacheRead;
	if (!isMore) return old;
	const most: Usage = {
		input: Math.max(old.input, now.input),
		output: Math.max(old.output, now.output),
		cacheWrite: Math.max(old.cacheWrite, now.cacheWrite),
		cacheRead: Math.max(old.cacheRead, now.cacheRead),
	};
	d.tokens = addUsage(subtractUsage(d.tokens, old), most);
	return most;
}

export function noteContext(d: FactsDraft, { input, cacheWrite, cacheRead }: Usage): void {
	const size = input + cacheWrite + cacheRead;
	if (size > 0) d.contextTokens = size;
}

function noteCompaction(d: FactsDraft, compact: CompactInfo | undefined): void {
	d.compactions++;
	d.contextTokens = compact?.postTokens;
}

/**
 * The facts as they stand; the draft can go on. `HEAD` is what Claude Code writes outside of a repository. Named one by one:
 * spreading objects that came out of a cache took half of a warm start.
 */
export function closeFacts(d: FactsDraft): SessionFacts {
	return {
		sessionId: d.sessionId,
		titles: d.titles,
		firstPrompt: d.firstPrompt,
		lastPrompt: d.lastPrompt,
		cwd: d.cwd,
		lastCwd: d.lastCwd,
		gitBranch: d.gitBranch === 'HEAD' ? undefined : d.gitBranch,
		entrypoint: d.entrypoint,
		model: d.model,
		firstMessageMs: d.firstMessageMs,
		lastMessageMs: d.lastMessageMs,
		prompts: d.prompts,
		turns: d.turns,
		tokens: d.tokens,
		contextTokens: d.contextTokens,
		compactions: d.compactions,
		interruptions: d.interruptions,
		apiErrors: d.apiErrors,
		state: d.state,
		ended: d.ended,
		fork: d.fork,
	};
}

/** A draft that goes on from facts. Those that came out of a cache lack the keys that are not defined. */
export function openFacts(facts: SessionFacts, isAwaiting: boolean): FactsDraft {
	return { ...createFacts(facts.sessionId), ...closeFacts({ ...facts, isAwaiting }), isAwaiting };
}

function stateAfter(stopReason: string | undefined, isAborted: boolean): StopState {
	switch (stopReason) {
		case undefined:
			return isAborted ? 'interrupted' : 'working';
		case 'tool_use':
			return 'tool';
		case 'pause_turn':
			return 'working';
		case 'max_tokens':
			return 'truncated';
		default:
			return 'idle';
	}
}

/** Two counts together, kind by kind. */
export function addUsage(a: Usage, b: Usage): Usage {
	return {
		input: a.input + b.input,
		output: a.output + b.output,
		cacheWrite: a.cacheWrite + b.cacheWrite,
		cacheRead: a.cacheRead + b.cacheRead,
	};
}

/** What is left of a count without another, kind by kind. */
export function subtractUsage(a: Usage, b: Usage): Usage {
	return {
		input: a.input - b.input,
		output: a.output - b.output,
		cacheWrite: a.cacheWrite - b.cacheWrite,
		cacheRead: a.cacheRead - b.cacheRead,
	};
}
