// All sessions of some project folders, kept up to date. One pass over everything in a worker thread, then only what is
// hinted at. It is the only writer of its sessions; what it hands out is never changed afterwards.
import { Emitter, type Event, type IDisposable } from '../../../core/base/disposable';
import { addUsage, subtractUsage } from '../../../core/transcript/facts';
import { createFileMap } from './fileMap';
import { openCache, removeCache } from './indexCache';
import { type Pass, type PassStep, newestFirst, openFolder, passFolder } from './indexFolders';
import { combineGroups, createSharedSessions } from './indexGroups';
import { type PassMessage, SLICE_MS, type WorkerCrew, createWorkerCrew } from './indexPass';
import type { FoundFile } from './foundFile';
import type { FileRecord } from './fileRecord';
import { type SharedFacts, combineFiles } from './sharedSession';
import type { TextPool } from '../../../core/base/form';
import type { IndexedSession } from './indexedSession';
import { BATCH, recordsFrom } from './indexLine';
import { type Unreadable, listTranscriptsGently, projectFolderOf } from './transcriptFiles';
import { createTranscriptReader } from './transcriptReader';

export interface SessionChange {
	readonly kind: 'added' | 'changed' | 'removed';
	readonly id: string;
}

export interface SessionIndex extends IDisposable {
	/** By id; always as it is now. A summary is replaced when it changes and never changed itself. */
	readonly sessions: ReadonlyMap<string, IndexedSession>;
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

interface SessionIndexOptions {
	/** The bundled worker, `dist/indexWorker.js`. Without one the pass runs in this thread, in slices. */
	readonly workerFile?: string | undefined;
	/** Where the cache lives; none without it. */
	readonly cacheFolder?: string | undefined;
	/** How long one thread reads before another one helps, where there is a cache. Milliseconds. */
	readonly helpAfterMs?: number;
}

/** With a cache there is little to read, and most starts are over by then. Where a folder does not answer, others wait no longer. */
const HELP_AFTER_MS = 500;

export function createSessionIndex(options: SessionIndexOptions = {}): SessionIndex {
	const { workerFile, cacheFolder, helpAfterMs = HELP_AFTER_MS } = options;
	const _onDidChange = new Emitter<readonly SessionChange[]>();
	const records = new Map<string, FileRecord>();
	/** The files that say something about a session, by its id. */
	const filesOf = createFileMap();
	const shared = createSharedSessions((file) => records.get(file));
	const combined = new Map<string, SharedFacts>();
	const sessions = new Map<string, IndexedSession>();
	let unreadable: readonly Unreadable[] = [];
	let folders: readonly string[] = [];
	/** Counts starts: work of an earlier one, or of a disposed index, is no longer wanted. */
	let generation = 0;
	const pool: TextPool = new Map();
	/** Sessions that were taken and not told of yet. */
	let taken = new Set<string>();
	/** Which caches were read, by project folder. */
	const cacheIds = new Map<string, string | undefined>();
	/** Project folders whose caches look well and are not. */
	const damaged = new Set<string>();
	const pending = new Set<Promise<unknown>>();

	const knownAs = ({ file, stamp }: FoundFile): FileRecord | undefined =>
		records.get(file) ?? [...records.values()].find((r) => r.stamp.fileId === stamp.fileId);
	const reader = createTranscriptReader(knownAs, () => folders.length > 0);

	/** Makes the summaries of some sessions anew and tells what changed. */
	const publish = (ids: ReadonlySet<string>): void => {
		const changes: SessionChange[] = [];
		for (const id of ids) {
			const own: FileRecord[] = [];
			const agents: FileRecord[] = [];
			for (const file of filesOf.get(id)) {
				const record = records.get(file);
				if (record) (record.isSubagent ? agents : own).push(record);
			}
			const before = sessions.get(id);
			const after = combineFiles(id, own, agents, combined.get(id));
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
		if (record) shared.remove(record);
		const ids = record ? idsOf(record) : [];
		for (const id of ids) filesOf.remove(id, file);
		return ids;
	};

	const put = (record: FileRecord): readonly string[] => {
		const before = records.has(record.file) ? forget(record.file) : [];
		const ids = idsOf(record);
		records.set(record.file, record);
		shared.add(record);
		for (const id of ids) filesOf.add(id, record.file);
		return [...before, ...ids];
	};

	/** @param isCached they may be older than what is known already: from an earlier start, or by a hint. */
	const takeRecords = (folder: string, text: string, isCached: boolean): void => {
		for (const record of recordsFrom(text, pool)) {
			if (record === undefined) damaged.add(folder);
			else if (!isCached || !isOlder(record, records.get(record.file))) for (const id of put(record)) taken.add(id);
		}
	};

	const take = (finding: PassMessage): void => {
		switch (finding.kind) {
			case 'records':
				takeRecords(finding.folder, finding.text, false);
				break;
			case 'listed':
				takeListed(finding);
				break;
			case 'unreadable':
				unreadable = [...unreadable.filter((u) => u.path !== finding.problem.path), finding.problem];
				break;
			case 'combined':
				takeCombined(finding.sessions);
				break;
		}
	};

	/** What the cache of a folder has, a batch at a time. Whether it still holds, the listing says. */
	const cachedBatches = function* (folder: string, from: string | undefined): Generator<string, void> {
		const cache = openCache(from, folder);
		cacheIds.set(folder, cache?.id);
		for (let at = 0; cache && at < cache.lines.length; at += BATCH)
			yield `[${cache.lines.slice(at, at + BATCH).join(',')}]`;
	};

	const takeCaches = function* (pass: Pass): Generator<void, void> {
		for (const folder of pass.folders)
			for (const batch of cachedBatches(folder, pass.cacheFolder)) yield takeRecords(folder, batch, true);
	};

	const forgetFolder = (folder: string): void => {
		for (const file of [...records.keys()])
			if (projectFolderOf(file) === folder) for (const id of forget(file)) taken.add(id);
	};

	/** What was listed was compared with a cache. Where that is not the one that was read here, another window replaced it. */
	const takeListed = ({ folder, cacheId, gone }: Extract<PassMessage, { readonly kind: 'listed' }>): void => {
		if (cacheIds.get(folder) !== cacheId) {
			forgetFolder(folder);
			for (const batch of cachedBatches(folder, cacheFolder)) takeRecords(folder, batch, true);
			if (cacheIds.get(folder) !== cacheId) damaged.add(folder);
		}
		for (const id of gone.flatMap(forget)) taken.add(id);
	};

	const takeCombined = (entries: Iterable<readonly [string, SharedFacts]>): void => {
		for (const [id, value] of entries) {
			combined.set(id, value);
			taken.add(id);
		}
	};

	const publishTaken = (): void => {
		const ids = taken;
		taken = new Set();
		publish(ids);
	};

	const crew = workerFile === undefined ? undefined : createWorkerCrew(workerFile, helpAfterMs, take, publishTaken);

	/** Reads files that share something once more, together. */
	const combine = async (groups: readonly (readonly string[])[], isWanted: () => boolean): Promise<void> => {
		const files = groups.map((group) => group.flatMap((file) => records.get(file) ?? []));
		if (files.length === 0 || !isWanted()) return;
		if (crew) await crew.combine(files);
		else combineHere(files);
	};

	const combineHere = (groups: readonly (readonly FileRecord[])[]): void => {
		takeCombined(combineGroups(groups));
		publishTaken();
	};

	/** One pass in this thread. */
	const stepsHere = function* (pass: Pass): Generator<void, void> {
		yield* takeCaches(pass);
		for (const folder of newestFirst(pass.folders))
			for (const found of passFolder(openFolder(folder, pass.cacheFolder), pass.cacheFolder))
				yield take(findingOf(found));
	};

	/** Takes steps of well below a millisecond each, in slices between which others have their turn. */
	const inSlices = async (steps: Iterator<unknown>, isWanted: () => boolean): Promise<void> => {
		let sinceMs = performance.now();
		while (isWanted() && steps.next().done !== true) {
			if (performance.now() - sinceMs < SLICE_MS) continue;
			publishTaken();
			await new Promise((resolve) => setImmediate(resolve));
			sinceMs = performance.now();
		}
		publishTaken();
	};

	const passHere = (pass: Pass, isWanted: () => boolean): Promise<void> => inSlices(stepsHere(pass), isWanted);

	/** Rows come first: a thread that looks for news at the same time would only keep them waiting. */
	const passThere = async (workers: WorkerCrew, pass: Pass, isWanted: () => boolean): Promise<void> => {
		await inSlices(takeCaches(pass), isWanted);
		if (isWanted()) await workers.pass(pass);
	};

	/** One pass, and another one over the folders whose caches are damaged or are being replaced. */
	const passOver = async (run: (pass: Pass) => Promise<void>, isWanted: () => boolean): Promise<void> => {
		let left = folders;
		// A cache that is replaced again and again is left alone in the end.
		for (const from of [cacheFolder, cacheFolder, undefined]) {
			damaged.clear();
			await run({ folders: left, cacheFolder: from });
			if (damaged.size === 0 || !isWanted()) return;
			left = [...damaged];
			for (const folder of left) {
				removeCache(cacheFolder, folder);
				forgetFolder(folder);
			}
		}
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
				publish(new Set([...moved, ...put(record)]));
				await combineWith(record, before, wanted);
				break;
			}
			case 'gone':
				publish(new Set(forget(file)));
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
		for (const { sessionId, tokens, prompts } of after.sessions) {
			const old = combined.get(sessionId);
			const then = before?.sessions.find((s) => s.sessionId === sessionId);
			if (!old || !then) continue;
			const ownTokens = addUsage(old.ownTokens, subtractUsage(tokens, then.tokens));
			combined.set(sessionId, { ...old, ownTokens, ownPrompts: old.ownPrompts + prompts - then.prompts });
		}
	};

	/** Asks again what a file shares with others: always where a session is spread over files, else when it joins them. */
	const combineWith = async (record: FileRecord, before: FileRecord | undefined, wanted: number): Promise<void> => {
		const group = shared.groupOf(record.file);
		const isSpread = record.sessions.some(({ id }) =>
			group.some((f) => f !== record.file && filesOf.get(id).includes(f)),
		);
		// A fork has nothing of its own until something is said in it.
		const isMute = record.sessions.some(({ id }) => combined.get(id)?.ownFirstMs === undefined);
		if (group.length === 0 || (before?.firstMessageId === record.firstMessageId && !isSpread && !isMute)) return;
		await combine([group], () => wanted === generation).catch(() => undefined);
	};

	const track = (work: Promise<unknown>): void => {
		pending.add(work);
		void work.finally(() => pending.delete(work)).catch(() => undefined);
	};

	const readFolder = async (folder: string, wanted: number): Promise<void> => {
		const known = [...records.keys()].filter((file) => projectFolderOf(file) === folder);
		const listing = await listTranscriptsGently(folder);
		if (wanted !== generation) return;
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
		// A store that does not answer loses nothing.
		if (listing.unreadable.some(({ path }) => path === folder)) return;
		// What was listed may be older than what was heard of meanwhile: whether a file is gone, the file itself tells.
		for (const file of known) if (!there.has(file) && wanted === generation) await readFile(file, wanted);
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
			await crew?.stop();
			if (!isWanted()) return;
			folders = [...new Set(next)];
			const gone = [...records.keys()].filter((file) => !folders.includes(projectFolderOf(file)));
			publish(new Set(gone.flatMap(forget)));
			unreadable = [];
			combined.clear();
			try {
				await passOver((pass) => (crew ? passThere(crew, pass, isWanted) : passHere(pass, isWanted)), isWanted);
				await combine(shared.groups(), isWanted);
			} catch {
				// A worker that does not start or dies must not cost the list: the same pass, here.
				if (!isWanted()) return;
				await crew?.stop();
				await passOver((pass) => passHere(pass, isWanted), isWanted);
				if (isWanted()) combineHere(shared.groups().map((g) => g.flatMap((f) => records.get(f) ?? [])));
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
			}
		},
		async settled() {
			while (pending.size > 0) await Promise.allSettled([...pending]);
		},
		dispose() {
			generation++;
			folders = [];
			void crew?.stop();
			_onDidChange.dispose();
		},
	};
}

/** The sessions that a file says something about. */
function idsOf(record: FileRecord): readonly string[] {
	return record.isSubagent ? [record.mainId] : record.sessions.map((s) => s.sessionId);
}

/** Whether there is nothing new to show. A file that was only touched is no news. */
function isSame(a: IndexedSession | undefined, b: IndexedSession | undefined): boolean {
	if (!a || !b) return a === b;
	return JSON.stringify({ ...a, modifiedMs: 0 }) === JSON.stringify({ ...b, modifiedMs: 0 });
}

function isOlder({ stamp }: FileRecord, known: FileRecord | undefined): boolean {
	return known !== undefined && known.stamp.modifiedMs > stamp.modifiedMs;
}

/** A step of a pass in this thread as a worker would tell it. */
function findingOf(step: PassStep): PassMessage {
	return step.kind === 'records' ? { kind: 'records', folder: step.folder, text: `[${step.lines.join(',')}]` } : step;
}
