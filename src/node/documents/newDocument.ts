// Puts a document under a name that nobody has: it is there as a whole, or not at all, and nothing is written over.
import { link, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, renameFile, writeNew } from '../base/atomicFile';
import { sweepTemporary, temporaryBeside } from '../base/temporary';

/** File systems that have no second names for a file. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK', 'EACCES']);

/** @returns false where the name is taken. @throws the file system's error; nothing is left behind then. */
export async function putDocument(file: string, text: string): Promise<boolean> {
	const temporary = await temporaryBeside(file);
	await sweepTemporary(path.dirname(file));
	await writeNew(temporary, text, 0o644);
	try {
		await link(temporary, file);
		return true;
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return false;
		if (!NO_LINKS.has(errorCode(error) ?? '')) throw error;
		if ((await stat(file).catch(() => undefined)) !== undefined) return false;
		await renameFile(temporary, file);
		return true;
	} finally {
		await unlink(temporary).catch(() => undefined);
	}
}

/** Nothing was written: the chosen path cannot be taken. The message is for people. */
export class DocumentPathError extends Error {
	constructor(
		readonly reason: 'taken' | 'noFolder',
		message: string,
	) {
		super(message);
		this.name = 'DocumentPathError';
	}
}
