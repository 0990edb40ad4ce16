// Which files a search goes through: transcripts and those of their subagents.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SearchedFile } from './searchTranscripts';

/** The transcripts of some sessions, with their subagents'. Files that are gone are left out. */
export async function filesToSearch(sessions: readonly { readonly file: string }[]): Promise<readonly SearchedFile[]> {
	const files = await Promise.all(
		sessions.map(async ({ file }) => {
			const folder = path.join(file.replace(/\.jsonl$/u, ''), 'subagents');
			return [file, ...(await transcriptsIn(folder))];
		}),
	);
	return stamped([...new Set(files.flat())]);
}

/** All transcripts of some project folders. */
export async function listAll(folders: readonly string[]): Promise<readonly SearchedFile[]> {
	const files = await Promise.all(folders.map(transcriptsIn));
	return filesToSearch(files.flat().map((file) => ({ file })));
}

async function transcriptsIn(folder: string): Promise<readonly string[]> {
	const names = await readdir(folder).catch(() => []);
	return names.filter((name) => name.endsWith('.jsonl')).map((name) => path.join(folder, name));
}

async function stamped(files: readonly string[]): Promise<readonly SearchedFile[]> {
	const found = await Promise.all(
		files.map(async (file) => ({ file, modifiedMs: (await stat(file).catch(() => undefined))?.mtimeMs })),
	);
	return found.flatMap(({ file, modifiedMs }) => (modifiedMs === undefined ? [] : [{ file, modifiedMs }]));
}
