// The threads that read all transcripts once. They send records in batches and wait until most were taken, so that they never
// flood the extension host, and end when they are done.
import { parentPort, workerData } from 'node:worker_threads';
import { monotonicMs } from '../../base/systemClock';
import {
	type FolderClaims,
	type ListedFolder,
	type Pass,
	type PassStep,
	claim,
	listFolder,
	newestFirst,
	passFolder,
	staleBytes,
} from './indexFolders';
import { combineGroups } from './combineGroups';
import type { FileRecord } from './fileRecord';
import type { SharedFacts } from './sharedSession';
import { type Records, batchRecords } from './recordBatches';

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
	| Records
	| { readonly kind: 'combined'; readonly sessions: readonly (readonly [string, SharedFacts])[] }
	| { readonly kind: 'end' };

/** So many batches may be under way, so that neither side waits for the other all the time. */
const AHEAD = 8;

/** So long who helps looks at what there is to read. Milliseconds. */
const LOOK_MS = 100;

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

/** Takes one folder after the other that no other thread has taken, in turn the one that changed last. */
function pass(job: SharedPass, send: Send): void {
	for (const folder of newestFirst(job.folders)) if (isClaimed(job, folder)) passOver(job, folder, send);
}

/** The same from the other end. The largest folder comes first: one that is begun last is waited for at the end. */
function help(job: SharedPass, send: Send): void {
	const untilMs = monotonicMs() + LOOK_MS;
	const left = [...job.folders].reverse();
	const listed: ListedFolder[] = [];
	for (let folder = left.shift(); folder !== undefined; folder = left.shift()) {
		listed.push(listFolder(folder, job.cacheFolder));
		// Where a folder hardly answers, the others are better read than looked at.
		if (monotonicMs() > untilMs) break;
	}
	listed.sort((a, b) => staleBytes(b) - staleBytes(a));
	for (const each of listed) if (isClaimed(job, each.folder)) passOver(job, each.folder, send, each);
	for (const folder of left) if (isClaimed(job, folder)) passOver(job, folder, send);
}

/** @param listed where it was looked at before. */
function passOver({ cacheFolder }: Pass, folder: string, send: Send, listed?: ListedFolder): void {
	const batches = batchRecords(send);
	for (const step of passFolder(listed ?? listFolder(folder, cacheFolder, batches), cacheFolder)) batches.take(step);
	batches.flush();
}

function isClaimed({ claims, folders }: SharedPass, folder: string): boolean {
	return claim(claims, folders.indexOf(folder));
}

if (parentPort) {
	const port = parentPort;
	const { job, taken } = workerData as WorkerInput;
	const send = paced(taken, (message) => port.postMessage(message));
	switch (job.kind) {
		case 'pass':
			pass(job, send);
			break;
		case 'help':
			help(job, send);
			break;
		case 'combine':
			send({ kind: 'combined', sessions: [...combineGroups(job.groups)] });
			break;
	}
	port.postMessage({ kind: 'end' });
}
