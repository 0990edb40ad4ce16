// Which of all suggestions are offered: a short list, of sessions that somebody may still remember.
import { DAY_MS } from '../base/dates';
import { slugOf } from './draft';
import type { ParkingSuggestion } from './suggestions';

/** What came up in older sessions is not offered any more. */
const RECENT_MS = 14 * DAY_MS;

/** So many sessions are read, the newest. */
const SESSIONS = 12;

/** So many are offered, the newest: more would be a list of its own to work off. */
const OFFERED = 8;

interface AskedSession {
	readonly isProgram: boolean;
	readonly marks: ReadonlySet<string>;
	readonly lastMessageMs: number | undefined;
	readonly modifiedMs: number;
}

/** The sessions that are read for suggestions, newest first: a person's own, and none that they hid or keep private. */
export function sessionsToRead<S extends AskedSession>(sessions: readonly S[], nowMs: number): readonly S[] {
	const activeMs = ({ lastMessageMs, modifiedMs }: S): number => lastMessageMs ?? modifiedMs;
	return sessions
		.filter((each) => !each.isProgram && !each.marks.has('private') && !each.marks.has('hidden'))
		.filter((each) => activeMs(each) >= nowMs - RECENT_MS)
		.sort((a, b) => activeMs(b) - activeMs(a))
		.slice(0, SESSIONS);
}

/** Those that are offered, newest first. */
export function newestOffers<O extends { readonly suggestion: ParkingSuggestion }>(offers: readonly O[]): readonly O[] {
	return [...offers].sort((a, b) => (b.suggestion.atMs ?? 0) - (a.suggestion.atMs ?? 0)).slice(0, OFFERED);
}

/** A suggestion as it may be shown. @param safe takes secrets out of a text. */
export function redactedSuggestion(suggestion: ParkingSuggestion, safe: (text: string) => string): ParkingSuggestion {
	const text = safe(suggestion.text);
	// The name is made of words of the text, in a form in which no secret is known again.
	const name = text === suggestion.text ? suggestion.name : slugOf(text.split(' ').slice(0, 6).join(' '));
	return { ...suggestion, name, text, why: safe(suggestion.why), how: safe(suggestion.how) };
}
