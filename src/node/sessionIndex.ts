// All sessions of some project folders, kept up to date. One pass over everything in a worker thread, then only what is
// hinted at. It is the only writer of its sessions; what it hands out is never changed afterwards.
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Emitter, type Event, type IDisposable } from '../core/disposable';
import { addUsage, subtractUsage } from '../core/transcript/facts';
import { type PassStep, indexFolders } from './indexFolders';
import { combineGroups, createKinship } from './indexGroups';
import type { FileRecord, FoundFile } from './indexRecord';
import type { Job, WorkerInput, WorkerMessage } from './indexWorker';
import { type Combined, type SessionSummary, summarize } from './indexedSession';
import { type Unreadable, listTranscripts, projectFolderOf } from './transcriptFiles';
import { createTranscriptReader } from './transcriptReader';

export interface SessionChange {
	readonly kind: 'added' | 'changed' | 'removed';
	readonly id: string;
}

export interface SessionIndex extends IDisposable {
	/** By id; always as it is now. A summary is replaced when it changes and never changed itself. */
	readonly sessions: ReadonlyMap<string, SessionSummary>;
	/** Folders and files that could not be read, for the views to show: an empty list would be a lie. */
	readonly unreadable: readonly Unreadable[];
	/** Several changes that happened together. Fires after `sessions` has them. */
	readonly onDidChange: Event<readonly SessionChange[]>;
	/** Indexes these project folders (below `projects/`) and forgets all others. Resolves when every file was read once. */
	start(folders: readonly string[]): Promise<void>;
	/** Something may have happened at this path: a transcript, or a folder with some. Cheap, and cheap to repeat. */
	hint(path: string): void;
	/** Looks at everything again without reading what has not changed: a safety net under the hints. */
	refresh(): Promise<void>;
	/** Resolves when all hints so far were followed. */
	settled(): Promise<void>;
}

export interface SessionIndexOptions {
	/** The bundled worker, `dist/indexWorker.js`. Without one the pass runs in this thread, in slices. */
	readonly workerFile?: string | undefined;
	/** Where the cache lives; none without it. */
	readonly cacheFolder?: string | undefined;
}

/** A slice of work in the host's own thread, where there is no worker. Milliseconds. */
const SLICE_MS = 4;
/** More threads would wait for the disk, and take what other extensions need. */
const MAX_WORKERS = 2;

