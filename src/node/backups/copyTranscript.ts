// Copies a file that another program may be appending to or rewriting at this moment. The result is a prefix of the
// file as it was at one moment, or nothing. If an older copy is such a prefix already, only the new bytes are written.
import type { Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, renameFile, syncFolder } from '../base/atomicFile';
import { lookSurely } from '../base/lookAt';
import { temporaryBeside } from '../base/temporary';

/** What tells one content from another. */
export interface Digest {
	/** Bytes. */
	readonly size: number;
	/** Lower case, hexadecimal. */
	readonly sha256: string;
}

/** An older copy, of which its first `size` bytes are known. It may be longer: an extension that was killed. */
export interface OlderCopy extends Digest {
	readonly file: string;
}

/** Called between the steps of a writer, with the name of the step that was done. Tests stop the process in it. */
export type OnStep = (step: string) => void | Promise<void>;

const CHUNK_BYTES = 1024 * 1024;
const ATTEMPTS = 3;

/**
 * @param target is written whole or not at all, with mode 0600; whatever was there is replaced.
 * @param older is left as it was (in its first `size` bytes) unless it becomes the target.
 * @returns nothing where the source is no regular file, or changes each time we look.
 * @throws the file system's own error (a full disk, no permission).
 */
export async function copyTranscript(
	source: string,
	target: string,
	older: OlderCopy | undefined,
	step: OnStep = () => undefined,
): Promise<Digest | undefined> {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const from = await openRegular(source, constants.O_RDONLY);
		if (from === undefined) return undefined;
		try {
			const { size, mtimeMs } = await from.stat();
			const copied = await copyOnce({ from, modifiedMs: mtimeMs, source, target, step }, older, size);
			if (copied !== undefined) return copied;
		} finally {
			await from.close();
		}
	}
	return undefined;
}

interface Job {
	readonly from: FileHandle;
	/** Of the source, before anything was read. */
	readonly modifiedMs: number;
	readonly source: string;
	readonly target: string;
	readonly step: OnStep;
}

async function copyOnce(job: Job, older: OlderCopy | undefined, size: number): Promise<Digest | undefined> {
	if (older !== undefined && older.size <= size) {
		const hash = await newHash();
		const isPrefix = (await pump(job.from, 0, older.size, hash)) && hash.copy().digest('hex') === older.sha256;
		// Somebody may have written into the copy, and a disk may forget: what grows out of that is damaged as well.
		if (isPrefix && (await digestOf(older.file, older.size))?.sha256 === older.sha256) {
			const extended = await extend(job, older, size, hash);
			if (extended !== 'impossible') return extended;
		}
	}
	return copyWhole(job, size);
}

/** Appends what is new to the older copy, and gives it the new name when it is whole. */
async function extend(
	job: Job,
	older: OlderCopy,
	size: number,
	hash: Hash,
): Promise<Digest | 'impossible' | undefined> {
	const to = await openRegular(older.file, constants.O_RDWR);
	if (to === undefined) return 'impossible';
	let isWhole = false;
	try {
		await to.truncate(older.size);
		await to.chmod(0o600);
		isWhole = await pump(job.from, older.size, size, hash, to);
		await to.sync();
		await job.step('appended');
		const sha256 = hash.digest('hex');
		isWhole &&= await isUnchanged(job, { size, sha256 });
		if (!isWhole) return undefined;
		if (older.file !== job.target) await renameFile(older.file, job.target);
		await syncFolder(path.dirname(job.target));
		return { size, sha256 };
	} finally {
		// A full disk, or a source that was rewritten: what is known of the older copy stays true.
		if (!isWhole) await to.truncate(older.size).catch(() => undefined);
		await to.close();
	}
}

async function copyWhole(job: Job, size: number): Promise<Digest | undefined> {
	const temporary = temporaryBeside(job.target);
	const hash = await newHash();
	let isDone = false;
	try {
		const to = await open(temporary, 'wx', 0o600);
		try {
			if (!(await pump(job.from, 0, size, hash, to))) return undefined;
			await to.sync();
		} finally {
			await to.close();
		}
		await job.step('written');
		const sha256 = hash.digest('hex');
		if (!(await isUnchanged(job, { size, sha256 }))) return undefined;
		await renameFile(temporary, job.target);
		isDone = true;
		await syncFolder(path.dirname(job.target));
		return { size, sha256 };
	} finally {
		if (!isDone) await unlink(temporary).catch(() => undefined);
	}
}

/** Size and hash of a file's first bytes; nothing where it is shorter, or no regular file. */
export async function digestOf(file: string, size?: number): Promise<Digest | undefined> {
	const from = await openRegular(file, constants.O_RDONLY);
	if (from === undefined) return undefined;
	try {
		const hash = await newHash();
		const wanted = size ?? (await from.stat()).size;
		return (await pump(from, 0, wanted, hash)) ? { size: wanted, sha256: hash.digest('hex') } : undefined;
	} finally {
		await from.close();
	}
}

/** Opens a regular file and nothing else: no link, no pipe that would hold us up. */
async function openRegular(file: string, flags: number): Promise<FileHandle | undefined> {
	const found = await lookSurely(file);
	if (found?.isFile() !== true) return undefined;
	const handle = await open(file, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)).catch(
		(error: unknown) => {
			if (errorCode(error) === 'ELOOP' || errorCode(error) === 'ENOENT') return undefined;
			throw error;
		},
	);
	if (handle === undefined || (await handle.stat()).isFile()) return handle;
	await handle.close();
	return undefined;
}

/** Node's cryptography takes as long to load as all of a hook that copies nothing. */
async function newHash(): Promise<Hash> {
	return (await import('node:crypto')).createHash('sha256');
}

/** Hashes (and writes) the bytes from one position to another. @returns false where the file ends before. */
async function pump(from: FileHandle, start: number, end: number, hash: Hash, to?: FileHandle): Promise<boolean> {
	const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(1, end - start)));
	for (let at = start; at < end;) {
		const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, end - at), at);
		if (bytesRead === 0) return false;
		const bytes = buffer.subarray(0, bytesRead);
		hash.update(bytes);
		for (let sent = 0; to !== undefined && sent < bytesRead;)
			sent += (await to.write(bytes, sent, bytesRead - sent, at + sent)).bytesWritten;
		at += bytesRead;
	}
	return true;
}

/**
 * Whether what we read is still what the source begins with. Appending leaves it so; only a file that was written to
 * since is read a second time.
 */
async function isUnchanged({ from, source, modifiedMs }: Job, digest: Digest): Promise<boolean> {
	const [opened, named] = [await from.stat(), await lstat(source).catch(() => undefined)];
	// Gone or replaced: what we hold is what was there, and it cannot change any more.
	if (named === undefined || named.ino !== opened.ino || opened.mtimeMs === modifiedMs) return true;
	const hash = await newHash();
	return (await pump(from, 0, digest.size, hash)) && hash.digest('hex') === digest.sha256;
}
