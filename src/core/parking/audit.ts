// The audit trail: one line for each item that left or came back. It is meant for git, so it never holds an item's text.
import { localDate, utcSeconds } from '../dates';
import { asRecord, asText } from '../result';
import { singleLine } from '../text';

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
		let value: unknown;
		try {
			value = JSON.parse(line);
		} catch {
			return []; // Not a line of ours.
		}
		const entry = asRecord(value);
		const [ts, item, action] = [asText(entry?.['ts']), asText(entry?.['item']), asText(entry?.['action'])];
		return ts !== undefined && item !== undefined && action !== undefined && !Number.isNaN(Date.parse(ts))
			? [{ ts: singleLine(ts), item: singleLine(item), action }]
			: [];
	});
}

/** Entries of items that were archived on the person's calendar day of `nowMs` and not restored since, oldest first. */
export function archivedToday(entries: readonly AuditEntry[], nowMs: number): readonly AuditEntry[] {
	const today = entries.filter((entry) => localDate(Date.parse(entry.ts)) === localDate(nowMs));
	return today.filter(
		(entry, at) =>
			entry.action === 'archived' &&
			!today.slice(at + 1).some((later) => later.item === entry.item && later.action === 'restored'),
	);
}
