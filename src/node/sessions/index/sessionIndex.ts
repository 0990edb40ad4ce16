// All sessions of some project folders, kept up to date: everything is read once (`fullReading.ts`), then only what is
// hinted at. What is known lies in `sessionModel.ts`.
import type { Event, IDisposable } from '../../../core/base/disposable';
import { queuedRunner } from '../../base/queuedRunner';
import { FullReading, type IsWanted, type FullReadingOptions } from './fullReading';
import type { IndexedSession } from './indexedSession';
import { type SessionChange, SessionModel } from './sessionModel';
import { type Unreadable, listTranscriptsGently, projectFolderOf } from './transcriptFiles';
import { createTranscriptReader } from './transcriptReader';

export class SessionIndex implements IDisposable {
	private readonly model = new SessionModel();
	private readonly reading: FullReading;
	private readonly reader = createTranscriptReader(
		(found) => this.model.knownAs(found),
		() => this.folders.length > 0,
	);
	private folders: readonly string[] = [];
	/** Counts starts: work of an earlier one, or of a disposed index, is no longer wanted. */
	private generation = 0;
	private readonly pending = new Set<Promise<unknown>>();
	/** Files whose groups are to be read together. Each reading takes a thread, so what comes while one runs is left for the next. */
	private readonly dueTogether = new Set<string>();
	private readonly combine = queuedRunner(async () => {
		const groups = this.model.groupsOf(this.dueTogether);
		this.dueTogether.clear();
		await this.reading.combine(groups, this.whileThisLasts()).catch(() => undefined);
	});

	constructor(options: FullReadingOptions = {}) {
		this.reading = new FullReading(this.model, options);
	}

	/** By id; always as it is now. A session is replaced when it changes and never changed itself. */
	get sessions(): ReadonlyMap<string, IndexedSession> {
		return this.model.sessions;
	}

	/** Folders and files that could not be read, for the views to show: an empty list would be a lie. */
	get unreadable(): readonly Unreadable[] {
		return this.model.unreadable;
	}

	/** Several changes that happened together. Fires after `sessions` has them. */
	get onDidChange(): Event<readonly SessionChange[]> {
		return this.model.onDidChange;
	}

	/** Indexes these project folders (below `projects/`) and forgets all others. Resolves when every file was read once. */
	async start(folders: readonly string[]): Promise<void> {
		this.generation++;
		const isWanted = this.whileThisLasts();
		await this.reading.stop();
		if (!isWanted()) return;
		this.folders = [...new Set(folders)];
		this.model.keepOnly(this.folders);
		await this.reading.run(this.folders, isWanted);
	}

	/** Knows this transcript and nothing else: what is asked about one session does not read all of them. */
	async startWith(file: string): Promise<void> {
		this.generation++;
		await this.reading.stop();
		this.folders = [projectFolderOf(file)];
		this.model.keepOnly([]);
		await this.readFile(file, this.whileThisLasts());
		await this.combine();
	}

	/** Something may have happened at this path: a transcript, or a folder with some. Cheap, and cheap to repeat. */
	hint(path: string): void {
		const isWanted = this.whileThisLasts();
		if (this.folders.includes(path)) this.track(this.readFolder(path, isWanted));
		else if (path.endsWith('.jsonl') && this.folders.includes(projectFolderOf(path)))
			this.track(this.readFile(path, isWanted).then(this.combine));
	}

	/** Looks at everything again without reading what has not changed: a safety net under the hints. */
	async refresh(): Promise<void> {
		const isWanted = this.whileThisLasts();
		for (const folder of this.folders) {
			if (!isWanted()) return;
			await this.readFolder(folder, isWanted);
		}
	}

	/** Resolves when all hints so far were followed. */
	async settled(): Promise<void> {
		while (this.pending.size > 0) await Promise.allSettled([...this.pending]);
	}

	dispose(): void {
		this.generation++;
		this.folders = [];
		void this.reading.stop();
		this.model.dispose();
	}

	/** Wanted until the next start, or the end. */
	private whileThisLasts(): IsWanted {
		const mine = this.generation;
		return () => mine === this.generation;
	}

	private track(work: Promise<unknown>): void {
		this.pending.add(work);
		void work.finally(() => this.pending.delete(work)).catch(() => undefined);
	}

	/** Reads one file as far as it is new. */
	private async readFile(file: string, isWanted: IsWanted): Promise<void> {
		const { model } = this;
		const outcome = await this.reader.read(file);
		if (!isWanted()) return;
		switch (outcome.kind) {
			case 'read': {
				const { record } = outcome;
				const before = model.knownAs(record);
				if (before && before.file !== file) model.forget(before.file);
				model.countGain(before, record);
				model.put(record);
				this.reading.noteHinted(file);
				model.publish();
				if (model.isGroupDue(record, before)) this.dueTogether.add(file);
				break;
			}
			case 'gone':
				model.forget(file);
				model.publish();
				break;
			case 'unreadable':
				model.noteUnreadable({ path: file, code: outcome.code });
				break;
			case 'unchanged':
				break;
		}
	}

	private async readFolder(folder: string, isWanted: IsWanted): Promise<void> {
		const { model } = this;
		const known = model.files(folder);
		const listing = await listTranscriptsGently(folder);
		if (!isWanted()) return;
		const there = new Set(listing.files.map((f) => f.file));
		model.unreadable = [
			...model.unreadable.filter((u) => projectFolderOf(u.path) !== folder && u.path !== folder),
			...listing.unreadable,
		];
		for (const { file, stamp } of listing.files) {
			const record = model.recordOf(file);
			const isSame =
				record && record.stamp.sizeBytes === stamp.sizeBytes && record.stamp.modifiedMs === stamp.modifiedMs;
			if (!isSame && isWanted()) await this.readFile(file, isWanted);
		}
		// A store that does not answer loses nothing.
		const isAnswered = !listing.unreadable.some(({ path }) => path === folder);
		// What was listed may be older than what was heard of meanwhile: whether a file is gone, the file itself tells.
		for (const file of isAnswered ? known : []) if (!there.has(file) && isWanted()) await this.readFile(file, isWanted);
		await this.combine();
	}
}
