// Reads everything once: first the rows from the caches, then all files in one pass, then what files share. In worker
// threads; if there are none or they die, in slices in this thread.
import type { TextPool } from '../../../core/base/form';
import { monotonicMs } from '../../base/systemClock';
import type { FileRecord } from './fileRecord';
import { openCache, removeCache } from './indexCache';
import { type ListedFolder, type Pass, type PassStep, listFolder, newestFirst, passFolder } from './indexFolders';
import { BATCH, recordsFrom } from './indexLine';
import { type PassMessage, SLICE_MS, type WorkerCrew, createWorkerCrew } from './indexPass';
import type * as Combining from './combineGroups';
import type { Group, SessionModel } from './sessionModel';

export interface FullReadingOptions {
	/** The bundled worker, `dist/indexWorker.js`. Without one the pass runs in this thread, in slices. */
	readonly workerFile?: string | undefined;
	/** Where the cache lives; none without it. */
	readonly cacheFolder?: string | undefined;
	/** How long one thread reads before another one helps. Milliseconds. */
	readonly helpAfterMs?: number;
	/** Told how many of the files that are new have been read, where that happens in this thread. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Asked again and again: what nobody wants any longer is left. */
export type IsWanted = () => boolean;

/**
 * Most starts are over by then. A second thread has V8 optimise everything once more: without it a gigabyte costs a fifth less
 * work, and a seventh more time. Where a folder does not answer, others wait no longer.
 */
const HELP_AFTER_MS = 1_000;

export class FullReading {
	private readonly cacheFolder: string | undefined;
	private readonly onProgress: FullReadingOptions['onProgress'];
	private readonly crew: WorkerCrew | undefined;
	private readonly pool: TextPool = new Map();
	/** Who has no other thread needs it here; who has one needs it only when that fails. */
	private combining: Promise<typeof Combining> | undefined;
	/** Which caches were read, by project folder. */
	private readonly cacheIds = new Map<string, string | undefined>();
	/** Files that were read by a hint since: what another thread read before that comes late. */
	private readonly hinted = new Set<string>();
	/** Project folders whose caches look well and are not. */
	private readonly damaged = new Set<string>();

	/** @param model takes what is read. */
	constructor(
		private readonly model: SessionModel,
		{ workerFile, cacheFolder, helpAfterMs = HELP_AFTER_MS, onProgress }: FullReadingOptions,
	) {
		this.cacheFolder = cacheFolder;
		this.onProgress = onProgress;
		this.crew =
			workerFile === undefined
				? undefined
				: createWorkerCrew(
						workerFile,
						helpAfterMs,
						(finding) => this.take(finding),
						() => model.publish(),
					);
		if (workerFile === undefined) void this.combiner();
	}

	/** A file was read by a hint while all of them may still be under way. */
	noteHinted(file: string): void {
		this.hinted.add(file);
	}

	/** Reads these folders. A worker that does not start or dies must not cost the list: then all of it happens here. */
	async run(folders: readonly string[], isWanted: IsWanted): Promise<void> {
		const { crew } = this;
		this.hinted.clear();
		try {
			await this.passOver(
				folders,
				(pass) => (crew ? this.passThere(crew, pass, isWanted) : this.passHere(pass, isWanted)),
				isWanted,
			);
			await this.combine(this.model.groups(), isWanted);
		} catch {
			if (!isWanted()) return;
			await crew?.stop();
			await this.passOver(folders, (pass) => this.passHere(pass, isWanted), isWanted);
			if (isWanted()) await this.combineHere(this.model.groups());
		}
	}

	/** Reads files that share something once more, together. */
	async combine(groups: readonly Group[], isWanted: IsWanted): Promise<void> {
		if (groups.length === 0 || !isWanted()) return;
		if (this.crew) await this.crew.combine(groups);
		else await this.combineHere(groups);
	}

	/** Ends what is under way in other threads. */
	async stop(): Promise<void> {
		await this.crew?.stop();
	}

	/** One pass, and another one over the folders whose caches are damaged or are being replaced. */
	private async passOver(
		folders: readonly string[],
		run: (pass: Pass) => Promise<void>,
		isWanted: IsWanted,
	): Promise<void> {
		let left = folders;
		// A cache that is replaced again and again is left alone in the end.
		for (const cacheFolder of [this.cacheFolder, this.cacheFolder, undefined]) {
			this.damaged.clear();
			await run({ folders: left, cacheFolder });
			if (this.damaged.size === 0 || !isWanted()) return;
			left = [...this.damaged];
			for (const folder of left) {
				removeCache(this.cacheFolder, folder);
				this.forgetFolder(folder);
			}
		}
	}

