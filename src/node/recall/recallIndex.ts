// The index of recall on disk, below our home: some segments, and a list that names them. A segment is whole before the list
// names it, and the list is replaced at once, so whoever is killed leaves an index that says less and nothing wrong: what
// transcripts it knows, and how far, stands in it. Windows take turns (a lock); who waited in vain answers with what is there.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { once } from '../../core/base/once';
import { parseObject } from '../../core/base/result';
import { createLineBuffer } from '../../core/transcript/lineBuffer';
import { parseLine } from '../../core/transcript/parseEntry';
import { ExchangeReader, type SessionWords, emptySessionWords } from '../../core/recall/exchanges';
import { sourceOf } from '../../core/recall/writing';
import { DamagedIndex } from '../../core/recall/postings';
import { errorCode, replaceFile } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import { noteRefusal } from '../base/refused';
import { randomHex, temporaryBeside } from '../base/temporary';
import { makePrivateFolderAtOnce } from '../project/privateFolderAtOnce';
import { isHarness } from '../sessions/index/scan/harness';
import { MAX_LINE_BYTES } from '../transcript/transcriptLines';
import type { FoundFile } from '../sessions/index/foundFile';
import { PIECE_BYTES, openTranscript } from '../transcript/transcriptLines';
import { SegmentReader, writeSegment } from './segment';
import { TranscriptLooks } from './transcriptLooks';
import { type LiveFile, SegmentBuilder, liveFiles, mergedParts } from './segmentBuilder';

const LIST = 'segments.json';

/** So long another window may be at it before we answer with what is there. Milliseconds. */
const WAIT_MS = 30_000;

/** So much is read ahead before whoever asks meanwhile may go first, and so long they may. Bytes, milliseconds. */
const [AHEAD_BYTES, GIVE_WAY_MS] = [32 * 1_024 * 1_024, 100];

/** A segment is joined with the one before it where that is not so many times as large. */
const RATIO = 2;

/** The index as it was at one moment. */
export interface OpenIndex {
	readonly segments: readonly SegmentReader[];
	readonly files: readonly LiveFile[];
	/** By segment, then by row: which of the files has it, -1 where it does not count any more. */
	readonly fileOf: readonly Int32Array[];
	/** Words that were said in any of them, folded, each once; made when somebody asks. */
	words(): readonly string[];
	/** Transcripts that are not in it as they are now. */
	readonly missing: number;
}

type Listed = Omit<OpenIndex, 'missing'>;

type OnProgress = (done: number, total: number) => void;

/** The index in a folder. Who asks often keeps it: what is written once is opened once, and read again as far as it is new. */
export class RecallIndex {
	/** At the transcripts that it is to know. */
	readonly looks = new TranscriptLooks();
	private listed: Listed | undefined;
	/** One question after the other: what one opens, the next may close. */
	private last: Promise<unknown> = Promise.resolve();

	/** @param folder where it lies. */
	constructor(private readonly folder: string) {}

	/**
	 * Brings it up to these transcripts, and asks it. Where it turns out to be damaged, it is made anew and asked again.
	 * @param onProgress bytes that were read, of those that are new.
	 * Where what is new cannot be kept, what is known answers.
	 * @throws the file system's errors where nothing is known, or the disk fails.
	 */
	ask<T>(found: readonly FoundFile[], ask: (index: OpenIndex) => T, onProgress?: OnProgress): Promise<T> {
		const answer = this.last.then(() => this.askNow(found, ask, onProgress));
		this.last = answer.catch(() => undefined);
		return answer;
	}

	/** Brings it up to these transcripts before anybody asks, in parts: who asks meanwhile waits for one. @param most bytes of a part, if not one file has more */
	async readAhead(found: readonly FoundFile[], most = AHEAD_BYTES): Promise<void> {
		for (let from = 0; from < found.length;) {
			let to = from;
			for (let bytes = 0; to < found.length && (to === from || bytes < most); to++)
				bytes += found[to]?.stamp.sizeBytes ?? 0;
			await this.ask(found.slice(from, to), () => undefined);
			await new Promise((resolve) => setTimeout(resolve, GIVE_WAY_MS));
			from = to;
		}
	}

