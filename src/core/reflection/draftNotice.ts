// What SessionStart tells Claude about a hand-off that was drafted and waits: one line, with only its name. The file's name
// says which session it is of; not that it was the last one, nor who had it drafted.
import { localDate } from '../base/dates';

/**
 * @param name of the file below `docs/sessions`. Others can write to that folder, so a name that is not ours is not
 * shown.
 * @param atMs when it was written. @param count how many wait.
 */
export function draftAnnouncement(name: string, atMs: number, count: number): string | undefined {
	const session = /^([A-Za-z0-9][A-Za-z0-9-]{3,80})\.draft\.md$/u.exec(name)?.[1];
	if (session === undefined) return undefined;
	const others = count > 1 ? ` ${count - 1} more wait beside it.` : '';
	return `SESSION_HANDOFF_DRAFT: A hand-off of session ${session.slice(0, 8)} was drafted on ${localDate(atMs)}. The draft docs/sessions/${name} waits for the user's review; it is not authoritative before.${others}`;
}
