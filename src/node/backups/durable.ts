// Appended lines and new names that must survive a process killed right afterwards, and a power failure.
import path from 'node:path';
import { appendLine, syncFolder } from '../base/atomicFile';

/** Appends one line and returns when it is on the disk. Throws the file system's own error. */
export async function appendDurably(file: string, line: string): Promise<void> {
	await appendLine(file, line, 0o600, true);
	await syncFolder(path.dirname(file));
}
