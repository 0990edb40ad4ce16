// What a failing disk leaves (docs/TESTING.md): each command with file calls that fail, and none is silent about it. The same
// calls in every run; `npm run faults` draws others, also of hooks, of the editor, of kills and below Node.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CASES } from './cases.mjs';
import { runFaults, wrongWords } from './runFaults.mjs';

const isWhole = process.env.FAULTS === 'all' || process.env.CI !== undefined;

let dir;
beforeAll(() => {
	dir = mkdtempSync(path.join(tmpdir(), 'f'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('nothing is done in silence, told wrong or lost', { timeout: 600_000 }, async () => {
	const rows = await runFaults(dir, { count: isWhole ? 20 : 4, isNamed: true });
	expect(rows.flatMap(wrongWords)).toEqual([]);
	const commands = CASES.filter(({ words }) => words !== undefined);
	expect(rows.map(({ title }) => title)).toEqual(commands.map(({ title }) => title));
	expect(rows.filter(({ calls, tried }) => calls === 0 || tried.length === 0)).toEqual([]);
	const tried = rows.flatMap((row) => row.tried);
	expect(tried.filter(([, verdict]) => verdict !== 'idle').length).toBeGreaterThan(0.9 * tried.length);
});
