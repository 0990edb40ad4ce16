// A transcript to be turned over like a book: an index of its pages that is made without parsing most of it, and one page at
// a time, of whose bytes alone is read. What was appended since is added.
import type { FileHandle } from 'node:fs/promises';
import type { Block } from '../../core/reading/block';
import { Conversation } from '../../core/reading/conversation';
import { type SessionHead } from '../../core/reading/head';
import { type IndexedLine, type Page, PageIndex, isModel } from '../../core/reading/pageIndex';
import { type FileStamp, planRead } from '../../core/transcript/cursor';
import type { TranscriptEntry } from '../../core/transcript/entry';
import { closedBranch } from '../../core/transcript/facts';
import { lookUp } from '../../core/transcript/layers';
import { parseLine } from '../../core/transcript/parseEntry';
import { errorCode } from '../base/atomicFile';
import { decodeString } from '../sessions/index/scan/jsonBytes';
import { createMembers, readMembers } from '../sessions/index/scan/jsonMembers';
import { MAX_LINE_BYTES, openTranscript, readTranscriptLines } from '../transcript/transcriptLines';
import { isSubagent } from './sessionReading';

/** Bytes that are read and looked at between two turns of the event loop: some milliseconds. */
const PIECE = 2 * 1_024 * 1_024;
const LINE_FEED = 0x0a;

const K = {
	type: 0,
	uuid: 1,
	parentUuid: 2,
	isSidechain: 3,
	sessionId: 4,
	timestamp: 5,
	message: 6,
	gitBranch: 7,
} as const;
const LINE = createMembers(K);

/** What a tool's answer has at the beginning of its message, and no text can have: there its quotes are escaped. */
const TOOL_RESULT = Buffer.from('"tool_use_id":"');
const MESSAGE_START = 2_048;

export class TranscriptPages {
	index: PageIndex;
	/** Invariant: just past a line that the index has. */
	private cursor: { fileId: string; offset: number } | undefined;
	private reading: Promise<unknown> = Promise.resolve();

	/**
	 * @param sessionId whose lines count. Of a file that has none of it, such as a subagent's, those count that it has most of.
	 * @param locate where the transcript is once it is no longer there: Claude Code moves that of a session that enters a worktree
	 */
	constructor(
		public file: string,
		sessionId: string | undefined,
		private readonly locate?: () => Promise<string | undefined>,
	) {
		this.index = new PageIndex(sessionId, isSubagent(file));
	}

	/**
	 * Adds to the index what the file has by now.
	 * @param onGrown after each piece.
	 * @returns whether the index begins anew: the file was replaced, or shrank.
	 * @throws the file system's error, an Error where there is no regular file, `signal.reason` once that is aborted.
	 */
	read(onGrown: () => void = () => undefined, signal?: AbortSignal): Promise<boolean> {
		// One at a time: both would add the same lines.
		const next = (): Promise<boolean> => this.follow(() => this.readOn(onGrown, signal));
		const reading = this.reading.then(next, next);
		this.reading = reading;
		return reading;
	}

	/**
	 * What a page says.
	 * @throws what `readTranscriptLines` throws.
	 */
	blocks(page: Page, signal?: AbortSignal): Promise<readonly Block[]> {
		return this.follow(() => this.readBlocks(page, signal));
	}

	private async readBlocks(page: Page, signal: AbortSignal | undefined): Promise<readonly Block[]> {
		const { tree, sessionId, isSubagent: isOfSubagent } = this.index;
		const conversation = new Conversation({ sessionId, tree, isSubagent: isOfSubagent, turnsBefore: page.turns });
		const blocks: Block[] = [];
		// From the line break before it on, so that its first line is whole.
		for await (const lines of readTranscriptLines(this.file, signal, Math.max(0, page.from - 1), page.to)) {
			for (const { text, number, isCut } of lines) {
				const inFile = page.line + number - 1;
				if (page.repeated.has(inFile)) continue;
				if (isCut) blocks.push(...conversation.noteCutLine(inFile));
				const entry = isCut ? undefined : parseLine(text);
				if (entry !== undefined) blocks.push(...conversation.note(entry));
			}
		}
		return [...blocks, ...conversation.end()];
	}

