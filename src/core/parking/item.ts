// A parked item: one open loop of a person's, in one Markdown file. Its age is the age of the file.
import { DAY_MS, startOfLocalDay } from '../base/dates';
import { asRecord, asText } from '../base/result';
import { singleLine, truncate } from '../base/text';

/** Whole days after which an item is marked. Fixed, not a setting. */
const STALE_DAYS = 14;
/** Whole days after which an item is removed. Fixed, not a setting. */
export const EXPIRED_DAYS = 30;
/** How many items may be open at once. Fixed, not a setting. */
export const OPEN_LIMIT = 10;
/** Longer names are cut. Characters. */
export const NAME_LENGTH = 120;
/** What is said of an item whose file tells nothing about itself. */
const UNREADABLE = 'unreadable front matter';

type ParkedState = 'fresh' | 'stale' | 'expired';

/**
 * Which folder an item lies in: the one Claude Code loads, the one that the first parking formula named, or the one that
 * Claude Code loaded when the project was elsewhere.
 */
export type ParkedPlace = 'memory' | 'formula' | 'former';

/** What a parked item's file holds, as far as we read it. */
export interface ParkedContent {
	/** One printable line; the file name where the file gives none. */
	readonly name: string;
	/** One printable line, perhaps empty. */
	readonly description: string;
	/** What follows the front matter, as written (possibly the beginning of it only). */
	readonly body: string;
	/** Id of the session it came from. */
	readonly session: string | undefined;
	/** `YYYY-MM-DD`, the day on which it resurfaces. */
	readonly due: string | undefined;
	readonly isReadable: boolean;
}

export interface ParkedItem extends ParkedContent {
	/** Absolute path of its file. */
	readonly path: string;
	readonly fileName: string;
	readonly place: ParkedPlace;
	/** Where the project was, for an item that stayed there; one line, as a person writes it. */
	readonly from?: string;
	readonly modifiedMs: number;
	/** Whole days since the file's modification time; never below 0. */
	readonly ageDays: number;
	readonly state: ParkedState;
	/** Its due day has come. */
	readonly isDue: boolean;
}

/** Whether a file name is that of a parked item. One with a line break is odd, and an item all the same. */
export function isParkedFileName(name: string): boolean {
	return /^session-open-.*\.md$/su.test(name);
}

/**
 * The short name of an item's file: without the fixed beginning, the date and the ending.
 * @returns what a person types to name it, e.g. `rate-limits` for `session-open-rate-limits-2026-11-01.md`.
 */
export function slugOfFileName(fileName: string): string {
	return fileName.replace(/^session-open-/u, '').replace(/(-\d{4}-\d{2}-\d{2}(-\d+)?)?\.md$/u, '');
}

/** What a file tells about its item when its text was read and split. Both generations of front matter are understood. */
export function readContent(fileName: string, data: Readonly<Record<string, unknown>>, body: string): ParkedContent {
	const metadata = asRecord(data['metadata']) ?? {};
	const field = (key: string): string | undefined => asText(data[key]) ?? asText(metadata[key]);
	const due = field('due')?.slice(0, 10);
	return {
		name: truncate(singleLine(field('name') ?? ''), NAME_LENGTH) || singleLine(fileName),
		description: truncate(singleLine(field('description') ?? firstLine(body)), 200),
		body,
		session: field('session') ?? asText(metadata['originSessionId']),
		due: due !== undefined && startOfLocalDay(due) !== undefined ? due : undefined,
		isReadable: true,
	};
}

/** What is known of an item whose file is empty, binary, broken or not ours to read: its name. */
export function unreadableContent(fileName: string): ParkedContent {
	return {
		name: singleLine(fileName),
		description: UNREADABLE,
		body: '',
		session: undefined,
		due: undefined,
		isReadable: false,
	};
}

/**
 * How an item stands. One with a due day waits for that day: it cannot expire before it, and counts as renewed by it,
 * for resurfacing something that is removed in the same moment would help nobody.
 */
export function stateOf({ due, modifiedMs }: Pick<ParkedItem, 'due' | 'modifiedMs'>, nowMs: number): ParkedState {
	const dueMs = due === undefined ? undefined : startOfLocalDay(due);
	return stateOfAge(wholeDays(nowMs - Math.max(modifiedMs, dueMs ?? modifiedMs)));
}

/** Ages an item. */
export function ageItem(
	content: ParkedContent,
	file: Pick<ParkedItem, 'path' | 'fileName' | 'place' | 'from' | 'modifiedMs'>,
	nowMs: number,
): ParkedItem {
	const dueMs = content.due === undefined ? undefined : startOfLocalDay(content.due);
	return {
		...content,
		...file,
		ageDays: wholeDays(nowMs - file.modifiedMs),
		state: stateOf({ due: content.due, modifiedMs: file.modifiedMs }, nowMs),
		isDue: dueMs !== undefined && dueMs <= nowMs,
	};
}

/** When an item's state or age next changes: the moment to look again. Milliseconds since 1970. */
export function nextChangeMs(item: ParkedItem, nowMs: number): number {
	const dueMs = item.due === undefined ? undefined : startOfLocalDay(item.due);
	const nextDay = (fromMs: number): number => fromMs + (wholeDays(nowMs - fromMs) + 1) * DAY_MS;
	const changes = [nextDay(item.modifiedMs), ...(dueMs === undefined ? [] : [dueMs > nowMs ? dueMs : nextDay(dueMs)])];
	return Math.min(...changes);
}

/** A modification time in the future is age 0: clocks differ between machines. */
function wholeDays(ms: number): number {
	return Math.max(0, Math.floor(ms / DAY_MS));
}

function stateOfAge(days: number): ParkedState {
	if (days >= EXPIRED_DAYS) return 'expired';
	return days >= STALE_DAYS ? 'stale' : 'fresh';
}

function firstLine(body: string): string {
	return (
		body
			.split('\n')
			.find((line) => line.trim() !== '')
			?.replace(/^#+\s*/u, '') ?? ''
	);
}
