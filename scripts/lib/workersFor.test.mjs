import { expect, test } from 'vitest';
import { processorShare, workersFor } from './workersFor.mjs';

test.each([
	[3, 1, 3],
	[3, 0.8, 3],
	[3, 0.5, 2],
	[4, 0.5, 2],
	[3, 0.25, 1],
	[3, 0, 1],
])('of %i at most, with %f of a processor, %i run at once', (most, share, workers) => {
	expect(workersFor(most, share)).toBe(workers);
});

test('the share of a processor is measured', () => {
	const share = processorShare();
	expect(share).toBeGreaterThan(0);
	expect(share).toBeLessThanOrEqual(1);
});
