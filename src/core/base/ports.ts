// What the core and the adapters need from the outside world.
import type { IDisposable } from './disposable';

/** The only source of time. Milliseconds since 1970, UTC. */
export interface Clock {
	now(): number;
	/** Calls `run` once, no earlier than `atMs`. Dispose to cancel. A late call is possible: the machine may have slept. */
	schedule(atMs: number, run: () => void): IDisposable;
}

/** Calls again and again, first after that time. Dispose to end it. */
export function everyMs(clock: Clock, ms: number, run: () => void): IDisposable {
	let timer: IDisposable | undefined;
	const next = (): void => {
		timer = clock.schedule(clock.now() + ms, () => {
			next();
			run();
		});
	};
	next();
	return { dispose: () => timer?.dispose() };
}

/** Where ids, counts, sizes and durations go. Never file contents, prompts or secrets. */
export interface Logger {
	info(message: string): void;
	warn(message: string): void;
	error(message: string, error?: unknown): void;
}

/** A commit as a summary shows it. */
export interface Commit {
	/** Abbreviated hash. */
	readonly hash: string;
	/** First line of the message. */
	readonly subject: string;
}

/** Remembers small things over windows and restarts. */
export interface Memento {
	get<T>(key: string): T | undefined;
	update(key: string, value: unknown): PromiseLike<void>;
}
