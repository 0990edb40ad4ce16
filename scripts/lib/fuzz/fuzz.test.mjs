// What reads bytes of others keeps its promises (docs/TESTING.md): with all that earlier runs kept, and some inputs more:
// a minute of them with FAULTS=all and in continuous integration.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureWords, runFuzz } from './runFuzz.mjs';

const isWhole = process.env.FAULTS === 'all' || process.env.CI !== undefined;

let dir;
beforeAll(() => {
	dir = mkdtempSync(path.join(tmpdir(), 'f'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('no input breaks what a reader promises', { timeout: 600_000 }, async () => {
	// The same inputs each time, as many as the time is enough for: what nobody tried yet is for `npm run fuzz`.
	const rows = await runFuzz(dir, isWhole ? { minutes: 1, seed: 1 } : { minutes: 1, runs: 600, seed: 1 });
	expect(rows.flatMap(failureWords)).toEqual([]);
	expect(rows.filter(({ reached }) => reached === 0)).toEqual([]);
	expect(rows.length).toBeGreaterThan(10);
});
