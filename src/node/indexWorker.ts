// The thread that reads all transcripts once. It sends records in batches and waits for each to be taken, so that it never
// floods the extension host, and ends when it is done.
import { parentPort, workerData } from 'node:worker_threads';
import { type Pass, type PassStep, indexFolders } from './indexFolders';
import { combineGroups } from './indexGroups';
import type { Combined } from './indexedSession';
import type { FileRecord } from './indexRecord';

/** A pass over folders, or another reading of files that share something. */
export type Job =
	| ({ readonly kind: 'pass'; readonly nextFolder: SharedArrayBuffer } & Pass)
	| { readonly kind: 'combine'; readonly groups: readonly (readonly FileRecord[])[] };

export interface WorkerInput {
	readonly job: Job;
	/** One 32-bit number: how many messages were taken. */
	readonly taken: SharedArrayBuffer;
}

export type WorkerMessage =
	| { readonly kind: 'batch'; readonly steps: readonly PassStep[] }
	| { readonly kind: 'combined'; readonly sessions: readonly (readonly [string, Combined])[] };

/** Taking a batch of this many takes about a millisecond. */
const BATCH = 32;
/** So many messages may be under way, so that neither side waits for the other all the time. */
const AHEAD = 2;
/** Somebody waits for the first rows: an unfinished batch is sent after this many milliseconds. */
const PATIENCE_MS = 50;

function run({ job, taken: shared }: WorkerInput, send: (message: WorkerMessage) => void): void {
	const taken = new Int32Array(shared);
	let sent = 0;
	const post = (message: WorkerMessage): void => {
		send(message);
		sent++;
		for (let seen = Atomics.load(taken, 0); seen <= sent - AHEAD; seen = Atomics.load(taken, 0)) {
			// A minute without an answer: the host sleeps or is gone, and more patience helps neither.
			if (Atomics.wait(taken, 0, seen, 60_000) === 'timed-out') return;
		}
	};
	if (job.kind === 'combine') {
		post({ kind: 'combined', sessions: [...combineGroups(job.groups)] });
		return;
	}
	const nextFolder = new Int32Array(job.nextFolder);
	let steps: PassStep[] = [];
	let lastMs = performance.now();
	for (const step of indexFolders(job, () => Atomics.add(nextFolder, 0, 1))) {
		steps.push(step);
		if (steps.length < BATCH && performance.now() - lastMs < PATIENCE_MS) continue;
		post({ kind: 'batch', steps });
		steps = [];
		lastMs = performance.now();
	}
	if (steps.length > 0) post({ kind: 'batch', steps });
}

if (parentPort) {
	const port = parentPort;
	run(workerData as WorkerInput, (message) => port.postMessage(message));
}
