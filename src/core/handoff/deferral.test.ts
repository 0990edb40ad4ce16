import { expect, test } from 'vitest';
import { DEFERRALS, NO_DEFERRALS } from '../testing/deferralCases';
import { findDeferral } from './deferral';

test('is right at least 19 times out of 20, and says how often', () => {
	const missed = DEFERRALS.filter(([kind, text]) => findDeferral(text) !== kind);
	const wrong = NO_DEFERRALS.filter((text) => findDeferral(text) !== undefined);
	const found = DEFERRALS.length - missed.length;
	const precision = found / (found + wrong.length);
	const recall = found / DEFERRALS.length;
	console.log(
		[
			`Deferrals: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, of ${DEFERRALS.length} cases and ${NO_DEFERRALS.length} near misses.`,
			...missed.map(([kind, text]) => `  not found (${kind}): ${JSON.stringify(text)}`),
			...wrong.map((text) => `  wrong: ${JSON.stringify(text)}`),
		].join('\n'),
	);
	expect(precision).toBeGreaterThanOrEqual(0.95);
	expect(recall).toBeGreaterThanOrEqual(0.8);
});

test('has enough cases to say so', () => {
	expect(DEFERRALS.length).toBeGreaterThanOrEqual(60);
	expect(NO_DEFERRALS.length).toBeGreaterThanOrEqual(120);
	expect(new Set([...DEFERRALS.map(([, text]) => text), ...NO_DEFERRALS]).size).toBe(
		DEFERRALS.length + NO_DEFERRALS.length,
	);
});

test('finds it wherever it stands', () => {
	expect(findDeferral('The cache is stale. Let’s come back to that. Now the tests.')).toBe('deferred');
});
