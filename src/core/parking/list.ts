// The list of parked items, in exactly the Markdown that the parking lot has always printed.
import { localDate } from '../base/dates';
import type { ParkedItem } from './item';

const NOTHING_PENDING = 'No pending session items.';

interface ParkedGroup {
	/** `This session`, or `Earlier (YYYY-MM-DD)`. */
	readonly title: string;
	readonly items: readonly ParkedItem[];
}

/** Groups open items: age 0 first, then by day, newest first inside and among groups. Expired ones are left out. */
export function groupItems(items: readonly ParkedItem[]): readonly ParkedGroup[] {
	const groups = new Map<string, ParkedItem[]>();
	for (const item of sortItems(items.filter((i) => i.state !== 'expired'))) {
		const title = item.ageDays === 0 ? 'This session' : `Earlier (${localDate(item.modifiedMs)})`;
		groups.set(title, [...(groups.get(title) ?? []), item]);
	}
	return [...groups].map(([title, members]) => ({ title, items: members }));
}

/** Newest first; the file decides between equals, so that the order never jumps. */
export function sortItems(items: readonly ParkedItem[]): readonly ParkedItem[] {
	return [...items].sort(
		(a, b) => b.modifiedMs - a.modifiedMs || compare(a.fileName, b.fileName) || compare(a.path, b.path),
	);
}

/** As a view shows them: those whose day has come resurface, and go first; the others newest first. */
export function dueFirst(items: readonly ParkedItem[]): readonly ParkedItem[] {
	return [...sortItems(items)].sort((a, b) => Number(b.isDue) - Number(a.isDue));
}

function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** `- [ ] ⚠ stale — <name> — <description>`, with what else must be said of it in parentheses at the end. */
export function itemLine(item: ParkedItem): string {
	const notes = [
		...(item.place === 'formula' ? [' (formula folder)'] : []),
		...(item.from === undefined ? [] : [` (from ${item.from})`]),
		...(item.due === undefined ? [] : [` (due ${item.due})`]),
	].join('');
	return `- [ ] ${item.state === 'stale' ? '⚠ stale — ' : ''}${item.name}${item.description === '' ? '' : ` — ${item.description}`}${notes}`;
}

/** The whole list, without a line break at its end. */
export function renderList(items: readonly ParkedItem[], nowMs: number): string {
	const groups = groupItems(items);
	if (groups.length === 0) return NOTHING_PENDING;
	return [
		`## Session Pending — ${localDate(nowMs)}`,
		...groups.flatMap((group) => ['', `### ${group.title}`, ...group.items.map(itemLine)]),
		'',
		'→ /session archive <slug> to close an item',
		'→ /session summary for a full session digest',
	].join('\n');
}
