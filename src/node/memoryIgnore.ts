// Raw transcripts in a work tree get committed unless git is told otherwise (and secrets with them).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from './atomicFile';
import { checkInside, makeFolderInside } from './insideProject';
import { makeKeeperRoot } from './keeperRoot';
import type { Project } from './project';

const LINES = ['raw/', '.pending-backup', '.backup-log', 'sessions/'];

/** Makes sure that `.claude/memory/.gitignore` covers what must stay out of git; other people's lines stay. */
export async function ensureMemoryIgnored(project: Project): Promise<void> {
	await makeKeeperRoot(project);
	const folder = path.join(project.filesRoot, '.claude', 'memory');
	const file = path.join(folder, '.gitignore');
	await makeFolderInside(project.filesRoot, folder);
	await checkInside(project.filesRoot, file);
	const text = await readFile(file, 'utf8').catch(() => '');
	const present = new Set(text.split(/\r?\n/u).map((line) => line.trim()));
	const missing = LINES.filter((line) => !present.has(line));
	if (missing.length === 0) return;
	await replaceFile(file, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`, 0o644);
}
