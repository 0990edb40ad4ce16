// Moving into another file system, where a rename cannot: what is there is on its disk, and whole, before it gets its name and
// before the source goes.
import { constants } from 'node:fs';
import { copyFile, cp, lstat, readdir, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, nameTwice, renameFile, syncFile, syncFolder } from '../base/atomicFile';
import { temporaryBeside } from '../base/temporary';

/** Copies a file to a name that is free. @throws the file system's error. */
export async function copyFileAcross(from: string, to: string): Promise<'put' | 'taken'> {
	const temporary = temporaryBeside(to);
	try {
		await copyFile(from, temporary, constants.COPYFILE_EXCL);
		await syncFile(temporary);
		const put = await nameTwice(temporary, to);
		if (put !== 'impossible') return put === 'linked' ? 'put' : 'taken';
		// One that knows no second names. Whatever is there is not written over.
		await copyFile(temporary, to, constants.COPYFILE_EXCL);
		await syncFile(to);
		return 'put';
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return 'taken';
		throw error;
	} finally {
		await unlink(temporary).catch(() => undefined);
	}
}

/** Moves a file, over whatever has its new name. @throws the file system's error: then the source is there still. */
export async function moveFileAcross(from: string, to: string): Promise<void> {
	const temporary = temporaryBeside(to);
	try {
		for (;;) {
			const before = await lstat(from);
			await copyFile(from, temporary);
			const after = await lstat(from);
			// Whatever was written while we copied is not lost: it is copied again.
			if (before.ino === after.ino && before.mtimeMs === after.mtimeMs && before.size === after.size) break;
		}
		await syncFile(temporary);
		await renameFile(temporary, to);
	} catch (error) {
		await unlink(temporary).catch(() => undefined);
		throw error;
	}
	await unlink(from);
}

/** The same for a folder with all that is in it. */
export async function moveFolderAcross(from: string, to: string): Promise<void> {
	const temporary = temporaryBeside(to);
	try {
		await cp(from, temporary, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
		await syncAll(temporary);
		await renameFile(temporary, to);
	} catch (error) {
		await rm(temporary, { recursive: true, force: true });
		throw error;
	}
	await rm(from, { recursive: true, force: true });
}

/** Makes durable what stands in a folder, its files and the folders in it. */
async function syncAll(folder: string): Promise<void> {
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		const each = path.join(entry.parentPath, entry.name);
		if (entry.isFile()) await syncFile(each);
		else if (entry.isDirectory()) await syncFolder(each);
	}
	await syncFolder(folder);
}
