// What an archived transcript says of itself, for when the record beside it is torn.
import { lstat } from 'node:fs/promises';
import { storedDigest } from './compress';
import { storedAs } from './place';
import type { Digest } from './copyTranscript';
import { launchIn } from '../claude/transcriptHead';

/** Every message names its session and its folder, so the beginning is enough, unless it is one of pictures. */
const HEAD_BYTES = 4 * 1024 * 1024;

interface ArchiveContent extends Digest {
	/** When it was stored, in milliseconds since 1970. */
	readonly storedMs: number;
	/** Folder in which the session was started. */
	readonly cwd: string | undefined;
	/** It can be read to its end, and its lines name the session. */
	readonly isProven: boolean;
}

/**
 * Reads an archived transcript whole. Never throws.
 * @param file its path without the ending of compressed files.
 * @returns nothing where there is none.
 */
export async function readArchiveContent(file: string, session: string): Promise<ArchiveContent | undefined> {
	const stored = await storedAs(file);
	if (stored === undefined) return undefined;
	const storedMs = (await lstat(stored).catch(() => undefined))?.mtimeMs ?? 0;
	let head = Buffer.alloc(0);
	const digest = await storedDigest(stored, undefined, (chunk) => {
		if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
	}).catch(() => undefined);
	const text = head.toString('utf8');
	return {
		...(digest ?? { size: head.length, sha256: '' }),
		storedMs,
		cwd: launchIn(text)?.cwd,
		isProven: digest !== undefined && text.includes(`"sessionId":"${session}"`),
	};
}
