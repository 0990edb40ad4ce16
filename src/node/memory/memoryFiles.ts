// Memory files on disk: those that Claude loads, and the notes that a project keeps beside its code.
import path from 'node:path';
import { type MemoryHead, readMemoryHead } from '../../core/memory/memoryFile';
import { isParkedFileName } from '../../core/parking/item';
import { putBackKept } from '../base/sharedFile';
import { entriesIn } from '../base/lookAt';
import { mapLimited } from '../base/mapLimited';
import { checkInside } from '../base/insideProject';
import type { Project } from '../project/project';
import { readRegularFile } from '../base/regularFile';

/** A memory is a fact, no book. What a larger file says after this is not looked at. Bytes. */
export const MEMORY_LIMIT_BYTES = 256 * 1024;

export interface MemoryFile extends MemoryHead {
	readonly path: string;
	readonly fileName: string;
	readonly modifiedMs: number;
	/** The whole text, up to the limit; empty where it is no UTF-8. */
	readonly text: string;
	/** What follows the front matter. */
	readonly body: string;
	/** Why it could not be read as a memory, in a word or two. */
	readonly problem: string | undefined;
}

/** Where accepted memories go: where Claude loads them, or beside the project's code. */
export type MemoryPlace = 'claude' | 'project';

/** The folder of a place. It need not exist. */
export function memoryFolder(project: Project, place: MemoryPlace): string {
	return place === 'claude' ? project.memoryDir : path.join(project.filesRoot, '.claude', 'memory');
}

/**
 * The memories of a folder, by name. Parked items, MEMORY.md, hidden files and links are none.
 * @throws the file system's error where the folder is not ours to read.
 */
export async function readMemoryFiles(folder: string, place: MemoryPlace = 'claude'): Promise<readonly MemoryFile[]> {
	const entries = await entriesIn(folder);
	// Reading writes nothing in a project.
	const all = place === 'project' ? [] : entries.map(({ name }) => name);
	if (await putBackKept(folder, all)) return readMemoryFiles(folder);
	const names = entries.filter((entry) => entry.isFile() && isMemoryFileName(entry.name)).map((entry) => entry.name);
	const files = await mapLimited(names.sort(), async (name) => readMemoryFile(path.join(folder, name)));
	return files.flatMap((file) => file ?? []);
}

/** Notes of a project in its own folder that are memories; session documents and the two imported files are none. */
export async function readProjectMemories(project: Project): Promise<readonly MemoryFile[]> {
	const folder = memoryFolder(project, 'project');
	try {
		await checkInside(project.filesRoot, folder);
	} catch {
		return []; // It leads out of the project, or the project is not there yet.
	}
	const files = await readMemoryFiles(folder, 'project');
	return files.filter(
		({ fileName, type }) => type !== undefined && !/^(?:session-\d|active-context|project-memory)/u.test(fileName),
	);
}

/** A memory, and neither the index nor a parked item. */
export function isMemoryFileName(name: string): boolean {
	return /^[^.].*\.md$/su.test(name) && name !== 'MEMORY.md' && !isParkedFileName(name);
}

/** @returns nothing where there is no such regular file. */
async function readMemoryFile(file: string): Promise<MemoryFile | undefined> {
	const fileName = path.basename(file);
	const empty = { path: file, fileName, text: '', body: '', ...readMemoryHead(fileName, {}) };
	try {
		const read = await readRegularFile(file, MEMORY_LIMIT_BYTES, { isLinkRefused: true });
		if (read === undefined) return undefined;
		const { modifiedMs } = read;
		const text = read.bytes.toString('utf8');
		if (read.bytes.includes(0)) return { ...empty, modifiedMs, problem: 'not a text' };
		const { parseFrontMatter } = await import('../base/frontmatter');
		const { data, body, problem } = parseFrontMatter(text);
		return {
			...empty,
			modifiedMs,
			...readMemoryHead(fileName, data),
			text,
			body,
			problem: problem === undefined ? undefined : 'unreadable front matter',
		};
	} catch {
		return { ...empty, modifiedMs: 0, problem: 'not ours to read' };
	}
}
