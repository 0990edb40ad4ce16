import { lstat } from 'node:fs/promises';
import { hostname } from 'node:os';
import process from 'node:process';
import { MINUTE_MS } from '../../core/base/dates';
import { once } from '../../core/base/once';

const UNNAMED = 'unnamed';
const LONGEST_NAME = 64;

/** What tells this machine from others, and a container from its host, as part of a file's name. */
export const machineName = once((): string => {
	try {
		return (
			hostname()
				.slice(0, LONGEST_NAME)
				.replace(/[^\w-]/gu, '_') || UNNAMED
		);
	} catch {
		return UNNAMED;
	}
});

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
 * while the id is another program's. Of another machine's process nobody knows here whether it runs: it has a minute.
 */
export async function isWorkedOn(
	file: string,
	pid: number,
	withinMs: number,
	machine = machineName(),
): Promise<boolean> {
	const isHere = machine === machineName();
	if (isHere && (pid === process.pid || !isRunning(pid))) return false;
	const found = await lstat(file).catch(() => undefined);
	return found !== undefined && Date.now() - found.ctimeMs < (isHere ? withinMs : MINUTE_MS);
}
