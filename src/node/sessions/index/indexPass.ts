// The host's side of the worker threads: starts them, takes what they send in slices, and tells them how far it is.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { monotonicMs } from '../../base/systemClock';
import { type Pass, createClaims } from './indexFolders';
import type { FileRecord } from './fileRecord';
import type { Job, WorkerInput, WorkerMessage } from './indexWorker';

/** What the threads found out. */
export type PassMessage = Exclude<WorkerMessage, { readonly kind: 'end' }>;

export interface WorkerCrew {
	/** Runs a pass to its end. Rejects where a worker does not start or dies. */
	pass(pass: Pass): Promise<void>;
	/** Reads each group of files together. Rejects likewise. */
	combine(groups: readonly (readonly FileRecord[])[]): Promise<void>;
	/** Ends all threads. What they found and nobody has taken is dropped; what waits for them is resolved. */
	stop(): Promise<void>;
}

/** A slice of work in the host's own thread. Milliseconds. */
export const SLICE_MS = 4;

/**
 * @param file the bundled worker.
 * @param helpAfterMs how long one thread reads before another one helps.
 * @param take takes one finding, in well below a millisecond.
 * @param endSlice is called after a slice of findings, before others have their turn.
 */
export function createWorkerCrew(
	file: string,
	helpAfterMs: number,
	take: (finding: PassMessage) => void,
	endSlice: () => void,
): WorkerCrew {
	const workers = new Set<Worker>();
	const intake = createIntake(endSlice);

	/** Runs a job until all that it found is taken. */
	const run = (job: Job): Promise<void> =>
		new Promise((resolve, reject) => {
			const taken = new SharedArrayBuffer(4);
			const count = new Int32Array(taken);
			const workerData: WorkerInput = { job, taken };
			const worker = new Worker(file, { workerData });
			workers.add(worker);
			const follow = (message: WorkerMessage): void => {
				if (message.kind === 'end') {
					workers.delete(worker);
					resolve();
				} else take(message);
				if (message.kind !== 'records') return;
				Atomics.add(count, 0, 1);
				Atomics.notify(count, 0);
			};
			worker.on('message', (message: WorkerMessage) => {
				if (workers.has(worker)) intake.add(() => follow(message));
			});
			worker.on('error', reject);
			// Behind everything that it sent: a worker that ends without a word has died, or was stopped.
			worker.on('exit', () =>
				intake.add(() => (workers.delete(worker) ? reject(new Error(`${file} died`)) : resolve())),
			);
		});
	return {
		async pass({ folders, cacheFolder }) {
			const job = { claims: createClaims(folders.length), folders, cacheFolder };
			let helper: Promise<void> | undefined;
			const help = (): void => {
				if (availableParallelism() < 2 || folders.length < 2) return;
				helper = run({ kind: 'help', ...job });
				helper.catch(() => undefined); // It is asked for below, when the other one is done.
			};
			const late = setTimeout(help, helpAfterMs);
			await run({ kind: 'pass', ...job }).finally(() => clearTimeout(late));
			await helper;
		},
		combine: (groups) => run({ kind: 'combine', groups }),
		async stop() {
			const stopped = [...workers];
			workers.clear();
			intake.clear();
			await Promise.all(stopped.map((worker) => worker.terminate()));
		},
	};
}

/** Does small tasks in their order, in slices between which others have their turn. */
function createIntake(endSlice: () => void): { add(task: () => void): void; clear(): void } {
	let tasks: (() => void)[] = [];
	let isRunning = false;
	const slice = (): void => {
		const untilMs = monotonicMs() + SLICE_MS;
		let done = 0;
		for (const task of tasks) {
			task();
			done++;
			if (monotonicMs() >= untilMs) break;
		}
		tasks = tasks.slice(done);
		endSlice();
		isRunning = tasks.length > 0;
		if (isRunning) setImmediate(slice);
	};
	return {
		add(task) {
			tasks.push(task);
			if (isRunning) return;
			isRunning = true;
			setImmediate(slice);
		},
		clear() {
			tasks = [];
		},
	};
}
