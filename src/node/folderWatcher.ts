// Hints that something in a folder may have changed. A hint is never a fact: whoever gets one looks for itself.
//
// Two ways of watching, for a measured reason. chokidar keeps a watch on every file of a folder and reads the whole folder
// again at each change, which is right for a handful of memory files and wrong for thousands of transcripts of which one
// grows all day; there, the system's own watch on the folder alone costs one handle. A slow poll stands behind both, since
// some systems hold back events of a file that stays open.
import { type FSWatcher as NodeWatcher, watch as watchFolder } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { IDisposable } from '../core/disposable';
import type { Clock, Logger } from '../core/ports';

/** What a folder is watched for; a hint carries it back. */
export type WatchArea = 'parked' | 'backups' | 'registry' | 'transcripts';

export interface WatchedFolder {
	readonly folder: string;
	readonly area: WatchArea;
	/** Holds thousands of files: one watch on the folder, none on its files. */
	readonly isLarge: boolean;
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
	private readonly watched = new Map<string, IDisposable>();
	private wanted: readonly WatchedFolder[] = [];
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
		this.wanted = folders;
		const keys = new Set(folders.map(keyOf));
		for (const [key, handle] of this.watched) {
			if (keys.has(key)) continue;
			handle.dispose();
			this.watched.delete(key);
		}
		for (const folder of folders) if (!this.watched.has(keyOf(folder))) void this.arm(folder);
		this.poll ??= this.schedulePoll();
	}

	dispose(): void {
		this.isDisposed = true;
		this.poll?.dispose();
		for (const handle of this.watched.values()) handle.dispose();
		this.watched.clear();
	}

	private schedulePoll(): IDisposable {
		return this.clock.schedule(this.clock.now() + POLL_MS, () => {
			if (this.isDisposed) return;
			for (const area of new Set(this.wanted.map((folder) => folder.area))) this.onHint({ area, path: undefined });
			for (const folder of this.wanted) if (!this.watched.has(keyOf(folder))) void this.arm(folder);
			this.poll = this.schedulePoll();
		});
	}

	/** Watches a folder, or the nearest folder above it that exists until it does. */
	private async arm(folder: WatchedFolder): Promise<void> {
		const key = keyOf(folder);
		const isThere = (await stat(folder.folder).catch(() => undefined))?.isDirectory() === true;
		if (this.isDisposed || this.watched.has(key) || !this.wanted.some((each) => keyOf(each) === key)) return;
		const rearm = (): void => {
			this.watched.get(key)?.dispose();
			this.watched.delete(key);
			this.onHint({ area: folder.area, path: undefined });
			void this.arm(folder);
		};
		try {
			if (!isThere) this.watched.set(key, await this.awaitFolder(folder.folder, rearm));
			else this.watched.set(key, folder.isLarge ? this.watchLarge(folder, rearm) : this.watchSmall(folder, rearm));
			if (isThere) this.onHint({ area: folder.area, path: undefined });
		} catch (error) {
			// Out of watches, or not ours to watch: the poll still sees it.
			this.logger.warn(
				`cannot watch a folder for ${folder.area}: ${error instanceof Error ? error.message : String(error)}`,
			);
		}
	}

	private watchSmall(folder: WatchedFolder, rearm: () => void): IDisposable {
		const watcher: FSWatcher = watch(folder.folder, { depth: 0, ignoreInitial: true, persistent: false });
		watcher.on('all', (event, changed) => {
			if (event === 'unlinkDir' && changed === folder.folder) rearm();
			else this.onHint({ area: folder.area, path: changed });
		});
		watcher.on('error', (error) => this.logger.warn(`watching for ${folder.area}: ${String(error)}`));
		return { dispose: () => void watcher.close() };
	}

	private watchLarge(folder: WatchedFolder, rearm: () => void): IDisposable {
		const watcher = watchFolder(folder.folder, { persistent: false }, (event, name) => {
			// The folder itself was moved or removed: its own name comes as the file's.
			if (event === 'rename' && name === path.basename(folder.folder)) rearm();
			else this.onHint({ area: folder.area, path: name === null ? undefined : path.join(folder.folder, name) });
		});
		watcher.on('error', rearm);
		return { dispose: () => watcher.close() };
	}

	/** One watch on the nearest folder above; whatever happens in it, look again. */
	private async awaitFolder(folder: string, rearm: () => void): Promise<IDisposable> {
		let parent = path.dirname(folder);
		while ((await stat(parent).catch(() => undefined)) === undefined && path.dirname(parent) !== parent)
			parent = path.dirname(parent);
		const next = path.relative(parent, folder).split(path.sep)[0];
		const watcher: NodeWatcher = watchFolder(parent, { persistent: false }, (_event, name) => {
			if (name === null || name === next || name === path.basename(parent)) rearm();
		});
		watcher.on('error', rearm);
		return { dispose: () => watcher.close() };
	}
}

function keyOf(folder: WatchedFolder): string {
	return `${folder.area}\u0000${folder.folder}`;
}
