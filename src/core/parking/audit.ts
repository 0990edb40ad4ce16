// The audit trail: one line for each item that left or came back. It is meant for git, so it never holds an item's text.
import { utcSeconds } from '../base/dates';
import { asText, parseObject } from '../base/result';
import { singleLine } from '../base/text';

export const AUDIT_ACTIONS = ['archived', 'expired', 'restored'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry {
	/** ISO 8601, UTC, seconds. */
	readonly ts: string;
	/** Name of the item. */
	readonly item: string;
	readonly action: string;
}

/** One line of the trail, without its line break. */
export function auditLine(item: string, action: AuditAction, nowMs: number): string {
	return JSON.stringify({ ts: utcSeconds(nowMs), item, action });
}

/** Reads the trail. Lines that are no entries (a torn one, a merge mark) cost themselves only. */
export function parseAudit(text: string): readonly AuditEntry[] {
	return text.split('\n').flatMap((line) => {
		const entry = parseObject(line);
		const [ts, item, action] = [asText(entry?.['ts']), asText(entry?.['item']), asText(entry?.['action'])];
		return ts !== undefined && item !== undefined && action !== undefined && !Number.isNaN(Date.parse(ts))
			? [{ ts: singleLine(ts), item: singleLine(item), action }]
			: [];
	});
}
