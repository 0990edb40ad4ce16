import { lstat } from 'node:fs/promises';
import process from 'node:process';

/** Whether a process of this machine runs. Its id may be another program's by now. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM'; // Somebody else's.
	}
}

/**
 * Whether another process works on what has its id in the name: one that runs, and has named it so not long ago. After a
 * while the id is another program's, or another machine's.
 */
export async function isWorkedOn(file: string, pid: number, withinMs: number): Promise<boolean> {
	if (pid === process.pid || !isRunning(pid)) return false;
	const found = await lstat(file).catch(() => undefined);
	return found !== undefined && Date.now() - found.ctimeMs < withinMs;
}
