// A record as one line of JSON: what a worker sends and what the cache keeps. It is a list without keys, in plain ASCII,
// which is read in half of the time. What can be derived or stands there already is left out, and all records come back in
// one shape, with what they have in common in memory once.
import type { Usage } from '../../../core/transcript/entry';
import type { Excerpt } from '../../../core/transcript/excerpt';
import { type Fork, NO_TOKENS, type SessionFacts } from '../../../core/transcript/facts';
import type { FoundFile } from './foundFile';
import type { FileRecord } from './foundFile';
import { type TextPool, summaryFrom } from './indexedSession';
import { type IndexedSession } from './foundFile';

/** So many records are read out of one text in less than a millisecond. */
export const BATCH = 32;

/** The line, without a line feed. */
export function lineOf({ stamp, lastMessage, sessions, ...r }: FileRecord): string {
	const packed: PackedRecord = [
		r.file,
		r.mainId,
		r.isSubagent,
		stamp.fileId,
		stamp.sizeBytes,
		stamp.modifiedMs,
		r.bornMs,
		r.offset,
		r.firstMessageId ?? null,
		lastMessage?.[0] ?? null,
		...packUsage(lastMessage?.[1] ?? NO_TOKENS),
		sessions.map(packSummary),
	];
	return toAsciiJson(packed);
}

/** JSON in which every character beyond ASCII is escaped. */
export function toAsciiJson(value: unknown): string {
	return JSON.stringify(value).replace(/[^\0-\x7f]+/gu, (others) => {
		let escaped = '';
		for (let at = 0; at < others.length; at++) escaped += `\\u${others.charCodeAt(at).toString(16).padStart(4, '0')}`;
		return escaped;
	});
}

/** The record of a line; nothing where it is broken or has not the shape that this version writes. */
export function recordFrom(line: string, pool?: TextPool): FileRecord | undefined {
	return unpackRecord(parsed(line), pool);
}

