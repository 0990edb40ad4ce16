// One transcript searched from an offset on: bytes that look like a match, then the line that they are on, parsed.
import { open } from 'node:fs/promises';
import type { FoundHit } from '../../core/search/hit';
import type { Matcher } from '../../core/search/matcher';
import type { TranscriptEntry } from '../../core/transcript/entry';
import { parseLine } from '../../core/transcript/parseEntry';
import { isHarness } from '../sessions/index/scan/harness';
import { ByteFinder, type BytePattern, type FreeBuffers, type ByteSpan } from './byteFinder';
import { condenseLine } from './condense';
import { createFindPlain } from './horspool';

/** A key of JSON is not longer. */
const MAX_KEY = 64;

/** A pattern in a form that can be sent to a thread or to a program. */
export interface PatternSource {
	readonly regExp: string;
	readonly maxBytes: number;
	/** Something that every match holds; may be empty. */
	readonly plain: string;
}

/** A matcher, ready for bytes. */
export interface Needle {
	/** One for each term, the most telling one first. */
	readonly terms: readonly [BytePattern, ...BytePattern[]];
	/** Of the first term. */
	readonly source: PatternSource;
}

export function createPattern({ regExp, maxBytes, plain }: PatternSource): BytePattern {
	return { regExp: new RegExp(regExp), maxBytes, findPlain: createFindPlain(plain) };
}

export function createNeedle(matcher: Matcher): Needle {
	const [first = '', ...others] = matcher.bytes;
	const source: PatternSource = { regExp: first, maxBytes: matcher.maxBytes, plain: matcher.plain };
	const terms = others.map((regExp) => createPattern({ ...source, regExp, plain: '' }));
	return { terms: [createPattern(source), ...terms], source };
}

export interface FileSearch {
	readonly needle: Needle;
	/** What is wanted of a line; nothing where it has none of it. `at` is the file and the byte offset of the line. */
	readonly read: (entry: TranscriptEntry, at: Pick<FoundHit, 'file' | 'offset'>) => FoundHit | undefined;
	/** Where to begin. Lines before it are known to hold no match. */
	readonly from: number;
	/** Takes a hit and says whether another one is wanted. */
	readonly onHit: (hit: FoundHit) => boolean;
	readonly signal: AbortSignal;
	readonly buffers: FreeBuffers;
}

/** Searches a file to its end, in file order; a line that is too long to be read is left out. Throws the file system's own errors. */
export async function searchFile(file: string, search: FileSearch): Promise<void> {
	const { needle } = search;
	const handle = await open(file, 'r');
	const finder = new ByteFinder(handle, needle.terms[0], search.buffers);
	try {
		for (let at = search.from; ;) {
			const match = await finder.find(at, search.signal);
			if (!match) break;
			at = match.end;
			if (isInKey(finder, match)) continue;
			const { start, end, bytes } = await finder.lineAround(match.start);
			at = end + 1;
			const entry = bytes && entryOf(bytes, needle);
			const hit = entry && search.read(entry, { file, offset: start });
			if (hit && !search.onHit(hit)) break;
		}
	} finally {
		await finder.dispose();
		await handle.close().catch(() => undefined);
	}
}

function entryOf(line: Buffer, needle: Needle): TranscriptEntry | undefined {
	return isHarness(line) ? undefined : parseLine(condenseLine(line, needle.terms));
}

/**
 * Whether a match is in a key: `"timestamp":` is on every line, and parsing every line is what a search must not do.
 * A quote within a text is escaped, so a bare one followed by a colon ends a key.
 */
function isInKey(finder: ByteFinder, { start, end }: ByteSpan): boolean {
	let first = start;
	while (isKeyByte(finder.byteAt(first)) && start - first < MAX_KEY) first--;
	let last = start;
	while (isKeyByte(finder.byteAt(last)) && last - start < MAX_KEY) last++;
	return (
		last >= end &&
		finder.byteAt(first) === 0x22 &&
		finder.byteAt(first - 1) !== 0x5c &&
		finder.byteAt(last) === 0x22 &&
		finder.byteAt(last + 1) === 0x3a
	);
}

function isKeyByte(byte: number | undefined): boolean {
	return byte !== undefined && /\w/u.test(String.fromCharCode(byte));
}
