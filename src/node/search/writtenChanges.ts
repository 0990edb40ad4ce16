// What the sessions of a project did to files: a list of places in their transcripts, with enough of each to say which files
// lines can have come from. The texts are read when they are asked for, and not kept.
import { type FileHandle, open } from 'node:fs/promises';
import { checksum } from '../../core/base/checksum';
import { hashNumber } from '../../core/base/hash';
import type { TextChange } from '../../core/sessions/ownChanges';
import { Vocabulary, gramsOf, tokensOf } from '../../core/search/codeTokens';
import { changesOf, fileCallsOf } from '../../core/search/fileChange';
import type { ToldFile } from '../../core/search/lineOrigin';
import type { FileStamp } from '../../core/transcript/cursor';
import type { TranscriptEntry } from '../../core/transcript/entry';
import { parseLine } from '../../core/transcript/parseEntry';
import { mapLimited } from '../base/mapLimited';
import type { FoundFile } from '../sessions/index/foundFile';
import { isHarness } from '../sessions/index/scan/harness';
import { projectFolderOf } from '../sessions/index/transcriptFiles';
import { ByteFinder, type FreeBuffers } from './byteFinder';
import { type ReadTranscript, keepCalls, readKeptCalls } from './keptCalls';
import type { WrittenCall } from './writtenCall';

/** What a line holds that calls a tool on a file, or says what came of it. */
const PATTERN = {
	regExp: /"(?:structuredPatch|file_path|notebook_path|toolDenialKind)"|"is_error":\s*true/u,
	maxBytes: 32,
};

/** So much before the end of what was read tells whether a file that grew is the same. Bytes. */
const TAIL_BYTES = 256;
/** What so few bytes say is read again sooner than it is written. */
const KEPT_BYTES = 1_024 * 1_024;

/**
 * The calls of some transcripts. What was read once is read again only where something was added, also by the next process
 * where a folder of ours is given.
 */
export class WrittenCalls {
	/** A word has the same number in all processes. */
	readonly vocabulary = new Vocabulary(hashNumber);
	/** For who tells files: words are counted, so that no two have one number. */
	readonly words = new Vocabulary();
	/** What was told of files, and of what. */
	readonly told = new Map<string, { readonly key: readonly unknown[]; readonly file: ToldFile<WrittenCall> }>();
	private readonly read = new Map<string, ReadTranscript>();
	/** How much of each project folder was read that is not on disk. Bytes. */
	private readonly unkept = new Map<string, number>();
	private readonly buffers: FreeBuffers = [];
	private listed: { readonly stamp: string | undefined; readonly calls: readonly WrittenCall[] } | undefined;

	/**
	 * @param onProgress is told how many of the transcripts have been read
	 * @param cacheFolder below our home; nothing is kept without
	 */
	constructor(
		private readonly onProgress: (done: number, total: number) => void = () => undefined,
		public cacheFolder?: string,
	) {}

	/**
	 * In the order in which they were made, copies in forks once. Files that cannot be read say nothing.
	 * @param files gives the transcripts of the project, subagents' included; of calls that several have the first one has made them
	 * @param stamp of what they say, where somebody knows: while it is the same, nobody looks
	 */
	async list(
		files: () => Promise<readonly FoundFile[]>,
		signal: AbortSignal,
		stamp?: string,
	): Promise<readonly WrittenCall[]> {
		if (stamp !== undefined && this.listed?.stamp === stamp) return this.listed.calls;
		const calls = await this.listNow(await files(), signal);
		this.listed = signal.aborted ? undefined : { stamp, calls };
		return calls;
	}

