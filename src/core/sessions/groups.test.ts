import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../base/dates';
import type { RegistryEntry } from '../claude/registry';
import { type Grouping, groupSessions, isSorted } from './groups';
import type { SessionMark } from './marks';

/** Noon, on the person's clock. */
const NOON = new Date(2026, 10, 22, 12).getTime();
const session = (
	id: string,
	agoMs: number,
	more: {
		gitBranch?: string;
		live?: RegistryEntry;
		marks?: readonly SessionMark[];
		state?: string;
		tags?: readonly string[];
		group?: string;
	} = {},
) => ({
	id,
	lastMessageMs: NOON - agoMs,
	live: more.live,
	marks: new Set(more.marks),
	isProgram: false,
	gitBranch: more.gitBranch,
	state: more.state ?? 'ended',
	tags: more.tags ?? [],
	group: more.group,
});
const LIVE = { pid: 1 } as RegistryEntry;

function grouped(sessions: readonly ReturnType<typeof session>[], by: Grouping): unknown {
	const { top, groups } = groupSessions(sessions, by, NOON, ({ state }) => state);
	return [top.map(({ id }) => id), ...groups.map(({ key, sessions: own }) => [key, ...own.map(({ id }) => id)])];
}

test('by day, on the person’s calendar; what runs and what is pinned stays above', () => {
	const sessions = [
		session('running', 40 * DAY_MS, { live: LIVE }),
		session('pinned', 50 * DAY_MS, { marks: ['pinned'] }),
		session('midnight', 12 * HOUR_MS),
		session('late', 12 * HOUR_MS + 1),
		session('yesterday', 36 * HOUR_MS),
		session('week', 3 * DAY_MS),
		session('month', 20 * DAY_MS),
		session('older', 99 * DAY_MS),
	];
	expect(grouped(sessions, 'day')).toEqual([
		['running', 'pinned'],
		['today', 'midnight'],
		['yesterday', 'late', 'yesterday'],
		['week', 'week'],
		['month', 'month'],
		['older', 'older'],
	]);
});

test('one of tomorrow is one of today', () => {
	expect(grouped([session('next', -2 * DAY_MS)], 'day')).toEqual([[], ['today', 'next']]);
});

test('by branch, with those of none together', () => {
	const sessions = [
		session('a', 1, { gitBranch: 'exports' }),
		session('b', 2),
		session('c', 3),
		session('d', 4, { gitBranch: 'exports' }),
	];
	expect(grouped(sessions, 'branch')).toEqual([[], ['exports', 'a', 'd'], ['', 'b', 'c']]);
});

test('by state all are in a group, also those that run', () => {
	const sessions = [session('a', 1, { live: LIVE, state: 'idle' }), session('b', 2)];
	expect(grouped(sessions, 'state')).toEqual([[], ['idle', 'a'], ['ended', 'b']]);
});

test('without groups all stay as they are', () => {
	expect(grouped([session('a', 1), session('b', 2)], 'none')).toEqual([['a', 'b']]);
});

test('by tag a session is under each of its own, by group under one; what nobody sorted comes last', () => {
	const sessions = [
		session('new', 0),
		session('both', 1, { tags: ['api', 'docs'], group: 'Release', marks: ['pinned'] }),
		session('one', 2, { tags: ['docs'], live: LIVE }),
	];
	expect(grouped(sessions, 'tag')).toEqual([[], ['api', 'both'], ['docs', 'both', 'one'], ['', 'new']]);
	expect(grouped(sessions, 'group')).toEqual([[], ['Release', 'both'], ['', 'new', 'one']]);
	expect(sessions.map((each) => [isSorted(each, 'tag'), isSorted(each, 'group'), isSorted(each, 'day')])).toEqual([
		[false, false, false],
		[true, true, false],
		[true, false, false],
	]);
});

test('a week is seven days of the calendar, also where one of them had 25 hours', () => {
	const zone = process.env['TZ'];
	process.env['TZ'] = 'Europe/Berlin';
	try {
		const nowMs = new Date(2026, 9, 31, 12).getTime();
		const at = (...time: readonly [number, number, number, number, number]) => ({
			...session(String(time[2]), 0),
			lastMessageMs: new Date(...time).getTime(),
		});
		const { groups } = groupSessions([at(2026, 9, 25, 0, 30), at(2026, 9, 24, 23, 59)], 'day', nowMs, () => '');
		expect(groups.map(({ key, sessions: own }) => [key, ...own.map(({ id }) => id)])).toEqual([
			['week', '25'],
			['month', '24'],
		]);
	} finally {
		if (zone === undefined) delete process.env['TZ'];
		else process.env['TZ'] = zone;
	}
});
