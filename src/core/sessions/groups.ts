// Groups in which a list of sessions is shown. What runs and what is pinned stays above them.
import { midnightMs } from '../base/dates';
import type { Sorted } from './labels';
import type { Orderable } from './order';

export const GROUPINGS = ['day', 'branch', 'state', 'tag', 'group', 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

interface Groupable extends Orderable, Sorted {
	readonly gitBranch?: string | undefined;
}

export interface SessionGroup<T> {
	/** By day `today`, `yesterday`, `week`, `month`, `older`; by state the state; else a name, empty for none. */
	readonly key: string;
	readonly sessions: readonly T[];
}

/**
 * Splits sessions. Groups stand in the order of their first session, so that the newest come first; those that a person
 * has not sorted come last. A session is in the group of each of its tags.
 * @param sessions in the order in which they are to be shown.
 * @param stateOf the state of a session, in one word.
 */
export function groupSessions<T extends Groupable>(
	sessions: readonly T[],
	by: Grouping,
	nowMs: number,
	stateOf: (session: T) => string,
): { readonly top: readonly T[]; readonly groups: readonly SessionGroup<T>[] } {
	if (by === 'none') return { top: sessions, groups: [] };
	const isTop = ({ live, marks }: T): boolean =>
		(by === 'day' || by === 'branch') && (live !== undefined || marks.has('pinned'));
	const keysOf = (session: T): readonly string[] => {
		if (by === 'tag') return session.tags.length === 0 ? [''] : session.tags;
		if (by === 'group') return [session.group ?? ''];
		if (by === 'day') return [dayOf(session.lastMessageMs ?? 0, nowMs)];
		return [by === 'branch' ? (session.gitBranch ?? '') : stateOf(session)];
	};
	const groups = new Map<string, T[]>();
	for (const session of sessions) {
		if (isTop(session)) continue;
		for (const key of keysOf(session)) {
			const own = groups.get(key);
			if (own === undefined) groups.set(key, [session]);
			else own.push(session);
		}
	}
	const all = [...groups].map(([key, own]) => ({ key, sessions: own }));
	const isLast = ({ key }: { readonly key: string }): boolean => key === '' && (by === 'tag' || by === 'group');
	return { top: sessions.filter(isTop), groups: [...all.filter((each) => !isLast(each)), ...all.filter(isLast)] };
}

/** Whether a person has sorted a session in this way: such ones are shown however old they are. */
export function isSorted({ tags, group }: Sorted, by: Grouping): boolean {
	return by === 'tag' ? tags.length > 0 : by === 'group' && group !== undefined;
}

/** By the person's own calendar. */
function dayOf(atMs: number, nowMs: number): string {
	if (atMs >= midnightMs(nowMs)) return 'today';
	if (atMs >= midnightMs(nowMs, -1)) return 'yesterday';
	if (atMs >= midnightMs(nowMs, -6)) return 'week';
	return atMs >= midnightMs(nowMs, -30) ? 'month' : 'older';
}