	/**
	 * The page that a message is on. Nothing where the index does not have it (yet).
	 * @throws the file system's error.
	 */
	async pageOf(uuid: string): Promise<number | undefined> {
		const { index } = this;
		const turn = lookUp(index.tree.owners, uuid);
		if (turn === undefined) return undefined;
		const wanted = Buffer.from(`"uuid":${JSON.stringify(uuid)}`);
		const handle = await this.follow(() => openTranscript(this.file));
		try {
			for (let at = index.isSubagent ? 0 : index.pageOfTurn(turn); at < index.pages.length; at++) {
				const { from, to } = index.pages[at] ?? { from: 0, to: 0 };
				const bytes = Buffer.alloc(Math.min(to - from, MAX_LINE_BYTES));
				await handle.read(bytes, 0, bytes.length, from);
				if (bytes.includes(wanted)) return at;
			}
			return undefined;
		} finally {
			await handle.close();
		}
	}

	/** What there is to know of it at a glance, so far. */
	head(title: string): SessionHead {
		const { fromMs, toMs, folder, branch, model } = this.index.facts;
		return { title, fromMs, toMs, folder, branch: closedBranch(branch), model, turns: this.index.turnCount };
	}

	/** Does it with the file where that is now. */
	private async follow<T>(work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (error) {
			const file = errorCode(error) === 'ENOENT' ? await this.locate?.() : undefined;
			if (file === undefined || file === this.file) throw error;
			this.file = file;
			return work();
		}
	}

	private async readOn(onGrown: () => void, signal: AbortSignal | undefined): Promise<boolean> {
		const handle = await openTranscript(this.file);
		try {
			const stamp = await stampOf(handle);
			const plan = planRead(this.cursor, stamp);
			if (plan.kind === 'unchanged') return false;
			const isAnew = plan.kind === 'restart' && this.cursor !== undefined;
			if (isAnew) this.index = new PageIndex(this.index.sessionId, this.index.isSubagent);
			this.cursor = { fileId: stamp.fileId, offset: plan.kind === 'append' ? plan.from : 0 };
			await this.scan(handle, this.cursor, plan.to, onGrown, signal);
			const [most] = [...this.index.foreign].sort((a, b) => b[1] - a[1]);
			if (this.index.hasMessages || most === undefined) return isAnew;
			// A copy under another name, or a subagent's: its lines carry the id of the session that it works for.
			this.index = new PageIndex(most[0], this.index.isSubagent);
			this.cursor.offset = 0;
			await this.scan(handle, this.cursor, plan.to, onGrown, signal);
			return true;
		} finally {
			await handle.close();
		}
	}

	private async scan(
		handle: FileHandle,
		cursor: { offset: number },
		to: number,
		onGrown: () => void,
		signal: AbortSignal | undefined,
	): Promise<void> {
		let buffer = Buffer.allocUnsafe(PIECE);
		/** Bytes of `buffer` from `cursor.offset` on. */
		let held = 0;
		/** Where a line began that is longer than anybody reads. */
		let tooLong: number | undefined;
		for (;;) {
			signal?.throwIfAborted();
			const position = cursor.offset + held;
			const length = Math.min(buffer.length - held, to - position);
			const { bytesRead } = length > 0 ? await handle.read(buffer, held, length, position) : { bytesRead: 0 };
			held += bytesRead;
			const lines: IndexedLine[] = [];
			let from = 0;
			const take = (end: number, next: number): void => {
				const isRead = tooLong === undefined;
				const said = isRead ? entryOf(buffer, from, end) : NOTHING;
				lines.push({ from: tooLong ?? cursor.offset + from, to: cursor.offset + next, ...said });
				tooLong = undefined;
				from = next;
			};
			for (let feed = indexOf(buffer, from, held); feed >= 0; feed = indexOf(buffer, from, held)) take(feed, feed + 1);
			// The last line counts without a line break, too, unless its writer is still at it.
			if (bytesRead === 0 && held > from && isWhole(buffer, from, held)) take(held, held);
			this.readModel(lines, buffer, cursor.offset);
			this.index.note(lines);
			cursor.offset += from;
			buffer.copyWithin(0, from, held);
			held -= from;
			if (lines.length > 0) onGrown();
			if (bytesRead === 0) return;
			if (held < buffer.length) continue;
			// A line that is longer than the buffer.
			if (buffer.length < MAX_LINE_BYTES) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
			else {
				tooLong ??= cursor.offset;
				cursor.offset += held;
				held = 0;
			}
		}
	}

