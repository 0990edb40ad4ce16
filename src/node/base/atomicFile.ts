// Writing without ever leaving a half-written file, and appending without ever losing somebody else's line.
import { type FileHandle, link, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { noteRefusal, passOver } from './refused';
import { sweepTemporary, temporaryBeside } from './temporary';

/** Errors that Windows gives for a moment while a virus scanner or an editor holds the file. */
const BRIEF = new Set(['EPERM', 'EBUSY', 'EACCES']);

/** Renames, with a few short retries on Windows only: elsewhere the first answer is the answer. */
export const renameFile = (from: string, to: string): Promise<void> => insistently(() => rename(from, to));

/** Removes a file in the same way. */
export const removeFile = (file: string): Promise<void> => insistently(() => unlink(file));

async function insistently(call: () => Promise<void>): Promise<void> {
	for (let attempt = 0; ; attempt++) {
		try {
			return await call();
		} catch (error) {
			if (process.platform !== 'win32' || attempt >= 5 || !BRIEF.has(errorCode(error) ?? '')) throw error;
			passOver(error);
			await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt));
		}
	}
}

/** The same. @param otherwise what may be in the way. @returns false where that is. @throws anything else. */
export async function isRenamed(from: string, to: string, otherwise: 'ENOENT' | 'EXDEV' = 'ENOENT'): Promise<boolean> {
	try {
		await renameFile(from, to);
		return true;
	} catch (error) {
		if (errorCode(error) === otherwise) return false;
		throw error;
	}
}

/**
 * Replaces a file as a whole: written beside it under a unique name, synced, renamed. A reader sees the old bytes or the
 * new ones. Durable on return. Throws the file system's own error (a full disk, no permission) and leaves the old file as it
 * was.
 * @param mode of the file; the mode of an existing file is kept where none is given, else 0600.
 */
export async function replaceFile(file: string, data: string | Uint8Array, mode?: number): Promise<void> {
	const keep = mode ?? (await stat(file).catch(() => undefined))?.mode;
	const temporary = temporaryBeside(file);
	await sweepTemporary(path.dirname(file));
	await writeNew(temporary, data, (keep ?? 0o600) & 0o777, mode === undefined);
	try {
		await renameFile(temporary, file);
	} catch (error) {
		await unlink(temporary).catch(() => undefined);
		throw error;
	}
	await syncFolder(path.dirname(file));
}

/**
 * Creates a file that must not exist yet (`EEXIST` where it does); whatever fails, no half-written file stays behind.
 * @param isExact the mode is one that a file has: what the process's mask takes from new files is not taken from it.
 */
export async function writeNew(file: string, data: string | Uint8Array, mode = 0o600, isExact = false): Promise<void> {
	let handle: FileHandle | undefined;
	try {
		handle = await open(file, 'wx', mode);
		// A file system that knows no modes is no failure.
		if (isExact) await handle.chmod(mode).catch(orUnable);
		await handle.writeFile(data);
		await handle.sync();
		await handle.close();
	} catch (error) {
		await handle?.close().catch(() => undefined);
		if (handle) await unlink(file).catch(() => undefined);
		throw error;
	}
}

/**
 * Appends one line with a single write, which is what keeps two processes from tearing each other's lines. Where the file
 * does not end in a line break (an editor took it, a full disk cut the last line), the line begins with one.
 * The text itself must not contain a line break.
 * @param isDurable it is on the disk on return, and survives a power failure.
 */
