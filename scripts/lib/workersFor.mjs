// How many tests run at once: fewer on a slow or busy machine, where each would take longer than its limits.
import { spawnSync } from 'node:child_process';

/** What a start of Node takes where the levels were measured, in milliseconds. */
const USUAL_MS = 60;
const STARTS = 5;

/**
 * @param {number} most where nothing else runs on a machine that is quick enough
 * @param {number} [startMs] what a start of Node takes now, in milliseconds: measured where it is not given
 * @returns {number} at least one
 */
export function workersFor(most, startMs = measureStart()) {
	return Math.max(1, Math.ceil(most * Math.min(1, USUAL_MS / startMs)));
}

/** @returns {number} milliseconds, the middle of a few */
export function measureStart() {
	const times = Array.from({ length: STARTS }, () => {
		const began = performance.now();
		spawnSync(process.execPath, ['--eval', '0']);
		return performance.now() - began;
	});
	return times.sort((a, b) => a - b)[STARTS >> 1];
}
