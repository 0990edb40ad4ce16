// Why a backup is made. What Claude Code says comes from outside and goes into a file name, so it only ever chooses
// among words of ours.
import { say } from '../base/say';
import type { HookPayload } from './payload';

/** A key of `BACKUP_REASONS`. */
export type BackupReason =
	'exit' | 'clear' | 'resume' | 'logout' | 'other' | 'compact' | 'auto-compact' | 'missed' | 'manual';

const END_REASONS: ReadonlyMap<string | undefined, BackupReason> = new Map([
	['prompt_input_exit', 'exit'],
	['clear', 'clear'],
	['resume', 'resume'],
	['logout', 'logout'],
]);

/** The reason of the backup that the end of a session makes. */
export function reasonOfEnd({ reason }: Pick<HookPayload, 'reason'>): BackupReason {
	return END_REASONS.get(reason) ?? 'other';
}

/** The reason of the backup that is made before a compaction. */
export function reasonOfCompaction({ trigger }: Pick<HookPayload, 'trigger'>): BackupReason {
	return trigger === 'auto' ? 'auto-compact' : 'compact';
}

/** Why a backup was made, in words for people. What is not listed is `other`. */
export const BACKUP_REASONS: Readonly<Record<string, () => string>> = {
	exit: () => say('ended'),
	clear: () => say('cleared'),
	resume: () => say('switched session'),
	logout: () => say('logged out'),
	other: () => say('ended'),
	compact: () => say('compacted'),
	'auto-compact': () => say('compacted automatically'),
	missed: () => say('no hook fired'),
	manual: () => say('made manually'),
};

/** The words for a reason that a log gives. */
export function reasonWords(reason: string | undefined): string {
	return BACKUP_REASONS[knownReason(reason ?? 'other')]?.() ?? '';
}

/** The reason that a log line or a file name gives, from the fixed set of them: the text comes from outside. */
export function knownReason(text: string): string {
	return Object.hasOwn(BACKUP_REASONS, text) ? text : 'other';
}