/** The records of several lines as one text, `[line,line]`; nothing for those that have not the shape, or for all. */
export function recordsFrom(text: string, pool?: TextPool): readonly (FileRecord | undefined)[] {
	const values = parsed(text);
	return Array.isArray(values) ? values.map((value) => unpackRecord(value, pool)) : [undefined];
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** What stands at each place of a packed value; `null` stands for what is missing. */
type Shape = readonly { readonly kind: string; readonly isOptional: boolean }[];

/** @param kinds as `typeof` calls them: `string`, `string?` where it may be missing, `string?*5` for five of them. */
function shape(kinds: string): Shape {
	return kinds.split(' ').flatMap((each) => {
		const [kind = '', times = '1'] = each.split('*');
		return Array.from({ length: Number(times) }, () => ({
			kind: kind.replace('?', ''),
			isOptional: kind.endsWith('?'),
		}));
	});
}

/**
 * Whether a value has a shape. What is in it is taken out by place and not by taking the list apart, which goes through an
 * iterator: of thousands of records that is to be noticed.
 */
function isPacked(value: unknown, places: Shape): value is readonly unknown[] {
	if (!Array.isArray(value) || value.length !== places.length) return false;
	for (let at = 0; at < places.length; at++) {
		const place = places[at];
		const there: unknown = value[at];
		if (there === null ? place?.isOptional !== true : typeof there !== place?.kind) return false;
	}
	return true;
}

type PackedUsage = [input: number, output: number, cacheWrite: number, cacheRead: number];

function packUsage({ input, output, cacheWrite, cacheRead }: Usage): PackedUsage {
	return [input, output, cacheWrite, cacheRead];
}

type PackedRecord = readonly [
	file: string,
	mainId: string,
	isSubagent: boolean,
	fileId: string,
	sizeBytes: number,
	modifiedMs: number,
	bornMs: number,
	offset: number,
	firstMessageId: string | null,
	lastMessageId: string | null,
	...lastUsage: PackedUsage,
	sessions: readonly unknown[],
];
const RECORD = shape('string string boolean string number*4 string? string? number*4 object');

function unpackRecord(value: unknown, pool: TextPool | undefined): FileRecord | undefined {
	if (!isPacked(value, RECORD) || !Array.isArray(value.at(-1))) return undefined;
	const p = value as unknown as PackedRecord;
	const found: FoundFile = {
		file: p[0],
		mainId: p[1],
		isSubagent: p[2],
		stamp: { fileId: p[3], sizeBytes: p[4], modifiedMs: p[5] },
		bornMs: p[6],
	};
	const sessions: IndexedSession[] = [];
	for (const each of p[14]) {
		const summary = unpackSummary(each, found, pool);
		if (summary === undefined) return undefined;
		sessions.push(summary);
	}
	return {
		file: found.file,
		mainId: found.mainId,
		isSubagent: found.isSubagent,
		stamp: found.stamp,
		bornMs: found.bornMs,
		offset: p[7],
		sessions,
		firstMessageId: p[8] ?? undefined,
		lastMessage:
			p[9] === null ? undefined : [p[9], { input: p[10], output: p[11], cacheWrite: p[12], cacheRead: p[13] }],
	};
}

/** Of a summary only what the transcript said: the rest follows from it, and from the file. */
type PackedSummary = readonly [
	sessionId: string,
	name: string,
	isAwaiting: boolean,
	titles: SessionFacts['titles'],
	firstPrompt: string | null,
	firstPromptLength: number | null,
	/** `null` where it is the first one, too. */
	lastPrompt: string | null,
	lastPromptLength: number | null,
	cwd: string | null,
	lastCwd: string | null,
	gitBranch: string | null,
	entrypoint: string | null,
	model: string | null,
	firstMessageMs: number | null,
	lastMessageMs: number | null,
	prompts: number,
	turns: number,
	...tokens: PackedUsage,
	contextTokens: number | null,
	compactions: number,
	interruptions: number,
	apiErrors: number,
	state: SessionFacts['state'],
	ended: boolean | null,
	forkOrigin: string | null,
	forkOwn: readonly [firstMs: number | null, prompt: string | null] | null,
];
const SUMMARY = shape(
	'string string boolean object string? number? string? number? string?*5 number?*2 ' +
		'number*2 number*4 number? number*3 string boolean? string? object?',
);
const FORK_OWN = shape('number? string?');

function packSummary(s: IndexedSession): PackedSummary {
	const lastPrompt = isSameText(s.firstPrompt, s.lastPrompt) ? undefined : s.lastPrompt;
	return [
		s.sessionId,
		s.name,
		s.isAwaiting,
		s.titles,
		s.firstPrompt?.text ?? null,
		s.firstPrompt?.fullLength ?? null,
		lastPrompt?.text ?? null,
		lastPrompt?.fullLength ?? null,
		s.cwd ?? null,
		s.lastCwd ?? null,
		s.gitBranch ?? null,
		s.entrypoint ?? null,
		s.model ?? null,
		s.firstMessageMs ?? null,
		s.lastMessageMs ?? null,
		s.prompts,
		s.turns,
		...packUsage(s.tokens),
		s.contextTokens ?? null,
		s.compactions,
		s.interruptions,
		s.apiErrors,
		s.state,
		s.ended ?? null,
		s.fork?.origin ?? null,
		s.fork?.own ? [s.fork.own.firstMs ?? null, s.fork.own.prompt ?? null] : null,
	];
}

function isSameText(a: Excerpt | undefined, b: Excerpt | undefined): boolean {
	return a?.text === b?.text && a?.fullLength === b?.fullLength;
}

function unpackSummary(value: unknown, found: FoundFile, pool: TextPool | undefined): IndexedSession | undefined {
	if (!isPacked(value, SUMMARY)) return undefined;
	const p = value as unknown as PackedSummary;
	if (p[28] !== null && !isPacked(p[28], FORK_OWN)) return undefined;
	const firstPrompt = unpackExcerpt(p[4], p[5]);
	return summaryFrom(
		{
			sessionId: p[0],
			titles: p[3],
			firstPrompt,
			lastPrompt: unpackExcerpt(p[6], p[7]) ?? firstPrompt,
			cwd: p[8] ?? undefined,
			lastCwd: p[9] ?? undefined,
			gitBranch: p[10] ?? undefined,
			entrypoint: p[11] ?? undefined,
			model: p[12] ?? undefined,
			firstMessageMs: p[13] ?? undefined,
			lastMessageMs: p[14] ?? undefined,
			prompts: p[15],
			turns: p[16],
			tokens: { input: p[17], output: p[18], cacheWrite: p[19], cacheRead: p[20] },
			contextTokens: p[21] ?? undefined,
			compactions: p[22],
			interruptions: p[23],
			apiErrors: p[24],
			state: p[25],
			ended: p[26] ?? undefined,
			fork: p[27] === null ? undefined : { origin: p[27], own: unpackOwn(p[28]) },
		},
		found,
		{ name: sameAs(p[1], p[3]), isAwaiting: p[2], pool },
	);
}

function unpackOwn(own: PackedSummary[28]): Fork['own'] {
	return own === null ? undefined : { firstMs: own[0] ?? undefined, prompt: own[1] ?? undefined };
}

function unpackExcerpt(text: string | null, fullLength: number | null): Excerpt | undefined {
	return text === null || fullLength === null ? undefined : { text, fullLength };
}

/** The name itself, or the title that says the same: so it is in memory once. */
function sameAs(name: string, { custom, ai }: SessionFacts['titles']): string {
	return custom === name ? custom : ai === name ? ai : name;
}
