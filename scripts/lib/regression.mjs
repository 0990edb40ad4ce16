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
	const weights = Float64Array.from([...usual, 0]);
	const base = usual.length;
	const costs = Float64Array.from(usual, (_, at) => (Array.isArray(penalty) ? penalty[at] : penalty));
	// One row of numbers for all cases: this loop is where the time goes.
	const places = Int32Array.from(cases.flatMap(({ at }) => at));
	const slope = new Float64Array(base + 1);
	const seen = new Float64Array(base + 1).fill(1e-6);
	for (let round = 0; round < rounds; round++) {
		for (let at = 0; at < base; at++) slope[at] = costs[at] * (weights[at] - usual[at]);
		slope[base] = 0;
		let from = 0;
		for (const { at, isTrue, share = 1 } of cases) {
			const end = from + at.length;
			let sum = weights[base];
			for (let each = from; each < end; each++) sum += weights[places[each]];
			const error = (chanceOf(sum) - (isTrue ? 1 : 0)) * share;
			for (; from < end; from++) slope[places[from]] += error;
			slope[base] += error;
		}
		for (let at = 0; at <= base; at++) {
			seen[at] += slope[at] ** 2;
			const weight = weights[at] - (0.5 * slope[at]) / Math.sqrt(seen[at]);
			weights[at] = at === base ? weight : bound(weight, at);
		}
	}
	return [...weights];
}

/** @param {readonly number[]} weights @param {readonly number[]} at places of forms */
export function sumOf(weights, at) {
	let sum = weights[weights.length - 1];
	for (const each of at) sum += weights[each];
	return sum;
}

/** @param {number} sum in units of log odds @returns from 0 to 1 */
export const chanceOf = (sum) => 1 / (1 + Math.exp(-sum));
