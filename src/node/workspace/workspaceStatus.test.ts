import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../core/base/dates';
import type { ParkedItem } from '../../core/parking/item';
import type { Schedule } from '../../core/reflection/policy';
import { NOW_MS } from '../testing/places';
import { nextMinuteMs, workspaceStatus } from './workspaceStatus';
import type { SessionBackup } from '../timeline/timeline';

type Facts = Parameters<typeof workspaceStatus>[0];
type Session = NonNullable<Facts['session']>;

const item = (state: ParkedItem['state'], isDue = false): ParkedItem => ({ state, isDue }) as ParkedItem;
const backup = (reason: string, isDamaged = false): SessionBackup => ({ reason, isDamaged }) as SessionBackup;
const session = (minutesAgo: number, live?: { status: string; waitingFor?: string }): Session =>
	({ name: 'Exports', lastMessageMs: NOW_MS - minutesAgo * MINUTE_MS, live }) as Session;
const status = (facts: Partial<Facts> = {}): ReturnType<typeof workspaceStatus> =>
	workspaceStatus({
		projects: [],
		session: undefined,
		review: 0,
		hasHooks: true,
		decision: undefined,
		nowMs: NOW_MS,
		...facts,
	});

test('what waits is counted over all projects; what has expired is no longer open', () => {
	const one = { parked: [item('fresh'), item('stale', true), item('expired', true)], backups: [backup('exit')] };
	const two = { parked: [item('fresh', true)], backups: [backup('missed'), backup('exit', true)] };
	expect(status({ projects: [one, two] })).toMatchObject({
		parked: { open: 3, stale: 1, due: 2 },
		backups: { pending: 3, damaged: 1, missed: 1 },
		isWarning: true,
	});
	expect(status({ projects: [one] }).isWarning).toBe(false);
});

test('what waits for a review counts beside it', () => {
	expect(status({ review: 2 })).toMatchObject({ review: 2, clock: { isShown: false }, isWarning: false });
	expect(status().clock.isShown).toBe(true);
});

test('without hooks nothing was missed', () => {
	const projects = [{ parked: [], backups: [backup('missed')] }];
	expect(status({ projects, hasHooks: false })).toMatchObject({ backups: { pending: 1, missed: 0 }, isWarning: false });
	expect(status({ projects }).isWarning).toBe(true);
});

describe('the session that counts', () => {
	test.each([
		[undefined, 'past'],
		[{ status: 'busy' }, 'working'],
		[{ status: 'waiting', waitingFor: 'an answer' }, 'waiting'],
		[{ status: 'idle' }, 'idle'],
	] as const)('whose process says %j is %s', (live, activity) => {
		expect(status({ session: session(5, live) }).session).toEqual({
			name: 'Exports',
			idleMs: 5 * MINUTE_MS,
			activity,
			waitingFor: activity === 'waiting' ? 'an answer' : undefined,
		});
	});

	test('one without a message is none, and a message of tomorrow is one of now', () => {
		expect(status({ session: { ...session(0), lastMessageMs: undefined } }).session).toBeUndefined();
		expect(status({ session: session(-5) }).session?.idleMs).toBe(0);
	});

	test('the clock of a past session stops after a day, and is left out beside what is counted', () => {
		const projects = [{ parked: [item('fresh')], backups: [] }];
		const old = session(DAY_MS / MINUTE_MS + 1);
		expect(status({ session: session(DAY_MS / MINUTE_MS) }).clock).toEqual({ isShown: true, idleMs: DAY_MS });
		expect(status({ session: old }).clock).toEqual({ isShown: true, idleMs: undefined });
		expect(status({ session: old, projects }).clock.isShown).toBe(false);
		expect(status({ session: session(1), projects }).clock.isShown).toBe(true);
		// One that runs is never past.
		const live = { status: 'idle' } as Session['live'];
		expect(status({ session: { ...old, live } }).clock.idleMs).toBe(DAY_MS + MINUTE_MS);
	});

	test('the clock moves when its next minute is full', () => {
		expect(nextMinuteMs(undefined, NOW_MS)).toBe(NOW_MS + MINUTE_MS);
		expect(nextMinuteMs({ lastMessageMs: NOW_MS - 100_000 }, NOW_MS)).toBe(NOW_MS + 20_000);
		expect(nextMinuteMs({ lastMessageMs: NOW_MS - 2 * MINUTE_MS }, NOW_MS)).toBe(NOW_MS + MINUTE_MS);
		expect(nextMinuteMs({ lastMessageMs: NOW_MS + 100_000 }, NOW_MS)).toBe(NOW_MS + MINUTE_MS);
	});
});

const held = (why: 'capReached' | 'here' | 'elsewhere' | 'justWoke'): Schedule => ({
	kind: 'held',
	session: 's',
	why,
	againMs: 0,
});
test.each<[Schedule | undefined, unknown]>([
	[undefined, undefined],
	[{ kind: 'nothing', session: 's', why: 'empty' }, undefined],
	[
		{ kind: 'counting', session: 's', dueMs: NOW_MS + MINUTE_MS + 1 },
		{ kind: 'counting', session: 's', minutes: 2 },
	],
	[
		{ kind: 'counting', session: 's', dueMs: NOW_MS - 5 },
		{ kind: 'counting', session: 's', minutes: 1 },
	],
	[
		{ kind: 'reflect', session: 's', why: 'idle' },
		{ kind: 'drafting', session: 's', isHere: true },
	],
	[held('here'), { kind: 'drafting', session: undefined, isHere: true }],
	[held('elsewhere'), { kind: 'drafting', session: undefined, isHere: false }],
	[held('justWoke'), { kind: 'soon', session: 's' }],
	[held('capReached'), { kind: 'capReached' }],
	[{ kind: 'off', why: 'paused', againMs: undefined }, { kind: 'paused' }],
	[{ kind: 'off', why: 'noConsent', againMs: undefined }, undefined],
])('reflection: %j', (decision, expected) => {
	expect(status({ decision }).reflection).toEqual(expected);
});
