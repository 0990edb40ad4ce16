import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, startOfLocalDay } from '../base/dates';
import { LOOK_MS, parkedItem } from '../testing/parkedItems';
import { isParkedFileName, nextChangeMs, readContent, slugOfFileName, unreadableContent } from './item';

const zone = process.env['TZ'];
beforeEach(() => {
	process.env['TZ'] = 'UTC';
});
afterEach(() => {
	if (zone === undefined) delete process.env['TZ'];
	else process.env['TZ'] = zone;
});

// R5: 30 days are 30 days, not 31.
describe('an item ages by whole days', () => {
	test.each([
		[0, 0, 'fresh'],
		[13, 13, 'fresh'],
		[13.999_999, 13, 'fresh'],
		[14, 14, 'stale'],
		[29, 29, 'stale'],
		[29.999_999, 29, 'stale'],
		[30, 30, 'expired'],
		[400, 400, 'expired'],
		// Clocks differ between machines: the future is now.
		[-1, 0, 'fresh'],
		[-400, 0, 'fresh'],
	])('%f days after its last change it is %i days old and %s', (age, ageDays, state) =>
		expect(parkedItem({ ageDays: age })).toMatchObject({ ageDays, state }),
	);

	// R10: a day is 24 hours of the file's age, so no clock change adds one or takes one away.
	test.each([
		['Europe/Berlin', Date.UTC(2026, 2, 29, 12)],
		['Europe/Berlin', Date.UTC(2026, 9, 25, 12)],
		['America/Sao_Paulo', Date.UTC(2018, 10, 4, 12)],
	])('not a day more or less where clocks change (%s)', (tz, nowMs) => {
		process.env['TZ'] = tz;
		const state = (ageMs: number): string => parkedItem({ nowMs, modifiedMs: nowMs - ageMs }).state;
		expect([14, 30].flatMap((days) => [state(days * DAY_MS - 1), state(days * DAY_MS)])).toEqual([
			'fresh',
			'stale',
			'stale',
			'expired',
		]);
	});
});

describe('a due day', () => {
	const day = (days: number): string => new Date(LOOK_MS + days * DAY_MS).toISOString().slice(0, 10);
	test.each([
		['to come keeps an item from expiring', 100, 1, 'fresh', false],
		['that is today has come, and the item is like new', 100, 0, 'fresh', true],
		['13 days ago leaves it fresh', 100, -13, 'fresh', true],
		['14 days ago leaves it stale', 100, -14, 'stale', true],
		['29 days ago leaves it stale', 100, -29, 'stale', true],
		['30 days ago lets it expire', 100, -30, 'expired', true],
		['before the last change makes it no older than it is', 1, -100, 'fresh', true],
		['to come does not make a young item due', 0, 5, 'fresh', false],
	])('%s', (_name, ageDays, dueIn, state, isDue) =>
		expect(parkedItem({ ageDays, due: day(dueIn) })).toMatchObject({ ageDays, state, isDue }),
	);

	test('comes at midnight of the person, not of Greenwich', () => {
		process.env['TZ'] = 'Asia/Tokyo';
		const due = '2026-11-22';
		const midnight = startOfLocalDay(due) ?? Number.NaN;
		expect(midnight).toBe(Date.UTC(2026, 10, 21, 15));
		expect(parkedItem({ due, nowMs: midnight - 1 }).isDue).toBe(false);
		expect(parkedItem({ due, nowMs: midnight }).isDue).toBe(true);
	});
});

