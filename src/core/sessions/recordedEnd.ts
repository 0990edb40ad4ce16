// The ends of sessions that the SessionEnd hook saw. A transcript alone often does not show that the session ended.
import { knownReason } from '../claude/reasons';

export interface RecordedEnd {
	/** Milliseconds since 1970. */
	readonly atMs: number;
	/** A key of `BACKUP_REASONS`; nothing if only the transcript shows the end. */
	readonly reason: string | undefined;
}

/** From a line of the hooks' log. */
interface Firing {
	readonly ts: string;
	readonly event: string;
	readonly session: string | undefined;
	readonly reason?: string | undefined;
}

/** The last end of each session, by its id. @param firings oldest first. */
export function endsIn(firings: readonly Firing[]): ReadonlyMap<string, RecordedEnd> {
	const ends = new Map<string, RecordedEnd>();
	for (const { event, session, ts, reason } of firings) {
		const atMs = Date.parse(ts);
		if (event !== 'SessionEnd' || session === undefined || Number.isNaN(atMs)) continue;
		ends.set(session, { atMs, reason: reason === undefined ? undefined : knownReason(reason) });
	}
	return ends;
}

/**
 * The end that still holds: a session with a message after its end was taken up again.
 * @param told what the hook saw of the end.
 * @param lastMs the time of the last message.
 * @param hasEnded what the transcript says.
 */
export function endAfter(told: RecordedEnd | undefined, lastMs: number, hasEnded: boolean): RecordedEnd | undefined {
	if (told !== undefined && told.atMs >= lastMs) return told;
	return hasEnded ? { atMs: lastMs, reason: undefined } : undefined;
}
