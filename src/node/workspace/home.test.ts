import { expect, test } from 'vitest';
import { HOUR_MS } from '../../core/base/dates';
import type { ParkedItem } from '../../core/parking/item';
import { NOW_MS } from '../testing/places';
import type { SessionBackup, SessionRow } from '../timeline/timeline';
import { type SafetyNet, homeOf } from './home';

type Document = SessionRow['documents'][number];
const item = (name: string, state: ParkedItem['state'], isDue = false): ParkedItem =>
	({ name, state, isDue }) as ParkedItem;
const backup = (raw: string, hours: number): SessionBackup =>
	({ raw, sinceMs: NOW_MS - hours * HOUR_MS }) as SessionBackup;
const row = (title: string, hours: number, documents: readonly Partial<Document>[] = []): SessionRow =>
	({ title, lastMs: NOW_MS - hours * HOUR_MS, documents, isReadable: true }) as unknown as SessionRow;
const net = (more: Partial<SafetyNet> = {}): SafetyNet => ({
	whyIdle: undefined,
	lastHookMs: undefined,
	lastBackupMs: undefined,
	leaving: 0,
	overLimit: { bytes: 0, overBytes: 0 },
	...more,
});
const NOTHING = { projects: [], waiting: [], review: [], latest: [], nets: [] };

test('without a project there is nothing, and no safety net', () => {
	expect(homeOf(NOTHING)).toEqual({
		needs: { sessions: [], backups: [], due: [], review: [] },
		leftOff: undefined,
		open: { parked: 0, stale: 0, tasks: [], questions: [] },
		net: net({ whyIdle: 'notInstalled' }),
	});
});

test('what needs a person is told over all projects, newest first; what has expired is not open any more', () => {
	const one = {
		parked: [item('a', 'fresh'), item('b', 'stale', true), item('c', 'expired', true)],
		backups: [backup('old', 5)],
	};
	const two = { parked: [item('d', 'fresh', true)], backups: [backup('new', 1)] };
	const home = homeOf({ ...NOTHING, projects: [one, two], waiting: ['session'], review: ['draft', 'memory'] });
	expect(home.needs.backups.map((each) => [each.backup.raw, each.state])).toEqual([
		['new', two],
		['old', one],
	]);
	expect(home.needs.due.map((each) => [each.item.name, each.state])).toEqual([
		['b', one],
		['d', two],
	]);
	expect(home.needs).toMatchObject({ sessions: ['session'], review: ['draft', 'memory'] });
	expect(home.open).toMatchObject({ parked: 3, stale: 1 });
});

test('it was left off where somebody spoke last, with what the hand-off of that session leaves open', () => {
	const [one, two] = [
		{ parked: [], backups: [] },
		{ parked: [], backups: [] },
	];
	const made = { isDraft: false, atMs: NOW_MS, tasks: ['Ship it'], questions: ['When?'], next: ['Tag it'] };
	const latest = [
		{ of: one, session: row('old', 9, [{ tasks: ['Never'] }]) },
		{ of: two, session: row('new', 2, [made]) },
	];
	const home = homeOf({ ...NOTHING, projects: [one, two], latest });
	expect(home.leftOff).toMatchObject({ session: { title: 'new' }, document: { next: ['Tag it'] } });
	expect(home.leftOff?.of).toBe(two);
	expect(home.open).toMatchObject({ tasks: ['Ship it'], questions: ['When?'] });
});

test('a draft that nobody accepted says where it stands where nothing else does', () => {
	const of = { parked: [], backups: [] };
	const draft = { isDraft: true, atMs: NOW_MS, tasks: ['Check the draft'], questions: [] };
	expect(homeOf({ ...NOTHING, latest: [{ of, session: row('x', 1, [draft]) }] }).open.tasks).toEqual([
		'Check the draft',
	]);
});

test('the safety net of several projects is as good as the worst of them', () => {
	const nets = [
		net({ lastHookMs: 5, lastBackupMs: 7, leaving: 2, overLimit: { bytes: 9, overBytes: 4 } }),
		net({ whyIdle: 'notInstalled', lastHookMs: 6, leaving: 1 }),
	];
	expect(homeOf({ ...NOTHING, nets }).net).toEqual({
		whyIdle: 'notInstalled',
		lastHookMs: 6,
		lastBackupMs: 7,
		leaving: 3,
		overLimit: { bytes: 9, overBytes: 4 },
	});
});
