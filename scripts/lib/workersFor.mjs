// How many tests run at once: fewer where others want the processors, or each takes longer than its limits allow.

/** For so long it is tried, in milliseconds. */
const TRIED_MS = 300;

/**
 * @param {number} most where the machine is ours alone
 * @param {number} [share] of a processor, 0 to 1, that a busy program gets here now: measured where it is not given
 * @returns {number} at least one
 */
export function workersFor(most, share = processorShare()) {
	return Math.max(1, Math.ceil(most * share));
}

/** Measures by being busy. @returns {number} 0 to 1 */
export function processorShare() {
	const [began, before] = [performance.now(), process.cpuUsage()];
	while (performance.now() - began < TRIED_MS);
	const { user, system } = process.cpuUsage(before);
	return Math.min(1, (user + system) / 1_000 / (performance.now() - began));
}
