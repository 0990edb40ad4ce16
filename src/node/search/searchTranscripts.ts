// Search over transcripts, newest first: an engine says which files are worth reading, a few of them are read at a time, and
// the hits come in order.
import type { Redact } from '../../core/privacy/redaction';
import type { SearchFilter } from '../../core/search/filter';
import { type FoundHit, type SearchHit, findHit, shownHit } from '../../core/search/hit';
import { createMatcher } from '../../core/search/matcher';
import type { SearchQuery } from '../../core/search/query';
import { type Unreadable, refusedAt } from '../sessions/index/transcriptFiles';
import { type FileToSearch, type SearchEngine, builtinEngine } from './engine';
import type { FreeBuffers } from './byteFinder';
import { type FileSearch, createNeedle, searchFile } from './searchFile';

export interface SearchedFile {
	/** Absolute path. */
	readonly file: string;
	/** When something was last said in it, else written to it. Milliseconds since 1970; the newest file is searched first. */
	readonly modifiedMs: number;
}

export interface SearchOptions {
	/** What counts of what is found; everything, if left out. */
	readonly filter?: SearchFilter;
	/** What is shown of each hit goes through it; nothing is changed, if left out. */
	readonly redact?: Redact;
	/** Hits come in the order of the files, and within a file in its order. A message that several files hold comes once. */
	readonly onHit: (hit: SearchHit) => void;
	/** How many of the files are behind us. Where the engine leaves files out, it leaps. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
	/** Ends the search early; the promise is fulfilled all the same. */
	readonly signal?: AbortSignal | undefined;
	/** Hits of one file, 50 if left out, and of all together, 1,000. */
	readonly limitPerFile?: number;
	readonly limit?: number;
	/** The built-in one if left out. All engines give the same hits in the same order. */
	readonly engine?: SearchEngine | undefined;
}

export interface SearchSummary {
	/** There may be more hits: a limit was reached, in a file or altogether. */
	readonly isLimited: boolean;
	/** Files that are there and could not be read. One that vanished meanwhile is none. */
	readonly unreadable: readonly Unreadable[];
}

const LIMIT_PER_FILE = 50;
const LIMIT = 1_000;

/** Files that are read at the same time: one waits for the disk while another one is looked at. */
const LANES = 3;

/** A file that is being read. */
interface Lane {
	readonly file: string;
	/** Hits that wait until the files before have had theirs. */
	readonly held: FoundHit[];
	done: Promise<SearchSummary>;
}

/** Searches what was said. Never fails for a file. */
export async function searchTranscripts(
	files: readonly SearchedFile[],
	query: SearchQuery,
	options: SearchOptions,
): Promise<SearchSummary> {
	const { filter, redact = (text) => text, limit = LIMIT, engine = builtinEngine } = options;
	const matcher = createMatcher(query);
	const read: FileSearch['read'] = (entry, at) => findHit(entry, matcher, at, filter);
	const stop = new AbortController();
	const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
	const newestFirst = files
		.filter(({ modifiedMs }) => modifiedMs >= (filter?.sinceMs ?? -Infinity))
		.sort((a, b) => b.modifiedMs - a.modifiedMs || (a.file < b.file ? -1 : 1));
	const places = new Map(newestFirst.map(({ file }, at) => [file, at + 1]));
	const needle = createNeedle(matcher);
	const buffers: FreeBuffers = [];
	const seen = new Set<string>();
	const unreadable: Unreadable[] = [];
	let hits = 0;
	let isLimited = false;

	const take = (hit: FoundHit): void => {
		if (options.signal?.aborted === true || hits === limit) return;
		if (isRepeated(hit, seen)) return;
		options.onHit(shownHit(hit, matcher, redact));
		if (++hits < limit) return;
		isLimited = true;
		stop.abort();
	};
	const lanes: Lane[] = [];
	const start = (candidate: FileToSearch): void => {
		const lane: Lane = {
			file: candidate.file,
			held: [],
			done: Promise.resolve({ isLimited: false, unreadable: [] }),
		};
		lanes.push(lane);
		const onHit = (hit: FoundHit): void => void (lane === lanes[0] ? take(hit) : lane.held.push(hit));
		lane.done = readCandidate(
			candidate,
			{ needle, read, onHit, signal, buffers },
			options.limitPerFile ?? LIMIT_PER_FILE,
		);
	};
	const finishFirst = async (): Promise<void> => {
		const outcome = await lanes[0]?.done;
		const behind = lanes.shift()?.file ?? '';
		options.onProgress?.(places.get(behind) ?? 0, places.size);
		for (const hit of lanes[0]?.held.splice(0) ?? []) take(hit);
		isLimited ||= outcome?.isLimited === true;
		unreadable.push(...(outcome?.unreadable ?? []));
	};
	for await (const candidate of engine.candidates(
		newestFirst.map((f) => f.file),
		needle,
		signal,
	)) {
		if (signal.aborted) break;
		if (lanes.length === LANES) await finishFirst();
		start(candidate);
	}
	while (lanes.length > 0) await finishFirst();
	stop.abort();
	return { isLimited, unreadable };
}

/**
 * Forks and old compactions repeat lines under their ids, or say whose copies they are. A title has no id, and is written
 * again and again.
 */
function isRepeated({ role, said, file, sessionId = file, uuid, copyOf }: FoundHit, seen: Set<string>): boolean {
	const ids = role === 'title' ? [`${sessionId} ${said}`] : [uuid, copyOf].filter((id) => id !== undefined);
	const isKnown = ids.some((id) => seen.has(id));
	for (const id of ids) seen.add(id);
	return isKnown;
}

async function readCandidate(
	{ file, from }: FileToSearch,
	{ onHit, ...search }: Omit<FileSearch, 'from' | 'onHit'> & { readonly onHit: (hit: FoundHit) => void },
	limit: number,
): Promise<SearchSummary> {
	let found = 0;
	const seen = new Set<string>();
	const take = (hit: FoundHit): boolean => {
		if (isRepeated(hit, seen)) return true;
		onHit(hit);
		return ++found < limit && !search.signal.aborted;
	};
	try {
		await searchFile(file, { ...search, from, onHit: take });
		return { isLimited: found >= limit, unreadable: [] };
	} catch (error) {
		return { isLimited: false, unreadable: refusedAt(file, error) };
	}
}
