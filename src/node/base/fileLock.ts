// One writer at a time across processes. A lock whose owner died is taken over: by its process id on this machine, by a
// heartbeat that stopped where the id says nothing (another machine, an id that was given to another program).
import { link, readFile, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errorCode, hasNoLinks, writeNew } from './atomicFile';
import { randomHex, temporaryBeside } from './temporary';
import { isRunning } from './isRunning';
import { isThere } from './lookAt';

const POLL_MS = 25;
const HEARTBEAT_MS = 5_000;
const SILENT_MS = 60_000;

/**
 * Runs `work` while holding a lock file.
 * @param waitMs how long to wait for somebody else.
 * @returns what `work` gives; nothing where the lock could not be had in time.
 */
export async function withFileLock<T>(
	file: string,
	waitMs: number,
	work: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
	const token = `${hostname()} ${process.pid} ${randomHex(6)}`;
	// Hooks take locks, and `performance` is loaded when it is first asked for.
	const until = process.uptime() + waitMs / 1_000;
	while (!(await take(file, token))) {
		if (process.uptime() >= until) return undefined;
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	const heartbeat = setInterval(() => {
		const now = new Date();
		void utimes(file, now, now).catch(() => undefined);
	}, HEARTBEAT_MS);
	heartbeat.unref();
	try {
		return { value: await work() };
	} finally {
		clearInterval(heartbeat);
		// Somebody may have taken over while this machine slept: then it is theirs to release.
		if ((await readFile(file, 'utf8').catch(() => '')) === token) await unlink(file).catch(() => undefined);
	}
}

async function take(file: string, token: string): Promise<boolean> {
	if (await isCreated(file, token)) return true;
	const owner = await readFile(file, 'utf8').catch(() => undefined);
	if (owner === undefined || !(await isDead(file, owner))) return false;
	// Two may see the same dead owner: one of them removes its lock, and only if it still is that one's.
	const claim = `${file}.takeover`;
	if (!(await isCreated(claim, token))) {
		const taker = await readFile(claim, 'utf8').catch(() => undefined);
		if (taker !== undefined && (await isDead(claim, taker))) await unlink(claim).catch(() => undefined);
		return false;
	}
	try {
		if ((await readFile(file, 'utf8').catch(() => undefined)) === owner) await unlink(file).catch(() => undefined);
		return await isCreated(file, token);
	} finally {
		await unlink(claim).catch(() => undefined);
	}
}

/**
 * A lock appears together with the name of its owner: who is killed between the two would leave one that nobody can tell
 * from a living one's. So it is a second name of a file that is written already.
 */
async function isCreated(file: string, text: string): Promise<boolean> {
	if (await isThere(file)) return false;
	const temporary = temporaryBeside(file);
	try {
		await writeFile(temporary, text, { flag: 'wx', mode: 0o600 });
		await link(temporary, file);
		return true;
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return false;
		if (hasNoLinks(error)) return isWritten(file, text);
		throw error;
	} finally {
		await unlink(temporary).catch(() => undefined);
	}
}

async function isWritten(file: string, text: string): Promise<boolean> {
	try {
		await writeNew(file, text, 0o600);
		return true;
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return false;
		throw error;
	}
}

async function isDead(file: string, owner: string): Promise<boolean> {
	const [host, id] = owner.split(' ');
	const pid = Number(id);
	// Signals to 0 and below go to groups of processes.
	if (host === hostname() && Number.isInteger(pid) && pid > 0 && !isRunning(pid)) return true;
	return isSilent(file);
}

async function isSilent(file: string): Promise<boolean> {
	const found = await stat(file).catch(() => undefined);
	return found !== undefined && Date.now() - found.mtimeMs > SILENT_MS;
}
