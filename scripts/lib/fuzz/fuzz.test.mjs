// What reads bytes of others keeps its promises (docs/TESTING.md): with all that earlier runs kept, and some inputs more.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFuzz } from './runFuzz.mjs';

let dir;
beforeAll(() => {
	dir = mkdtempSync(path.join(tmpdir(), 'f'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('no input breaks what a reader promises', { timeout: 600_000 }, async () => {
	// The same inputs each time: what nobody tried yet is for `npm run fuzz`.
	const rows = await runFuzz(dir, { ms: 8_000, runs: 600, seed: 1 });
	expect(
		rows.flatMap(({ name, failures }) =>
			failures.map(({ bytes, error }) => `${name}: ${error}\n${bytes.toString('base64')}`),
		),
	).toEqual([]);
	expect(rows.filter(({ reached }) => reached === 0)).toEqual([]);
	expect(rows.length).toBeGreaterThan(10);
});
