// What the threads of one pass agree on: in which order the folders are worth reading, and which of them somebody has taken.
// Folders are numbered as they were given.

/** For `n` folders: how many are in the order (-1: it is not known yet), the order, and for each folder 1 once it is taken. */
export type SharedPlan = SharedArrayBuffer;

const UNKNOWN = -1;

export function createPlan(folders: number): SharedPlan {
	const plan = new SharedArrayBuffer(4 * (1 + 2 * folders));
	new Int32Array(plan)[0] = UNKNOWN;
	return plan;
}

/** Tells the others which folders there is something to read in, and that they may begin. */
export function writePlan(plan: SharedPlan, order: readonly number[]): void {
	const cells = new Int32Array(plan);
	cells.set(order, 1);
	Atomics.store(cells, 0, order.length);
	Atomics.notify(cells, 0);
}

/** Waits for the plan. Blocks the thread. */
export function readPlan(plan: SharedPlan): readonly number[] {
	const cells = new Int32Array(plan);
	Atomics.wait(cells, 0, UNKNOWN);
	return [...cells.subarray(1, 1 + Atomics.load(cells, 0))];
}

/** Takes a folder. Returns false where another thread was faster. */
export function claim(plan: SharedPlan, folder: number): boolean {
	const cells = new Int32Array(plan);
	const folders = (cells.length - 1) / 2;
	return Atomics.compareExchange(cells, 1 + folders + folder, 0, 1) === 0;
}
