import { lstat } from 'node:fs/promises';
import { hostname } from 'node:os';
import process from 'node:process';
import { MINUTE_MS } from '../../core/base/dates';
import { once } from '../../core/base/once';

const UNNAMED = 'unnamed';
/** The longest name of a file of ours has room for no more. */
const LONGEST_NAME = 16;

/** What tells this machine from others, and a container from its host, as part of a file's name. */
export const machineName = once((): string => {
	try {
		return shortName(hostname());
	} catch {
		return UNNAMED;
	}
});

/** A name of letters, digits, dashes. Of a longer one the beginning says little: containers of one kind share it. */
export function shortName(name: string): string {
	const safe = name.replace(/[^\w-]/gu, '_') || UNNAMED;
	if (safe.length <= LONGEST_NAME) return safe;
	let sum = 0;
	for (let at = 0; at < safe.length; at++) sum = (Math.imul(sum, 31) + safe.charCodeAt(at)) >>> 0;
	return `${safe.slice(0, LONGEST_NAME - 8)}-${sum.toString(36)}`;
}

/** What says in a file's name that this process works on it. */
export const workerName = (): string => `${process.pid}@${machineName()}`;

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
