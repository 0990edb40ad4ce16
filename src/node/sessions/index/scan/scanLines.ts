// The quick scan: what a row in the list of sessions says, from the bytes of a transcript. Most lines (answers of the model,
// outputs of tools, all prompts but the first) are understood from their ends or their first bytes; whatever cannot be proven
// that way is parsed in full, so the result is that of folding every line. Two things are taken on trust: that a line which
// begins and ends well is JSON in between, and that the output of a tool lies in time between the call and the answer to it.
import { tellingEntrypoint } from '../../../../core/claude/registry';
import type { MessageEntry } from '../../../../core/transcript/entry';
import type { FactsDraft } from '../../../../core/transcript/facts';
import {
	noteActivity,
	noteAnswer,
	noteContext,
	isUndated,
	noteEntry,
	noteOrigin,
	notePrompt,
	noteTime,
	noteToolResult,
	noteUsage,
} from '../../../../core/transcript/noteFacts';
import { excerpt } from '../../../../core/transcript/excerpt';
import { isKnownType, parseLine } from '../../../../core/transcript/parseEntry';
import { typedText } from '../../../../core/transcript/userText';
import { addId, addIdText, idNumber } from './idSet';
import { OPEN_ARRAY, OPEN_OBJECT, QUOTE, decodeString, isPlain, isText, stringEnd, timeOf } from './jsonBytes';
import {
	ALL,
	NOT_COMPACT,
	ENDS,
	type Completeness,
	readBack,
	readEdges,
	readFront,
	readWhole,
	tailWith,
} from './jsonMembers';
import {
	F,
	FORKED,
	L,
	LINE,
	M,
	MESSAGE,
	isLineText,
	isTrue,
	lastOf,
	lineText,
	messageText,
	originOf,
	readForked,
	readUsage,
	startOf,
} from './currentLine';
import { type Scan, draftOf, guard } from './scanState';
import { isCertainlyTyped } from './prompts';
import { WHOLE, shortLine } from './shorten';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** So many outputs in a row are no parallel calls any more. */
const MAX_UNTIMED = 64;

/** Ids of tools are far shorter. Bytes. */
const LONG_ID = 256;

/** Takes all complete lines of `b` from `start` to `end`. Returns where the first incomplete one begins. */
export function scanLines(scan: Scan, b: Buffer, start: number, end: number): number {
	LINE.tailLength = 0;
	MESSAGE.tailLength = 0;
	let from = start;
	for (let feed = b.indexOf(LINE_FEED, from); feed >= 0 && feed < end; feed = b.indexOf(LINE_FEED, from)) {
		scanLine(scan, b, from, feed);
		from = feed + 1;
	}
	// Positions mean nothing once the buffer moves on.
	timeOutputs(scan, b);
	keepPrompt(scan, b);
	if (scan.lastIdStart >= 0) scan.lastMessageId = decodeString(b, scan.lastIdStart, scan.lastIdEnd) ?? '';
	scan.lastIdStart = -1;
	return from;
}

/** Takes one line, without its line feed. */
function scanLine(scan: Scan, b: Buffer, start: number, end: number): void {
	if (end - start < 2 || isIdle(b, start, end)) return;
	const close = b[end - 1] === CARRIAGE_RETURN ? end - 2 : end - 1;
	if (!readLine(scan, b, start, close)) parse(scan, b, start, end);
}

/** `{"type":"x"` with a type that says nothing to us. They are most of the bytes of a short session. */
function isIdle(b: Buffer, at: number, lineEnd: number): boolean {
	if (!isText(b, at, at + 9, '{"type":"')) return false;
	// Beyond the line may be the end of the buffer.
	const end = stringEnd(b, at + 8, Math.min(at + 64, lineEnd));
	return end > 0 && isIdleType(b, at + 9, end);
}

/** The type that said nothing to us last: many lines in a row are of one. */
let lastIdle = 'attachment';

function isIdleType(b: Buffer, at: number, end: number): boolean {
	if (isText(b, at, end, lastIdle)) return true;
	const type = b.toString('latin1', at, end);
	if (type !== 'last-prompt' && type !== 'attachment' && type !== 'progress' && !isKnownType(type)) return false;
	lastIdle = type;
	return true;
}

/** How much of the line `LINE` holds. */
let reading: Completeness = NOT_COMPACT;

/** Sees to it that `LINE` holds every member of the line. */
function readAll(b: Buffer, start: number, close: number): boolean {
	if (reading === ENDS) reading = readWhole(LINE, b, start, close);
	return reading === ALL;
}

