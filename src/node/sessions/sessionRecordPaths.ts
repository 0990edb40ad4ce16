// Where the records of sessions lie, what they are called, and which are there. Hooks use this: nothing here reads one.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { safeId } from '../../core/sessions/archiveName';
import type { Project } from '../project/project';

/** Sessions that run or were interrupted; sessions that have ended. */
export type Shelf = 'active' | 'archive';

export function recordsFolder(project: Project, shelf: Shelf): string {
	return path.join(project.filesRoot, '.claude', 'memory', 'sessions', shelf);
}

export function activeName(id: string): string {
	return `${safeId(id)}.json`;
}

/** What the names of all archived records of a session end with; they begin with its start. */
function archiveSuffix(id: string): string {
	return `_${safeId(id)}.json`;
}

/** Whether a file's name is that of a record of the session, on either shelf. */
export function isRecordName(name: string, id: string): boolean {
	return name === activeName(id) || name.endsWith(archiveSuffix(id));
}

/** Whether a record in the archive was written after a moment (milliseconds since 1970): nothing is missing of it. */
export async function isArchivedSince(project: Project, id: string, ms: number): Promise<boolean> {
	const folder = recordsFolder(project, 'archive');
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(archiveSuffix(id)));
	const stats = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => undefined)));
	return stats.some((found) => found !== undefined && found.mtimeMs >= ms);
}
