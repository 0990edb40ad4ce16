import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../base/dates';
import { type WatchedSince, endedUnseen, endedUnwatched, watchedAfter, watchedSince } from './missed';

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const ROOT = '/work/project';

interface Session {
	readonly id: string;
	readonly project: { readonly root: string };
	readonly live: object | undefined;
	readonly end: { readonly reason?: string } | undefined;
	readonly lastMessageMs: number | undefined;
}
const session = (id: string, minutesAgo: number, own: Partial<Session> = {}): Session => ({
	id,
	project: { root: ROOT },
	live: undefined,
	end: undefined,
	lastMessageMs: NOW_MS - minutesAgo * MINUTE_MS,
	...own,
});
const idsOf = (sessions: readonly Session[]): readonly string[] => sessions.map(({ id }) => id);

describe('since when a project is watched', () => {
	test('is its first turn', () => {
		const watched = watchedAfter([], ROOT, NOW_MS);
		expect(watchedSince(watched, ROOT)).toBe(NOW_MS);
		expect(watchedSince(watchedAfter(watched, ROOT, NOW_MS + DAY_MS), ROOT)).toBe(NOW_MS);
		expect(watchedSince(watched, '/other')).toBeUndefined();
	});

	test('is two days ago at most', () => {
		const watched = watchedAfter([[ROOT, NOW_MS - 9 * DAY_MS]], ROOT, NOW_MS);
		expect(watched).toEqual([[ROOT, NOW_MS - 2 * DAY_MS]]);
	});

	test('is kept of two hundred projects, those that had their turn last', () => {
		let watched: WatchedSince = [];
		for (let n = 0; n < 200; n++) watched = watchedAfter(watched, `/p${n}`, NOW_MS);
		watched = watchedAfter(watchedAfter(watched, '/p0', NOW_MS), '/new', NOW_MS);
		expect(watched).toHaveLength(200);
		expect(watchedSince(watched, '/p0')).toBe(NOW_MS);
		expect(watchedSince(watched, '/p1')).toBeUndefined();
	});
});

test('sessions that fell silent since then are caught up with, twenty at most', () => {
	const since = { root: ROOT, sinceMs: NOW_MS - 60 * MINUTE_MS, nowMs: NOW_MS };
	const all = [
		session('silent', 11),
		session('talking', 10),
		session('before', 60),
		session('running', 20, { live: {} }),
		session('elsewhere', 20, { project: { root: '/other' } }),
		session('empty', 0, { lastMessageMs: undefined }),
	];
	expect(idsOf(endedUnwatched(all, since))).toEqual(['silent']);
	const many = Array.from({ length: 30 }, (_, n) => session(`s${n}`, 20));
	expect(endedUnwatched(many, since)).toHaveLength(20);
});

test('of those that no hook saw the end of', () => {
	const all = [
		session('unseen', 5),
		session('seen', 5, { end: { reason: 'exit' } }),
		session('recorded without a reason', 5, { end: {} }),
		session('running', 5, { live: {} }),
		session('before', 60),
		session('elsewhere', 5, { project: { root: '/other' } }),
	];
	expect(idsOf(endedUnseen(all, [[ROOT, NOW_MS - 60 * MINUTE_MS]]))).toEqual(['unseen', 'recorded without a reason']);
});
