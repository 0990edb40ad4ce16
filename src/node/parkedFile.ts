// One parked item's file, read with care: it may be huge, binary, a device, or gone since it was listed.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { type ParkedContent, readContent, unreadableContent } from '../core/parking/item';
import { errorCode } from './atomicFile';
import { parseFrontMatter } from './frontmatter';

/** No open loop needs more; what a larger file says after this is kept, but not searched. */
const READ_LIMIT_BYTES = 256 * 1024;

/** @returns what a file holds (unreadable content has its own words), or nothing where there is no such regular file. */
export async function readParkedFile(
	file: string,
): Promise<{ readonly content: ParkedContent; readonly modifiedMs: number } | undefined> {
	const fileName = path.basename(file);
	let handle;
	try {
		// Without O_NONBLOCK a pipe under an item's name would hold us up for good; links are left alone.
		handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
		const stat = await handle.stat();
		if (!stat.isFile()) return undefined;
		const buffer = Buffer.alloc(Math.min(stat.size, READ_LIMIT_BYTES));
		const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
		return { content: parse(fileName, buffer.subarray(0, bytesRead)), modifiedMs: stat.mtimeMs };
	} catch (error) {
		if (errorCode(error) === 'EACCES' || errorCode(error) === 'EPERM') return unreadable(file, fileName);
		return undefined;
	} finally {
		await handle?.close();
	}
}

/** A file that is not ours to read still has a name and an age. */
async function unreadable(
	file: string,
	fileName: string,
): Promise<{ readonly content: ParkedContent; readonly modifiedMs: number } | undefined> {
	const { lstat } = await import('node:fs/promises');
	const stat = await lstat(file).catch(() => undefined);
	return stat?.isFile() === true ? { content: unreadableContent(fileName), modifiedMs: stat.mtimeMs } : undefined;
}

function parse(fileName: string, bytes: Buffer): ParkedContent {
	if (bytes.includes(0)) return unreadableContent(fileName);
	const text = bytes.toString('utf8');
	if (text.trim() === '') return unreadableContent(fileName);
	const { data, body, problem } = parseFrontMatter(text);
	return problem === undefined ? readContent(fileName, data, body) : { ...unreadableContent(fileName), body: text };
}
