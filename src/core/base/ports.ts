// What the core and the adapters need from the outside world, as interfaces only.
import type { IDisposable } from './disposable';

/** The only source of time. Milliseconds since 1970, UTC. */
export interface Clock {
	now(): number;
	/** Calls `run` once, no earlier than `atMs`. Dispose to cancel. A late call is possible: the machine may have slept. */
	schedule(atMs: number, run: () => void): IDisposable;
}

/** Where ids, counts, sizes and durations go. Never file contents, prompts or secrets. */
export interface Logger {
	debug(message: string): void;
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
