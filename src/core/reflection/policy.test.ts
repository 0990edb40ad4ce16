import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../base/dates';
import { type IdleSession, type World, decide, judge, nextUtcDay } from './policy';
import { readSettingsOf } from '../keeper/settings';
import { REFLECTION_SETTINGS, idleSettings } from './settings';

const DEFAULT_IDLE = idleSettings(readSettingsOf(REFLECTION_SETTINGS, () => undefined));

const NOW = Date.UTC(2026, 10, 21, 12);
const minutesAgo = (minutes: number): number => NOW - minutes * MINUTE_MS;
const session = (own: Partial<IdleSession> = {}): IdleSession => ({
	id: 'a',
	firstMessageMs: minutesAgo(60),
	lastMessageMs: minutesAgo(20),
	prompts: 3,
	process: 'idle',
	isProgram: false,
	isPrivate: false,
	isFolderOff: false,
	isHandedOff: false,
	reflectedUpToMs: undefined,
	failures: 0,
	failedMs: undefined,
	...own,
});
const world = (own: Partial<World> = {}): World => ({
	nowMs: NOW,
	isEnabled: true,
	hasConsent: true,
	isTrusted: true,
	pausedUntilMs: undefined,
	wokeMs: undefined,
	runsToday: 0,
	running: undefined,
	sinceMs: minutesAgo(120),
	catchUpLeft: 3,
	notBeforeMs: 0,
	settings: DEFAULT_IDLE,
	...own,
});

describe('one session', () => {
	test.each<[string, Partial<IdleSession>, Partial<World>, object]>([
		['quiet for long enough', {}, {}, { kind: 'ready', why: 'idle' }],
		['not yet', { lastMessageMs: minutesAgo(14) }, {}, { kind: 'counting', dueMs: minutesAgo(-1) }],
		['to the millisecond', { lastMessageMs: minutesAgo(15) }, {}, { kind: 'ready', why: 'idle' }],
		[
			'T9: busy is never idle',
			{ process: 'busy', lastMessageMs: minutesAgo(300) },
			{},
			{ kind: 'exempt', why: 'busy' },
		],
		[
			'waiting takes an hour',
			{ process: 'waiting', lastMessageMs: minutesAgo(59) },
			{},
			{ kind: 'counting', dueMs: minutesAgo(-1) },
		],
		[
			'waiting for more than that',
			{ process: 'waiting', lastMessageMs: minutesAgo(61) },
			{},
			{ kind: 'ready', why: 'waited' },
		],
		['its process is gone', { process: 'none' }, {}, { kind: 'ready', why: 'ended' }],
		[
			'ended before anybody watched',
			{ process: 'none', lastMessageMs: minutesAgo(200) },
			{},
			{ kind: 'ready', why: 'catchUp' },
		],
		[
			'no catching up left',
			{ process: 'none', lastMessageMs: minutesAgo(200) },
			{ catchUpLeft: 0 },
			{ kind: 'exempt', why: 'history' },
		],
		[
			'ended weeks ago',
			{ process: 'none', lastMessageMs: NOW - 200 * HOUR_MS },
			{},
			{ kind: 'exempt', why: 'history' },
		],
		[
			'ended before the consent',
			{ process: 'none', lastMessageMs: minutesAgo(200) },
			{ notBeforeMs: minutesAgo(190) },
			{ kind: 'exempt', why: 'history' },
		],
		['handed off', { isHandedOff: true }, {}, { kind: 'exempt', why: 'handedOff' }],
		['reflected on', { reflectedUpToMs: minutesAgo(20) }, {}, { kind: 'exempt', why: 'reflected' }],
		['went on after a reflection', { reflectedUpToMs: minutesAgo(40) }, {}, { kind: 'ready', why: 'idle' }],
		['failed a moment ago', { failures: 1, failedMs: minutesAgo(5) }, {}, { kind: 'counting', dueMs: minutesAgo(-25) }],
		['failed, and the time has passed', { failures: 1, failedMs: minutesAgo(31) }, {}, { kind: 'ready', why: 'idle' }],
		['failed twice', { failures: 2, failedMs: minutesAgo(31) }, {}, { kind: 'exempt', why: 'failed' }],
		['T3: a program’s', { isProgram: true }, {}, { kind: 'exempt', why: 'program' }],
		['private', { isPrivate: true }, {}, { kind: 'exempt', why: 'private' }],
		['off here', { isFolderOff: true }, {}, { kind: 'exempt', why: 'folderOff' }],
		['nothing was asked', { prompts: 0 }, {}, { kind: 'exempt', why: 'empty' }],
		['the clock was set back', { lastMessageMs: minutesAgo(-60) }, {}, { kind: 'counting', dueMs: minutesAgo(-15) }],
	])('%s', (_what, own, around, verdict) => {
		expect(judge(session(own), world(around))).toEqual(verdict);
	});

	test('adaptive: a tenth of the length is added, up to three times the threshold', () => {
		const settings = { ...DEFAULT_IDLE, isAdaptive: true };
		const due = (hours: number): unknown =>
			judge(session({ firstMessageMs: NOW - hours * HOUR_MS, lastMessageMs: NOW }), world({ settings }));
		expect(due(0)).toEqual({ kind: 'counting', dueMs: minutesAgo(-15) });
		expect(due(1)).toEqual({ kind: 'counting', dueMs: minutesAgo(-21) });
		expect(due(20)).toEqual({ kind: 'counting', dueMs: minutesAgo(-45) });
	});
});

