// When is a session reflected on? One decision, from times and facts alone. The status bar shows it and the timer acts
// on it, so a person reads what will really happen. Idle means no message; file times and our own runs do not count.
import { DAY_MS, MINUTE_MS } from '../base/dates';
import type { ProcessStatus } from '../sessions/state';

export interface IdleSettings {
	/** Milliseconds without a message after which a session is reflected on. */
	readonly thresholdMs: number;
	/**
	 * The threshold grows by a tenth of the session's length, to at most three times itself: in a long day people take
	 * longer breaks.
	 */
	readonly isAdaptive: boolean;
	/** The same for a session that waits for its person. */
	readonly waitingMs: number;
	/** How many reflections there may be in a day (UTC), on the whole machine. */
	readonly dailyCap: number;
}

/** How many sessions that ended without a hand-off are caught up at activation. */
export const CATCH_UP = 3;

/** A session that has been quiet for longer is history: nobody waits for its hand-off any more. */
const CATCH_UP_WITHIN_MS = 7 * DAY_MS;

/** A wait after the machine wakes: the person may be about to continue. */
const WAKE_GRACE_MS = 2 * MINUTE_MS;

/** A failed run is tried once more after this time, and then not again without new activity. */
const RETRY_MS = 30 * MINUTE_MS;
const MAX_FAILURES = 2;

/** What the decision needs to know about a session. Times in milliseconds since 1970. */
export interface IdleSession {
	readonly id: string;
	readonly firstMessageMs: number;
	readonly lastMessageMs: number;
	readonly prompts: number;
	readonly process: ProcessStatus;
	/** A program started it, our own reflections among them. */
	readonly isProgram: boolean;
	/** Marked, tagged, or in a folder that is never read. */
	readonly isPrivate: boolean;
	/** Reflection is off in its folder. */
	readonly isFolderOff: boolean;
	/** It was handed off, and no prompt followed. */
	readonly isHandedOff: boolean;
	/** The time of the last message that a reflection covered. */
	readonly reflectedUpToMs: number | undefined;
	/** How many runs failed since the last message, and when the last one did. */
	readonly failures: number;
	readonly failedMs: number | undefined;
}

/** What is the same for all sessions. */
export interface World {
	readonly nowMs: number;
	readonly isEnabled: boolean;
	readonly hasConsent: boolean;
	readonly isTrusted: boolean;
	/** The time until which reflection is paused; `Infinity` until it is resumed. */
	readonly pausedUntilMs: number | undefined;
	/** When the machine was last seen to wake. */
	readonly wokeMs: number | undefined;
	/** Reflections begun today, by any window or command. */
	readonly runsToday: number;
	/** Where a reflection is running: here, or in another window or command, which then holds the lease. */
	readonly running: 'here' | 'elsewhere' | undefined;
	/** When watching began. Sessions that ended earlier are only caught up. */
	readonly sinceMs: number;
	readonly catchUpLeft: number;
	/** When the person agreed to reflection. Sessions that ended earlier are history. */
	readonly notBeforeMs: number;
	readonly settings: IdleSettings;
}

export type Why = 'idle' | 'waited' | 'ended' | 'catchUp';

/** Why a session is not reflected on, whatever the time is. */
type Exempt = 'program' | 'empty' | 'private' | 'folderOff' | 'handedOff' | 'reflected' | 'busy' | 'failed' | 'history';

type Readiness =
	| { readonly kind: 'ready'; readonly why: Why }
	| { readonly kind: 'counting'; readonly dueMs: number }
	| { readonly kind: 'exempt'; readonly why: Exempt };

export type Schedule =
	/** Nothing is reflected on automatically. */
	| {
			readonly kind: 'off';
			readonly why: 'disabled' | 'untrusted' | 'noConsent' | 'paused';
			readonly againMs: number | undefined;
	  }
	| { readonly kind: 'reflect'; readonly session: string; readonly why: Why }
	/** The next session to be reflected on, and when. */
	| { readonly kind: 'counting'; readonly session: string; readonly dueMs: number }
	/** A session is ready, but something else prevents it. */
	| {
			readonly kind: 'held';
			readonly session: string;
			readonly why: 'capReached' | 'here' | 'elsewhere' | 'justWoke';
			readonly againMs: number;
	  }
	/** No session will be reflected on; `why` is the reason for the most recent one. */
	| { readonly kind: 'nothing'; readonly session: string | undefined; readonly why: Exempt | undefined };

