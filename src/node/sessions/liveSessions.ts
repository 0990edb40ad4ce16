// Which sessions run right now, by Claude Code's own registry, checked against the processes themselves.
import { readFile, readdir, readlink, realpath } from 'node:fs/promises';
import { uptime } from 'node:os';
import path from 'node:path';
import { type RegistryEntry, parseRegistryEntry } from '../../core/claude/registry';
import type { ClaudeHome } from '../claude/claudeHome';
import { isRunning } from '../base/isRunning';
import { readRegularFile } from '../base/regularFile';

/** What is done about an error of the file system. */
type Otherwise = (error: unknown) => undefined;

/** An entry as it was read. */
interface ReadEntry {
	readonly entry: RegistryEntry;
	/** When Claude Code last wrote it, milliseconds since 1970. */
	readonly writtenMs: number;
}

/** An entry that its process left behind: it was killed, or the machine went off. */
export type StaleEntry = ReadEntry;

/** Tells whether the process of an entry is the one that wrote it. */
type Liveness = (read: ReadEntry) => Promise<boolean>;

const ENTRY_LIMIT_BYTES = 64 * 1024;

/**
 * Running sessions on this machine. Never throws, unless `otherwise` does: what is done about an error (`noneIsFine`).
 * @returns nothing where the registry is missing (2.1.76 and older have none) or cannot be read: then nobody knows what
 * runs, which is not the same as that nothing does.
 */
export async function readLiveSessions(
	claude: ClaudeHome,
	isAlive: Liveness = isProcessAlive,
	otherwise?: Otherwise,
): Promise<readonly RegistryEntry[] | undefined> {
	const read = await readEntries(claude, otherwise);
	const alive = await Promise.all((read ?? []).map(async (each) => ((await isAlive(each)) ? [each.entry] : [])));
	return read && alive.flat();
}

/** Entries of processes of this machine that do not run any more. Claude Code does not clean them up. Never throws. */
export async function readStaleEntries(claude: ClaudeHome): Promise<readonly StaleEntry[]> {
	const read = (await readEntries(claude)) ?? [];
	const stale = await Promise.all(
		read.map(async (each) => {
			const isGone = (await isOurPidDomain(each.entry.pidDomain)) && !(await isProcessAlive(each));
			return isGone ? [each] : [];
		}),
	);
	return stale.flat();
}

async function readEntries(
	{ sessionsDir }: ClaudeHome,
	otherwise: Otherwise = () => undefined,
): Promise<readonly ReadEntry[] | undefined> {
	const names = await readdir(sessionsDir).catch(otherwise);
	if (names === undefined) return undefined;
	const entries = await Promise.all(
		// Beside each entry lies a `.key` file with a secret. It is not ours to read.
		names
			.filter((name) => /^\d+\.json$/u.test(name))
			.map(async (name) => {
				const read = await readRegularFile(path.join(sessionsDir, name), ENTRY_LIMIT_BYTES).catch(otherwise);
				const entry = parseRegistryEntry(read?.bytes.toString() ?? '');
				if (read === undefined || entry === undefined) return [];
				const cwd = await realpath(entry.cwd).catch(() => entry.cwd);
				return [{ entry: { ...entry, cwd }, writtenMs: read.modifiedMs }];
			}),
	);
	return entries.flat();
}

/**
 * Whether an entry's process still runs: its id exists, and (where the system tells, on Linux) it started when the entry
 * says. Elsewhere the machine must not have been started since the entry was written. One of another container or machine
 * is not alive here.
 */
export async function isProcessAlive({ entry, writtenMs }: ReadEntry): Promise<boolean> {
	if (!(await isOurPidDomain(entry.pidDomain))) return false;
	if (!isRunning(entry.pid)) return false;
	if (process.platform !== 'linux') return writtenMs > Date.now() - uptime() * 1_000;
	// From the third field on: the command in the second may hold spaces and parentheses.
	const stat = await readFile(`/proc/${entry.pid}/stat`, 'utf8').catch(() => '');
	// When it started is in clock ticks since boot.
	const { 0: state, 19: started } = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	// `Z`: it has ended, and its parent has not asked how. Where one start is unknown, they count as the same process.
	return state !== 'Z' && (started ?? entry.procStart) === (entry.procStart ?? started);
}

/** `linux:<machine id>:pid:[<namespace>]`: process ids mean something only inside their namespace. */
async function isOurPidDomain(domain: string | undefined): Promise<boolean> {
	const namespace = /:(pid:\[\d+\])$/u.exec(domain ?? '')?.[1];
	if (process.platform !== 'linux' || namespace === undefined) return true;
	const ours = await readlink('/proc/self/ns/pid').catch(() => undefined);
	return ours === undefined || ours === namespace;
}
