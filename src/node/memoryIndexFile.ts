// Edits of MEMORY.md, which Claude may be writing at the same moment: read, decide, look again, replace.
import { lstat, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { type IndexLine, insertIndexLines, removeIndexLines } from '../core/parking/memoryIndex';
import { replaceFile } from './atomicFile';

const ATTEMPTS = 5;

/** Takes the lines that link to a file out of the folder's MEMORY.md, and returns them. A folder without one is fine. */
export async function takeIndexLines(memoryDir: string, fileName: string): Promise<readonly IndexLine[]> {
	let taken: readonly IndexLine[] = [];
	await edit(memoryDir, (text) => {
		const { text: next, removed } = removeIndexLines(text, fileName);
		taken = removed;
		return next;
	});
	return taken;
}

/** Puts lines back, under the file's new name where it has one. Nothing happens where MEMORY.md is gone. */
export async function putIndexLines(
	memoryDir: string,
	lines: readonly IndexLine[],
	names?: { readonly from: string; readonly to: string },
): Promise<void> {
	if (lines.length > 0) await edit(memoryDir, (text) => insertIndexLines(text, lines, names));
}

async function edit(memoryDir: string, change: (text: string) => string): Promise<void> {
	const listed = path.join(memoryDir, 'MEMORY.md');
	const found = await lstat(listed).catch(() => undefined);
	if (found === undefined) return;
	// People keep their dot files elsewhere and link them; the file that is meant is the one at the end of the link.
	const file = found.isSymbolicLink() ? await realpath(listed) : listed;
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const before = await readFile(file);
		const text = before.toString('utf8');
		// Not UTF-8: writing it back would change bytes that are not ours.
		if (!Buffer.from(text, 'utf8').equals(before)) return;
		const next = change(text);
		if (next === text) return;
		if ((await readFile(file)).equals(before)) return replaceFile(file, next);
	}
}
