// What session documents are called, and where they are.
import { localDate, localTime } from '../base/dates';

/** Below the root of our files. */
export const MEMORY_FOLDER = '.claude/memory';
export const ACTIVE_CONTEXT = 'active-context.md';
export const PROJECT_MEMORY = 'project-memory.md';

/** `session-2026-11-21-1405.md`, then `-2`, `-3` …; local time. */
export function* documentNames(nowMs: number): Generator<string, never> {
	const stem = `session-${localDate(nowMs)}-${localTime(nowMs).replace(':', '')}`;
	yield `${stem}.md`;
	for (let n = 2; ; n++) yield `${stem}-${n}.md`;
}

/** The end of the minute that is in a document's name. Milliseconds since 1970; nothing where there is none. */
export function namedMs(name: string): number | undefined {
	const [, date = '', hour = '', minute = ''] = /^session-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(?!\d)/u.exec(name) ?? [];
	const atMs = Date.parse(`${date}T${hour}:${minute}:59.999`);
	return Number.isNaN(atMs) ? undefined : atMs;
}

/** Whether a file name is a session document's; parked items and our other files are named differently. */
export function isDocumentName(name: string): boolean {
	return /^session-\d{4}-\d{2}-\d{2}[\w.-]*\.md$/u.test(name) && name.length <= 120;
}

/** What stands in a section of a document that has nothing. */
export const NOTHING = 'None that the transcript shows.';

/** So many of the files that differ from the commit are kept in a document, the first ones by name. */
export const FILES_KEPT = 100;
