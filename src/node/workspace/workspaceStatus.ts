// What stands in the status bar, before it is put into words: how long the session has been idle, what waits, and what idle
// reflection does next.
import { DAY_MS, MINUTE_MS } from '../../core/base/dates';
import type { ParkedItem } from '../../core/parking/item';
import type { Schedule } from '../../core/reflection/policy';
import type { ListedSession } from '../sessions/listedSession';
import type { ProjectState } from './workspaceStore';

interface StatusFacts {
	readonly projects: readonly Pick<ProjectState, 'parked' | 'backups'>[];
	/** The one that counts, where there is one. */
	readonly session: Pick<ListedSession, 'name' | 'lastMessageMs' | 'live'> | undefined;
	/** What waits for a review. */
	readonly review: number;
	/** Whether the hooks are installed: without them nothing was missed. */
	readonly hasHooks: boolean;
	/** What idle reflection does next; nothing before its first look. */
	readonly decision: Schedule | undefined;
	readonly nowMs: number;
}

export interface WorkspaceStatus {
	/** What has expired is no longer open: it goes when the list is next shown. */
	readonly parked: { readonly open: number; readonly stale: number; readonly due: number };
	readonly review: number;
	readonly backups: { readonly pending: number; readonly damaged: number; readonly missed: number };
	readonly session:
		| {
				readonly name: string;
				/** Since its last message. */
				readonly idleMs: number;
				readonly activity: 'working' | 'waiting' | 'idle' | 'past';
				/** What it waits for, in Claude Code's words. */
				readonly waitingFor: string | undefined;
		  }
		| undefined;
	/** Beside what is counted, a clock that says nothing is left out. One of a past session says something for a day. */
	readonly clock: { readonly isShown: boolean; readonly idleMs: number | undefined };
	readonly reflection: ReflectionStatus | undefined;
	/** Something was lost, or may be. */
	readonly isWarning: boolean;
}

type ReflectionStatus =
	| { readonly kind: 'counting'; readonly session: string; readonly minutes: number }
	/** A session where it is known, and whether it is this window that drafts. */
	| { readonly kind: 'drafting'; readonly session: string | undefined; readonly isHere: boolean }
	| { readonly kind: 'soon'; readonly session: string }
	| { readonly kind: 'capReached' | 'paused' };

export function workspaceStatus({
	projects,
	session,
	review,
	hasHooks,
	decision,
	nowMs,
}: StatusFacts): WorkspaceStatus {
	const open = projects.flatMap(({ parked }) => parked).filter(isOpenItem);
	const backups = projects.flatMap((state) => state.backups);
	const damaged = backups.filter(({ isDamaged }) => isDamaged).length;
	const missed = hasHooks ? backups.filter(({ reason }) => reason === 'missed').length : 0;
	const idleMs = session?.lastMessageMs === undefined ? undefined : Math.max(0, nowMs - session.lastMessageMs);
	const isOld = session?.live === undefined && (idleMs ?? 0) > DAY_MS;
	const clockMs = isOld ? undefined : idleMs;
	return {
		parked: {
			open: open.length,
			stale: open.filter(({ state }) => state !== 'fresh').length,
			due: open.filter(({ isDue }) => isDue).length,
		},
		review,
		backups: { pending: backups.length, damaged, missed },
		session:
			session === undefined || idleMs === undefined
				? undefined
				: { name: session.name, idleMs, activity: activityOf(session), waitingFor: session.live?.waitingFor },
		clock: { isShown: clockMs !== undefined || open.length + backups.length + review === 0, idleMs: clockMs },
		reflection: reflectionStatus(decision, nowMs),
		isWarning: damaged + missed > 0,
	};
}

/** Whether an item is still open: what has expired goes when the list is next shown. */
export function isOpenItem({ state }: Pick<ParkedItem, 'state'>): boolean {
	return state !== 'expired';
}

/** When the clock of a session next shows another minute. */
export function nextMinuteMs(session: Pick<ListedSession, 'lastMessageMs'> | undefined, nowMs: number): number {
	return nowMs + MINUTE_MS - (Math.max(0, nowMs - (session?.lastMessageMs ?? nowMs)) % MINUTE_MS);
}

function activityOf({ live }: Pick<ListedSession, 'live'>): NonNullable<WorkspaceStatus['session']>['activity'] {
	if (live === undefined) return 'past';
	return live.status === 'busy' ? 'working' : live.status === 'waiting' ? 'waiting' : 'idle';
}

/** The same decision that the timer acts on. */
function reflectionStatus(decision: Schedule | undefined, nowMs: number): ReflectionStatus | undefined {
	switch (decision?.kind) {
		case undefined:
		case 'nothing':
			return undefined;
		case 'counting': {
			const minutes = Math.max(1, Math.ceil((decision.dueMs - nowMs) / MINUTE_MS));
			return { kind: 'counting', session: decision.session, minutes };
		}
		case 'reflect':
			return { kind: 'drafting', session: decision.session, isHere: true };
		case 'held':
			if (decision.why === 'capReached') return { kind: 'capReached' };
			return decision.why === 'justWoke'
				? { kind: 'soon', session: decision.session }
				: { kind: 'drafting', session: undefined, isHere: decision.why === 'here' };
		case 'off':
			return decision.why === 'paused' ? { kind: 'paused' } : undefined;
	}
}
