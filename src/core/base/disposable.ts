// Ownership and events for code that must run with and without VS Code. `Event` has the shape of `vscode.Event`,
// so views subscribe to our stores without an adapter.

/** VS Code's own name for anything that can be released. */
export interface IDisposable {
	dispose(): void;
}

/** Nobody waits any more: a person closed an input, or who would have answered was let go of. Nothing needs to be said. */
export class CancelledError extends Error {
	constructor() {
		super('cancelled');
		this.name = 'CancelledError';
	}
}

/**
 * Owns disposables. Adding to a disposed store disposes at once, so late async work cannot leak. If one throws, the
 * others are still disposed of; then its error is thrown.
 */
export class DisposableStore implements IDisposable {
	private readonly items = new Set<IDisposable>();
	private disposed = false;

	get isDisposed(): boolean {
		return this.disposed;
	}

	add<T extends IDisposable>(item: T): T {
		if (this.disposed) item.dispose();
		else this.items.add(item);
		return item;
	}

	dispose(): void {
		if (this.disposed) return;
		this.disposed = true;
		const items = [...this.items].reverse();
		this.items.clear();
		const errors: unknown[] = [];
		for (const item of items) {
			try {
				item.dispose();
			} catch (error) {
				errors.push(error);
			}
		}
		if (errors.length > 0) throw errors[0];
	}
}

export type Event<T> = (listener: (value: T) => void) => IDisposable;

/** Tells listeners about something. A listener that throws is reported and does not starve the others. */
export class Emitter<T> implements IDisposable {
	private readonly listeners = new Set<(value: T) => void>();

	constructor(private readonly onListenerError: (error: unknown) => void = () => undefined) {}

	readonly event: Event<T> = (listener) => {
		this.listeners.add(listener);
		return { dispose: () => this.listeners.delete(listener) };
	};

	get listenerCount(): number {
		return this.listeners.size;
	}

	fire(value: T): void {
		for (const listener of [...this.listeners]) {
			try {
				listener(value);
			} catch (error) {
				this.onListenerError(error);
			}
		}
	}

	dispose(): void {
		this.listeners.clear();
	}
}
