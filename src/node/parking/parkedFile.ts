// One parked item's file, read with care: it may be huge, binary, a device, or gone since it was listed.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { type ParkedContent, readContent, unreadableContent } from '../../core/parking/item';
import { isUnclosedFrontMatter, readPlainFrontMatter } from '../../core/base/plainFrontMatter';
import { readRegularFile } from '../base/regularFile';

/** No open loop needs more; what a larger file says after this is kept, but not searched. */
const READ_LIMIT_BYTES = 256 * 1024;

/** @returns what a file holds (unreadable content has its own words), or nothing where there is no such regular file. */
export async function readParkedFile(
	file: string,
): Promise<{ readonly content: ParkedContent; readonly modifiedMs: number } | undefined> {
	const fileName = path.basename(file);
	try {
		const read = await readRegularFile(file, READ_LIMIT_BYTES, { isLinkRefused: true });
		return read === undefined ? undefined : { content: await parse(fileName, read.bytes), modifiedMs: read.modifiedMs };
	} catch {
		// A file that is not ours to read, or that the disk will not give, still has a name and an age.
		const stat = await lstat(file).catch(() => undefined);
		return stat?.isFile() === true ? { content: unreadableContent(fileName), modifiedMs: stat.mtimeMs } : undefined;
	}
}

async function parse(fileName: string, bytes: Buffer): Promise<ParkedContent> {
	if (bytes.includes(0)) return unreadableContent(fileName);
	const text = bytes.toString('utf8');
	if (text.trim() === '') return unreadableContent(fileName);
	const plain = readPlainFrontMatter(text);
	if (plain !== undefined) return readContent(fileName, plain.data, plain.body);
	const broken = { ...unreadableContent(fileName), body: text };
	if (isUnclosedFrontMatter(text)) return broken;
	// Loaded with the first item that needs it: neither activation nor a list waits for a YAML parser.
	const { parseFrontMatter } = await import('../base/frontmatter');
	const { data, body, problem } = parseFrontMatter(text);
	return problem === undefined ? readContent(fileName, data, body) : broken;
}
