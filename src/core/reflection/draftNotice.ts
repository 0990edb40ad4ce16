// What SessionStart tells Claude of a hand-off that was drafted while nobody looked: one line, and only its name.
import { localTime } from '../base/dates';

/**
 * @param name of the file below `docs/sessions`. It is somebody else's folder: a name that is none of ours is not told.
 * @param atMs when it was written. @param count how many wait.
 */
export function draftAnnouncement(name: string, atMs: number, count: number): string | undefined {
	if (!/^[A-Za-z0-9][A-Za-z0-9-]{3,80}\.draft\.md$/u.test(name)) return undefined;
	const others = count > 1 ? ` ${count - 1} more wait beside it.` : '';
	return `SESSION_HANDOFF_DRAFT: The previous session was handed off automatically at ${localTime(atMs)}. The draft docs/sessions/${name} waits for the user's review; it is not authoritative before.${others}`;
}
