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
