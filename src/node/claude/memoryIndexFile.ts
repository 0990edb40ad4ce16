// Edits of MEMORY.md, which Claude may be writing at the same moment: read, decide, look again, replace.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { type IndexLine, insertIndexLines, removeIndexLines } from '../../core/claude/memoryIndex';
import { utf8In } from '../base/regularFile';
import { changeFile, readSharedFile } from '../base/sharedFile';

const ATTEMPTS = 5;
/** Claude Code loads 25 KB of it. What is this large is no index, and is left alone. */
const LIMIT_BYTES = 8 * 1024 * 1024;

/** The lines of the folder's MEMORY.md that link to a file. */
export async function findIndexLines(memoryDir: string, fileName: string): Promise<readonly IndexLine[]> {
	const text = await readText(path.join(memoryDir, 'MEMORY.md'));
	return text === undefined ? [] : removeIndexLines(text, fileName).removed;
}

/**
 * Takes the lines that link to a file out of the folder's MEMORY.md. A folder without one is fine.
 * @param known the lines that may go; one that somebody wrote since they were looked up stays.
 */
export async function takeIndexLines(memoryDir: string, fileName: string, known?: readonly IndexLine[]): Promise<void> {
	const mayGo = (line: string): boolean => known?.some(({ text }) => text === line) !== false;
	await rewriteIndex(memoryDir, (text) => removeIndexLines(text, fileName, mayGo).text);
}

/** Puts lines back, under the file's new name where it has one. Nothing happens where MEMORY.md is gone. */
export async function putIndexLines(
	memoryDir: string,
	lines: readonly IndexLine[],
	names?: { readonly from: string; readonly to: string },
): Promise<void> {
	if (lines.length > 0) await rewriteIndex(memoryDir, (text) => insertIndexLines(text, lines, names));
}

/**
 * Adds a line at the end of the folder's MEMORY.md; where there is none, begins it.
 * @param line without a line break. @param mayBe is asked for the whole new text; where it says no, nothing is written.
 * @returns whether it was written.
 */
export async function addIndexLine(
	memoryDir: string,
	line: string,
	mayBe: (text: string) => boolean,
): Promise<boolean> {
	const file = path.join(memoryDir, 'MEMORY.md');
	const isFirst =
		(await readIndex(memoryDir)) === undefined && (await changeFile(file, undefined, `${line}\n`, { mode: 0o644 }));
	let isWritten = isFirst;
	if (!isFirst)
		await rewriteIndex(memoryDir, (text) => {
			const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
			const next = insertIndexLines(text, [{ line: Number.MAX_SAFE_INTEGER, text: line + lineEnd }]);
			isWritten = mayBe(next);
			return isWritten ? next : text;
		});
	return isWritten;
}

/** Text of the folder's MEMORY.md; nothing where there is none that we could edit. @throws where it cannot be read. */
export async function readIndex(memoryDir: string): Promise<string | undefined> {
	return readText(path.join(memoryDir, 'MEMORY.md'));
}

/**
 * Changes the folder's MEMORY.md as a whole, again where somebody wrote in between. One that is missing, no regular file,
 * or not UTF-8 is left alone. @throws where it cannot be read.
 */
export async function rewriteIndex(
	memoryDir: string,
	change: (text: string) => string | Promise<string>,
): Promise<void> {
	if ((await readIndex(memoryDir)) === undefined) return;
	// People keep their dot files elsewhere and link them; the file that is meant is the one at the end of the link.
	const file = await realpath(path.join(memoryDir, 'MEMORY.md'));
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const before = await readText(file);
		if (before === undefined) return;
		const next = await change(before);
		if (next === before) return;
		if (await changeFile(file, before, next)) return;
	}
	throw new Error(`${file} keeps changing while it is edited.`);
}

async function readText(file: string): Promise<string | undefined> {
	const read = await readSharedFile(file, LIMIT_BYTES);
	if (read === undefined || read.sizeBytes > LIMIT_BYTES) return undefined;
	// Not UTF-8: writing it back would change bytes that are not ours. With null bytes it is UTF-16 or no text at all.
	return read.bytes.includes(0) ? undefined : utf8In(read.bytes);
}
