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

/** Part by part, so that each is in time beside other work. */
async function rowsOf(part) {
	const rows = await measureScale(folder, { size: small, parts: [part] });
	expect(rows).toHaveLength(3);
	expect(rows.flatMap(({ title, problems = [] }) => problems.map((each) => `${title}: ${each}`))).toEqual([]);
	return rows;
}

function expectOpened(rows) {
	for (const { sessions, unreadable, left, screenMs, watches } of rows) {
		expect([sessions, unreadable, left]).toEqual([small.sessions, 0, 0]);
		expect(screenMs).toBeGreaterThan(0);
		// One watch for each folder, whatever it holds: none for each file.
		expect(watches).toBeLessThan(60);
	}
}

test('what years of use leave is found by one window, with parked items and memories', async () => {
	const [first, second, look] = await rowsOf('oneWindow');
	expectOpened([first, second]);
	expect(look).toMatchObject({ parked: small.parked, memories: small.memories });
});

test('so it is by three windows, beside writers, and on a slow store', async () => {
	const [three, writing, slow] = await rowsOf('severalWindows');
	expectOpened([three, slow]);
	expect(writing.lagMs).toBeGreaterThan(0);
});

test('one large file is indexed, and it and a long session are opened', async () => {
	const [big, bigRead, long] = await rowsOf('files');
	expect(big.sessions).toBe(1);
	expect(bigRead.turns).toBeGreaterThan(0);
	expect(long.turns).toBe(small.turns);
});