/** Sees to it that `LINE` holds a member, if the line has it. */
function has(key: number, b: Buffer, start: number, close: number): boolean {
	return startOf(LINE, key) >= 0 || (readAll(b, start, close) && startOf(LINE, key) >= 0);
}

/** Understands a line from its ends, or by walking through all of it. Returns false where it has to be parsed. */
function readLine(scan: Scan, b: Buffer, start: number, close: number): boolean {
	reading = readFront(LINE, b, start, close);
	const early = lineType(b);
	if (early === IDLE && reading === ENDS) return true;
	// Of what a tool said only the place is needed, and that stands at the very end.
	if (reading === ENDS) reading = readBack(LINE, b, close, early === 'user');
	if (reading === NOT_COMPACT || !has(L.type, b, start, close)) return false;
	const type = lineType(b);
	if (type === 'assistant' || type === 'user') {
		// Without a session of its own the line belongs to the file's.
		if (has(L.sessionId, b, start, close) ? !isLineText(b, L.sessionId, scan.mainId) : reading !== ALL) return false;
		// Where a line says that it is a copy, it does at its very end; other places are looked at where a copy is likely.
		if (startOf(LINE, L.forkedFrom) < 0 && isForkLikely(scan) && !readAll(b, start, close)) return false;
		if (startOf(LINE, L.forkedFrom) >= 0 && !readForked(b)) return false;
		if (type === 'user') {
			if (scan.isTogether && !readAll(b, start, close)) return false;
			return readMessage(b, start, close, readFront, isOutput)
				? takeOutput(scan, b, start, close)
				: takePrompt(scan, b, start, close);
		}
		if (!has(L.uuid, b, start, close) || !has(L.timestamp, b, start, close)) return false;
		return readMessage(b, start, close, readEdges, isAnswered) && takeAnswer(scan, b);
	}
	if (type === 'system') {
		return has(L.subtype, b, start, close) ? !isLineText(b, L.subtype, 'compact_boundary') : reading === ALL;
	}
	return type === IDLE;
}

function isForkLikely({ isTogether, drafts, mainId }: Scan): boolean {
	if (isTogether) return true;
	const draft = drafts.get(mainId);
	return draft !== undefined && isUndated(draft);
}

/** A type that says nothing to us. */
const IDLE = 'idle';

/** The type of `LINE`; nothing where it has none (yet), or one that only a parser understands. */
function lineType(b: Buffer): 'assistant' | 'user' | 'system' | typeof IDLE | undefined {
	const at = startOf(LINE, L.type);
	if (at < 0) return undefined;
	if (isLineText(b, L.type, 'assistant')) return 'assistant';
	if (isLineText(b, L.type, 'user')) return 'user';
	if (isLineText(b, L.type, 'system')) return 'system';
	return isIdleType(b, at + 1, lastOf(LINE, L.type)) ? IDLE : undefined;
}

/**
 * Reads the message into `MESSAGE`: first from what looks like it, then from what it is proven to be.
 * @param read how much of it to read at first.
 * @param answer says yes, no, or nothing: not with what was read.
 */
function readMessage(
	b: Buffer,
	start: number,
	close: number,
	read: typeof readEdges,
	answer: (r: Completeness, b: Buffer) => boolean | undefined,
): boolean {
	const isBig = startOf(LINE, L.message) < 0 && LINE.bigKey === L.message && reading === ENDS;
	const early = isBig
		? answer(read(MESSAGE, b, LINE.bigStart, read === readFront ? close : LINE.bigEnd), b)
		: undefined;
	if (early !== undefined) return early;
	if (!readAll(b, start, close)) return false;
	const first = startOf(LINE, L.message);
	const last = lastOf(LINE, L.message);
	if (first < 0) return false;
	return answer(read(MESSAGE, b, first, last), b) ?? answer(readWhole(MESSAGE, b, first, last), b) ?? false;
}

/** Where the content begins, as far as that is certain: what was found from the back may be another object's. */
function contentStart(r: Completeness): number {
	if (r === ALL) return startOf(MESSAGE, M.content);
	return r === ENDS && MESSAGE.bigKey === M.content ? MESSAGE.bigStart : -1;
}

