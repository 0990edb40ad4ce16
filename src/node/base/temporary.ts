// What is being written lies beside its target under a name of this form until it is whole. Who is killed in between
// leaves it there; the next one who writes into the folder takes it away.
import { lstat, readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS, MINUTE_MS } from '../../core/base/dates';
import { isRunning, machineName, workerName } from './isRunning';

/** The name of what is being written, and by which process of which machine; earlier versions did not say that. */
export const TEMPORARY = /^\..+\.(\d+)(?:@([\w-]+))?\.[0-9a-f]{12}\.tmp$/su;

/** The name under which a file is kept while another takes its place: of which file, by whom, and what is its own. */
export const KEPT = /^\.(.+)\.(\d+)(?:@([\w-]+))?\.([0-9a-f]{12})\.old$/su;

/**
 * What speaks for somebody being at a file: its process runs, and it was written to within the hour. Each may deceive: the
 * id is another process's by now. Whether a process of another machine runs nobody knows here: it is given a minute.
 * @param name of the file. @param writtenMs milliseconds since 1970, as is `nowMs`.
 * @returns how many of the two; nothing where the name is none of what is being written.
 */
export function signsOfWriter(name: string, writtenMs: number, nowMs: number): number | undefined {
	const [, pid, machine = machineName()] = TEMPORARY.exec(name) ?? [];
	if (pid === undefined) return undefined;
	const runs = machine === machineName() ? isRunning(Number(pid)) : nowMs - writtenMs < MINUTE_MS;
	return Number(runs) + Number(nowMs - writtenMs < HOUR_MS);
}

/** Folders that were looked through: once per process is enough. */
const swept = new Set<string>();

/** A name beside a file that nobody else has. */
export function temporaryBeside(file: string): string {
	return path.join(path.dirname(file), `.${path.basename(file)}.${workerName()}.${randomHex(6)}.tmp`);
}

/**
 * Removes what killed writers of ours left in a folder: files at which, by both signs, nobody is any more. Never
 * throws.
 */
export async function sweepTemporary(folder: string): Promise<void> {
	if (swept.has(folder)) return;
	swept.add(folder);
	const names: readonly string[] = await readdir(folder).catch(() => []);
	for (const name of names) {
		// What it was to replace is still to be put back (`exchange.ts`).
		if (!TEMPORARY.test(name) || names.includes(name.replace(/tmp$/u, 'old'))) continue;
		const file = path.join(folder, name);
		const found = await lstat(file).catch(() => undefined);
		const isLeft = found?.isFile() === true && signsOfWriter(name, found.mtimeMs, Date.now()) === 0;
		if (isLeft) await unlink(file).catch(() => undefined);
	}
}

/**
 * Hexadecimal digits by chance, two for each byte: for names that nobody else has, never for a secret. Node's cryptography
 * takes as long to load as a list of parked items to print.
 */
export function randomHex(bytes: number): string {
	return Array.from({ length: 2 * bytes }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}
