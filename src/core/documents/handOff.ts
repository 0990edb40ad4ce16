// Whether a session was handed off: there is a saved document, a saved protocol, a ratified draft, or the person's own
// /handoff, and no prompt after it. Backups, the Stop hook and reflection all use this one rule.
import { type TranscriptEntry, isMessage } from '../transcript/entry';
import type { Session } from '../transcript/session';
import { hasChange } from '../transcript/tree';
import { typedText } from '../transcript/userText';
import { isOwnCommand, takesUpWork } from '../handoff/ownWords';

export interface HandOff {
	readonly kind: 'document' | 'protocol' | 'draft' | 'command';
	/** When it was made. Milliseconds since 1970. */
	readonly atMs: number;
}

/** Told where a hand-off of a session was made, or taken back. */
export type OnHandOff = (session: string, isMade: boolean) => Promise<void>;

/** When the person's last prompt was, and whether it was a hand-off of their own. */
export interface LastPrompt {
	readonly atMs: number;
	readonly isHandOff: boolean;
}

/** The hand-offs that documents are: a draft that nobody has read is none. */
export function handOffsIn(
	documents: readonly { readonly isDraft: boolean; readonly status: string | undefined; readonly atMs: number }[],
): readonly HandOff[] {
	const made = documents.filter(({ isDraft, status }) => !isDraft && status !== 'draft');
	return made.map(({ atMs }) => ({ kind: 'document', atMs }));
}

/**
 * The last prompt counts, even an abandoned one; our own commands and agents' answers do not. Where a command of ours took
 * up earlier work and something was changed in its turn, the last change is as good as a prompt.
 */
export function lastPromptOf({ tree }: Pick<Session, 'tree'>): LastPrompt | undefined {
	return tree.starts.reduce<LastPrompt | undefined>((last, { kind, text, timestampMs }, at) => {
		if (isPersons(kind, text.text)) return promptOf(kind, text.text, timestampMs) ?? last;
		return (kind === 'command' && takesUpWork(text.text) && changeOf(tree.changedMs.get(at))) || last;
	}, undefined);
}

function changeOf(atMs: number | undefined): LastPrompt | undefined {
	return atMs === undefined ? undefined : { atMs, isHandOff: false };
}

/**
 * The same from the last lines of a transcript.
 * @param session its id: a file may hold lines of others.
 * @returns nothing where these lines have no prompt: only the whole session tells then.
 */
export function lastPromptIn(entries: readonly TranscriptEntry[], session: string): LastPrompt | undefined {
	let changed: LastPrompt | undefined;
	for (const entry of entries.toReversed()) {
		if (!isMessage(entry) || entry.isSidechain || (entry.sessionId ?? session) !== session) continue;
		if (entry.type === 'assistant' && hasChange(entry)) changed ??= changeOf(entry.timestampMs);
		if (entry.type !== 'user') continue;
		if (isPersons(entry.kind, entry.text)) return promptOf(entry.kind, entry.text, entry.timestampMs);
		if (entry.kind === 'command' && changed !== undefined && takesUpWork(typedText(entry.text))) return changed;
		if (entry.kind === 'command' || entry.kind === 'notification') changed = undefined;
	}
	return undefined;
}

function isPersons(kind: string, text: string): boolean {
	return kind === 'prompt' || (kind === 'command' && !isOwnCommand(typedText(text)));
}

function promptOf(kind: string, text: string, atMs: number | undefined): LastPrompt | undefined {
	return atMs === undefined ? undefined : { atMs, isHandOff: kind === 'command' && isHandOffCommand(text) };
}

/** Documents carry whole seconds. */
const STAMP_MS = 1_000;

/** Whether what was saved then has everything up to the last prompt. @param atMs milliseconds since 1970 */
export function isNewerThan(last: LastPrompt, atMs: number): boolean {
	return atMs + STAMP_MS > last.atMs;
}

/** Whether a typed text is the person's own `/handoff`, whatever follows it. */
function isHandOffCommand(typed: string): boolean {
	return /^\/(?:[\w-]+:)?hand-?off(?:\s|$)/u.test(typedText(typed));
}

/**
 * The hand-off that ends a session; nothing if there was a prompt after the last one.
 * @param last the session's last prompt; a session without one has nothing to hand off.
 * @param made the documents, protocols and drafts of this session.
 */
export function handOffOf(last: LastPrompt | undefined, made: readonly HandOff[]): HandOff | undefined {
	if (last === undefined) return undefined;
	const newest = made.reduce<HandOff | undefined>((a, b) => (b.atMs > (a?.atMs ?? -1) ? b : a), undefined);
	if (newest !== undefined && isNewerThan(last, newest.atMs)) return newest;
	return last.isHandOff ? { kind: 'command', atMs: last.atMs } : undefined;
}
