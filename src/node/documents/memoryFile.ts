// A file of `.claude/memory` that several writers share: read as it is, changed in one place, written as a whole.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { MEMORY_FOLDER } from '../../core/documents/names';
import { checkInside, makeFolderInside } from '../base/insideProject';
import { type Project, makeOwnRoot } from '../project/project';
import { readRegularFile } from '../base/regularFile';
import { changeFile } from '../base/sharedFile';
import { isThere } from '../base/lookAt';

const LIMIT_BYTES = 4 * 1024 * 1024;

/** How often to try again when somebody else wrote at the same moment. */
const ATTEMPTS = 5;

/** The folder of session documents and of both files that every session loads. */
export function documentsFolder(project: Project): string {
	return path.join(project.filesRoot, ...MEMORY_FOLDER.split('/'));
}

/**
 * Text of a memory file; empty where there is none.
 * @throws OutsideProjectError, or an Error with words for people where it cannot be taken for text.
 */
export async function readMemoryFile(project: Project, name: string): Promise<string> {
	return (await read(project, path.join(documentsFolder(project), name))).text;
}

/**
 * Changes a memory file. If somebody else wrote meanwhile, the file is read again, so that no words are lost.
 * @returns whether it had to be written. @throws as `readMemoryFile`, and the file system's error.
 */
export async function editMemoryFile(project: Project, name: string, edit: (text: string) => string): Promise<boolean> {
	await makeOwnRoot(project);
	const folder = documentsFolder(project);
	await makeFolderInside(project.filesRoot, folder);
	const file = path.join(folder, name);
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const before = await read(project, file);
		const after = edit(before.text);
		if (after === before.text) return false;
		const now = before.isThere ? before.text : undefined;
		// A link within the project stays one.
		const target = await realpath(file).catch(() => file);
		if (await changeFile(target, now, after, before.isThere ? {} : { mode: 0o644 })) return true;
	}
	throw new Error(`${file} is being written by another program all the time.`);
}

async function read(project: Project, file: string): Promise<{ readonly text: string; readonly isThere: boolean }> {
	if (await isThere(file)) await checkInside(project.filesRoot, file);
	const found = await readRegularFile(file, LIMIT_BYTES);
	if (found === undefined) return { text: '', isThere: false };
	if (found.sizeBytes > LIMIT_BYTES) throw new Error(`${file} is too large to be added to.`);
	const text = found.bytes.toString('utf8');
	if (!Buffer.from(text, 'utf8').equals(found.bytes)) throw new Error(`${file} is not UTF-8, so it is left alone.`);
	return { text, isThere: true };
}
