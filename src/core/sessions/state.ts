// The state of a session, from times and from whether its process runs. Nothing here reads the clock.
import type { RegistryEntry } from '../claude/registry';
import { HOUR_MS, MINUTE_MS } from '../base/dates';
import { SHARED_SETTINGS, type SharedSettings } from '../keeper/settings';

export const SESSION_STATES = ['active', 'idle', 'suspended', 'ended'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** What the registry of running processes says about a session; `unknown` if there is no registry. */
export type ProcessStatus = 'idle' | 'busy' | 'waiting' | 'none' | 'unknown';

export interface LifecycleSettings {
	/** Milliseconds without activity after which a session is idle; twice as long without a process ends it. */
	readonly idleMs: number;
	/** The same for a session that waits for a person. */
	readonly waitingIdleMs: number;
	/** Milliseconds since its start after which a session without a process has ended. */
	readonly maxDurationMs: number;
}

/** What a person can set. */
export type SessionSettings = Pick<SharedSettings, 'idleMinutes' | 'maxHours'>;

export function lifecycleOf({ idleMinutes, maxHours }: SessionSettings): LifecycleSettings {
	return { idleMs: idleMinutes * MINUTE_MS, waitingIdleMs: HOUR_MS, maxDurationMs: maxHours * HOUR_MS };
}

export const DEFAULT_LIFECYCLE = lifecycleOf({
	idleMinutes: SHARED_SETTINGS.idleMinutes.default,
	maxHours: SHARED_SETTINGS.maxHours.default,
});

/** All times in milliseconds since 1970. Activity means a message, not a file's time stamp. */
interface StateInput {
	readonly firstActivityMs: number;
	readonly lastActivityMs: number;
	/** The recorded end, if any; activity after it means that the session was taken up again. */
	readonly endedMs?: number | undefined;
	readonly process: ProcessStatus;
	readonly nowMs: number;
	readonly settings?: LifecycleSettings;
}

/**
 * A session with a live process never ends by time, so after a machine slept for a day the session is idle. If the
 * clock was set back, no spell is negative: activity in the future counts as just now.
 */
export function deriveState(input: StateInput): SessionState {
	const { process, nowMs, settings = DEFAULT_LIFECYCLE } = input;
	const quietMs = Math.max(0, nowMs - input.lastActivityMs);
	switch (process) {
		case 'busy':
			return 'active';
		case 'waiting':
			return quietMs >= settings.waitingIdleMs ? 'idle' : 'active';
		case 'idle':
			return quietMs >= settings.idleMs ? 'idle' : 'active';
		case 'none':
		case 'unknown': {
			if (input.endedMs !== undefined && input.endedMs >= input.lastActivityMs) return 'ended';
			const isOld = nowMs - input.firstActivityMs >= settings.maxDurationMs;
			if (quietMs >= 2 * settings.idleMs) return 'ended';
			if (process === 'none') return isOld ? 'ended' : 'suspended';
			// Nothing says that its process is gone. A session with recent messages is active, however long ago it
			// began.
			if (quietMs < settings.idleMs) return 'active';
			return isOld ? 'ended' : 'idle';
		}
	}
}

/** When time alone changes the state next, at the earliest; Infinity where it does not. */
export function nextStateMs({
	firstActivityMs,
	lastActivityMs,
	nowMs,
	settings: { idleMs, waitingIdleMs, maxDurationMs } = DEFAULT_LIFECYCLE,
}: Omit<StateInput, 'process' | 'endedMs'>): number {
	const quiet = [idleMs, 2 * idleMs, waitingIdleMs].map((ms) => lastActivityMs + ms);
	return Math.min(...[...quiet, firstActivityMs + maxDurationMs].filter((ms) => ms > nowMs));
}

/** Of several processes that have one session open, the one that a person is told of: who waits for them comes first. */
export function tellingEntry(entries: readonly RegistryEntry[]): RegistryEntry | undefined {
	const having = (status: string): RegistryEntry | undefined => entries.find((entry) => entry.status === status);
	return having('waiting') ?? having('busy') ?? entries[0];
}

/**
 * What the registry says about one session. Its entries are those whose processes were checked to be alive; several
 * processes can have the same session open, and the liveliest counts. An entry of a version that reports no status is
 * alive.
 * @param entries nothing if there is no registry.
 */
export function processStatus(entries: readonly RegistryEntry[] | undefined, sessionId: string): ProcessStatus {
	if (entries === undefined) return 'unknown';
	const statuses = entries.filter((entry) => entry.sessionId === sessionId).map((entry) => entry.status ?? 'idle');
	return (['busy', 'waiting', 'idle'] as const).find((status) => statuses.includes(status)) ?? 'none';
}
