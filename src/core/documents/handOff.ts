// Whether a session was handed off: there is a saved document, a saved protocol, a ratified draft, or the person's own
// /handoff, and no prompt after it. Backups, the Stop hook and reflection all use this one rule.
import type { Session } from '../transcript/session';
import { typedText } from '../transcript/userText';
import { isOwnCommand } from '../handoff/ownWords';

export interface HandOff {
	readonly kind: 'document' | 'protocol' | 'draft' | 'command';
	/** When it was made. Milliseconds since 1970. */
	readonly atMs: number;
}

/** When the person's last prompt was, and whether it was a hand-off of their own. */
export interface LastPrompt {
	readonly atMs: number;
	readonly isHandOff: boolean;
}

/** The last prompt counts, even an abandoned one; our own commands and agents' answers do not. */
export function lastPromptOf({ tree }: Pick<Session, 'tree'>): LastPrompt | undefined {
	const last = tree.starts.findLast(
		({ kind, text }) => kind === 'prompt' || (kind === 'command' && !isOwnCommand(typedText(text.text))),
	);
	return last?.timestampMs === undefined
		? undefined
		: { atMs: last.timestampMs, isHandOff: last.kind === 'command' && isHandOffCommand(last.text.text) };
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
	if (newest !== undefined && newest.atMs >= last.atMs) return newest;
	return last.isHandOff ? { kind: 'command', atMs: last.atMs } : undefined;
}
