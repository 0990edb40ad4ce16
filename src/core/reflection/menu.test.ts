import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SIGNAL_CASES } from '../testing/signalCases';
import { foldLedger, yieldOf, ledgerLine } from './ledger';
import { type ItemId, MENU, pickItems, standing } from './menu';
import { SIGNALS } from './signals/signals';

const all = (weight: number): ReadonlyMap<ItemId, number> => new Map(MENU.map(({ id }) => [id, weight]));

test('the menu has the reference’s twenty items in its four groups', () => {
	expect(MENU).toHaveLength(20);
	expect(['A', 'B', 'C', 'D'].map((group) => MENU.filter((item) => item.group === group).length)).toEqual([6, 5, 5, 4]);
	expect(Object.keys(SIGNALS).sort()).toEqual(MENU.map(({ id }) => id).sort());
});

test('the page on reflection has a row for each item, with the code that computes it and its fixture', () => {
	const page = readFileSync(path.resolve('docs/REFLECTION.md'), 'utf8');
	const rows = [...page.matchAll(/^\| ([ABCD]) \| (.+?) \| .+? \| `(\w+)` \| .+? \| (.+?) \| `([\w-]+)` \|$/gmu)];
	expect(rows.map(([, group, title, , target, fixture]) => [group, title, target, fixture])).toEqual(
		MENU.map(({ group, title, target, id }) => [group, title, target, id]),
	);
	expect(rows.map(([, , , name]) => name)).toEqual(MENU.map(({ id }) => SIGNALS[id].name));
	expect(rows.every(([, , , , , fixture]) => fixture !== undefined && fixture in SIGNAL_CASES)).toBe(true);
});

test('a pass is about the few most relevant items, and about nothing that the session does not show', () => {
	expect(pickItems(all(0.5), {})).toHaveLength(4);
	expect(
		pickItems(
			new Map([
				['tone', 0.3],
				['naming', 0.9],
			] as const),
			{},
		).map(({ id }) => id),
	).toEqual(['naming', 'tone']);
	expect(pickItems(new Map(), {})).toEqual([]);
});

test('an item that never yields sinks below its equals, one that does rises, and none is gone for good', () => {
	const record = { 'failed-experiments': { offered: 30, accepted: 0 }, tone: { offered: 30, accepted: 29 } };
	const picked = pickItems(all(0.5), record).map(({ id }) => id);
	expect(picked[0]).toBe('tone');
	expect(picked).not.toContain('failed-experiments');
	expect(standing(record, 'failed-experiments')).toBeGreaterThan(0);
	expect(standing({}, 'naming')).toBe(0.5);
	// Alone, even the worst is taken.
	expect(pickItems(new Map([['failed-experiments', 0.5]] as const), record)).toHaveLength(1);
});

test('the record is what people did: ratified, taken out, discarded, undone; and what a model had nothing to say of', () => {
	const start = { run: 'r', session: 's', project: '/p', engine: 'claude', trigger: 'idle', upToMs: 1 } as const;
	const lines = [
		ledgerLine('started', start, 0),
		ledgerLine(
			'ended',
			{ run: 'r', outcome: 'draft', asked: ['tone', 'naming', 'assumptions'], items: ['tone', 'naming'] },
			1,
		),
		ledgerLine('verdict', { session: 's', verdict: 'ratified', items: ['tone', 'naming'], kept: ['tone'] }, 2),
	];
	const ratified = {
		assumptions: { offered: 1, accepted: 0 },
		tone: { offered: 1, accepted: 1 },
		naming: { offered: 1, accepted: 0 },
	};
	expect(yieldOf(foldLedger(lines.join('\n')))).toEqual(ratified);
	const undone = [...lines, ledgerLine('verdict', { session: 's', verdict: 'undone', items: [], kept: [] }, 3)];
	expect(yieldOf(foldLedger(undone.join('\n')))).toEqual({
		assumptions: { offered: 1, accepted: 0 },
		tone: { offered: 0, accepted: 0 },
		naming: { offered: 0, accepted: 0 },
	});
});