	/** Closes its files, until somebody asks again. */
	close(): void {
		for (const segment of this.listed?.segments ?? []) segment.close();
		this.listed = undefined;
	}

	private async askNow<T>(
		found: readonly FoundFile[],
		ask: (index: OpenIndex) => T,
		onProgress: OnProgress | undefined,
	): Promise<T> {
		for (let attempt = 1; ; attempt++) {
			try {
				return ask(await this.upToDate(found, onProgress));
			} catch (error) {
				this.close();
				// A segment that is not there: somebody joined it with others in between, or took it away.
				const isGone = errorCode(error) === 'ENOENT';
				if (attempt === 3 || !(isGone || error instanceof DamagedIndex)) throw error;
				if (!isGone || attempt === 2) await removeIndex(this.folder);
			}
		}
	}

	private async upToDate(found: readonly FoundFile[], onProgress: OnProgress | undefined): Promise<OpenIndex> {
		const known = this.reopened();
		const changed = changedFiles(known, found);
		if (changed.length === 0) return { ...known, missing: 0 };
		let done: { readonly value: number } | undefined;
		try {
			makePrivateFolderAtOnce(this.folder);
			done = await withFileLock(path.join(this.folder, 'lock'), WAIT_MS, () => this.update(found, onProgress));
		} catch (error) {
			// On a disk that is full or may only be read, what is known answers, where there is any.
			const hasNoRoom = /^E(?:NOSPC|DQUOT|ROFS|ACCES|PERM)$/u.test(errorCode(error) ?? '');
			if (known.files.length === 0 || !hasNoRoom) throw error;
		}
		return { ...this.reopened(), missing: done?.value ?? changed.length };
	}

	/** As the list has it now. Segments never change: those that it still names stay open. */
	private reopened(): Listed {
		const names = namesIn(this.folder);
		const open = new Map(this.listed?.segments.map((segment) => [segment.name, segment]));
		if (this.listed !== undefined && names.join() === [...open.keys()].join()) return this.listed;
		const segments: SegmentReader[] = [];
		let files: readonly LiveFile[];
		try {
			for (const name of names) segments.push(open.get(name) ?? new SegmentReader(name, path.join(this.folder, name)));
			files = liveFiles(segments);
		} catch (error) {
			for (const segment of segments) if (!open.has(segment.name)) segment.close();
			throw error;
		}
		for (const segment of open.values()) if (!names.includes(segment.name)) segment.close();
		let words: readonly string[] | undefined;
		this.listed = {
			segments,
			files,
			fileOf: fileOf(segments, files),
			words: () => (words ??= [...new Set(segments.flatMap((segment) => segment.words().split('\n')))]),
		};
		return this.listed;
	}

	/** Reads what is new. @returns how many transcripts could not be read. */
	private async update(found: readonly FoundFile[], onProgress: OnProgress | undefined): Promise<number> {
		const { folder } = this;
		// Another window may have been at it while we waited.
		const index = this.reopened();
		const changed = changedFiles(index, found);
		const total = changed.reduce((sum, { found: { stamp }, from }) => sum + stamp.sizeBytes - from, 0);
		let done = 0;
		const before = index.segments.map(({ name }) => name);
		const written: string[] = [];
		let builder = new SegmentBuilder();
		const flush = async (): Promise<void> => {
			if (builder.isEmpty) return;
			const name = await write(folder, builder.parts());
			written.push(name);
			await list(folder, [...before, ...written]);
			builder = new SegmentBuilder();
		};
		let missing = 0;
		for (const each of changed) {
			const isRead = await readInto(
				each,
				() => builder,
				flush,
				// What turns out to be written anew is read once more.
				(bytes) => onProgress?.(Math.min((done += bytes), total), total),
			);
			if (!isRead) missing++;
			if (builder.isFull) await flush();
		}
		await flush();
		await this.join();
		await removeUnnamed(folder, new Set(this.reopened().segments.map(({ name }) => name)));
		return missing;
	}

