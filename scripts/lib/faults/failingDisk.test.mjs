// What a failing disk leaves (docs/TESTING.md): each command, and what is done in the editor, with file calls that fail, and
// none is silent about it. The same calls in every run; `npm run faults` draws others, also of hooks, of kills and below Node.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CASES } from './cases.mjs';
import { runFaults, wrongWords } from './runFaults.mjs';

const isWhole = process.env.FAULTS === 'all' || process.env.CI !== undefined;

/** A window takes longer to open than a command to run: each is tried where there is time, else a third of them. */
const IN_EDITOR = CASES.filter(({ actions }) => actions !== undefined);
const SAMPLE = isWhole ? IN_EDITOR : sorted(IN_EDITOR).slice(0, IN_EDITOR.length / 3);

let dir;
beforeAll(() => {
	dir = mkdtempSync(path.join(tmpdir(), 'f'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** So many faults of each case. Each half by itself: both together take a slow machine longer than a test may. */
const HALVES = [
	['of commands', ({ words }) => (words === undefined ? 0 : isWhole ? 20 : 4)],
	['of what is done in the editor', (each) => (SAMPLE.includes(each) ? (isWhole ? 2 : 1) : 0)],
];

test.each(HALVES)('%s nothing is done in silence, told wrong or lost', { timeout: 600_000 }, async (_what, countOf) => {
	const rows = await runFaults(mkdtempSync(path.join(dir, 't')), { count: countOf, isNamed: true });
	expect(rows.flatMap(wrongWords)).toEqual([]);
	const wanted = CASES.filter((each) => countOf(each) > 0);
	expect(rows.map(({ title }) => title)).toEqual(wanted.map(({ title }) => title));
	expect(rows.filter(({ calls, tried }) => calls === 0 || tried.length === 0)).toEqual([]);
	const tried = rows.flatMap((row) => row.tried);
	expect(tried.filter(([, verdict]) => verdict !== 'idle').length).toBeGreaterThan(0.9 * tried.length);
});

/** In an order that has nothing to do with what they are. */
function sorted(cases) {
	const orderOf = ({ title }) => createHash('sha1').update(title).digest('hex');
	return cases.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}
