// The threads that read all transcripts once. They send records in batches and wait until most were taken, so that they never
// flood the extension host, and end when they are done.
import { parentPort, workerData } from 'node:worker_threads';
import { type FolderClaims, claim } from './folderClaims';
import { type Pass, type PassStep, newestFirst, passFolder } from './indexFolders';
import { combineGroups } from './indexGroups';
import type { FileRecord } from './indexRecord';
import type { Combined } from './indexedSession';
import { BATCH } from './recordLine';

/** A pass in which another thread may take part. */
export type SharedPass = Pass & { readonly claims: FolderClaims };

export type Job =
	/** A pass over folders. */
	| ({ readonly kind: 'pass' } & SharedPass)
	/** Help for another thread's pass, from its other end. */
	| ({ readonly kind: 'help' } & SharedPass)
	/** Another reading of files that share something. */
	| { readonly kind: 'combine'; readonly groups: readonly (readonly FileRecord[])[] };

export interface WorkerInput {
	readonly job: Job;
	/** One 32-bit number: how many messages with records were taken. */
	readonly taken: SharedArrayBuffer;
}

export type WorkerMessage =
	| Exclude<PassStep, { readonly kind: 'records' }>
	/** Records as a list in JSON, all of one folder. */
	| { readonly kind: 'records'; readonly folder: string; readonly text: string }
	| { readonly kind: 'combined'; readonly sessions: readonly (readonly [string, Combined])[] }
	| { readonly kind: 'end' };

/** So many batches may be under way, so that neither side waits for the other all the time. */
const AHEAD = 8;
/** Somebody waits for the first rows: an unfinished batch is sent after this many milliseconds. */
const PATIENCE_MS = 50;
type Send = (message: WorkerMessage) => void;

/** Sends, but never so far ahead that the host could not keep up. */
function paced(shared: SharedArrayBuffer, send: Send): Send {
	const taken = new Int32Array(shared);
	let sent = 0;
	return (message) => {
		send(message);
		if (message.kind !== 'records') return;
		sent++;
		for (let seen = Atomics.load(taken, 0); seen <= sent - AHEAD; seen = Atomics.load(taken, 0)) {
			// A minute without an answer: the host sleeps or is gone, and more patience helps neither.
			if (Atomics.wait(taken, 0, seen, 60_000) === 'timed-out') return;
		}
	};
}

/** Sends the records of one folder together, a batch at a time. */
function sendFolder(steps: Iterable<PassStep>, send: Send): void {
	let waiting: { readonly folder: string; readonly lines: string[] } | undefined;
	let lastMs = Date.now();
	const flush = (): void => {
		const { folder = '', lines = [] } = waiting ?? {};
		for (let at = 0; at < lines.length; at += BATCH)
			send({ kind: 'records', folder, text: `[${lines.slice(at, at + BATCH).join(',')}]` });
		waiting = undefined;
		lastMs = Date.now();
	};
	for (const step of steps) {
		if (step.kind === 'records') {
			waiting ??= { folder: step.folder, lines: [] };
			waiting.lines.push(...step.lines);
			if (waiting.lines.length >= BATCH || Date.now() - lastMs >= PATIENCE_MS) flush();
		} else send(step);
	}
	flush();
}

/** Takes one folder after the other that no other thread has taken. */
function pass({ folders, cacheFolder, claims }: SharedPass, order: readonly string[], send: Send): void {
	for (const folder of order)
		if (claim(claims, folders.indexOf(folder))) sendFolder(passFolder(folder, cacheFolder), send);
}

if (parentPort) {
	const port = parentPort;
	const { job, taken } = workerData as WorkerInput;
	const send = paced(taken, (message) => port.postMessage(message));
	switch (job.kind) {
		case 'pass':
			pass(job, newestFirst(job.folders), send);
			break;
		case 'help':
			pass(job, [...job.folders].reverse(), send);
			break;
		case 'combine':
			send({ kind: 'combined', sessions: [...combineGroups(job.groups)] });
			break;
	}
	port.postMessage({ kind: 'end' });
}
