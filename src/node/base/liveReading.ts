// A state that is read off the disk and kept up to date: watch, settle, look, compare, tell. Whatever shows something of a
// folder that others write to reads it in this one way.
import { DisposableStore, Emitter, type IDisposable } from '../../core/base/disposable';
import { FolderWatcher, type Hint, type WatchedFolder } from './folderWatcher';
import { HintedTask, type HintedTaskOptions } from './hintedTask';

interface LiveReadingOptions<T> extends HintedTaskOptions {
	/** What is shown before the first look. */
	readonly initial: T;
	/** Reads the state as it is now. */
	look(): Promise<T>;
	/** Whether nobody could tell two states from each other. */
	isSame(before: T, after: T): boolean;
	/** The folders in which that state can change; asked for after each look. */
	foldersOf?(state: T): readonly WatchedFolder[] | Promise<readonly WatchedFolder[]>;
	/** Hears what the watcher says, in place of a look after each hint. */
	onHint?(hint: Hint): void;
	/** What else it can change with. */
	readonly hintedBy?: readonly ((listener: () => void) => IDisposable)[];
	/** Whether anybody wants to know: hints come to nothing while nobody does. */
	isWanted?(): boolean;
}

export class LiveReading<T> implements IDisposable {
	protected readonly store = new DisposableStore();
	private readonly changed: Emitter<T>;
	private readonly watcher: FolderWatcher;
	private readonly task: HintedTask;
	private state: T;
	private markKnown: () => void = () => undefined;

	/** Resolves when it was looked for the first time, well or badly, or when this is let go of. */
	readonly whenKnown = new Promise<void>((resolve) => {
		this.markKnown = resolve;
	});

	constructor(private readonly options: LiveReadingOptions<T>) {
		const { clock, logger, initial } = options;
		this.state = initial;
		this.changed = this.store.add(new Emitter<T>((error) => logger.error('a listener failed', error)));
		const onHint = (hint: Hint): void => (options.onHint === undefined ? this.hint() : options.onHint(hint));
		this.watcher = this.store.add(new FolderWatcher(onHint, clock, logger));
		this.task = this.store.add(new HintedTask(options, () => this.lookNow()));
		this.store.add({ dispose: () => this.markKnown() });
		for (const event of options.hintedBy ?? []) this.store.add(event(() => this.hint()));
	}

	/** Tells of another state than before. Who asks then gets the new one. */
	get onDidChange(): Emitter<T>['event'] {
		return this.changed.event;
	}

	/** As it was when last looked. */
	get current(): T {
		return this.state;
	}

	get isDisposed(): boolean {
		return this.store.isDisposed;
	}

	/** Something may have changed. */
	hint(): void {
		if (this.options.isWanted?.() !== false) this.task.hint();
	}

	/** Looks now. Rejects with what the look throws; the state is then what it was. */
	refresh(): Promise<void> {
		return this.task.run();
	}

	dispose(): void {
		this.store.dispose();
	}

	private async lookNow(): Promise<void> {
		const { look, isSame, foldersOf } = this.options;
		try {
			const next = await look();
			if (this.isDisposed) return;
			const before = this.state;
			this.state = next;
			if (!isSame(before, next)) this.changed.fire(next);
		} finally {
			this.markKnown();
		}
		const folders = await foldersOf?.(this.state);
		if (folders !== undefined) this.watcher.setFolders(folders);
	}
}