describe('all sessions', () => {
	test.each<[string, Partial<World>, object]>([
		['off', { isEnabled: false }, { kind: 'off', why: 'disabled' }],
		['in Restricted Mode', { isTrusted: false }, { kind: 'off', why: 'untrusted' }],
		['nobody said yes', { hasConsent: false }, { kind: 'off', why: 'noConsent' }],
		['paused', { pausedUntilMs: minutesAgo(-5) }, { kind: 'off', why: 'paused', againMs: minutesAgo(-5) }],
		['paused for good', { pausedUntilMs: Infinity }, { kind: 'off', why: 'paused', againMs: undefined }],
		['no longer paused', { pausedUntilMs: minutesAgo(5) }, { kind: 'reflect', session: 'a' }],
		['another window holds the lease', { running: 'elsewhere' }, { kind: 'held', why: 'elsewhere' }],
		['T4: one at a time', { running: 'here' }, { kind: 'held', why: 'here' }],
		[
			'R17: over the cap until the next day in UTC',
			{ runsToday: 20 },
			{ kind: 'held', why: 'capReached', againMs: nextUtcDay(NOW) },
		],
		[
			'the machine woke a minute ago',
			{ wokeMs: minutesAgo(1) },
			{ kind: 'held', why: 'justWoke', againMs: minutesAgo(-1) },
		],
		['it woke long ago', { wokeMs: minutesAgo(10) }, { kind: 'reflect', session: 'a', why: 'idle' }],
	])('%s', (_what, around, decision) => {
		expect(decide([session()], world(around))).toMatchObject(decision);
	});

	test('the newest that is ready goes first; else the next that is due is counted down to; else the newest says why not', () => {
		const newer = session({ id: 'b', lastMessageMs: minutesAgo(16) });
		expect(decide([session(), newer], world())).toMatchObject({ kind: 'reflect', session: 'b' });
		const soon = session({ id: 'c', lastMessageMs: minutesAgo(3) });
		const later = session({ id: 'd', lastMessageMs: minutesAgo(1) });
		expect(decide([later, soon], world())).toEqual({ kind: 'counting', session: 'c', dueMs: minutesAgo(-12) });
		expect(decide([session({ isHandedOff: true })], world())).toEqual({
			kind: 'nothing',
			session: 'a',
			why: 'handedOff',
		});
		expect(decide([], world())).toEqual({ kind: 'nothing', session: undefined, why: undefined });
	});
});
