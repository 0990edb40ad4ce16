import type { Logger } from '../base/ports';

/** Keeps every message, so that a test can tell what was said and how often. */
export class RecordingLogger implements Logger {
	/** `level: message`, in order. */
	readonly lines: string[] = [];

	info(message: string): void {
		this.lines.push(`info: ${message}`);
	}

	warn(message: string): void {
		this.lines.push(`warn: ${message}`);
	}

	error(message: string, error?: unknown): void {
		this.lines.push(`error: ${message}${error === undefined ? '' : ` (${String(error)})`}`);
	}

	/** How many messages contain a text. */
	count(part: string): number {
		return this.lines.filter((line) => line.includes(part)).length;
	}
}
