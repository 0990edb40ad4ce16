import { singleLine } from '../base/text';
import type { BackupReason } from '../claude/reasons';

/**
 * Names for a new file in `raw/`, best first, without end: `20261121_100000_exit.jsonl`, `…_exit-2.jsonl`, …
 * Backups that a compaction makes carry no reason.
 * @param nowMs milliseconds since 1970; the name carries UTC.
 */
export function* rawNames(nowMs: number, reason: BackupReason): Generator<string, never> {
	const stamp = new Date(nowMs)
		.toISOString()
		.replace(/[-:]/gu, '')
		.replace(/^(\d{8})T(\d{6}).*$/u, '$1_$2');
	const base = reason === 'compact' || reason === 'auto-compact' ? stamp : `${stamp}_${reason}`;
	for (let n = 1; ; n++) yield `${base}${n === 1 ? '' : `-${n}`}.jsonl`;
}

/** What may help where a session's transcript is gone. */
export function copyHint(session: string): string {
	return `If there is a copy of it: session-keeper backups restore ${singleLine(session)}`;
}
