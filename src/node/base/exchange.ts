// Changing a file that other programs write, too. A rename goes over whatever is there by then, so the old file is taken
// away first, under a name that is kept, and looked at; then the new one gets the name by a link, which fails where
// somebody was faster. Who is killed between the two leaves the file under the kept name only: the next one puts it back.
import { constants } from 'node:fs';
import { mkdir, readdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MINUTE_MS } from '../../core/base/dates';
import { errorCode, isRenamed, nameTwice, removeFile, renameFile, syncFolder, writeNew } from './atomicFile';
import { isTrackedIn } from './gitLayout';
import { isWorkedOn } from './isRunning';
import { isFile, isOneFile, isThere } from './lookAt';
import { readRegularFile } from './regularFile';
import { KEPT, sweepTemporary, temporaryBeside } from './temporary';

/** Ending of what is being written (`temporaryBeside`), and of what it is to replace. */
const [FRESH, OLD] = ['.tmp', '.old'];
/** Names of what this very process is working on: another may reach the folder by another path. */
const busy = new Set<string>();

/** Two versions of a file are there, and nothing of either is lost. The message is for people. */
export class KeptCopyError extends Error {
	constructor(
		file: string,
		readonly copy: string,
	) {
		super(`Another program wrote ${file} at the same moment. Both versions are there, one of them in ${copy}`);
		this.name = 'KeptCopyError';
	}
}

/**
 * Replaces a file as a whole where it still holds what was read.
 * @param before what was read; nothing where there was no file.
 * @param after the new bytes, on the disk on return; nothing where the file goes.
 * @param how.mode of the file; that of the old one where none is given, else 0600.
 * @param how.isModeExact it is that of another file: the process's mask takes nothing from it.
 * @param how.modifiedMs when the file shall have been changed, in milliseconds since 1970; else now.
 * @returns false where another program has written it since: it holds what that wrote.
 * @throws KeptCopyError, and the file system's own error: then the file is as it was. Else the message says what is so.
 */
export async function exchangeFile(
	file: string,
	before: string | Uint8Array | undefined,
	after: string | Uint8Array | undefined,
	how: {
		readonly mode?: number | undefined;
		readonly isModeExact?: boolean;
		readonly modifiedMs?: number | undefined;
	} = {},
): Promise<boolean> {
	const known = before === undefined ? undefined : Buffer.from(before);
	const folder = path.dirname(file);
	await putBackIn(folder);
	await sweepTemporary(folder);
	if (known === undefined && (await isTakenAway(file))) return false;
	const fresh = temporaryBeside(file);
	const old = fresh.slice(0, -FRESH.length) + OLD;
	busy.add(path.basename(old));
	let isDone = false;
	try {
		if (after !== undefined) {
			const had = (await stat(file).catch(() => undefined))?.mode;
			// A file that says read-only means it, though a rename could replace it.
			if (had !== undefined && (had & 0o222) === 0) throw new Error(`${file} is read-only.`);
			const isExact = how.isModeExact ?? how.mode === undefined;
			await writeNew(fresh, after, (how.mode ?? had ?? 0o600) & 0o777, isExact && (had ?? how.mode) !== undefined);
			// Before it takes its place: whoever dies in between must not leave the new bytes with another time.
			if (how.modifiedMs !== undefined) await utimes(fresh, how.modifiedMs / 1000, how.modifiedMs / 1000);
		}
		const put = after === undefined ? undefined : fresh;
		isDone = known === undefined ? await isPut(fresh, file) : await isExchanged(file, old, known, put);
		if (isDone)
			await syncFolder(folder).catch((error: unknown) => {
				throw new Error(`${file} was changed, but the disk did not confirm it (${wordOf(error)})`);
			});
		return isDone;
	} finally {
		busy.delete(path.basename(old));
		// Last: who finds the old file without it knows that the new one was in its place.
		if (isDone || !(await isThere(old))) await removeFile(fresh).catch(() => undefined);
	}
}

/**
 * Adds to the end of a file, by one call: whatever somebody else writes there meanwhile stays.
 * @param was its text when it was read; where there was none, it is begun, with its folder. @param mode of what is begun
 * @returns false where one has come since. @throws the file system's error, also where it has gone since.
 */
export async function addToEnd(
	file: string,
	bytes: Uint8Array,
	was: string | undefined,
	mode: number,
): Promise<boolean> {
	await mkdir(path.dirname(file), { recursive: true });
	if (was === undefined) return exchangeFile(file, undefined, bytes, { mode });
	// Not begun: who replaces it has it under another name for a moment.
	await writeFile(file, bytes, { flag: constants.O_WRONLY | constants.O_APPEND });
	return true;
}

