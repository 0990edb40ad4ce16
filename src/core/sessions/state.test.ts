import { describe, expect, it } from 'vitest';
import { type RegistryEntry, parseRegistryEntry } from '../claude/registry';
import { HOUR_MS, MINUTE_MS } from '../base/dates';
import { type ProcessStatus, type SessionState, deriveState, processStatus, tellingEntry } from './state';

const START = Date.UTC(2026, 10, 20, 9);

/** @param quiet minutes since the last activity. @param age minutes since the start. */
function state(process: ProcessStatus, quiet: number, age = quiet, ended?: number): SessionState {
	const nowMs = START + age * MINUTE_MS;
	return deriveState({
		firstActivityMs: START,
		lastActivityMs: nowMs - quiet * MINUTE_MS,
		endedMs: ended === undefined ? undefined : nowMs - ended * MINUTE_MS,
		process,
		nowMs,
	});
}

describe('the state of a session', () => {
	const cases: readonly (readonly [what: string, expected: SessionState, actual: SessionState])[] = [
		['a live session is active', 'active', state('idle', 29)],
		['and idle after 30 minutes without a message', 'idle', state('idle', 30)],
		['a live session never ends by time', 'idle', state('idle', 5_000)],
		['busy is never idle', 'active', state('busy', 5_000)],
		['one that waits for a person is idle after an hour', 'active', state('waiting', 59)],
		['and not before', 'idle', state('waiting', 60)],
		['one whose process is gone is suspended', 'suspended', state('none', 0)],
		['and still is when it would be idle', 'suspended', state('none', 59)],
		['it has ended after twice the idle time', 'ended', state('none', 60)],
		['or eight hours after its start', 'ended', state('none', 1, 480)],
		['a recorded end ends it at once', 'ended', state('none', 5, 10, 4)],
		['activity after the recorded end takes it up again', 'suspended', state('none', 5, 30, 20)],
		['a process that runs again does so too', 'active', state('idle', 5, 10, 4)],
		['without a registry it is active', 'active', state('unknown', 29)],
		['then idle', 'idle', state('unknown', 30)],
		['then over', 'ended', state('unknown', 60)],
		['it is active however long ago it began', 'active', state('unknown', 2, 600)],
		['and over when it is quiet besides', 'ended', state('unknown', 30, 600)],
		['a recorded end counts without a registry, too', 'ended', state('unknown', 5, 10, 4)],
		['a clock set back makes it active', 'active', state('idle', -600)],
	];
	it.each(cases)('%s: %s', (_what, expected, actual) => {
		expect(actual).toBe(expected);
	});

	it('goes by the figures of the settings', () => {
		const settings = { idleMs: 5 * MINUTE_MS, waitingIdleMs: 5 * MINUTE_MS, maxDurationMs: HOUR_MS };
		const at = (minutes: number, process: ProcessStatus): SessionState =>
			deriveState({
				firstActivityMs: START,
				lastActivityMs: START,
				process,
				nowMs: START + minutes * MINUTE_MS,
				settings,
			});
		expect([at(4, 'idle'), at(5, 'idle'), at(9, 'none'), at(10, 'none')]).toEqual([
			'active',
			'idle',
			'suspended',
			'ended',
		]);
	});
});

describe('what the registry says', () => {
	it('of two processes of one session tells of the one that waits for a person', () => {
		const entry = (status: string | undefined): RegistryEntry => ({ status }) as RegistryEntry;
		const told = (...all: readonly (string | undefined)[]) => tellingEntry(all.map(entry))?.status;
		expect([told('idle', 'busy', 'waiting'), told('idle', 'busy'), told(undefined, 'idle'), told()]).toEqual([
			'waiting',
			'busy',
			undefined,
			undefined,
		]);
	});

	const entry = (sessionId: string, status?: string) => {
		const parsed = parseRegistryEntry(JSON.stringify({ pid: 7, sessionId, cwd: '/x', status }));
		if (parsed === undefined) throw new Error('no entry');
		return parsed;
	};
	it('is the liveliest of all processes of the session', () => {
		expect(processStatus([entry('a', 'idle'), entry('a', 'busy'), entry('b', 'waiting')], 'a')).toBe('busy');
	});
	it('is alive without a status, gone without an entry, unknown without a registry', () => {
		expect([processStatus([entry('a')], 'a'), processStatus([], 'a'), processStatus(undefined, 'a')]).toEqual([
			'idle',
			'none',
			'unknown',
		]);
	});
});
