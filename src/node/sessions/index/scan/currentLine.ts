// The line that is being looked at: where its members are, those of its message and of the two objects within them that count.
// One line at a time: what is found here is of the line that was read last.
import type { Usage } from '../../../../core/transcript/entry';
import { QUOTE, decodeString, digits, isText } from './jsonBytes';
import { ALL, type Members, createMembers, readWhole, tailWith } from './jsonMembers';

/** The keys of a line, of its message, of what says where it was copied from, and of its tokens. */
export const L = {
	type: 0,
	message: 1,
	uuid: 2,
	timestamp: 3,
	sessionId: 4,
	isSidechain: 5,
	cwd: 6,
	gitBranch: 7,
	entrypoint: 8,
	isApiErrorMessage: 9,
	isAbortedMidStream: 10,
	subtype: 11,
	userType: 12,
	forkedFrom: 13,
	isMeta: 14,
	isCompactSummary: 15,
} as const;

export const M = { id: 0, model: 1, content: 2, stop_reason: 3, usage: 4 } as const;
export const F = { sessionId: 0, messageUuid: 1 } as const;
const U = {
	input_tokens: 0,
	output_tokens: 1,
	cache_creation_input_tokens: 2,
	cache_read_input_tokens: 3,
} as const;

/** Where the values of the last line, of its message and of its origin were found. */
export const LINE = createMembers(L, {
	small: 160,
	body: L.message,
	anchor: L.userType,
	enough: [L.type, L.uuid, L.timestamp, L.sessionId, L.isSidechain],
});

export const MESSAGE = createMembers(M, { small: 1_024, body: M.content, anchor: M.stop_reason, enough: [] });
export const FORKED = createMembers(F, { small: 256, body: -1, anchor: -1, enough: [] });
const USAGE = createMembers(U, { small: 256, body: -1, anchor: -1, enough: [] });

/** Of `true`. */
const LETTER_T = 0x74;

/** The session that the line was copied from; nothing for a line of the session's own. */
export function originOf(b: Buffer): string | undefined {
	return readForked(b) ? textAt(b, startOf(FORKED, F.sessionId), lastOf(FORKED, F.sessionId), undefined) : undefined;
}

/** Reads where the line was copied from into `FORKED`. */
export function readForked(b: Buffer): boolean {
	const at = startOf(LINE, L.forkedFrom);
	return at >= 0 && readWhole(FORKED, b, at, lastOf(LINE, L.forkedFrom)) === ALL;
}

/** The tokens of the answer before, and the number of the tail that says them. All lines of one answer end alike. */
let lastUsage: Usage | undefined;
let lastUsageTail = -1;

const USAGE_KEYS = [M.usage];

/** The tokens of `MESSAGE`; nothing where one of the four is missing or no plain number. */
export function readUsage(b: Buffer): Usage | undefined {
	const tail = tailWith(MESSAGE, USAGE_KEYS);
	if (tail < 0 || tail !== lastUsageTail) lastUsage = usageAt(b, startOf(MESSAGE, M.usage), lastOf(MESSAGE, M.usage));
	lastUsageTail = tail;
	return lastUsage;
}

function usageAt(b: Buffer, open: number, close: number): Usage | undefined {
	if (readWhole(USAGE, b, open, close) !== ALL) return undefined;
	const input = digits(b, startOf(USAGE, U.input_tokens));
	const output = digits(b, startOf(USAGE, U.output_tokens));
	const cacheWrite = digits(b, startOf(USAGE, U.cache_creation_input_tokens));
	const cacheRead = digits(b, startOf(USAGE, U.cache_read_input_tokens));
	return input < 0 || output < 0 || cacheWrite < 0 || cacheRead < 0
		? undefined
		: { input, output, cacheWrite, cacheRead };
}

/** The string from its opening to its closing quote; nothing for anything else. `likely` saves decoding the same again. */
function textAt(b: Buffer, open: number, close: number, likely: string | undefined): string | undefined {
	if (open < 0 || b[open] !== QUOTE || close === open + 1) return undefined;
	if (likely !== undefined && isText(b, open + 1, close, likely) && !likely.includes('\\')) return likely;
	return decodeString(b, open + 1, close);
}

/** A text of the line; nothing where it has none of that name. */
export function lineText(b: Buffer, key: number, likely: string | undefined): string | undefined {
	return textAt(b, startOf(LINE, key), lastOf(LINE, key), likely);
}

/** The same of its message. */
export function messageText(b: Buffer, key: number, likely: string | undefined): string | undefined {
	return textAt(b, startOf(MESSAGE, key), lastOf(MESSAGE, key), likely);
}

/** The first byte of a value, -1 where there is none. */
export function startOf(m: Members, key: number): number {
	return m.at[2 * key] ?? -1;
}

/** The last byte of it. */
export function lastOf(m: Members, key: number): number {
	return m.at[2 * key + 1] ?? -1;
}

/** Whether a member of the line is this text (ASCII). */
export function isLineText(b: Buffer, key: number, text: string): boolean {
	return isText(b, startOf(LINE, key) + 1, lastOf(LINE, key), text);
}

/** Whether a member of the line is `true`. */
export function isTrue(b: Buffer, key: number): boolean {
	return b[startOf(LINE, key)] === LETTER_T;
}
