// Groups in which a list of sessions is shown. What runs and what is pinned stays above them.
import { DAY_MS, localDate, startOfLocalDay } from '../base/dates';
import type { Orderable } from './order';

export const GROUPINGS = ['day', 'branch', 'state', 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

interface Groupable extends Orderable {
	readonly gitBranch?: string | undefined;
}

export interface SessionGroup<T> {
	/** By day `today`, `yesterday`, `week`, `month`, `older`; by branch its name, empty for none; by state the state. */
	readonly key: string;
	readonly sessions: readonly T[];
}

/**
 * Splits sessions. Groups stand in the order of their first session, so that the newest come first.
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
	const isTop = ({ live, marks }: T): boolean => by !== 'state' && (live !== undefined || marks.has('pinned'));
	const groups = new Map<string, T[]>();
	for (const session of sessions) {
		if (isTop(session)) continue;
		const key =
			by === 'day'
				? dayOf(session.lastMessageMs ?? 0, nowMs)
				: by === 'branch'
					? branchOf(session.gitBranch)
					: stateOf(session);
		const own = groups.get(key);
		if (own === undefined) groups.set(key, [session]);
		else own.push(session);
	}
	return { top: sessions.filter(isTop), groups: [...groups].map(([key, own]) => ({ key, sessions: own })) };
}

/** By the person's own calendar. */
function dayOf(atMs: number, nowMs: number): string {
	const today = startOfLocalDay(localDate(nowMs)) ?? nowMs;
	if (atMs >= today) return 'today';
	// The last millisecond of yesterday, however long that day was.
	if (atMs >= (startOfLocalDay(localDate(today - 1)) ?? today)) return 'yesterday';
	if (atMs >= today - 6 * DAY_MS) return 'week';
	return atMs >= today - 30 * DAY_MS ? 'month' : 'older';
}

function branchOf(branch: string | undefined): string {
	return branch === undefined || branch === 'HEAD' ? '' : branch;
}
