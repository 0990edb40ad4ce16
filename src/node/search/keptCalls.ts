// What was read of the transcripts of a project folder, on disk below our home: places and numbers, and no text of anybody's.
// It is derived, safe to delete, and never trusted: a transcript with another stamp is read again. Windows replace each other's
// with one that is just as right.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checksum } from '../../core/base/checksum';
import { shortHash } from '../../core/base/hash';
import { parseObject } from '../../core/base/result';
import type { FileStamp } from '../../core/transcript/cursor';
import { replaceFile } from '../base/atomicFile';
import { makePrivateFolderAtOnce } from '../project/privateFolderAtOnce';
import type { WrittenCall } from './writtenCall';

/** What is known of one transcript. */
export interface ReadTranscript {
	/** As it was when it was read. */
	readonly stamp: FileStamp;
	/** Up to where lines are whole: one may be half written. Bytes. */
	readonly wholeBytes: number;
	/** The checksum of what stands right before that: whether a file that grew is the same still. */
	readonly tail: number;
	readonly calls: readonly WrittenCall[];
	/** Calls without an answer, by their ids. */
	readonly waiting: ReadonlyMap<string, WrittenCall>;
}

/** Grows when anything here, or in how texts are taken apart, gets another meaning. */
const VERSION = 1;
/** Length of the head, and checksums of it and of the grams. */
const PREFIX_BYTES = 12;

/** Of paths and ids that stand in many calls: a number in `texts`; -1 where there is none. */
type Text = number;

/** A call, without what its transcript says; its grams follow those of the call before it. */
type KeptCall = readonly [
	start: number,
	end: number,
	uuid: string | null,
	key: string | null,
	toolUseId: string,
	atMs: number | null,
	isSidechain: 0 | 1,
	isCopy: 0 | 1,
	sessionId: Text,
	tool: Text,
	editedFile: Text,
	cwd: Text,
	grams: number,
];

interface Head {
	readonly version: number;
	readonly folder: string;
	readonly texts: readonly string[];
	readonly files: readonly {
		readonly file: string;
		readonly stamp: FileStamp;
		readonly wholeBytes: number;
		readonly tail: number;
		readonly calls: readonly KeptCall[];
		readonly waiting: readonly KeptCall[];
	}[];
}

const fileOf = (cacheFolder: string, folder: string): string => path.join(cacheFolder, `${shortHash(folder)}.calls`);

/** What is kept of the transcripts in a project folder; none where there is nothing, something old, or something damaged. */
export async function readKeptCalls(cacheFolder: string, folder: string): Promise<ReadonlyMap<string, ReadTranscript>> {
	const bytes = await readFile(fileOf(cacheFolder, folder)).catch(() => Buffer.alloc(0));
	const gramsAt = bytes.length < PREFIX_BYTES ? Infinity : PREFIX_BYTES + bytes.readUInt32LE(0);
	if (gramsAt > bytes.length || gramsAt % 4 !== 0) return new Map();
	const [inHead, inGrams] = [bytes.subarray(PREFIX_BYTES, gramsAt), bytes.subarray(gramsAt)];
	if (checksum(inHead) !== bytes.readUInt32LE(4) || checksum(inGrams) !== bytes.readUInt32LE(8)) return new Map();
	const head = parseObject(inHead.toString('utf8')) as Head | undefined;
	if (head?.version !== VERSION || head.folder !== folder) return new Map();
	const { texts, files } = head;
	// Numbers of a machine must begin at a multiple of their size.
	const grams = new Uint32Array(new Uint8Array(inGrams).buffer);
	let at = 0;
	const read = new Map<string, ReadTranscript>();
	for (const { file, stamp, wholeBytes, tail, ...kept } of files) {
		const callOf = (call: KeptCall): WrittenCall => {
			// There are thousands, and taking a list apart by its iterator takes longer than all else.
			const count = call[12];
			return {
				file,
				line: { start: call[0], end: call[1] },
				uuid: call[2] ?? undefined,
				key: call[3] ?? undefined,
				toolUseId: call[4],
				atMs: call[5] ?? undefined,
				isSidechain: call[6] === 1,
				isCopy: call[7] === 1,
				sessionId: texts[call[8]],
				tool: texts[call[9]] ?? '',
				editedFile: texts[call[10]] ?? '',
				cwd: texts[call[11]],
				grams: grams.subarray(at, (at += count)),
			};
		};
		const calls = kept.calls.map(callOf);
		const waiting = new Map(kept.waiting.map((call) => [call[4], callOf(call)]));
		read.set(file, { stamp, wholeBytes, tail, calls, waiting });
	}
	return read;
}

/**
 * Replaces what is kept of a project folder. What stands there of transcripts that nobody asked about now is taken along.
 * @throws the file system's errors.
 */
export async function keepCalls(
	cacheFolder: string,
	folder: string,
	known: ReadonlyMap<string, ReadTranscript>,
): Promise<void> {
	const others = [...(await readKeptCalls(cacheFolder, folder))].filter(
		([file]) => !known.has(file) && existsSync(file),
	);
	const texts = new Map<string, number>();
	const textOf = (text: string | undefined): Text => {
		if (text === undefined) return -1;
		const at = texts.get(text) ?? texts.size;
		texts.set(text, at);
		return at;
	};
	const grams: Uint32Array[] = [];
	const keptOf = (call: WrittenCall): KeptCall => {
		grams.push(call.grams);
		const { line, uuid, key, toolUseId, atMs, isSidechain, isCopy } = call;
		return [
			...([line.start, line.end, uuid ?? null, key ?? null, toolUseId, atMs ?? null] as const),
			...([isSidechain ? 1 : 0, isCopy ? 1 : 0, textOf(call.sessionId), textOf(call.tool)] as const),
			...([textOf(call.editedFile), textOf(call.cwd), call.grams.length] as const),
		];
	};
	const files = [...known, ...others].map(([file, { calls, waiting, ...rest }]) => ({
		...{ file, ...rest },
		calls: calls.map(keptOf),
		waiting: [...waiting.values()].map(keptOf),
	}));
	const head = Buffer.from(
		JSON.stringify({ version: VERSION, folder, texts: [...texts.keys()], files } satisfies Head),
	);
	// The grams begin at a multiple of their size.
	const padded = Buffer.concat([head, Buffer.alloc(-head.length & 3, ' ')]);
	const inGrams = Buffer.concat(grams.map((each) => Buffer.from(each.buffer, each.byteOffset, each.byteLength)));
	const prefix = Buffer.alloc(PREFIX_BYTES);
	[padded.length, checksum(padded), checksum(inGrams)].forEach((value, at) => prefix.writeUInt32LE(value, 4 * at));
	makePrivateFolderAtOnce(cacheFolder);
	await replaceFile(fileOf(cacheFolder, folder), Buffer.concat([prefix, padded, inGrams]), 0o600);
}
