// Reading what somebody else wrote: it may be a pipe that nobody writes to, a device, a link, or endless.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from './atomicFile';
import { lookSurely } from './lookAt';

export interface RegularFile {
	/** At most as much as was asked for. */
	readonly bytes: Buffer;
	/** Size of the whole file. */
	readonly sizeBytes: number;
	readonly modifiedMs: number;
	readonly mode: number;
}

/** What opening says of something that is not there, or is no regular file. */
const NO_FILE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO']);

/**
 * Reads a regular file, up to a limit. Never waits for a writer.
 * @returns nothing where there is none: nothing at all, a folder, a pipe, a dangling link (any link with `isLinkRefused`).
 * @throws the file system's error where it is not ours to read.
 */
export async function readRegularFile(
	file: string,
	limitBytes: number,
	options: { readonly isLinkRefused?: boolean; readonly fromEnd?: boolean } = {},
): Promise<RegularFile | undefined> {
	let handle: FileHandle | undefined;
	try {
		// Opening a pipe without O_NONBLOCK would hold us up until somebody writes into it.
		const noFollow = options.isLinkRefused === true ? (constants.O_NOFOLLOW ?? 0) : 0;
		handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noFollow);
		const stat = await handle.stat();
		if (!stat.isFile()) return undefined;
		const bytes = Buffer.alloc(Math.min(stat.size, limitBytes));
		const from = options.fromEnd === true ? stat.size - bytes.length : 0;
		let got = 0;
		while (got < bytes.length) {
			const { bytesRead } = await handle.read(bytes, got, bytes.length - got, from + got);
			if (bytesRead === 0) break; // It shrank under our eyes: what is there is all there is.
			got += bytesRead;
		}
		return { bytes: bytes.subarray(0, got), sizeBytes: stat.size, modifiedMs: stat.mtimeMs, mode: stat.mode };
	} catch (error) {
		if (NO_FILE.has(errorCode(error) ?? '')) return undefined;
		throw error;
	} finally {
		await handle?.close();
	}
}

/**
 * Reads a file that is to be added to. @returns nothing where there is none.
 * @throws where what is there is no regular file or is larger than the limit, and the file system's error.
 */
export async function readPlainFile(file: string, limitBytes: number): Promise<RegularFile | undefined> {
	const read = await readRegularFile(file, limitBytes, { isLinkRefused: true });
	if (read !== undefined && read.sizeBytes <= limitBytes) return read;
	const there = await lookSurely(file);
	if (there === undefined) return undefined;
	// Another process has put it there since.
	if (read === undefined && there.isFile()) return readPlainFile(file, limitBytes);
	throw new Error(`${file} is no regular file, or too large to be added to.`);
}

/** The text of a file up to a limit; empty where there is no regular file, or it is not ours to read. */
export const readTextFile = (...where: Parameters<typeof readRegularFile>): Promise<string> =>
	readTextSurely(...where).catch(() => '');

/** The same, for who writes it anew with what it reads. @throws the file system's error where it is not ours to read. */
export async function readTextSurely(...where: Parameters<typeof readRegularFile>): Promise<string> {
	return (await readRegularFile(...where))?.bytes.toString() ?? '';
}

/** Text of valid UTF-8, its byte-order mark kept; nothing for anything else. */
export function utf8In(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
