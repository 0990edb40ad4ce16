// What SessionStart tells Claude about a hand-off that was drafted while nobody was there: one line, with only its
// name.
import { localTime } from '../base/dates';

/**
 * @param name of the file below `docs/sessions`. Others can write to that folder, so a name that is not ours is not
 * shown.
 * @param atMs when it was written. @param count how many wait.
 */
export function draftAnnouncement(name: string, atMs: number, count: number): string | undefined {
	if (!/^[A-Za-z0-9][A-Za-z0-9-]{3,80}\.draft\.md$/u.test(name)) return undefined;
	const others = count > 1 ? ` ${count - 1} more wait beside it.` : '';
	return `SESSION_HANDOFF_DRAFT: The previous session was handed off automatically at ${localTime(atMs)}. The draft docs/sessions/${name} waits for the user's review; it is not authoritative before.${others}`;
}
