// What the audit trail tells of one day. Beside it, because whoever parks or archives only writes the trail.
import { localDate } from '../base/dates';
import type { AuditEntry } from './audit';

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
