// The audit trail: one line for each item that left or came back. It is meant for git, so it never holds an item's text.
import { localDate, utcSeconds } from '../base/dates';
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

/** Entries of items that were archived on the person's calendar day of `nowMs` and not restored since, oldest first. */
export function archivedToday(entries: readonly AuditEntry[], nowMs: number): readonly AuditEntry[] {
	const gone: AuditEntry[] = [];
	for (const entry of entries) {
		if (localDate(Date.parse(entry.ts)) !== localDate(nowMs)) continue;
		if (entry.action !== 'restored') gone.push(entry);
		else {
			// Two items may share a name: one that came back takes back one that left.
			const at = gone.findLastIndex((earlier) => earlier.item === entry.item);
			if (at !== -1) gone.splice(at, 1);
		}
	}
	return gone.filter((entry) => entry.action === 'archived');
}