/** The output of a tool. Prompts and everything else that is said are parsed. */
function isOutput(r: Completeness, b: Buffer): boolean | undefined {
	const at = r === ENDS && startOf(MESSAGE, M.content) >= 0 ? startOf(MESSAGE, M.content) : contentStart(r);
	if (at < 0) return undefined;
	if (b[at] !== OPEN_ARRAY) return false;
	if (isText(b, at + 1, at + 22, '{"type":"tool_result"')) return true;
	if (!isText(b, at + 1, at + 16, '{"tool_use_id":')) return false;
	// What answers a tool says so behind the id; one that does not is no output.
	const end = stringEnd(b, at + 16, Math.min(b.length, at + LONG_ID));
	return end > 0 && isText(b, end + 1, end + 22, ',"type":"tool_result"');
}

function isAnswered(r: Completeness, b: Buffer): boolean | undefined {
	const content = contentStart(r);
	const isComplete =
		content >= 0 &&
		b[content] === OPEN_ARRAY &&
		startOf(MESSAGE, M.stop_reason) >= 0 &&
		b[startOf(MESSAGE, M.id)] === QUOTE &&
		b[startOf(MESSAGE, M.model)] === QUOTE &&
		b[startOf(MESSAGE, M.usage)] === OPEN_OBJECT;
	return isComplete ? true : undefined;
}

/** Takes the answer that `LINE` and `MESSAGE` hold. */
function takeAnswer(scan: Scan, b: Buffer): boolean {
	const usage = readUsage(b);
	const ms = timeOf(b, startOf(LINE, L.timestamp) + 1, lastOf(LINE, L.timestamp));
	const [idStart, idEnd] = [startOf(MESSAGE, M.id) + 1, lastOf(MESSAGE, M.id)];
	const d = draftOf(scan, scan.mainId);
	const model = messageText(b, M.model, d.model);
	if (usage === undefined || Number.isNaN(ms) || model === undefined) return false;
	if (!isPlain(b, idStart, idEnd) || !isPlain(b, startOf(LINE, L.uuid) + 1, lastOf(LINE, L.uuid))) return false;
	if (isRepeated(scan, b)) return true;
	guard(scan, ms);
	scan.firstMessageId ??= decodeString(b, idStart, idEnd);
	scan.lastIdStart = idStart;
	scan.lastIdEnd = idEnd;
	scan.untimed.length = 0;
	noteOrigin(d, originOf(b), ms);
	notePlace(d, b);
	noteTime(d, ms);
	noteActivity(d);
	const { ids, usages } = scan.seen.answers;
	const answer = idNumber(ids, b, idStart, idEnd);
	usages[answer] = noteUsage(d, usages[answer], usage);
	if (isTrue(b, L.isSidechain)) return true;
	const stop = messageText(b, M.stop_reason, 'tool_use');
	if (noteAnswer(d, model, isTrue(b, L.isApiErrorMessage), stop, isTrue(b, L.isAbortedMidStream))) {
		noteContext(d, usage);
		d.model = model;
	}
	return true;
}

/** Whether the line that `LINE` holds was counted before; from now on it was. */
function isRepeated({ seen: { uuids }, isTogether }: Scan, b: Buffer): boolean {
	const isNew = startOf(LINE, L.uuid) < 0 || addId(uuids, b, startOf(LINE, L.uuid) + 1, lastOf(LINE, L.uuid));
	if (!isTogether || !readForked(b) || b[startOf(FORKED, F.messageUuid)] !== QUOTE) return !isNew;
	return !addId(uuids, b, startOf(FORKED, F.messageUuid) + 1, lastOf(FORKED, F.messageUuid)) || !isNew;
}

/** Takes the output of a tool that `LINE` holds. */
function takeOutput(scan: Scan, b: Buffer, start: number, close: number): boolean {
	// Its id stands between two long texts. It is looked for only where others may have counted it: what it says twice of one file
	// changes nothing.
	if (scan.isTogether && isRepeated(scan, b)) return true;
	const d = draftOf(scan, scan.mainId);
	noteOrigin(d, originOf(b), undefined);
	notePlace(d, b);
	noteActivity(d);
	if (!isTrue(b, L.isSidechain)) noteToolResult(d);
	// Its time lies between two long texts. The answer that follows is later, so it is looked for only where none follows.
	scan.untimed.push(start, close);
	if (d.firstMessageMs === undefined || isUndated(d) || scan.untimed.length > 2 * MAX_UNTIMED) timeOutputs(scan, b);
	return true;
}

function timeOutputs(scan: Scan, b: Buffer): void {
	for (let i = 0; i < scan.untimed.length; i += 2) {
		readWhole(LINE, b, scan.untimed[i] ?? 0, scan.untimed[i + 1] ?? 0);
		const at = startOf(LINE, L.timestamp);
		const ms = b[at] !== QUOTE ? Number.NaN : timeOf(b, at + 1, lastOf(LINE, L.timestamp));
		const d = draftOf(scan, scan.mainId);
		if (!Number.isNaN(ms)) noteTime(d, ms);
		noteOrigin(d, originOf(b), Number.isNaN(ms) ? undefined : ms);
		notePlace(d, b);
	}
	scan.untimed.length = 0;
}