describe('the next moment at which an item changes', () => {
	test.each([
		['is its next birthday', { ageDays: 3.5 }, LOOK_MS + DAY_MS / 2],
		['is a day after a change in the future', { ageDays: -2 }, LOOK_MS + 3 * DAY_MS],
		['is never now', { ageDays: 14 }, LOOK_MS + DAY_MS],
		['is its due day where that comes first', { ageDays: 3, due: '2026-11-22' }, Date.UTC(2026, 10, 22)],
		['is the birthday of its due day after that', { ageDays: 3, due: '2026-11-21' }, LOOK_MS + 14 * HOUR_MS],
	])('%s', (_name, own, expected) => expect(nextChangeMs(parkedItem(own), LOOK_MS)).toBe(expected));

	test('never skips a change of age, state or due', () => {
		const item = { modifiedMs: LOOK_MS - 12.3 * DAY_MS, due: '2026-11-27' };
		let nowMs = LOOK_MS;
		for (let step = 0; step < 90; step++) {
			const look = (atMs: number): unknown => {
				const { ageDays, state, isDue } = parkedItem({ ...item, nowMs: atMs });
				return { ageDays, state, isDue };
			};
			const next = nextChangeMs(parkedItem({ ...item, nowMs }), nowMs);
			expect(next).toBeGreaterThan(nowMs);
			expect(look(next - 1)).toEqual(look(nowMs));
			nowMs = next;
		}
	});
});

describe('what a file says', () => {
	const read = (data: Record<string, unknown>, body = ''): unknown => readContent('session-open-x.md', data, body);
	const empty = { name: 'session-open-x.md', description: '', body: '', session: undefined, due: undefined };

	test.each([
		['a name that is missing is the file’s', {}, '', {}],
		['a name that is empty is the file’s', { name: ' \t' }, '', {}],
		['a name that is no text is the file’s', { name: ['a'] }, '', {}],
		[
			'the reference’s own form',
			{ name: 'a', description: 'b', type: 'project' },
			'c',
			{ name: 'a', description: 'b', body: 'c' },
		],
		[
			'what Claude’s own Write tool makes of it',
			{ name: 'a', description: 'b', metadata: { type: 'project', originSessionId: 's1', due: '2026-12-01' } },
			'',
			{ name: 'a', description: 'b', session: 's1', due: '2026-12-01' },
		],
		['our session key goes first', { session: 's2', metadata: { originSessionId: 's1' } }, '', { session: 's2' }],
		['metadata that is no object', { name: 'a', metadata: 'x' }, '', { name: 'a' }],
		[
			'a description that is missing is the first line',
			{},
			'\n\n## Head\nmore',
			{ description: 'Head', body: '\n\n## Head\nmore' },
		],
		['a due time is a due day', { due: '2026-12-01T10:00:00Z' }, '', { due: '2026-12-01' }],
		['a due day that is none', { due: '2026-02-31' }, '', {}],
		['a due day in words', { due: 'next week' }, '', {}],
	])('%s', (_name, data, body, expected) =>
		expect(read(data, body)).toEqual({ ...empty, isReadable: true, ...expected }),
	);

	test('controls, directions and endless names do not get through', () => {
		const { name, description } = readContent(
			'session-open-x.md',
			{ name: `a\u001b[2J\nb${'x'.repeat(500)}`, description: `\u202e${'y'.repeat(500)}` },
			'',
		);
		expect(name).toMatch(/^a \[2J bx+…$/);
		expect([...name].length).toBe(120);
		expect([...description].length).toBe(200);
	});

	test('an unreadable file still has a name of one printable line', () =>
		expect(unreadableContent('session-open-\u001b[2J\nx.md')).toEqual({
			...empty,
			name: 'session-open- [2J x.md',
			description: 'unreadable front matter',
			isReadable: false,
		}));
});

test.each([
	['session-open-a-2026-11-01.md', true, 'a'],
	['session-open-a-2026-11-01-2.md', true, 'a'],
	['session-open-a-b.md', true, 'a-b'],
	['session-open-a-2026-11-01-b.md', true, 'a-2026-11-01-b'],
	['session-open-.md', true, ''],
	['session-open-日本-2026-11-01.md', true, '日本'],
	['session-open-a\nb.md', true, 'a\nb'],
	['session-open-a.md.bak', false, undefined],
	['.session-open-a.md.1.tmp', false, undefined],
	['Session-open-a.md', false, undefined],
	['session-opena.md', false, undefined],
	['MEMORY.md', false, undefined],
])('%j is the file of an item: %s', (name, expected, slug) => {
	expect(isParkedFileName(name)).toBe(expected);
	if (slug !== undefined) expect(slugOfFileName(name)).toBe(slug);
});
