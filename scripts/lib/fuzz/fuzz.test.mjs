// What reads bytes of others keeps its promises (docs/TESTING.md): with all that earlier runs kept, and some inputs more.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFuzz } from './runFuzz.mjs';

const isWhole = process.env.FAULTS === 'all' || process.env.CI !== undefined;

let dir;
beforeAll(() => {
	dir = mkdtempSync(path.join(tmpdir(), 'f'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('no input breaks what a reader promises', { timeout: 600_000 }, async () => {
	// A minute in all, on two cores; else some seconds.
	const ms = isWhole ? 8_000 : 700;
	const rows = await runFuzz(dir, { ms, seed: Number(process.env.FAULTS_SEED) });
	expect(
		rows.flatMap(({ name, failures }) =>
			failures.map(({ bytes, error }) => `${name}: ${error}\n${bytes.toString('base64')}`),
		),
	).toEqual([]);
	expect(rows.filter(({ reached }) => reached === 0)).toEqual([]);
	expect(rows.length).toBeGreaterThan(10);
});