	/** Rows come first: a thread that looks for changes at the same time would only delay them. */
	private async passThere(crew: WorkerCrew, pass: Pass, isWanted: IsWanted): Promise<void> {
		await this.inSlices(this.takeCaches(pass), isWanted);
		if (isWanted()) await crew.pass(pass);
	}

	private passHere(pass: Pass, isWanted: IsWanted): Promise<void> {
		return this.inSlices(this.stepsHere(pass), isWanted);
	}

	private *stepsHere(pass: Pass): Generator<unknown, void> {
		yield* this.takeCaches(pass);
		const listed: ListedFolder[] = [];
		for (const folder of newestFirst(pass.folders)) yield listed.push(listFolder(folder, pass.cacheFolder));
		const total = listed.reduce((sum, { stale }) => sum + stale.size, 0);
		let done = 0;
		for (const each of listed)
			for (const step of passFolder(each, pass.cacheFolder)) {
				if (step.kind === 'records') this.onProgress?.((done += step.lines.length), total);
				yield this.take(findingOf(step));
			}
	}

	/** Takes steps of well below a millisecond each, in slices between which others have their turn. */
	private async inSlices(steps: Iterator<unknown>, isWanted: IsWanted): Promise<void> {
		let sinceMs = monotonicMs();
		while (isWanted() && steps.next().done !== true) {
			if (monotonicMs() - sinceMs < SLICE_MS) continue;
			this.model.publish();
			await new Promise((resolve) => setImmediate(resolve));
			sinceMs = monotonicMs();
		}
		this.model.publish();
	}

	private *takeCaches(pass: Pass): Generator<void, void> {
		for (const folder of pass.folders)
			for (const batch of this.cachedBatches(folder, pass.cacheFolder)) yield this.takeRecords(folder, batch, true);
	}

	/** What the cache of a folder has, a batch at a time. Whether it still holds, the listing says. */
	private *cachedBatches(folder: string, from: string | undefined): Generator<string, void> {
		const cache = openCache(from, folder);
		this.cacheIds.set(folder, cache?.id);
		for (let at = 0; cache && at < cache.lines.length; at += BATCH)
			yield `[${cache.lines.slice(at, at + BATCH).join(',')}]`;
	}

	private take(finding: PassMessage): void {
		switch (finding.kind) {
			case 'records':
				return this.takeRecords(finding.folder, finding.text, false);
			case 'listed':
				return this.takeListed(finding);
			case 'unreadable':
				return this.model.noteUnreadable(finding.problem);
			case 'combined':
				return this.model.noteShared(finding.sessions);
		}
	}

	/** @param isCached they may be older than what is known already: from an earlier start. */
	private takeRecords(folder: string, text: string, isCached: boolean): void {
		for (const record of recordsFrom(text, this.pool)) {
			if (record === undefined) {
				this.damaged.add(folder);
				continue;
			}
			// A file may also be replaced by an older one: of what is known by a cache or an earlier start, the disk is right.
			const mayBeLate = isCached || this.hinted.has(record.file);
			if (!mayBeLate || !isOlder(record, this.model.recordOf(record.file))) this.model.put(record);
		}
	}

	/** What was listed was compared with a cache. Where that is not the one that was read here, another window replaced it. */
	private takeListed({ folder, cacheId, gone }: Extract<PassMessage, { readonly kind: 'listed' }>): void {
		if (this.cacheIds.get(folder) !== cacheId) {
			this.forgetFolder(folder);
			for (const batch of this.cachedBatches(folder, this.cacheFolder)) this.takeRecords(folder, batch, true);
			if (this.cacheIds.get(folder) !== cacheId) this.damaged.add(folder);
		}
		for (const file of gone) this.model.forget(file);
	}

	private forgetFolder(folder: string): void {
		for (const file of this.model.files(folder)) this.model.forget(file);
	}

	private async combiner(): Promise<typeof Combining> {
		return (this.combining ??= import('./combineGroups'));
	}

	private async combineHere(groups: readonly Group[]): Promise<void> {
		const { combineGroups } = await this.combiner();
		this.model.noteShared(combineGroups(groups));
		this.model.publish();
	}
}

function isOlder({ stamp }: FileRecord, known: FileRecord | undefined): boolean {
	return known !== undefined && known.stamp.modifiedMs > stamp.modifiedMs;
}

/** A step of a pass in this thread as a worker would tell it. */
function findingOf(step: PassStep): PassMessage {
	return step.kind === 'records' ? { kind: 'records', folder: step.folder, text: `[${step.lines.join(',')}]` } : step;
}