	private async listNow(files: readonly FoundFile[], signal: AbortSignal): Promise<readonly WrittenCall[]> {
		const wanted = new Set(files.map(({ file }) => file));
		for (const known of this.read.keys()) if (!wanted.has(known)) this.read.delete(known);
		await this.takeKept(wanted);
		for (const [at, { file, stamp }] of files.entries()) {
			if (signal.aborted) break;
			await this.update(file, stamp, signal).catch(() => undefined);
			this.onProgress(at + 1, files.length);
		}
		await this.keep();
		const all = [...this.read.values()].flatMap(({ calls, waiting }) => [...calls, ...waiting.values()]);
		const seen = new Set<string>();
		const ranks = new Map(files.map(({ file }, at) => [file, at]));
		const rank = ({ file }: WrittenCall): number => ranks.get(file) ?? 0;
		return all
			.sort((a, b) => Number(a.isCopy) - Number(b.isCopy) || rank(a) - rank(b))
			.filter(({ key }) => key === undefined || (!seen.has(key) && seen.add(key)))
			.sort((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
	}

	/** What an earlier process has read, of folders of which nothing is known. */
	private async takeKept(wanted: ReadonlySet<string>): Promise<void> {
		const known = new Set([...this.read.keys()].map(projectFolderOf));
		for (const folder of new Set([...wanted].map(projectFolderOf)))
			if (this.cacheFolder !== undefined && !known.has(folder))
				for (const [file, read] of await readKeptCalls(this.cacheFolder, folder))
					if (wanted.has(file)) this.read.set(file, read);
	}

	/** Writes down what took long to read. Where that fails, the next process reads it again. */
	private async keep(): Promise<void> {
		for (const [folder, bytes] of this.unkept) {
			if (this.cacheFolder === undefined || bytes < KEPT_BYTES) continue;
			const read = new Map([...this.read].filter(([file]) => projectFolderOf(file) === folder));
			this.unkept.delete(folder);
			await keepCalls(this.cacheFolder, folder, read).catch(() => undefined);
		}
	}

	private async update(file: string, stamp: FileStamp, signal: AbortSignal): Promise<void> {
		const { sizeBytes } = stamp;
		const known = this.read.get(file);
		const isSame = known?.stamp.fileId === stamp.fileId;
		if (isSame && known.stamp.sizeBytes === sizeBytes && known.stamp.modifiedMs === stamp.modifiedMs) return;
		const handle = await open(file, 'r');
		const finder = new ByteFinder(handle, PATTERN, this.buffers);
		try {
			const isGrown =
				isSame && known.stamp.sizeBytes < sizeBytes && (await tailOf(handle, known.wholeBytes)) === known.tail;
			const calls = isGrown ? [...known.calls] : [];
			const waiting = new Map(isGrown ? known.waiting : []);
			const from = isGrown ? known.wholeBytes : 0;
			for (let at = from; ;) {
				const match = await finder.find(at, signal);
				if (match === undefined || match.start >= sizeBytes) break;
				const { start, end, bytes } = await finder.lineAround(match.start);
				at = end + 1;
				const entry = bytes && entryOf(bytes);
				if (entry) this.note(entry, { file, line: { start, end } }, calls, waiting);
			}
			const { start: wholeBytes } = await finder.lineAround(Math.max(0, sizeBytes - 1), 0);
			if (signal.aborted) return;
			this.read.set(file, { stamp, wholeBytes, tail: await tailOf(handle, wholeBytes), calls, waiting });
			const folder = projectFolderOf(file);
			this.unkept.set(folder, (this.unkept.get(folder) ?? 0) + sizeBytes - from);
		} finally {
			await finder.dispose();
			await handle.close();
		}
	}

	private note(
		entry: TranscriptEntry,
		at: Pick<WrittenCall, 'file' | 'line'>,
		calls: WrittenCall[],
		waiting: Map<string, WrittenCall>,
	): void {
		if (entry.type === 'assistant') {
			const { uuid, copyOf, sessionId, timestampMs: atMs, isSidechain, cwd } = entry;
			for (const { toolUseId, tool, file: editedFile, texts } of fileCallsOf(entry))
				waiting.set(toolUseId, {
					...at,
					...{ uuid, sessionId, atMs, isSidechain, cwd, toolUseId, tool, editedFile },
					key: uuid && `${copyOf?.uuid ?? uuid}/${toolUseId}`,
					isCopy: copyOf !== undefined,
					grams: this.gramsOf(editedFile, texts),
				});
		} else if (entry.type === 'user')
			for (const { toolUseId, isError } of entry.toolResults) {
				const call = waiting.get(toolUseId);
				waiting.delete(toolUseId);
				if (call === undefined || isError || entry.toolDenialKind !== undefined) continue;
				const saysMore = changesOf(entry.toolUseResult).length > 0;
				calls.push(saysMore ? { ...call, line: at.line, atMs: entry.timestampMs ?? call.atMs } : call);
			}
	}

	private gramsOf(file: string, texts: readonly TextChange[]): Uint32Array {
		const both = texts.flatMap(({ before, after }) => [before, after]).join('\n');
		return gramsOf(tokensOf(both, file, this.vocabulary));
	}
}

/** What calls of one transcript did, or were to do, in their order. Empty where a line is not there any more. */
export async function readCalls(calls: readonly WrittenCall[]): Promise<readonly (readonly TextChange[])[]> {
	const handle = await open(calls[0]?.file ?? '', 'r').catch(() => undefined);
	if (handle === undefined) return calls.map(() => []);
	try {
		return await mapLimited(calls, (call) => changesBy(call, handle), 1);
	} finally {
		await handle.close();
	}
}

async function changesBy(call: WrittenCall, handle: FileHandle): Promise<readonly TextChange[]> {
	const { start, end } = call.line;
	const bytes = Buffer.alloc(end - start);
	await handle.read(bytes, 0, bytes.length, start);
	const entry = entryOf(bytes);
	if (entry?.type === 'user') return changesOf(entry.toolUseResult);
	const own = entry && fileCallsOf(entry).find(({ toolUseId }) => toolUseId === call.toolUseId);
	return own?.texts ?? [];
}

/** The checksum of what stands right before a place. */
async function tailOf(handle: FileHandle, at: number): Promise<number> {
	const bytes = Buffer.alloc(Math.min(TAIL_BYTES, at));
	const { bytesRead } = await handle.read(bytes, 0, bytes.length, at - bytes.length);
	return checksum(bytes.subarray(0, bytesRead));
}

function entryOf(line: Buffer): TranscriptEntry | undefined {
	return isHarness(line) ? undefined : parseLine(line.toString('utf8'));
}
