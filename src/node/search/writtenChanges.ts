// What the sessions of a project did to files: a list of places in their transcripts, with enough of each to say which files
// lines can have come from. The texts are read when they are asked for, and not kept.
import { open, stat } from 'node:fs/promises';
import type { TextChange } from '../../core/sessions/ownChanges';
import { Vocabulary, gramsOf, tokensOf } from '../../core/search/codeTokens';
import { changesOf, fileCallsOf } from '../../core/search/fileChange';
import type { ToldFile } from '../../core/search/lineOrigin';
import type { TranscriptEntry } from '../../core/transcript/entry';
import { parseLine } from '../../core/transcript/parseEntry';
import { isHarness } from '../sessions/index/scan/harness';
import { ByteFinder, type ByteSpan, type FreeBuffers } from './byteFinder';

/** One call that changed a file, or was to: its answer may be missing. */
export interface WrittenCall {
	/** The transcript. */
	readonly file: string;
	/** The line that says what it did; without an answer that of the call. */
	readonly line: ByteSpan;
	/** Of the message with the call. */
	readonly uuid: string | undefined;
	/** The same for its copies in forks. */
	readonly key: string | undefined;
	readonly sessionId: string | undefined;
	/** Milliseconds since 1970. */
	readonly atMs: number | undefined;
	readonly isSidechain: boolean;
	readonly isCopy: boolean;
	/** `Edit`, `Write`, … */
	readonly tool: string;
	readonly toolUseId: string;
	/** The edited file, as the transcript has it: in another worktree it is another path. */
	readonly editedFile: string;
	readonly cwd: string | undefined;
	/** Grams of what it was to write and to take out. */
	readonly grams: Uint32Array;
}

/** What a line holds that calls a tool on a file, or says what came of it. */
const PATTERN = {
	regExp: /"(?:structuredPatch|file_path|notebook_path|toolDenialKind)"|"is_error":\s*true/u,
	maxBytes: 32,
};

interface ReadFile {
	readonly sizeBytes: number;
	/** Up to where lines are whole: one may be half written. */
	readonly wholeBytes: number;
	readonly calls: readonly WrittenCall[];
	readonly waiting: ReadonlyMap<string, WrittenCall>;
}

/** The calls of some transcripts. What was read once is read again only where something was added. */
export class WrittenCalls {
	readonly vocabulary = new Vocabulary();
	/** What was told of files, and of what. */
	readonly told = new Map<string, { readonly key: readonly unknown[]; readonly file: ToldFile<WrittenCall> }>();
	private readonly read = new Map<string, ReadFile>();
	private readonly buffers: FreeBuffers = [];
	private listed: { readonly stamp: string | undefined; readonly calls: readonly WrittenCall[] } | undefined;

	/** @param onProgress is told how many of the transcripts have been read */
	constructor(private readonly onProgress: (done: number, total: number) => void = () => undefined) {}

	/**
	 * In the order in which they were made, copies in forks once. Files that cannot be read say nothing.
	 * @param files gives the transcripts of the project, subagents' included
	 * @param stamp of what they say, where somebody knows: while it is the same, nobody looks
	 */
	async list(
		files: () => Promise<readonly string[]>,
		signal: AbortSignal,
		stamp?: string,
	): Promise<readonly WrittenCall[]> {
		if (stamp !== undefined && this.listed?.stamp === stamp) return this.listed.calls;
		const calls = await this.listNow(await files(), signal);
		this.listed = signal.aborted ? undefined : { stamp, calls };
		return calls;
	}

	private async listNow(files: readonly string[], signal: AbortSignal): Promise<readonly WrittenCall[]> {
		const wanted = new Set(files);
		for (const known of this.read.keys()) if (!wanted.has(known)) this.read.delete(known);
		for (const [at, file] of files.entries()) {
			if (signal.aborted) break;
			await this.update(file, signal).catch(() => undefined);
			this.onProgress(at + 1, files.length);
		}
		const all = [...this.read.values()].flatMap(({ calls, waiting }) => [...calls, ...waiting.values()]);
		const seen = new Set<string>();
		return all
			.sort((a, b) => Number(a.isCopy) - Number(b.isCopy))
			.filter(({ key }) => key === undefined || (!seen.has(key) && seen.add(key)))
			.sort((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
	}

	private async update(file: string, signal: AbortSignal): Promise<void> {
		const before = this.read.get(file);
		const { size: sizeBytes } = await stat(file);
		if (before?.sizeBytes === sizeBytes) return;
		const isGrown = before !== undefined && before.sizeBytes < sizeBytes;
		const calls = isGrown ? [...before.calls] : [];
		const waiting = new Map(isGrown ? before.waiting : []);
		const handle = await open(file, 'r');
		const finder = new ByteFinder(handle, PATTERN, this.buffers);
		try {
			for (let at = isGrown ? before.wholeBytes : 0; ;) {
				const match = await finder.find(at, signal);
				if (match === undefined || match.start >= sizeBytes) break;
				const { start, end, bytes } = await finder.lineAround(match.start);
				at = end + 1;
				const entry = bytes && entryOf(bytes);
				if (entry) this.note(entry, { file, line: { start, end } }, calls, waiting);
			}
			const { start: wholeBytes } = await finder.lineAround(Math.max(0, sizeBytes - 1), 0);
			if (!signal.aborted) this.read.set(file, { sizeBytes, wholeBytes, calls, waiting });
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
		return Uint32Array.from(gramsOf(tokensOf(both, file, this.vocabulary)));
	}
}

/** What a call did, or was to do. Empty where its line is not there any more. */
export async function readCall(call: WrittenCall): Promise<readonly TextChange[]> {
	const { start, end } = call.line;
	const bytes = Buffer.alloc(end - start);
	const handle = await open(call.file, 'r').catch(() => undefined);
	if (handle === undefined) return [];
	try {
		await handle.read(bytes, 0, bytes.length, start);
	} finally {
		await handle.close();
	}
	const entry = entryOf(bytes);
	if (entry?.type === 'user') return changesOf(entry.toolUseResult);
	const own = entry && fileCallsOf(entry).find(({ toolUseId }) => toolUseId === call.toolUseId);
	return own?.texts ?? [];
}

function entryOf(line: Buffer): TranscriptEntry | undefined {
	if (isHarness(line)) return undefined;
	const parsed = parseLine(line.toString('utf8'), 0);
	return parsed && 'entry' in parsed ? parsed.entry : undefined;
}
