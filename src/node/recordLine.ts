// A record as one line of JSON: what a worker sends and what the cache keeps. What can be derived or stands there already is
// left out, and all records come back in one shape, with what they have in common in memory once.
import { asRecord, asText } from '../core/result';
import type { Usage } from '../core/transcript/entry';
import type { Excerpt } from '../core/transcript/excerpt';
import { type SessionFacts, NO_TOKENS } from '../core/transcript/facts';
import type { FileRecord, FoundFile } from './indexRecord';
import { type SessionSummary, type TextPool, summaryFrom } from './indexedSession';

/** The line, without a line feed. */
export function lineOf({ stamp, sessions, ...rest }: FileRecord): string {
	return JSON.stringify({ ...rest, ...stamp, sessions: sessions.map(stored) });
}

/** Of a summary only what the transcript said: the rest follows from it, and from the file. */
function stored(s: SessionSummary): unknown {
	return {
		sessionId: s.sessionId,
		name: s.name,
		isAwaiting: s.isAwaiting,
		titles: s.titles,
		firstPrompt: s.firstPrompt,
		lastPrompt: isSameText(s.firstPrompt, s.lastPrompt) ? undefined : s.lastPrompt,
		cwd: s.cwd,
		lastCwd: s.lastCwd,
		gitBranch: s.gitBranch,
		entrypoint: s.entrypoint,
		model: s.model,
		firstMessageMs: s.firstMessageMs,
		lastMessageMs: s.lastMessageMs,
		prompts: s.prompts,
		turns: s.turns,
		tokens: s.tokens,
		contextTokens: s.contextTokens,
		compactions: s.compactions,
		interruptions: s.interruptions,
		apiErrors: s.apiErrors,
		state: s.state,
		ended: s.ended,
		fork: s.fork,
	};
}

function isSameText(a: Excerpt | undefined, b: Excerpt | undefined): boolean {
	return a?.text === b?.text && a?.fullLength === b?.fullLength;
}

/** The record of a line; nothing where it is broken or has not the shape that this version writes. */
export function recordFrom(line: string, pool?: TextPool): FileRecord | undefined {
	const o = parsed(line);
	if (o === undefined || !hasAll(o, TEXTS, 'string') || !hasAll(o, NUMBERS, 'number') || !Array.isArray(o['sessions']))
		return undefined;
	const { fileId, sizeBytes, modifiedMs, file, mainId, isSubagent, bornMs, offset, firstMessageId, lastMessage } =
		o as unknown as Stored;
	const found: FoundFile = {
		file,
		mainId,
		isSubagent: isSubagent === true,
		stamp: { fileId, sizeBytes, modifiedMs },
		bornMs,
	};
	const sessions = (o['sessions'] as readonly unknown[]).map((each) => summaryOfStored(each, found, pool));
	if (!sessions.every((each) => each !== undefined)) return undefined;
	const [id, usage] = Array.isArray(lastMessage) ? (lastMessage as readonly unknown[]) : [];
	return {
		file,
		mainId,
		isSubagent: found.isSubagent,
		stamp: found.stamp,
		bornMs,
		offset,
		sessions,
		firstMessageId: asText(firstMessageId),
		lastMessage: typeof id === 'string' && isUsage(usage) ? [id, usage] : undefined,
	};
}

/** The fields of a line whose types `TEXTS` and `NUMBERS` have proven; the others may be anything. */
type Stored = Omit<FoundFile, 'stamp' | 'isSubagent'> &
	FoundFile['stamp'] & {
		readonly offset: number;
		readonly isSubagent: unknown;
		readonly firstMessageId: unknown;
		readonly lastMessage: unknown;
	};
const TEXTS = ['file', 'mainId', 'fileId'];
const NUMBERS = ['sizeBytes', 'modifiedMs', 'bornMs', 'offset'];

const SESSION_TEXTS = ['sessionId', 'name', 'state'];
const SESSION_NUMBERS = ['prompts', 'turns', 'compactions', 'interruptions', 'apiErrors'];

function summaryOfStored(value: unknown, found: FoundFile, pool: TextPool | undefined): SessionSummary | undefined {
	const o = asRecord(value);
	if (o === undefined || !hasAll(o, SESSION_TEXTS, 'string') || !hasAll(o, SESSION_NUMBERS, 'number')) return undefined;
	if (asRecord(o['titles']) === undefined || !isUsage(o['tokens'])) return undefined;
	if (o['fork'] !== undefined && asText(asRecord(o['fork'])?.['origin']) === undefined) return undefined;
	const f = o as unknown as { -readonly [K in keyof SessionFacts]: SessionFacts[K] } & { readonly name: string };
	f.lastPrompt ??= f.firstPrompt;
	const name = [f.titles.custom, f.titles.ai].find((title) => title === f.name) ?? f.name;
	return summaryFrom(f, found, { name, isAwaiting: o['isAwaiting'] === true, pool });
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
	try {
		return asRecord(JSON.parse(line));
	} catch {
		return undefined;
	}
}

function hasAll(o: Readonly<Record<string, unknown>>, keys: readonly string[], type: 'string' | 'number'): boolean {
	return keys.every((key) => typeof o[key] === type);
}

const USAGE_KEYS = Object.keys(NO_TOKENS);

function isUsage(value: unknown): value is Usage {
	const o = asRecord(value);
	return o !== undefined && hasAll(o, USAGE_KEYS, 'number');
}
