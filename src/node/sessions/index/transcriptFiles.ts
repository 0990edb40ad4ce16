// Which transcripts there are in Claude Code's project folders.
import { type BigIntStats, type Dirent, type Stats, readdirSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../base/atomicFile';
import { monotonicMs } from '../../base/systemClock';
import type { FoundFile } from './foundFile';

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

/** What a listing wants to know: what is in a folder, or how a file is stamped. */
export interface Ask {
	readonly kind: 'entries' | 'stat';
	readonly at: string;
}

/** What a look that failed says: nothing where nothing is there. */
export function refusedAt(at: string, error: unknown): readonly Unreadable[] {
	const code = errorCode(error) ?? 'unknown';
	return code === 'ENOENT' || code === 'ENOTDIR' ? [] : [{ path: at, code }];
}

/** `path.join` looks at each character; of a thousand files that is more than asking for them. */
export const below = (folder: string, name: string): string => `${folder}${path.sep}${name}`;

/** The steps of a listing. Each is answered with what the file system says of it, or with its error. */
function* listSteps(folder: string, onFound?: (found: FoundFile) => void): Generator<Ask, Listing, unknown> {
	const files: FoundFile[] = [];
	const unreadable: Unreadable[] = [];
	const note = (at: string, error: unknown): void => void unreadable.push(...refusedAt(at, error));
	const entriesOf = function* (at: string): Generator<Ask, readonly Dirent[], unknown> {
		try {
			return (yield { kind: 'entries', at }) as readonly Dirent[];
		} catch (error) {
			note(at, error);
			return [];
		}
	};
	const named: (readonly [file: string, mainId: string, isSubagent: boolean])[] = [];
	for (const entry of yield* entriesOf(folder)) {
		const at = below(folder, entry.name);
		if (entry.name.endsWith(EXTENSION)) named.push([at, entry.name.slice(0, -EXTENSION.length), false]);
		else if (entry.isDirectory() && entry.name !== 'memory') {
			const agents = below(at, SUBAGENTS);
			for (const { name } of yield* entriesOf(agents))
				if (name.endsWith(EXTENSION)) named.push([below(agents, name), entry.name, true]);
		}
	}
	for (const each of named) {
		try {
			const found = (yield { kind: 'stat', at: each[0] }) as Stats | BigIntStats;
			if (!found.isFile()) continue;
			const file = describe(each[0], each[1], each[2], found);
			files.push(file);
			onFound?.(file);
		} catch (error) {
			note(each[0], error); // It may vanish between the listing and the look at it.
		}
	}
	return { files, unreadable };
}

/**
 * All transcripts of a project folder, with those of subagents, in one go: for a thread of its own. Claude Code's own list of
 * sessions is known to be wrong. @param answerOf looks, for who remembers what it saw. @param onFound hears of each at once.
 */
export function listTranscripts(
	folder: string,
	answerOf: (ask: Ask) => unknown = answerNow,
	onFound?: (found: FoundFile) => void,
): Listing {
	const steps = listSteps(folder, onFound);
	let step = steps.next();
	while (step.done !== true) {
		let answer: unknown;
		try {
			answer = answerOf(step.value);
		} catch (error) {
			step = steps.throw(error);
			continue;
		}
		step = steps.next(answer);
	}
	return step.value;
}

/**
 * The same for a thread that must not stand still: in slices, and once the store is seen to be slow (a network drive, a disk that
 * sleeps), without waiting for it at all. While it is quick, asking at once costs far less.
 */
export async function listTranscriptsGently(folder: string): Promise<Listing> {
	const steps = listSteps(folder);
	let step = steps.next();
	let sliceMs = monotonicMs();
	// Nothing is known of the store before the first answer.
	let isSlow = true;
	while (step.done !== true) {
		const askedMs = monotonicMs();
		let answer: unknown;
		let isRefused = false;
		try {
			answer = isSlow ? await answerLater(step.value) : answerNow(step.value);
		} catch (error) {
			isRefused = true;
			answer = error;
		}
		isSlow = monotonicMs() - askedMs > SLOW_MS;
		if (monotonicMs() - sliceMs > LISTING_SLICE_MS) {
			await new Promise((resolve) => setImmediate(resolve));
			sliceMs = monotonicMs();
		}
		step = isRefused ? steps.throw(answer) : steps.next(answer);
	}
	return step.value;
}

/** A store that takes longer to say how one file is stamped is a slow one. Milliseconds. */
const SLOW_MS = 5;

/** So long nobody else has a turn. Milliseconds. */
const LISTING_SLICE_MS = 4;

/** @throws the file system's errors. */
export function answerNow({ kind, at }: Ask): unknown {
	return kind === 'stat' ? statSync(at, WIDE) : readdirSync(at, { withFileTypes: true });
}

function answerLater({ kind, at }: Ask): Promise<unknown> {
	return kind === 'stat' ? stat(at, WIDE) : readdir(at, { withFileTypes: true });
}

/** One transcript; nothing where the path is no regular file. @throws the file system's own errors. */
export async function describeTranscript(file: string): Promise<FoundFile | undefined> {
	const found = await stat(file, WIDE);
	const parent = path.dirname(file);
	const isSubagent = path.basename(parent) === SUBAGENTS;
	const mainId = isSubagent ? path.basename(path.dirname(parent)) : path.basename(file, EXTENSION);
	return found.isFile() ? describe(file, mainId, isSubagent, found) : undefined;
}

/** What a look at a file told. */
export function describe(file: string, mainId: string, isSubagent: boolean, found: BigIntStats | Stats): FoundFile {
	return {
		file,
		isSubagent,
		mainId,
		stamp: { fileId: `${found.dev}:${found.ino}`, sizeBytes: Number(found.size), modifiedMs: Number(found.mtimeMs) },
		bornMs: Number(found.birthtimeMs),
	};
}

/** The project folder that a transcript or a subagent's transcript lies in. */
export function projectFolderOf(file: string): string {
	const parent = path.dirname(file);
	return path.basename(parent) === SUBAGENTS ? path.dirname(path.dirname(parent)) : parent;
}