export function createSessionIndex({ workerFile, cacheFolder }: SessionIndexOptions = {}): SessionIndex {
	const _onDidChange = new Emitter<readonly SessionChange[]>();
	const records = new Map<string, FileRecord>();
	/** The files that say something about a session, by its id. */
	const filesOf = new Map<string, Set<string>>();
	const kinship = createKinship();
	const combined = new Map<string, Combined>();
	const sessions = new Map<string, SessionSummary>();
	let unreadable: readonly Unreadable[] = [];
	let folders: readonly string[] = [];
	/** Counts starts: work of an earlier one, or of a disposed index, is no longer wanted. */
	let generation = 0;
	const workers = new Set<Worker>();
	const pending = new Set<Promise<unknown>>();

	const knownAs = ({ file, stamp }: FoundFile): FileRecord | undefined =>
		records.get(file) ?? [...records.values()].find((r) => r.stamp.fileId === stamp.fileId);
	const reader = createTranscriptReader(knownAs, () => folders.length > 0);

	/** Makes the summaries of some sessions anew and tells what changed. */
	const publish = (ids: Iterable<string>): void => {
		const changes: SessionChange[] = [];
		for (const id of new Set(ids)) {
			const files = [...(filesOf.get(id) ?? [])].flatMap((file) => records.get(file) ?? []);
			const [own, agents] = [files.filter((r) => !r.isSubagent), files.filter((r) => r.isSubagent)];
			const before = sessions.get(id);
			const after = summarize(id, own, agents, combined.get(id));
			if (after) sessions.set(id, after);
			else sessions.delete(id);
			if (isSame(before, after)) continue;
			changes.push({ kind: after ? (before ? 'changed' : 'added') : 'removed', id });
		}
		if (changes.length > 0) _onDidChange.fire(changes);
	};

	const forget = (file: string): readonly string[] => {
		const record = records.get(file);
		records.delete(file);
		if (record) kinship.remove(record);
		const ids = record ? idsOf(record) : [];
		for (const id of ids) filesOf.get(id)?.delete(file);
		return ids;
	};

	const put = (record: FileRecord): readonly string[] => {
		const before = forget(record.file);
		records.set(record.file, record);
		kinship.add(record);
		for (const id of idsOf(record)) filesOf.set(id, (filesOf.get(id) ?? new Set()).add(record.file));
		return [...before, ...idsOf(record)];
	};

	const take = (steps: readonly PassStep[]): void => {
		const problems = steps.flatMap((step) => (step.kind === 'unreadable' ? [step.problem] : []));
		if (problems.length > 0) unreadable = [...unreadable, ...problems];
		publish(steps.flatMap((step) => (step.kind === 'record' ? put(step.record) : [])));
	};

	const takeCombined = (entries: Iterable<readonly [string, Combined]>): void => {
		const taken = [...entries];
		for (const [id, value] of taken) combined.set(id, value);
		publish(taken.map(([id]) => id));
	};

	/** Runs a job in a worker until it ends. */
	const runWorker = (file: string, job: Job, isWanted: () => boolean): Promise<void> =>
		new Promise((resolve, reject) => {
			const taken = new SharedArrayBuffer(4);
			const count = new Int32Array(taken);
			const workerData: WorkerInput = { job, taken };
			const worker = new Worker(file, { workerData });
			workers.add(worker);
			worker.on('message', (message: WorkerMessage) => {
				if (!isWanted()) return;
				if (message.kind === 'batch') take(message.steps);
				else takeCombined(message.sessions);
				Atomics.add(count, 0, 1);
				Atomics.notify(count, 0);
			});
			worker.on('error', reject);
			worker.on('exit', () => {
				workers.delete(worker);
				resolve();
			});
		});

	/** Reads files that share something once more, together. */
	const combine = async (groups: readonly (readonly string[])[], isWanted: () => boolean): Promise<void> => {
		const files = groups.map((group) => group.flatMap((file) => records.get(file) ?? []));
		if (files.length === 0 || !isWanted()) return;
		if (workerFile === undefined) takeCombined(combineGroups(files));
		else await runWorker(workerFile, { kind: 'combine', groups: files }, isWanted);
	};

	/** One pass in worker threads. The newest folders come first. */
	const passInWorkers = async (file: string, isWanted: () => boolean): Promise<void> => {
		const nextFolder = new SharedArrayBuffer(4);
		const count = Math.min(MAX_WORKERS, availableParallelism(), folders.length);
		const job: Job = { kind: 'pass', folders: newestFirst(folders), cacheFolder, nextFolder };
		await Promise.all(Array.from({ length: count }, () => runWorker(file, job, isWanted)));
	};

	const passHere = async (isWanted: () => boolean): Promise<void> => {
		let steps: PassStep[] = [];
		let sinceMs = performance.now();
		let folder = 0;
		for (const step of indexFolders({ folders: newestFirst(folders), cacheFolder }, () => folder++)) {
			steps.push(step);
			if (performance.now() - sinceMs < SLICE_MS) continue;
			take(steps);
			steps = [];
			await new Promise((resolve) => setImmediate(resolve));
			if (!isWanted()) return;
			sinceMs = performance.now();
		}
		take(steps);
	};

	/** Reads one file as far as it is new. */
	const readFile = async (file: string, wanted: number): Promise<void> => {
		const outcome = await reader.read(file);
		if (wanted !== generation) return;
		switch (outcome.kind) {
			case 'read': {
				const { record } = outcome;
				const before = knownAs(record);
				const moved = before && before.file !== file ? forget(before.file) : [];
				countAgain(before, record);
				publish([...moved, ...put(record)]);
				await combineWith(record, before, wanted);
				break;
			}
			case 'gone':
				publish(forget(file));
				break;
			case 'unreadable':
				unreadable = [...unreadable.filter((u) => u.path !== file), { path: file, code: outcome.code }];
				break;
			case 'unchanged':
				break;
		}
	};

	/** What a file gained is its own: what it shares with others lies at its beginning. */
	const countAgain = (before: FileRecord | undefined, after: FileRecord): void => {
		for (const { sessionId, tokens } of after.sessions) {
			const old = combined.get(sessionId);
			const oldTokens = before?.sessions.find((s) => s.sessionId === sessionId)?.tokens;
			if (!old || !oldTokens) continue;
			combined.set(sessionId, { ...old, ownTokens: addUsage(old.ownTokens, subtractUsage(tokens, oldTokens)) });
		}
	};

	/** Asks again what a file shares with others: always where a session is spread over files, else when it joins them. */
	const combineWith = async (record: FileRecord, before: FileRecord | undefined, wanted: number): Promise<void> => {
		const group = kinship.groupOf(record.file);
		const isSpread = record.sessions.some(({ id }) => group.some((f) => f !== record.file && filesOf.get(id)?.has(f)));
		if (group.length === 0 || (before?.firstMessageId === record.firstMessageId && !isSpread)) return;
		await combine([group], () => wanted === generation).catch(() => undefined);
	};

	const track = (work: Promise<unknown>): void => {
		pending.add(work);
		void work.finally(() => pending.delete(work)).catch(() => undefined);
	};

	const readFolder = async (folder: string, wanted: number): Promise<void> => {
		const listing = listTranscripts(folder);
		const there = new Set(listing.files.map((f) => f.file));
		unreadable = [
			...unreadable.filter((u) => projectFolderOf(u.path) !== folder && u.path !== folder),
			...listing.unreadable,
		];
		for (const { file, stamp } of listing.files) {
			const record = records.get(file);
			const isSame =
				record && record.stamp.sizeBytes === stamp.sizeBytes && record.stamp.modifiedMs === stamp.modifiedMs;
			if (!isSame && wanted === generation) await readFile(file, wanted);
		}
		if (wanted !== generation) return;
		for (const file of [...records.keys()])
			if (projectFolderOf(file) === folder && !there.has(file)) publish(forget(file));
	};

	return {
		get sessions() {
			return sessions;
		},
		get unreadable() {
			return unreadable;
		},
		onDidChange: _onDidChange.event,
		async start(next) {
			const mine = ++generation;
			const isWanted = (): boolean => mine === generation;
			await Promise.all([...workers].map((worker) => worker.terminate()));
			if (!isWanted()) return;
			folders = [...new Set(next)];
			const gone = [...records.keys()].filter((file) => !folders.includes(projectFolderOf(file)));
			publish(gone.flatMap(forget));
			unreadable = [];
			combined.clear();
			try {
				if (workerFile === undefined) await passHere(isWanted);
				else await passInWorkers(workerFile, isWanted);
				await combine(kinship.groups(), isWanted);
			} catch {
				// A worker that does not start or dies must not cost the list: the same pass, here.
				if (!isWanted()) return;
				await passHere(isWanted);
				if (isWanted())
					takeCombined(combineGroups(kinship.groups().map((g) => g.flatMap((f) => records.get(f) ?? []))));
			}
		},
		hint(path) {
			const folder = folders.find((f) => path === f);
			if (folder !== undefined) track(readFolder(folder, generation));
			else if (path.endsWith('.jsonl') && folders.includes(projectFolderOf(path))) track(readFile(path, generation));
		},
		async refresh() {
			const wanted = generation;
			for (const folder of folders) {
				if (wanted !== generation) return;
				await readFolder(folder, wanted);
				// Each folder is listed in one go; between two of them others have their turn.
				await new Promise((resolve) => setImmediate(resolve));
			}
		},
		async settled() {
			while (pending.size > 0) await Promise.allSettled([...pending]);
		},
		dispose() {
			generation++;
			folders = [];
			for (const worker of workers) void worker.terminate();
			_onDidChange.dispose();
		},
	};
}

/** The sessions that a file says something about. */
function idsOf(record: FileRecord): readonly string[] {
	return record.isSubagent ? [record.mainId] : record.sessions.map((s) => s.sessionId);
}

/** Whether there is nothing new to show. A file that was only touched is no news. */
function isSame(a: SessionSummary | undefined, b: SessionSummary | undefined): boolean {
	if (!a || !b) return a === b;
	return JSON.stringify({ ...a, modifiedMs: 0 }) === JSON.stringify({ ...b, modifiedMs: 0 });
}

/** A folder's own time tells when a session in it was last begun. */
function newestFirst(folders: readonly string[]): readonly string[] {
	const madeMs = new Map(folders.map((folder) => [folder, modifiedMs(folder)]));
	return [...folders].sort((a, b) => (madeMs.get(b) ?? 0) - (madeMs.get(a) ?? 0));
}

function modifiedMs(folder: string): number {
	try {
		return statSync(folder).mtimeMs;
	} catch {
		return 0; // Whether it is missing or unreadable is for the pass to find out.
	}
}
