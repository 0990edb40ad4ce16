// Hints that something in a folder may have changed. A hint is never a fact: whoever gets one looks for itself.
//
// One watch of the system's for each folder, however many files it holds. chokidar, which takes one more for each file, keeps
// back what comes within 50 ms of a change of the same file: whoever looked between the two saw the first alone. A slow poll
// stands behind it, since some systems hold back events of a file that stays open.
import { type FSWatcher, watch as watchFolder } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { IDisposable } from '../../core/base/disposable';
import type { Clock, Logger } from '../../core/base/ports';
import { queuedRunner } from './queuedRunner';

/** What a folder is watched for; a hint carries it back. */
export type WatchArea = 'parked' | 'backups' | 'registry' | 'transcripts' | 'installed' | 'settings';

export interface WatchedFolder {
	readonly folder: string;
	readonly area: WatchArea;
}

export interface Hint {
	readonly area: WatchArea;
	/** The file in question, where the system tells. */
	readonly path: string | undefined;
}

/** How often everything is looked at anyway. */
export const POLL_MS = 30_000;

/** Watches exactly the folders that it is given, whether they exist yet or not. */
export class FolderWatcher implements IDisposable {
	private readonly watches = new Map<string, FolderWatch>();
	private poll: IDisposable | undefined;
	private isDisposed = false;

	constructor(
		private readonly onHint: (hint: Hint) => void,
		private readonly clock: Clock,
		private readonly logger: Logger,
	) {}

	/** Replaces what is watched. Folders that stay keep their watch. */
	setFolders(folders: readonly WatchedFolder[]): void {
		if (this.isDisposed) return;
		const wanted = new Map(folders.map((folder) => [keyOf(folder), folder]));
		for (const [key, watch] of this.watches) {
			if (wanted.has(key)) continue;
			watch.dispose();
			this.watches.delete(key);
		}
		for (const [key, folder] of wanted) {
			if (!this.watches.has(key)) this.watches.set(key, new FolderWatch(folder, this.onHint, this.logger));
		}
		this.poll ??= this.schedulePoll();
	}

	dispose(): void {
		this.isDisposed = true;
		this.poll?.dispose();
		for (const watch of this.watches.values()) watch.dispose();
		this.watches.clear();
	}

	private schedulePoll(): IDisposable {
		return this.clock.schedule(this.clock.now() + POLL_MS, () => {
			for (const watch of this.watches.values()) void watch.check();
			for (const area of new Set([...this.watches.values()].map((watch) => watch.folder.area)))
				this.onHint({ area, path: undefined });
			this.poll = this.schedulePoll();
		});
	}
}

/** One folder's watch, or while there is no such folder, one on the nearest folder above it. */
class FolderWatch implements IDisposable {
	private handle: IDisposable | undefined;
	/** What is watched, as the file system knows it: a path may lead to something else by now. */
	private identity: string | undefined;
	private isDisposed = false;
	/** Events come in bursts: one arming at a time. */
	private readonly arm = queuedRunner(() => this.armNow());

	constructor(
		readonly folder: WatchedFolder,
		private readonly onHint: (hint: Hint) => void,
		private readonly logger: Logger,
	) {
		void this.arm();
	}

	/** Begins anew where watching failed, or goes on where the folder was: a folder above it that moves tells nothing. */
	async check(): Promise<void> {
		if (this.handle === undefined || this.identity !== (await nearestFolder(this.folder.folder)).identity)
			await this.arm();
	}

	dispose(): void {
		this.isDisposed = true;
		this.handle?.dispose();
	}

	private async armNow(): Promise<void> {
		this.handle?.dispose();
		this.handle = undefined;
		try {
			// Until what is watched is what is there: the folder may come or go while the watch is set up.
			this.identity = undefined;
			for (;;) {
				const { nearest, identity } = await nearestFolder(this.folder.folder);
				if (this.isDisposed || identity === this.identity) return;
				this.identity = identity;
				this.handle?.dispose();
				this.handle = undefined;
				this.handle = nearest === this.folder.folder ? this.watchIt() : this.watchAbove(nearest);
			}
		} catch (error) {
			// Out of watches, or not ours to watch: the poll still sees it.
			this.logger.warn(
				`cannot watch a folder for ${this.folder.area}: ${error instanceof Error ? error.message : String(error)}`,
			);
		}
	}

	/** Without a path: also when a watch begins, for what happened before it did is seen by looking once more. */
	private hint(changed?: string): void {
		if (!this.isDisposed) this.onHint({ area: this.folder.area, path: changed });
	}

	private watchIt(): IDisposable {
		const { folder } = this.folder;
		const watcher = watchFolder(folder, { persistent: false }, (event, name) => {
			// The folder itself was moved or removed: its own name comes as the file's.
			if (event === 'rename' && name === path.basename(folder)) void this.arm();
			this.hint(name === null ? undefined : path.join(folder, name));
		});
		this.hint();
		return this.owned(watcher);
	}

	/** One watch on the nearest folder above; whatever happens on the way to ours, look again. */
	private watchAbove(above: string): IDisposable {
		const next = path.relative(above, this.folder.folder).split(path.sep)[0];
		const watcher = watchFolder(above, { persistent: false }, (_event, name) => {
			if (name === null || name === next || name === path.basename(above)) void this.arm();
		});
		return this.owned(watcher);
	}

	private owned(watcher: FSWatcher): IDisposable {
		watcher.on('error', () => {
			void this.arm();
			this.hint();
		});
		return { dispose: () => watcher.close() };
	}
}

/** The folder itself where it is there, else the nearest one above it. */
async function nearestFolder(folder: string): Promise<{ readonly nearest: string; readonly identity: string }> {
	for (let nearest = folder; ; nearest = path.dirname(nearest)) {
		const found = await stat(nearest).catch(() => undefined);
		if (found?.isDirectory() === true || path.dirname(nearest) === nearest)
			return { nearest, identity: `${nearest} ${found?.dev}:${found?.ino}` };
	}
}

function keyOf(folder: WatchedFolder): string {
	return `${folder.area}\u0000${folder.folder}`;
}
