// Where a fork leaves the session that it was made of, for whoever shows it.
import { say } from '../../core/base/say';
import { singleLine } from '../../core/base/text';
import type { IndexedSession } from './index/indexedSession';

/** A mark before the first turn of the fork's own. */
export interface ForkMark {
	readonly atMs: number;
	readonly words: string;
}

/**
 * @param nameOf what another session is called, where that is known: its transcript may be gone.
 * @returns nothing for what is no fork, or has said nothing of its own.
 */
export function forkMark(
	{ forkedFrom, forkedMs, lastMessageMs }: Partial<IndexedSession>,
	nameOf: (id: string) => string | undefined,
): ForkMark | undefined {
	// One that has said nothing yet begins, for the list, with the last message that it was given.
	if (forkedFrom === undefined || forkedMs === undefined || forkedMs === lastMessageMs) return undefined;
	return { atMs: forkedMs, words: say('Fork of {0}', nameOf(forkedFrom) ?? singleLine(forkedFrom)) };
}
