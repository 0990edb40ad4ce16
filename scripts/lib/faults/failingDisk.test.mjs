// What a failing disk leaves (docs/TESTING.md): each command and hook with file calls that fail, and none is silent about it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CASES } from './cases.mjs';
import { runFaults, wrongWords } from './runFaults.mjs';

const isWhole = process.env.FAULTS === 'all' || process.env.CI !== undefined;
const seed = Number(process.env.FAULTS_SEED);

let dir;
beforeAll(() => {
	dir = mkdtempSync(path.join(tmpdir(), 'f'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('nothing is done in silence, told wrong or lost', { timeout: 600_000 }, async () => {
	const rows = await runFaults(path.join(dir, 'node'), { count: isWhole ? 30 : 4, seed });
	expect(rows.flatMap(wrongWords)).toEqual([]);
	expect(rows.map(({ title }) => title)).toEqual(CASES.map(({ title }) => title));
	expect(rows.filter(({ calls, tried }) => calls === 0 || tried.length === 0)).toEqual([]);
});

test('nor where the calls of the system fail, below what Node hides', { timeout: 600_000 }, async ({ skip }) => {
	const [of, count] = isWhole ? [4, 6] : [12, 3];
	const rows = await runFaults(path.join(dir, 'system'), {
		count,
		seed,
		isShim: true,
		only: (_, at) => at % of === seed % of,
	});
	if (rows === undefined) return skip('there is no C compiler, or this is not Linux');
	expect(rows.flatMap(wrongWords)).toEqual([]);
	expect(rows.length).toBeGreaterThan(2);
});
