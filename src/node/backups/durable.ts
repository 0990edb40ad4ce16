// Appended lines and new names that must survive a process killed right afterwards, and a power failure.
import { open } from 'node:fs/promises';
import path from 'node:path';
import { appendLine } from '../base/atomicFile';

/** Appends one line and returns when it is on the disk. Throws the file system's own error. */
export async function appendDurably(file: string, line: string): Promise<void> {
	await appendLine(file, line, 0o600, true);
	await syncFolder(path.dirname(file));
}

/** Makes new, renamed and removed names in a folder durable, where the system can (Windows cannot, and need not). */
export async function syncFolder(folder: string): Promise<void> {
	if (process.platform === 'win32') return;
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
