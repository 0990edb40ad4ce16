// A thread that looks for the first match in files, as ripgrep does where there is one.
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { CHUNK, type BytePattern, findIn } from './byteFinder';
import { type PatternSource, createPattern } from './searchFile';

/** Byte offset of the first match, 0 where a file could not be read, -1 where there is none. */
function firstMatch(file: string, pattern: BytePattern, buffer: Buffer): number {
	let fd: number | undefined;
	try {
		fd = openSync(file, 'r');
		for (let start = 0; ; start += CHUNK - pattern.maxBytes + 1) {
			const length = readSync(fd, buffer, 0, CHUNK, start);
			const match = findIn(buffer, 0, length, pattern);
			if (match) return start + match.start;
			if (length < CHUNK) return -1;
		}
	} catch {
		return 0; // Whoever reads it will see why.
	} finally {
		if (fd !== undefined) closeSync(fd);
	}
}

if (parentPort) {
	const port = parentPort;
	const pattern = createPattern(workerData as PatternSource);
	const buffer = Buffer.allocUnsafeSlow(CHUNK);
	port.on('message', (files: readonly string[]) => {
		port.postMessage(files.map((file) => firstMatch(file, pattern, buffer)));
	});
}
