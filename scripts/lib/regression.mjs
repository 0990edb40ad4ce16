// A logistic regression over cases that have forms or have them not. There is no chance in it: the same cases give the
// same weights.

/**
 * @param {readonly { at: readonly number[], isTrue: boolean, share?: number }[]} cases the places of the forms that a case
 * has, and how much it counts (1).
 * @param {{ usual: readonly number[], penalty: number | readonly number[], rounds: number, bound?: (weight: number, at: number) => number }} how
 * the weights that forms have of which the cases say little, where the fit begins; how much it costs to differ from them, each or all;
 * what a weight may be.
 * @returns the weights, and last the base that every sum begins with.
 */
export function fitWeights(cases, { usual, penalty, rounds, bound = (weight) => weight }) {
	const weights = [...usual, 0];
	const base = usual.length;
	const costs = Array.isArray(penalty) ? penalty : usual.map(() => penalty);
	const seen = weights.map(() => 1e-6);
	for (let round = 0; round < rounds; round++) {
		const slope = weights.map((weight, at) => (at === base ? 0 : costs[at] * (weight - usual[at])));
		for (const { at, isTrue, share = 1 } of cases) {
			const error = (chanceOf(sumOf(weights, at)) - (isTrue ? 1 : 0)) * share;
			for (const each of at) slope[each] += error;
			slope[base] += error;
		}
		for (const at of weights.keys()) {
			seen[at] += slope[at] ** 2;
			const weight = weights[at] - (0.5 * slope[at]) / Math.sqrt(seen[at]);
			weights[at] = at === base ? weight : bound(weight, at);
		}
	}
	return weights;
}

/** @param {readonly number[]} weights @param {readonly number[]} at places of forms */
export const sumOf = (weights, at) => at.reduce((sum, each) => sum + weights[each], weights.at(-1));

/** @param {number} sum in units of log odds @returns from 0 to 1 */
export const chanceOf = (sum) => 1 / (1 + Math.exp(-sum));
