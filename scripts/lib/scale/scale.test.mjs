// `npm run scale` at a small size: every row is measured, everything is found, and nothing stays when the windows are closed.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../temporaryFolder.mjs';
import { SIZES } from './place.mjs';
import { measureScale } from './scale.mjs';

const { small } = SIZES;
let folder;
beforeAll(() => {
	folder = temporaryFolder('scale-');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what years of use leave is found, by one window, by three, beside writers and on a slow store', async () => {
	const rows = await measureScale(folder, { size: small });
	expect(rows.flatMap(({ title, problems = [] }) => problems.map((each) => `${title}: ${each}`))).toEqual([]);
	const opened = rows.filter(({ residentMb }) => residentMb !== undefined);
	expect(opened.map(({ sessions, unreadable, left }) => [sessions, unreadable, left])).toEqual(
		Array.from({ length: 4 }, () => [small.sessions, 0, 0]),
	);
	for (const row of opened) expect(row.screenMs).toBeGreaterThan(0);
	// One watch for each folder, whatever it holds: none for each file.
	for (const { watches } of opened) expect(watches).toBeLessThan(60);
	const [look, writing] = [rows[2], rows[4]];
	expect(look).toMatchObject({ parked: small.parked, memories: small.memories });
	expect(writing.lagMs).toBeGreaterThan(0);
	const [big, bigRead, long] = rows.slice(-3);
	expect(big.sessions).toBe(1);
	expect(bigRead.turns).toBeGreaterThan(0);
	expect(long.turns).toBe(small.turns);
	expect(rows).toHaveLength(9);
	// Half a minute by itself; beside an hour's soak on two cores it takes more than one.
}, 240_000);
