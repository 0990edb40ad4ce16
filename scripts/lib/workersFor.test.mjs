import { expect, test } from 'vitest';
import { measureStart, workersFor } from './workersFor.mjs';

test.each([
	[3, 40, 3],
	[3, 60, 3],
	[3, 80, 3],
	[3, 110, 2],
	[4, 110, 3],
	[3, 400, 1],
	[3, 100_000, 1],
])('of %i at most, where Node starts in %i ms, %i run at once', (most, startMs, workers) => {
	expect(workersFor(most, startMs)).toBe(workers);
});

test('a start of Node is measured', () => {
	const ms = measureStart();
	expect(ms).toBeGreaterThan(1);
	expect(Number.isFinite(ms)).toBe(true);
});