/** Takes a later prompt of a session. The first one, and those of forks, are parsed. */
function takePrompt(scan: Scan, b: Buffer, start: number, close: number): boolean {
	const d = draftOf(scan, scan.mainId);
	if (reading !== ALL || close - start >= WHOLE || d.firstPrompt === undefined || d.fork || scan.isTogether)
		return false;
	if (isTrue(b, L.isSidechain) || isTrue(b, L.isMeta) || isTrue(b, L.isCompactSummary)) return false;
	const message = startOf(LINE, L.message);
	if (startOf(LINE, L.forkedFrom) >= 0 || readWhole(MESSAGE, b, message, lastOf(LINE, L.message)) !== ALL) return false;
	const [open, end] = [startOf(MESSAGE, M.content), lastOf(MESSAGE, M.content)];
	if (b[open] !== QUOTE || !isCertainlyTyped(b, open + 1, end)) return false;
	const at = startOf(LINE, L.timestamp);
	const ms = b[at] === QUOTE ? timeOf(b, at + 1, lastOf(LINE, L.timestamp)) : Number.NaN;
	if (Number.isNaN(ms) || !isPlain(b, startOf(LINE, L.uuid) + 1, lastOf(LINE, L.uuid))) return false;
	if (isRepeated(scan, b)) return true;
	guard(scan, ms);
	scan.untimed.length = 0;
	notePlace(d, b);
	noteTime(d, ms);
	noteActivity(d);
	notePrompt(d);
	scan.promptStart = open + 1;
	scan.promptEnd = end;
	return true;
}

/** Decodes the last prompt that was only counted. */
function keepPrompt(scan: Scan, b: Buffer): void {
	const text = scan.promptStart < 0 ? undefined : decodeString(b, scan.promptStart, scan.promptEnd);
	if (text !== undefined) draftOf(scan, scan.mainId).lastPrompt = excerpt(typedText(text));
	scan.promptStart = -1;
}

const PLACE_KEYS = [L.cwd, L.gitBranch, L.entrypoint];

/** The number of the tail that the place was taken from last. */
let lastPlaceTail = -1;

function notePlace(d: FactsDraft, b: Buffer): void {
	const tail = tailWith(LINE, PLACE_KEYS);
	const isSame = tail >= 0 && tail === lastPlaceTail && d.lastCwd !== undefined;
	lastPlaceTail = tail;
	if (isSame) return;
	d.lastCwd = lineText(b, L.cwd, d.lastCwd) ?? d.lastCwd;
	d.cwd ??= d.lastCwd;
	d.gitBranch = lineText(b, L.gitBranch, d.gitBranch) ?? d.gitBranch;
	d.entrypoint = tellingEntrypoint(d.entrypoint, lineText(b, L.entrypoint, d.entrypoint));
}

/** The other way to take a line: all of it, as the fold of a whole session does. */
function parse(scan: Scan, b: Buffer, start: number, end: number): void {
	scan.parsedLines++;
	LINE.tailLength = 0; // This line may have another place, and the next one the old one again.
	const parsed = parseLine(shortLine(b, start, end), 0);
	if (parsed === undefined || 'problem' in parsed) return;
	const { entry } = parsed;
	if (entry.type === 'user') keepPrompt(scan, b);
	if ('isSidechain' in entry) {
		if (isCounted(scan, entry)) return;
		guard(scan, entry.timestampMs);
	}
	const sessionId = entry.sessionId ?? scan.mainId;
	if (sessionId === scan.mainId && (entry.type === 'user' || entry.type === 'assistant')) {
		if (entry.timestampMs !== undefined) scan.untimed.length = 0;
		if (entry.type === 'assistant') scan.firstMessageId ??= entry.messageId;
	}
	noteEntry(draftOf(scan, sessionId), entry, scan.seen.answers);
}

/** The same as `isRepeated` for a line that was parsed. */
function isCounted({ seen: { uuids }, isTogether }: Scan, { uuid, copyOf }: MessageEntry): boolean {
	const isNew = uuid === undefined || addIdText(uuids, uuid);
	const isFirst = !isTogether || copyOf?.uuid === undefined || addIdText(uuids, copyOf.uuid);
	return !isNew || !isFirst;
}