async function isExchanged(file: string, old: string, known: Buffer, fresh: string | undefined): Promise<boolean> {
	if (!(await holds(file, known)) || !(await isRenamed(file, old))) return false;
	let isDone: boolean;
	try {
		isDone = (await holds(old, known)) && (fresh === undefined || (await isPut(fresh, file)));
		// Left where it is, it would come back.
		if (isDone && fresh === undefined) await unlink(old);
	} catch (error) {
		await giveBack(file, old, known).catch((backError: unknown) => {
			if (backError instanceof KeptCopyError) throw backError;
			throw new Error(`${file} could not be changed (${wordOf(error)}), and lies in ${old} until it can be restored`);
		});
		throw error;
	}
	if (!isDone) await giveBack(file, old, known);
	else if (fresh !== undefined) await drop(file, old, known);
	return isDone;
}

/**
 * Gives the old file its name again. Where another program has begun one by now, that one stays and the old one is kept: who
 * found none to add to does not know what was in it.
 */
async function giveBack(file: string, old: string, known: Buffer): Promise<void> {
	const isBack = await isPut(old, file).catch(async (error: unknown) => {
		// A full disk has no room for a second name.
		if (await isThere(file)) throw error;
		return isRenamed(old, file);
	});
	if (!isBack && known.length === 0) return drop(file, old, known);
	if (!isBack) throw await keptCopy(file, old);
	await removeFile(old).catch(() => undefined);
}

/** Removes what was replaced. Whoever had it open may have written to it meanwhile: that is kept. */
async function drop(file: string, old: string, known: Buffer): Promise<void> {
	// What cannot be read or removed now is left to the next one.
	const isSame = await holds(old, known).catch(() => undefined);
	if (isSame === false) throw await keptCopy(file, old);
	if (isSame === true) await removeFile(old).catch(() => undefined);
}

/** @returns what says where the copy is. */
async function keptCopy(file: string, old: string): Promise<KeptCopyError> {
	const copy = `${file}.kept-${KEPT.exec(path.basename(old))?.[4] ?? ''}`;
	await renameFile(old, copy);
	return new KeptCopyError(file, copy);
}

/**
 * Brings to an end what killed processes of ours began in a folder: takes an old file back where there is none by now.
 * @param names of what is in it. @returns whether a file came back.
 * @throws KeptCopyError where another program has written the file since.
 */
export async function putBackIn(folder: string, names?: readonly string[]): Promise<boolean> {
	let hasCome = false;
	for (const name of names ?? (await readdir(folder).catch(() => []))) {
		const [, of, pid, machine] = KEPT.exec(name) ?? [];
		const old = path.join(folder, name);
		if (of === undefined || busy.has(name)) continue;
		// What a repository brings along is no file of ours that somebody was taking away.
		if (await isTrackedIn(folder, [name])) continue;
		if (!(await isFile(old)) || (await isWorkedOn(old, Number(pid), MINUTE_MS, machine))) continue;
		const file = path.join(folder, of);
		const fresh = old.slice(0, -OLD.length) + FRESH;
		const isBack = await isPut(old, file);
		const isOver = isBack || !(await isThere(fresh)) || (await isOneFile(fresh, file)) || (await isOneFile(old, file));
		// Beside an old file that another one took the place of, what was to take it is nobody's.
		if (!isOver) await unlink(fresh);
		if (!isOver) throw await keptCopy(file, old);
		// The old one last but where it is back: without the new one, it would be taken for replaced.
		for (const each of isBack ? [fresh, old] : [old, fresh]) await unlink(each).catch(() => undefined);
		hasCome ||= isBack;
	}
	if (hasCome) await syncFolder(folder);
	return hasCome;
}

/** Whether a file is missing only because somebody is at replacing it. */
async function isTakenAway(file: string): Promise<boolean> {
	const folder = path.dirname(file);
	if (await isThere(file)) return false;
	for (const name of await readdir(folder)) {
		const [, of, pid, machine] = KEPT.exec(name) ?? [];
		if (of !== path.basename(file) || (await isTrackedIn(folder, [name]))) continue;
		const old = path.join(folder, name);
		if (busy.has(name) || ((await isFile(old)) && (await isWorkedOn(old, Number(pid), MINUTE_MS, machine))))
			return true;
	}
	return false;
}

/** Whether a regular file holds these bytes. @throws where it cannot be read. */
async function holds(file: string, bytes: Buffer): Promise<boolean> {
	const read = await readRegularFile(file, bytes.length + 1, { isLinkRefused: true });
	return read?.bytes.equals(bytes) === true;
}

/** Gives a file a name that is free; the one that it had is left, or not. @returns false where it is taken. */
export async function isPut(from: string, to: string): Promise<boolean> {
	const put = await nameTwice(from, to);
	if (put !== 'impossible') return put === 'linked';
	// Without second names a moment is left in which somebody may be faster.
	if (await isThere(to)) return false;
	await renameFile(from, to);
	return true;
}

const wordOf = (error: unknown): string => errorCode(error) ?? String(error);
