// Whether what a process holds stays as it is over a long time.

/** How much the last third may lie above the first one: a part of it, and some beside. */
const ROOM = {
	heapMb: { part: 0.03, more: 2 },
	rssMb: { part: 0.1, more: 10 },
	handles: { part: 0, more: 1 },
	watches: { part: 0, more: 0 },
	descriptors: { part: 0, more: 1 },
};
/** What a program holds when it has just begun says nothing. */
const WARMING_UP = 0.25;
/** Fewer say nothing. */
const LEAST = 9;

/**
 * Compares the middle of the first third with that of the last, after a time to warm up: one that was high for a moment is no
 * leak, and one more each hour is.
 * @param {readonly Record<string, number | undefined>[]} samples in their order
 * @returns {{ name: string, from: number, to: number, isFlat: boolean }[]} one for each line that the system tells
 * @throws Error where there are too few
 */
export function verdictOn(samples) {
	const warm = samples.slice(Math.floor(samples.length * WARMING_UP));
	if (warm.length < LEAST) throw new Error(`${warm.length} samples after warming up are too few: ${LEAST} are needed.`);
	const third = Math.floor(warm.length / 3);
	return Object.entries(ROOM).flatMap(([name, { part, more }]) => {
		const values = warm.map((sample) => sample[name]);
		if (values.every((value) => value === undefined)) return [];
		const [from, to] = [middleOf(values.slice(0, third)), middleOf(values.slice(-third))];
		return [{ name, from, to, isFlat: to <= from * (1 + part) + more }];
	});
}

function middleOf(values) {
	return [...values].sort((a, b) => a - b)[values.length >> 1];
}
