/**
 * Makes a task run one at a time with at most one run queued behind it: any number of calls during a run become one run
 * after it. Every call's promise resolves when a run that began after the call is done.
 */
export function queuedRunner(task: () => Promise<void>): () => Promise<void> {
	let running: Promise<void> | undefined;
	let queued: Promise<void> | undefined;
	return function run(): Promise<void> {
		if (running === undefined) {
			running = task().finally(() => {
				running = undefined;
			});
			return running;
		}
		queued ??= running
			.catch(() => undefined)
			.then(() => {
				queued = undefined;
				return run();
			});
		return queued;
	};
}
