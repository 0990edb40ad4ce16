import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../base/dates';
import { LOOK_MS, parkedItem } from '../testing/parkedItems';
import { dueFirst, groupItems, itemLine, renderList, sortItems } from './list';

const zone = process.env['TZ'];
beforeEach(() => {
	process.env['TZ'] = 'UTC';
});
afterEach(() => {
	if (zone === undefined) delete process.env['TZ'];
	else process.env['TZ'] = zone;
});

test('the list is to the letter that of the reference', () => {
	const items = [
		parkedItem({ name: 'old-cache', description: 'why is it cold?', ageDays: 20 }),
		parkedItem({ name: 'rate-limits', description: 'per user or per key?' }),
		parkedItem({ name: 'just-in-time', description: 'stale by a hair', ageDays: 14 }),
		parkedItem({ name: 'unnamed', ageDays: 3 }),
		parkedItem({ name: 'elsewhere', description: 'by the formula', ageDays: 3, place: 'formula' }),
		parkedItem({ name: 'later', description: 'not now', ageDays: 40, due: '2026-12-01' }),
		parkedItem({ name: 'gone', description: 'expired', ageDays: 30 }),
		parkedItem({ name: 'morning', description: 'the same day as rate-limits', modifiedMs: LOOK_MS - 3_600_000 }),
	];
	expect(renderList(items, LOOK_MS)).toMatchInlineSnapshot(`
		"## Session Pending — 2026-11-21

		### This session
		- [ ] rate-limits — per user or per key?
		- [ ] morning — the same day as rate-limits

		### Earlier (2026-11-18)
		- [ ] elsewhere — by the formula (formula folder)
		- [ ] unnamed

		### Earlier (2026-11-07)
		- [ ] ⚠ stale — just-in-time — stale by a hair

		### Earlier (2026-11-01)
		- [ ] ⚠ stale — old-cache — why is it cold?

		### Earlier (2026-10-12)
		- [ ] later — not now (due 2026-12-01)

		→ /session archive <slug> to close an item
		→ /session summary for a full session digest"
	`);
});

test.each([
	['there is none', []],
	['all of them are expired', [parkedItem({ ageDays: 30 }), parkedItem({ ageDays: 99 })]],
])('one sentence is said where %s', (_name, items) =>
	expect(renderList(items, LOOK_MS)).toBe('No pending session items.'),
);

test('a list of nothing but today’s items has one group', () =>
	expect(renderList([parkedItem({ name: 'a', description: 'b' })], LOOK_MS)).toMatchInlineSnapshot(`
		"## Session Pending — 2026-11-21

		### This session
		- [ ] a — b

		→ /session archive <slug> to close an item
		→ /session summary for a full session digest"
	`));

describe('groups', () => {
	const titles = (...ages: number[]): unknown =>
		groupItems(ages.map((ageDays, n) => parkedItem({ name: `n${n}`, ageDays }))).map((group) => [
			group.title,
			group.items.map((item) => item.name).join(' '),
		]);

	test('are newest first, and so are the items in them', () =>
		expect(titles(5, 1.2, 0.9, 5.1, 1.1, 0)).toEqual([
			['This session', 'n5 n2'],
			['Earlier (2026-11-20)', 'n4 n1'],
			['Earlier (2026-11-16)', 'n0 n3'],
		]));

	test('an item of less than a day is of this session, though midnight lies between', () =>
		expect(titles(0.99)).toEqual([['This session', 'n0']]));

	test('an item from the future is of this session', () => expect(titles(-3)).toEqual([['This session', 'n0']]));

	test('the day is that of the person', () => {
		process.env['TZ'] = 'Pacific/Kiritimati';
		expect(titles(1.5)).toEqual([['Earlier (2026-11-20)', 'n0']]);
	});
});

test('the order of equals never jumps', () => {
	const twins = [
		parkedItem({ fileName: 'session-open-b.md' }),
		parkedItem({ fileName: 'session-open-a.md', place: 'memory' }),
		parkedItem({ fileName: 'session-open-a.md', place: 'formula' }),
	];
	const paths = (items: typeof twins): readonly string[] => sortItems(items).map((item) => item.path);
	expect(paths(twins)).toEqual(paths([...twins].reverse()));
	expect(paths(twins)).toEqual([
		'/formula/session-open-a.md',
		'/memory/session-open-a.md',
		'/memory/session-open-b.md',
	]);
});

test('in a view an item resurfaces on its day, above all that is newer', () => {
	const items = [
		parkedItem({ name: 'old', ageDays: 5 }),
		parkedItem({ name: 'due', ageDays: 9, due: '2026-11-21' }),
		parkedItem({ name: 'overdue', ageDays: 4, due: '2026-11-20' }),
		parkedItem({ name: 'later', ageDays: 1, due: '2026-12-01' }),
	];
	expect(dueFirst(items).map(({ name }) => name)).toEqual(['overdue', 'due', 'later', 'old']);
});

test.each([
	['plain', { description: 'd' }, '- [ ] n — d'],
	['without a description', {}, '- [ ] n'],
	['stale', { description: 'd', ageDays: 14 }, '- [ ] ⚠ stale — n — d'],
	['in the formula’s folder', { description: 'd', place: 'formula' as const }, '- [ ] n — d (formula folder)'],
	['with a due day', { description: 'd', due: '2026-12-24' }, '- [ ] n — d (due 2026-12-24)'],
	[
		'with everything',
		{ description: 'd', due: '2026-11-01', place: 'formula' as const, modifiedMs: LOOK_MS - 90 * DAY_MS },
		'- [ ] ⚠ stale — n — d (formula folder) (due 2026-11-01)',
	],
])('the line of an item %s', (_name, own, expected) =>
	expect(itemLine(parkedItem({ name: 'n', ...own }))).toBe(expected),
);