export async function appendLine(file: string, line: string, mode = 0o600, isDurable = true): Promise<void> {
	const handle = await open(file, 'a+', mode);
	try {
		const found = await handle.stat();
		if (!found.isFile()) throw new Error(`${file} is no regular file.`);
		const { size } = found;
		const last = Buffer.alloc(1);
		const isTorn = size > 0 && (await handle.read(last, 0, 1, size - 1)).bytesRead === 1 && last[0] !== 0x0a;
		const bytes = Buffer.from(`${isTorn ? '\n' : ''}${line}\n`);
		const { bytesWritten } = await handle.write(bytes);
		if (bytesWritten < bytes.length) {
			// No call has failed, so nobody else notes it; a disk does this when it is full.
			const why = { code: 'ENOSPC', syscall: 'write' };
			const error = Object.assign(new Error(`The disk took only a part of a line: ${file}`), why);
			noteRefusal(error, file);
			throw error;
		}
		if (isDurable) await handle.sync();
	} finally {
		await handle.close();
	}
	if (isDurable) await syncFolder(path.dirname(file));
}

/**
 * Makes a folder, and those above it that are not there; durable on return. One after the other: Node's own recursive call
 * says of a full disk that nothing is there.
 * @throws the file system's error, also where something else is in the way.
 */
export async function makeFolder(folder: string, mode = 0o700): Promise<void> {
	const make = async (): Promise<void> => {
		await mkdir(folder, { mode });
		await syncFolder(path.dirname(folder));
	};
	try {
		await make();
	} catch (error) {
		if (await isFolderThere(folder, error)) return;
		if (errorCode(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error;
		await makeFolder(path.dirname(folder), mode);
		// Another process may have been faster.
		await make().catch(async (again: unknown) => {
			if (!(await isFolderThere(folder, again))) throw again;
		});
	}
}

/** @throws what hinders to say so, where something stands there. */
async function isFolderThere(folder: string, error: unknown): Promise<boolean> {
	const isTaken = errorCode(error) === 'EEXIST';
	const found = await stat(folder).catch((unknown: unknown) => {
		// A link that leads nowhere is in the way, and that is what there is to say.
		if (isTaken && errorCode(unknown) !== 'ENOENT') throw unknown;
	});
	return found?.isDirectory() === true;
}

/** The `code` of a Node error (`ENOENT`, `EACCES`, …), or nothing. */
export function errorCode(error: unknown): string | undefined {
	const { code } = Object(error) as { readonly code?: unknown };
	return typeof code === 'string' ? code : undefined;
}

/** What is said where folders cannot be synced, or may be written to and not read. */
const NO_SYNC = new Set(['EACCES', 'EPERM', 'EINVAL', 'EBADF', 'ENOTSUP', 'EOPNOTSUPP', 'EISDIR']);
/** Passes over what a file system cannot do. @throws any other error. */
function orUnable(error: unknown): void {
	if (!(NO_SYNC.has(errorCode(error) ?? '') && passOver(error))) throw error;
}

/** What one says that knows no second names. */
const NO_LINKS = new Set(['EPERM', 'EACCES', 'EISDIR', 'EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV']);

/** Whether a link failed because no file has a second name there, or not from here. */
export const hasNoLinks = (error: unknown): boolean => NO_LINKS.has(errorCode(error) ?? '') && passOver(error);

/**
 * Gives a file a second name, if that is free. @returns `impossible` where the file system has no second names.
 * @throws any other error of the file system.
 */
export async function nameTwice(from: string, to: string): Promise<'linked' | 'taken' | 'impossible'> {
	try {
		await link(from, to);
		return 'linked';
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return 'taken';
		if (hasNoLinks(error)) return 'impossible';
		throw error;
	}
}

/** Makes the content of a file durable. @throws the file system's error. */
export async function syncFile(file: string): Promise<void> {
	// Windows syncs only what may be written to; elsewhere a file may be one that nobody writes to.
	const handle = await open(file, process.platform === 'win32' ? 'r+' : 'r');
	await handle.sync().finally(() => handle.close());
}

/** Makes new, renamed and removed names in a folder durable, where the system can (Windows cannot, and need not). */
export async function syncFolder(folder: string): Promise<void> {
	if (process.platform === 'win32') return;
	let handle: FileHandle | undefined;
	try {
		handle = await open(folder, 'r');
		await handle.sync();
	} catch (error) {
		orUnable(error);
	} finally {
		await handle?.close();
	}
}
