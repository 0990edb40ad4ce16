// Which transcripts there are in Claude Code's project folders.
import { type BigIntStats, type Stats, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from './atomicFile';
import type { FoundFile } from './indexRecord';

/** A folder or a file that could not be read. A missing one is normal and no problem. */
export interface Unreadable {
	readonly path: string;
	/** The system's code: `EACCES`, `EIO`, … */
	readonly code: string;
}

export interface Listing {
	readonly files: readonly FoundFile[];
	readonly unreadable: readonly Unreadable[];
}

const EXTENSION = '.jsonl';
const SUBAGENTS = 'subagents';
/** Numbers of files on Windows have 64 bits: as ordinary numbers two of them could look like one. Elsewhere it only costs time. */
const WIDE = { bigint: process.platform === 'win32' };

/** All transcripts of a project folder, with those of subagents. Claude Code's own list of sessions is known to be wrong. */
export function listTranscripts(folder: string): Listing {
	const files: FoundFile[] = [];
	const unreadable: Unreadable[] = [];
	const note = (at: string, error: unknown): void => {
		const code = errorCode(error) ?? 'unknown';
		if (code !== 'ENOENT' && code !== 'ENOTDIR') unreadable.push({ path: at, code });
	};
	const add = (file: string): void => {
		try {
			const found = findTranscript(file);
			if (found) files.push(found);
		} catch (error) {
			note(file, error); // It may vanish between the listing and the look at it.
		}
	};
	try {
		for (const entry of readdirSync(folder, { withFileTypes: true })) {
			const at = path.join(folder, entry.name);
			if (entry.name.endsWith(EXTENSION)) add(at);
			else if (entry.isDirectory() && entry.name !== 'memory') {
				const agents = path.join(at, SUBAGENTS);
				for (const name of namesIn(agents, note)) if (name.endsWith(EXTENSION)) add(path.join(agents, name));
			}
		}
	} catch (error) {
		note(folder, error);
	}
	return { files, unreadable };
}

/** One transcript; nothing where the path is no regular file. Throws the file system's own errors. */
export function findTranscript(file: string): FoundFile | undefined {
	const stat = statSync(file, WIDE);
	return stat.isFile() ? describe(file, stat) : undefined;
}

function describe(file: string, stat: BigIntStats | Stats): FoundFile {
	const parent = path.dirname(file);
	const isSubagent = path.basename(parent) === SUBAGENTS;
	return {
		file,
		isSubagent,
		mainId: isSubagent ? path.basename(path.dirname(parent)) : path.basename(file, EXTENSION),
		stamp: { fileId: `${stat.dev}:${stat.ino}`, sizeBytes: Number(stat.size), modifiedMs: Number(stat.mtimeMs) },
		bornMs: Number(stat.birthtimeMs),
	};
}

function namesIn(folder: string, note: (at: string, error: unknown) => void): readonly string[] {
	try {
		return readdirSync(folder);
	} catch (error) {
		note(folder, error);
		return [];
	}
}

/** The project folder that a transcript or a subagent's transcript lies in. */
export function projectFolderOf(file: string): string {
	const parent = path.dirname(file);
	return path.basename(parent) === SUBAGENTS ? path.dirname(path.dirname(parent)) : parent;
}
