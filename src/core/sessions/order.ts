// Which sessions a person sees, and in which order.
import type { RegistryEntry } from '../claude/registry';
import type { SessionState } from './state';
import type { SessionMark } from './marks';

/** What ordering needs to know of a session. */
export interface Orderable {
	readonly id: string;
	/** Milliseconds since 1970. */
	readonly lastMessageMs: number | undefined;
	readonly live: RegistryEntry | undefined;
	readonly marks: ReadonlySet<SessionMark>;
	/** Started by a program, not by a person. */
	readonly isProgram: boolean;
}

/** What a list shows beside the usual rows. */
interface Visibility {
	readonly showsHidden?: boolean;
	readonly showsPrograms?: boolean;
	readonly showsDone?: boolean;
}

interface Sifted<T> {
	readonly shown: readonly T[];
	/** Those that a person is done with, shown or not. */
	readonly done: readonly T[];
	/** How many were started by programs, shown or not. */
	readonly programs: number;
}

/**
 * First those that need the person, then running ones, then pinned ones, then by last activity. The id decides between
 * equals.
 */
export function sortSessions<T extends Orderable>(sessions: readonly T[]): readonly T[] {
	return [...sessions].sort(
		(a, b) => rankOf(a) - rankOf(b) || (b.lastMessageMs ?? 0) - (a.lastMessageMs ?? 0) || (a.id < b.id ? -1 : 1),
	);
}

/** One that a person is done with. One that runs is not: it may be waiting for an answer. */
const isDone = ({ live, marks }: Pick<Orderable, 'live' | 'marks'>): boolean => marks.has('done') && live === undefined;

/** The sessions to show, in the order given. A person's running session is shown even if it was hidden or done: it may be waiting for an answer. */
export function siftSessions<T extends Orderable>(
	sessions: readonly T[],
	{ showsHidden = false, showsPrograms = false, showsDone = false }: Visibility = {},
): Sifted<T> {
	const all = sessions.filter(({ live, marks }) => showsHidden || live !== undefined || !marks.has('hidden'));
	const own = all.filter(({ isProgram }) => showsPrograms || !isProgram);
	return {
		shown: showsDone ? own : own.filter((each) => !isDone(each)),
		done: own.filter(isDone),
		programs: all.filter(({ isProgram }) => isProgram).length,
	};
}

function rankOf(session: Orderable): number {
	if (session.live !== undefined) return session.live.status === 'waiting' ? 0 : 1;
	return session.marks.has('pinned') ? 2 : 3;
}

/** What a session is doing, for an icon and a word. */
export type SessionActivity = SessionState | 'working' | 'waiting';

/** The state of the life cycle, refined by what a running session reports about itself. */
export function activityOf(state: SessionState, live: RegistryEntry | undefined): SessionActivity {
	if (live?.status === 'busy') return 'working';
	return live?.status === 'waiting' ? 'waiting' : state;
}
