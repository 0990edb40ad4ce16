import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOOK_MS, parkedItem } from '../testing/parkedItems';
import { type SummaryFacts, renderCompactSummary, renderSummary, summaryFileNames } from './summary';

const zone = process.env['TZ'];
beforeEach(() => {
	process.env['TZ'] = 'UTC';
});
afterEach(() => {
	if (zone === undefined) delete process.env['TZ'];
	else process.env['TZ'] = zone;
});

const NOTHING: SummaryFacts = { completed: [], parked: [], archived: [], commits: [] };
const FACTS: SummaryFacts = {
	completed: ['Write the parser', 'Fix\nthe \u001b[31mbuild'],
	parked: [
		parkedItem({ name: 'old', description: 'cold cache', ageDays: 15 }),
		parkedItem({ name: 'new', description: 'per user?' }),
		parkedItem({ name: 'gone', ageDays: 31 }),
	],
	archived: [{ ts: '2026-11-21T09:00:00Z', item: 'done-with', action: 'archived' }],
	commits: [
		{ hash: 'abc1234', subject: 'Add the parser' },
		{ hash: 'def5678', subject: 'a\u009b2J\u202eb' },
	],
};

test('the digest is to the letter that of the reference', () =>
	expect(renderSummary(FACTS, LOOK_MS)).toMatchInlineSnapshot(`
		"## Session Summary — 2026-11-21

		### Completed
		- Write the parser
		- Fix the [31mbuild

		### Parked / Pending (2 items)
		- [ ] new — per user?
		- [ ] ⚠ stale — old — cold cache

		### Archived this session
		- done-with — 2026-11-21T09:00:00Z

		### Recent commits
		- abc1234 Add the parser
		- def5678 a 2J b"
	`));

test('a digest of nothing says so', () =>
	expect(renderSummary(NOTHING, LOOK_MS)).toMatchInlineSnapshot(`
  "## Session Summary — 2026-11-21

  Nothing completed, parked, archived or committed."
`));

test('the few lines for the terminal count, and point to the file', () =>
	expect(renderCompactSummary(FACTS, LOOK_MS, '.temp/x.md')).toMatchInlineSnapshot(`
		"## Session Summary — 2026-11-21
		2 completed · 2 parked · 1 archived · 2 commits
		→ .temp/x.md"
	`));

test('no text out of a file runs on for ever', () => {
	const endless = 'x'.repeat(10_000);
	const text = renderSummary(
		{
			...NOTHING,
			completed: [endless],
			archived: [{ ts: '2026-11-21T09:00:00Z', item: endless, action: 'archived' }],
			commits: [{ hash: 'a', subject: endless }],
		},
		LOOK_MS,
	);
	expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(250);
});

test('the file of a digest never takes a name twice', () => {
	const names = summaryFileNames(LOOK_MS);
	expect([1, 2, 3].map(() => names.next().value)).toEqual([
		'output-session-summary-2026-11-21.md',
		'output-session-summary-2026-11-21-2.md',
		'output-session-summary-2026-11-21-3.md',
	]);
});