	/** Joins small segments, so that a question reads few: at most as many as the store's size has binary digits. */
	private async join(): Promise<void> {
		const { segments } = this.reopened();
		let first = segments.length - 1;
		let bytes = segments[first]?.bytes ?? 0;
		while (first > 0 && (segments[first - 1]?.bytes ?? 0) < RATIO * bytes) bytes += segments[--first]?.bytes ?? 0;
		if (first >= segments.length - 1) return;
		const name = await write(this.folder, mergedParts(segments.slice(first), existsSync));
		await list(this.folder, [...segments.slice(0, first).map((segment) => segment.name), name]);
	}
}

function fileOf(segments: readonly SegmentReader[], files: readonly LiveFile[]): readonly Int32Array[] {
	const numbers = segments.map(({ rows }) => new Int32Array(rows).fill(-1));
	files.forEach(({ segment, at, rows, isLatest }, number) => {
		numbers[segment]?.fill(number, at.firstRow, at.firstRow + rows);
		if (isLatest) numbers[segment]?.fill(number, at.firstRow + at.rows - 1, at.firstRow + at.rows);
	});
	return numbers;
}

/** Forgets all of it. It is derived: the next question makes it anew. */
async function removeIndex(folder: string): Promise<void> {
	rmSync(path.join(folder, LIST), { force: true });
	await removeUnnamed(folder, new Set());
}

function namesIn(folder: string): readonly string[] {
	let text: string;
	try {
		text = readFileSync(path.join(folder, LIST), 'utf8');
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return [];
		throw error;
	}
	const names = parseObject(text)?.['segments'];
	const isList =
		Array.isArray(names) && names.every((name) => typeof name === 'string' && /^[0-9a-f]+\.seg$/.test(name));
	if (!isList) throw new DamagedIndex('the list');
	return names as readonly string[];
}

/** A file that is not in the index as it is now. */
interface Changed {
	readonly found: FoundFile;
	/** What is known of it, where the same file grew: its last exchange, which has that key, is read again. Else it is read anew. */
	readonly known: { readonly words: SessionWords; readonly key: number } | undefined;
	/** Where reading begins. Bytes. */
	readonly from: number;
}

function changedFiles({ segments, files }: Listed, found: readonly FoundFile[]): readonly Changed[] {
	const latest = new Map<string, LiveFile>();
	for (const each of files) if (each.isLatest) latest.set(each.at.file, each);
	return found.flatMap((each): readonly Changed[] => {
		const live = latest.get(each.file);
		const known = live?.at;
		const { stamp } = each;
		const isSame =
			known?.stamp.fileId === stamp.fileId &&
			known.stamp.sizeBytes === stamp.sizeBytes &&
			known.stamp.modifiedMs === stamp.modifiedMs;
		if (isSame) return [];
		const goesOn =
			known?.stamp.fileId === stamp.fileId &&
			stamp.sizeBytes > known.stamp.sizeBytes &&
			stamp.sizeBytes >= known.to &&
			sourceOf(each.file) === 'transcript';
		const last = live && known && goesOn && known.rows > 1 ? known.firstRow + known.rows - 2 : undefined;
		const key = last === undefined ? undefined : segments[live?.segment ?? 0]?.row(last).key;
		if (known === undefined || key === undefined) return [{ found: each, known: undefined, from: 0 }];
		return [{ found: each, known: { words: known.words, key }, from: known.last }];
	});
}

/** A file that grew has something else where it ended before: somebody wrote it anew. */
class Rewritten extends Error {}

/** Reads what is new of a transcript. @returns whether it could be read. */
async function readInto(changed: Changed, ...others: Reading): Promise<boolean> {
	if (sourceOf(changed.found.file) !== 'transcript') return takeWriting(changed.found, ...others);
	try {
		return await readFrom(changed, ...others);
	} catch (error) {
		if (!(error instanceof Rewritten)) throw error;
		return readFrom({ ...changed, known: undefined, from: 0 }, ...others);
	}
}

type Reading = readonly [builder: () => SegmentBuilder, flush: () => Promise<void>, onBytes: (bytes: number) => void];

