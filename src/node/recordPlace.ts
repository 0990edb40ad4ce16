// Where the records of sessions lie, and what they are called.
import path from 'node:path';
import { safeId } from '../core/lifecycle/archiveName';
import type { Project } from './project';

/** Sessions that run or were interrupted; sessions that have ended. */
export type Shelf = 'active' | 'archive';

export function recordsFolder(project: Project, shelf: Shelf): string {
	return path.join(project.filesRoot, '.claude', 'memory', 'sessions', shelf);
}

export function activeName(id: string): string {
	return `${safeId(id)}.json`;
}

/** What the names of all archived records of a session end with; they begin with its start. */
export function archiveSuffix(id: string): string {
	return `_${safeId(id)}.json`;
}
