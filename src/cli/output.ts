// Standard output. Node's own stream for it takes as long to load as a list of parked items to make, so what is neither a
// terminal nor anything that may say "later" is written to directly.
import { fstatSync, statSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';

/** Where an answer goes. */
export interface Output {
	/** Whether a person looks at it. */
	isTerminal(): boolean;
	/** How much fits on the terminal, in cells and lines. */
	size(): { readonly columns: number; readonly rows: number };
	/** Writes an answer as a whole. */
	write(text: string): void;
	/** For an answer in pieces. */
	stream(): Writable;
}

/** Standard output of this process. A reader that closes early (`| head`) is not an error. */
export const processOutput: Output = {
	isTerminal: () => !isFileOrPipe(1) && process.stdout.isTTY,
	// A terminal that says nothing of its size says 0.
	size: () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 }),
	write: writeOutput,
	stream: outputStream,
};

function outputStream(): Writable {
	if (process.stdout.listenerCount('error', failed) === 0) process.stdout.on('error', failed);
	return process.stdout;
}

function writeOutput(text: string): void {
	if (!isFileOrPipe(1)) {
		outputStream().write(text);
		return;
	}
	let rest = Buffer.from(text);
	try {
		while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
	} catch (error) {
		// A pipe that somebody set so that a full one does not wait: the stream knows how to.
		if ((error as NodeJS.ErrnoException).code === 'EAGAIN') outputStream().write(rest);
		else failed(error as NodeJS.ErrnoException);
	}
}

/** Whether it is surely no terminal. @param descriptor standard output, or error */
export function isFileOrPipe(descriptor: 1 | 2): boolean {
	try {
		const stat = fstatSync(descriptor);
		return stat.isFIFO() || stat.isFile() || stat.isSocket() || stat.rdev === statSync('/dev/null').rdev;
	} catch {
		return false; // Standard output is closed, or there is no such device: the stream deals with it.
	}
}

function failed(error: NodeJS.ErrnoException): void {
	if (error.code === 'EPIPE') process.exit(0);
	process.stderr.on('error', () => undefined);
	process.stderr.write(`The answer could not be written: ${error.message}\n`);
	process.exit(1);
}