/** What to do now. Pure: the same facts give the same decision in every window. */
export function decide(candidates: readonly IdleSession[], world: World): Schedule {
	const { nowMs } = world;
	if (!world.isEnabled) return { kind: 'off', why: 'disabled', againMs: undefined };
	if (!world.isTrusted) return { kind: 'off', why: 'untrusted', againMs: undefined };
	if (!world.hasConsent) return { kind: 'off', why: 'noConsent', againMs: undefined };
	if (world.pausedUntilMs !== undefined && nowMs < world.pausedUntilMs)
		return {
			kind: 'off',
			why: 'paused',
			againMs: Number.isFinite(world.pausedUntilMs) ? world.pausedUntilMs : undefined,
		};

	const newestFirst = [...candidates].sort((a, b) => b.lastMessageMs - a.lastMessageMs || (a.id < b.id ? -1 : 1));
	const judged = newestFirst.map((session) => ({ session, verdict: judge(session, world) }));
	const ready = judged.find(({ verdict }) => verdict.kind === 'ready');
	if (ready?.verdict.kind === 'ready') {
		const session = ready.session.id;
		const held = (why: 'capReached' | 'here' | 'elsewhere' | 'justWoke', againMs: number): Schedule => ({
			kind: 'held',
			session,
			why,
			againMs,
		});
		if (world.running !== undefined) return held(world.running, nowMs + MINUTE_MS);
		if (world.runsToday >= world.settings.dailyCap) return held('capReached', nextUtcDay(nowMs));
		if (world.wokeMs !== undefined && nowMs < world.wokeMs + WAKE_GRACE_MS && nowMs >= world.wokeMs)
			return held('justWoke', world.wokeMs + WAKE_GRACE_MS);
		return { kind: 'reflect', session, why: ready.verdict.why };
	}
	const counting = judged
		.flatMap(({ session, verdict }) =>
			verdict.kind === 'counting' ? [{ session: session.id, dueMs: verdict.dueMs }] : [],
		)
		.reduce<{ session: string; dueMs: number } | undefined>(
			(first, next) => (first === undefined || next.dueMs < first.dueMs ? next : first),
			undefined,
		);
	if (counting !== undefined) return { kind: 'counting', ...counting };
	const [latest] = judged;
	return {
		kind: 'nothing',
		session: latest?.session.id,
		why: latest?.verdict.kind === 'exempt' ? latest.verdict.why : undefined,
	};
}

/** The state of one session, without regard to the others. */
export function judge(session: IdleSession, world: World): Readiness {
	const exempt = exemption(session, world);
	if (exempt !== undefined) return { kind: 'exempt', why: exempt };
	const { nowMs } = world;
	// If the clock was set back, no spell is negative.
	const lastMs = Math.min(session.lastMessageMs, nowMs);
	const isWaiting = session.process === 'waiting';
	const idleDueMs = lastMs + (isWaiting ? Math.max(world.settings.waitingMs, 0) : thresholdOf(session, world.settings));
	const retryMs = session.failedMs === undefined ? 0 : session.failedMs + RETRY_MS;
	const dueMs = Math.max(idleDueMs, retryMs);
	if (nowMs < dueMs) return { kind: 'counting', dueMs };
	return {
		kind: 'ready',
		why: isPast(session, world) ? 'catchUp' : isWaiting ? 'waited' : hasEnded(session) ? 'ended' : 'idle',
	};
}

function exemption(session: IdleSession, world: World): Exempt | undefined {
	if (session.isProgram) return 'program';
	if (session.prompts === 0) return 'empty';
	if (session.isPrivate) return 'private';
	if (session.isFolderOff) return 'folderOff';
	if (session.isHandedOff) return 'handedOff';
	if (session.reflectedUpToMs !== undefined && session.reflectedUpToMs >= session.lastMessageMs) return 'reflected';
	// While a model works for an hour, the session is not idle, whatever the time of its last message.
	if (session.process === 'busy') return 'busy';
	if (session.failures >= MAX_FAILURES) return 'failed';
	const isOld = session.lastMessageMs < Math.max(world.nowMs - CATCH_UP_WITHIN_MS, world.notBeforeMs);
	if (isPast(session, world) && (isOld || world.catchUpLeft <= 0)) return 'history';
	return undefined;
}

/** It ended before watching began. */
function isPast(session: IdleSession, world: World): boolean {
	return hasEnded(session) && session.lastMessageMs < world.sinceMs;
}

/** As far as is known, no process has it open. */
export function hasEnded(session: IdleSession): boolean {
	return session.process === 'none' || session.process === 'unknown';
}

function thresholdOf(session: IdleSession, settings: IdleSettings): number {
	if (!settings.isAdaptive) return settings.thresholdMs;
	const lengthMs = Math.max(0, session.lastMessageMs - session.firstMessageMs);
	return Math.min(settings.thresholdMs + lengthMs / 10, 3 * settings.thresholdMs);
}

/** The start of the next UTC day. The cap is counted by UTC days, so that all windows count the same day. */
export function nextUtcDay(nowMs: number): number {
	return (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
}
