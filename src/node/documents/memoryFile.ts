// A file of `.claude/memory` that several writers share: read as it is, changed in one place, written as a whole.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { MEMORY_FOLDER } from '../../core/documents/names';
import { checkInside, makeFolderInside } from '../base/insideProject';
import { type Project, makeOwnRoot } from '../project/project';
import { readRegularFile, utf8In } from '../base/regularFile';
import { changeFile } from '../base/sharedFile';
import type { ChangeEdit } from '../keeper/changeEdit';
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
 * @param change puts it on record; without, it cannot be taken back.
 * @returns whether it had to be written. @throws as `readMemoryFile`, and the file system's error.
 */
export async function editMemoryFile(
	project: Project,
	name: string,
	edit: (text: string) => string,
	change?: ChangeEdit,
): Promise<boolean> {
	await makeOwnRoot(project);
	const folder = documentsFolder(project);
	await makeFolderInside(project.filesRoot, folder);
	const file = path.join(folder, name);
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const before = await read(project, file);
		const after = edit(before.text);
		if (after === before.text) return false;
		// A link within the project stays one.
		const target = await realpath(file).catch(() => file);
		const now = before.modifiedMs === undefined ? undefined : { ...before, modifiedMs: before.modifiedMs };
		const put = (): Promise<boolean> => changeFile(target, now?.text, after, now === undefined ? { mode: 0o644 } : {});
		if (await (change?.replace(target, now, after, put) ?? put())) return true;
	}
	throw new Error(`${file} is being written by another program all the time.`);
}

/** @returns no time of a file that is not there. */
async function read(
	project: Project,
	file: string,
): Promise<{ readonly text: string; readonly modifiedMs: number | undefined }> {
	if (await isThere(file)) await checkInside(project.filesRoot, file);
	const found = await readRegularFile(file, LIMIT_BYTES);
	if (found === undefined) return { text: '', modifiedMs: undefined };
	if (found.sizeBytes > LIMIT_BYTES) throw new Error(`${file} is too large to be added to.`);
	const text = utf8In(found.bytes);
	if (text === undefined) throw new Error(`${file} is not UTF-8, so it is left alone.`);
	return { text, modifiedMs: found.modifiedMs };
}
