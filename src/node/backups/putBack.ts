// Puts a copy of a transcript to where `claude --resume` looks for it. Never over a file that is there, and with a fresh
// modification time: Claude Code's clean-up goes by it.
import { unlink } from 'node:fs/promises';
import path from 'node:path';
import { isSessionId } from '../../core/claude/payload';
import type { ClaudeHome } from '../claude/claudeHome';
import { errorCode, makeFolder, syncFolder } from '../base/atomicFile';
import { isPut } from '../base/exchange';
import { temporaryBeside } from '../base/temporary';
import { expand } from './compress';
import type { Digest } from './copyTranscript';
import { putSideFiles } from './sideFiles';
import { isThere } from '../base/lookAt';

/** A stored transcript and where it belongs. */
export interface StoredTranscript {
	/** Plain, or compressed where its name ends in `.br`. */
	readonly stored: string;
	/** Where its side files are, the best place first. */
	readonly sideFolders: readonly string[];
	readonly session: string;
	readonly slug: string;
	/** What it must hold; nothing where nobody noted it. */
	readonly digest: Digest | undefined;
}

export type PutBack =
	| {
			readonly kind: 'restored';
			readonly file: string;
			readonly session: string;
			/** How many came along. */
			readonly sideFiles: number;
			/** Names of those that are whole in no copy, and did not. */
			readonly damagedSideFiles: readonly string[];
	  }
	/** The transcript is there already and was left as it is. */
	| { readonly kind: 'taken'; readonly file: string }
	/** The copy does not hold what its log says. Nothing was written. */
	| { readonly kind: 'damaged' };

/** Told how many of how many bytes are back. */
export type OnPutBack = (doneBytes: number, totalBytes: number) => void;

/** @throws the file system's own error; nothing half-written stays behind. */
export async function putBack(claude: ClaudeHome, from: StoredTranscript, onPutBack?: OnPutBack): Promise<PutBack> {
	const { digest } = from;
	if (!isSessionId(from.session) || !/^[A-Za-z0-9-]+$/u.test(from.slug)) return { kind: 'damaged' };
	const folder = path.join(claude.projectsDir, from.slug);
	const file = path.join(folder, `${from.session}.jsonl`);
	if (await isThere(file)) return { kind: 'taken', file };
	await makeFolder(folder);
	const temporary = temporaryBeside(file);
	try {
		const onBytes = digest && onPutBack && ((done: number): void => onPutBack(done, digest.size));
		const written = await expand(from.stored, temporary, onBytes).catch((error: unknown) => {
			// What cannot be decompressed is no file system's error.
			if (errorCode(error)?.startsWith('ERR_') === true) return undefined;
			throw error;
		});
		const isWhole = digest === undefined || (written?.size === digest.size && written.sha256 === digest.sha256);
		if (written === undefined || written.size === 0 || !isWhole) return { kind: 'damaged' };
		if (!(await isPut(temporary, file))) return { kind: 'taken', file };
	} finally {
		await unlink(temporary).catch(() => undefined);
	}
	await syncFolder(folder);
	const { count, damaged } = await putSideFiles(from.sideFolders, path.join(folder, from.session));
	return { kind: 'restored', file, session: from.session, sideFiles: count, damagedSideFiles: damaged };
}
