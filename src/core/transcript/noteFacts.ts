// How each entry of a transcript changes what is known of its session. The quick scan calls the same functions with bytes
// that it found in place, the fold of a whole session with entries.
import { tellingEntrypoint } from '../claude/registry';
import type { AssistantEntry, CompactInfo, TranscriptEntry, Usage, UserEntry } from './entry';
import { excerpt } from './excerpt';
import {
	type FactsDraft,
	type Fork,
	NO_TOKENS,
	type StopState,
	addUsage,
	excessUsage,
	mostUsage,
	subtractUsage,
} from './facts';
import type { IdMap } from './layers';
import { typedText } from './userText';

/**
 * Takes one entry. The caller has made sure that the line was not seen before.
 * @param usage what each API message of these files has been counted with so far, by message id.
 */
export function noteEntry(d: FactsDraft, entry: TranscriptEntry, usage: IdMap<Usage>): void {
	switch (entry.type) {
		case 'user':
			noteSaid(d, entry);
			if (!entry.isSidechain) noteUser(d, entry);
			break;
		case 'assistant':
			noteSaid(d, entry);
			noteAssistant(d, entry, usage);
			break;
		case 'system':
			if (entry.subtype === 'compact_boundary') noteCompaction(d, entry.compact);
			break;
		case 'title':
			d.titles = { ...d.titles, [entry.kind]: excerpt(entry.text).text };
			break;
		case 'cost-state':
			d.ended = true;
			if (entry.tokens !== undefined) d.besides = excessUsage(entry.tokens, d.tokens);
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

/** Where and when something was said, by whomever. */
function noteSaid(d: FactsDraft, entry: UserEntry | AssistantEntry): void {
	d.cwd ??= entry.cwd;
	d.lastCwd = entry.cwd ?? d.lastCwd;
	d.gitBranch = entry.gitBranch ?? d.gitBranch;
	if (entry.timestampMs !== undefined) noteTime(d, entry.timestampMs);
	noteOrigin(d, entry.copyOf?.sessionId, entry.timestampMs);
	d.entrypoint = tellingEntrypoint(d.entrypoint, entry.entrypoint);
	noteActivity(d);
}

function noteUser(d: FactsDraft, { kind, text }: UserEntry): void {
	switch (kind) {
		case 'prompt':
		case 'command':
			d.lastPrompt = excerpt(typedText(text));
			d.firstPrompt ??= d.lastPrompt;
			if (d.fork?.own) d.fork = { ...d.fork, own: { ...d.fork.own, prompt: d.fork.own.prompt ?? d.lastPrompt.text } };
			return notePrompt(d);
		case 'notification':
			return noteTurnStart(d);
		case 'toolResult':
			return noteToolResult(d);
		case 'interruption':
			return noteInterruption(d);
		case 'localCommand':
		case 'localOutput':
		case 'compactSummary':
		case 'meta':
	}
}

function noteAssistant(d: FactsDraft, entry: AssistantEntry, usage: IdMap<Usage>): void {
	const { isSidechain, isApiError, model, stopReason, isAborted } = entry;
	const counted = entry.usage ?? NO_TOKENS;
	const id = entry.messageId ?? entry.requestId ?? entry.uuid ?? '';
	const old = usage.get(id);
	const most = noteUsage(d, old, counted);
	if (most !== old) usage.set(id, most);
	if (isSidechain || !noteAnswer(d, model, isApiError, stopReason, isAborted)) return;
	noteContext(d, counted);
	d.model = model;
}

export function noteTime(d: FactsDraft, ms: number): void {
	if (d.firstMessageMs === undefined || ms < d.firstMessageMs) d.firstMessageMs = ms;
	if (d.lastMessageMs === undefined || ms > d.lastMessageMs) d.lastMessageMs = ms;
}

/**
 * Takes where a `user` or `assistant` line was copied from. Before its entry point is noted.
 * @param origin the other session; nothing for a line of the session's own.
 * @param ms when the line was written, as far as that is known.
 */
export function noteOrigin(d: FactsDraft, origin: string | undefined, ms: number | undefined): void {
	if (origin !== undefined) {
		d.fork ??= { origin, own: undefined };
		return;
	}
	if (!isUndated(d)) return;
	// Whose its origin was says nothing of the fork.
	if (d.fork.own === undefined) d.entrypoint = undefined;
	d.fork = { origin: d.fork.origin, own: { firstMs: ms, prompt: d.fork.own?.prompt } };
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
 * @param old the usage counted for it so far; nothing for a new one.
 * @returns the usage to count; `old` itself where nothing has changed.
 */
function noteUsage(d: FactsDraft, old: Usage | undefined, now: Usage): Usage {
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
	const most = mostUsage(old, now);
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