/** @throws Rewritten before anything was taken of it. */
async function readFrom(
	{ found, known, from: start }: Changed,
	...[builder, flush, onBytes]: Reading
): Promise<boolean> {
	const { stamp, file, mainId, isSubagent } = found;
	let from = start;
	const words: SessionWords = known === undefined ? emptySessionWords() : structuredClone(known.words);
	let end = from;
	let isProven = known === undefined;
	const reader = new ExchangeReader(
		words,
		(word) => builder().spoken.add(word),
		(exchange) => {
			if (!isProven && (exchange.begin !== start || exchange.key !== known?.key)) throw new Rewritten();
			isProven = true;
			builder().addExchange(exchange);
			end = exchange.end;
		},
	);
	const close = (to: number, isAll: boolean): void =>
		builder().closeFile({
			file,
			session: mainId,
			isSubagent,
			// A file that was read in part has no size here, so that it is read again.
			stamp: isAll ? stamp : { ...stamp, sizeBytes: 0 },
			from,
			to,
			words: structuredClone(words),
		});
	try {
		const handle = await openTranscript(file);
		try {
			const piece = new Uint8Array(PIECE_BYTES);
			const buffer = createLineBuffer();
			let at = from;
			for (let position = from; position < stamp.sizeBytes;) {
				const wanted = Math.min(piece.length, stamp.sizeBytes - position);
				const { bytesRead } = await handle.read(piece, 0, wanted, position);
				if (bytesRead === 0) break;
				position += bytesRead;
				for (const line of buffer.push(piece.subarray(0, bytesRead))) {
					const next = at + line.length + 1;
					takeLine(reader, line, at, next);
					at = next;
				}
				onBytes(bytesRead);
				if (builder().isFull && end > from) {
					close(end, false);
					await flush();
					from = end;
				}
			}
			reader.close();
			close(at, true);
		} finally {
			await handle.close();
		}
		return true;
	} catch (error) {
		if (error instanceof Rewritten) throw error;
		// What was taken of it belongs to it, and is gone on with next time.
		if (end > from) close(end, false);
		return errorCode(error) === 'ENOENT';
	}
}

/** Reads a writing, which is never longer than a segment may be. @returns whether it could be read. */
async function takeWriting({ file, stamp }: FoundFile, ...[builder, , onBytes]: Reading): Promise<boolean> {
	try {
		const writing = await (await import('./readWriting')).readWriting(file);
		onBytes(stamp.sizeBytes);
		if (writing === undefined) return true;
		const { session, name, parts } = writing;
		const words = { ...emptySessionWords(), titles: { custom: name } };
		const into = builder();
		const reader = new ExchangeReader(
			words,
			(word) => into.spoken.add(word),
			(exchange) => into.addExchange(exchange),
		);
		for (const { begin, end, entries } of parts) {
			for (const entry of entries) reader.take(entry, begin, end);
			reader.close();
		}
		const to = stamp.sizeBytes;
		// Of a session, it belongs to that as a subagent's transcript does. Else it stands for itself.
		into.closeFile({ file, session: session ?? file, isSubagent: session !== undefined, stamp, from: 0, to, words });
		return true;
	} catch (error) {
		noteRefusal(error, file);
		return false;
	}
}

const decoder = once(() => new TextDecoder());

function takeLine(reader: ExchangeReader, line: Uint8Array, begin: number, end: number): void {
	if (line.length > MAX_LINE_BYTES || isHarness(line)) return;
	const entry = parseLine(decoder().decode(line));
	if (entry !== undefined) reader.take(entry, begin, end);
}

async function write(folder: string, parts: Parameters<typeof writeSegment>[2]): Promise<string> {
	const name = `${randomHex(8)}.seg`;
	const file = path.join(folder, name);
	writeSegment(file, temporaryBeside(file), parts);
	return name;
}

async function list(folder: string, segments: readonly string[]): Promise<void> {
	await replaceFile(path.join(folder, LIST), JSON.stringify({ segments }), 0o600);
}

/** Segments that no list names: what was joined, and what killed writers left. Who has one open keeps it. */
async function removeUnnamed(folder: string, named: ReadonlySet<string>): Promise<void> {
	for (const name of await readdir(folder).catch(() => []))
		if (name.endsWith('.seg') && !named.has(name)) rmSync(path.join(folder, name), { force: true });
}