	/** The last answer of Claude's says what the model is: of all answers it alone is parsed. @param start of the buffer in the file */
	private readModel(lines: IndexedLine[], buffer: Buffer, start: number): void {
		const { sessionId, isSubagent: isOfSubagent } = this.index;
		for (let at = lines.length - 1; at >= 0; at--) {
			const line = lines[at];
			if (line?.isAnswer !== true || line.entry === undefined || !('isSidechain' in line.entry)) continue;
			const isForeign = sessionId !== undefined && line.entry.sessionId !== sessionId;
			if (isForeign || line.entry.isSidechain !== isOfSubagent) continue;
			const { entry } = parsed(buffer, line.from - start, line.to - start);
			if (entry?.type !== 'assistant') continue;
			lines[at] = { ...line, entry };
			if (isModel(entry.model)) return;
		}
	}
}

type Said = Pick<IndexedLine, 'entry' | 'isAnswer'>;
const NOTHING: Said = { entry: undefined, isAnswer: false };

/**
 * What a line says. Of most lines nothing but where they stand in the tree is read.
 */
function entryOf(b: Buffer, start: number, end: number): Said {
	if (end - start < 2) return NOTHING;
	const close = b[end - 1] === 0x0d ? end - 2 : end - 1;
	if (!readMembers(LINE, b, start, close)) return parsed(b, start, end);
	const type = valueOf(b, K.type) ?? '';
	if (type === 'system' || type === 'last-prompt') return parsed(b, start, end);
	if (type === 'user' && !isToolResult(b)) return parsed(b, start, end);
	if (type !== 'assistant' && type !== 'user' && type !== 'attachment' && type !== 'progress') return NOTHING;
	const [at, last] = [LINE.at[2 * K.timestamp] ?? -1, LINE.at[2 * K.timestamp + 1] ?? -1];
	// What the harness adds has a time, too, which is nobody's.
	const isSaid = type === 'assistant' || type === 'user';
	const timeMs = at < 0 || !isSaid ? Number.NaN : Date.parse(b.toString('latin1', at + 1, last));
	const side = LINE.at[2 * K.isSidechain] ?? -1;
	const entry: TranscriptEntry = {
		type: 'progress',
		uuid: valueOf(b, K.uuid),
		parentUuid: valueOf(b, K.parentUuid),
		sessionId: valueOf(b, K.sessionId),
		timestampMs: Number.isNaN(timeMs) ? undefined : timeMs,
		isSidechain: side >= 0 && b[side] === 0x74,
		cwd: undefined,
		gitBranch: isSaid ? branchOf(b) : undefined,
		entrypoint: undefined,
		copyOf: undefined,
	};
	return { entry, isAnswer: type === 'assistant' };
}

/** A string of the line; nothing for `null`. */
function valueOf(b: Buffer, key: number): string | undefined {
	const [at, last] = [LINE.at[2 * key] ?? -1, LINE.at[2 * key + 1] ?? -1];
	return at < 0 || b[at] !== 0x22 || last <= at + 1 ? undefined : b.toString('latin1', at + 1, last);
}

function branchOf(b: Buffer): string | undefined {
	const [at, last] = [LINE.at[2 * K.gitBranch] ?? -1, LINE.at[2 * K.gitBranch + 1] ?? -1];
	return at < 0 || b[at] !== 0x22 || last <= at + 1 ? undefined : decodeString(b, at + 1, last);
}

function isToolResult(b: Buffer): boolean {
	const [at, last] = [LINE.at[2 * K.message] ?? -1, LINE.at[2 * K.message + 1] ?? -1];
	return at >= 0 && b.subarray(at, Math.min(last, at + MESSAGE_START)).includes(TOOL_RESULT);
}

function parsed(b: Buffer, start: number, end: number): Said {
	const entry = parseLine(new TextDecoder().decode(b.subarray(start, end)));
	return entry === undefined ? NOTHING : { entry, isAnswer: entry.type === 'assistant' };
}

function indexOf(b: Buffer, from: number, end: number): number {
	const at = b.indexOf(LINE_FEED, from);
	return at < end ? at : -1;
}

function isWhole(b: Buffer, from: number, end: number): boolean {
	return parsed(b, from, end) !== NOTHING;
}

async function stampOf(handle: FileHandle): Promise<FileStamp> {
	const info = await handle.stat();
	return { fileId: `${info.dev}:${info.ino}`, sizeBytes: info.size, modifiedMs: info.mtimeMs };
}
