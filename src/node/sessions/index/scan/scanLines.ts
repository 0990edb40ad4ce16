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
import { parseLine } from '../../../../core/transcript/parseEntry';
import { typedText } from '../../../../core/transcript/userText';
import { addId, addIdText, numberOf } from './idSet';
import { decodeString } from './jsonBytes';
import {
	ABORTED,
	ANSWER,
	API_ERROR,
	BUFFER,
	CLOSE,
	CONTENT,
	COPY,
	CWD,
	END,
	ENTRYPOINT,
	FEED,
	FLAGS,
	GIT_BRANCH,
	HAS_ORIGIN_UUID,
	HAS_UUID,
	ID,
	ID_HASH,
	LineReader,
	ORIGIN_HASH,
	ORIGIN_SESSION,
	OUTPUT,
	PARSE,
	PLACE_NUMBER,
	SIDECHAIN,
	START,
	TIMESTAMP,
	UUID_HASH,
	WANTS_COPIES,
	WANTS_IDS,
} from './lineReader';
import { type Scan, draftOf, guard } from './scanState';
import { isCertainlyTyped } from './prompts';
import { WHOLE, shortLine } from './shorten';

/** So many outputs in a row are no parallel calls any more. */
const MAX_UNTIMED = 64;

/** Takes all complete lines of `b` from `start` to `end`. Returns where the first incomplete one begins. */
export function scanLines(scan: Scan, b: Buffer, start: number, end: number): number {
	const own = LineReader.here;
	if (b.buffer === own.bytes.buffer) return scanHere(own, scan, b.byteOffset + start, b.byteOffset + end) - b.byteOffset;
	const reader = end - start > BUFFER ? new LineReader(end - start) : own;
	b.copy(reader.bytes, reader.at, start, end);
	return scanHere(reader, scan, reader.at, reader.at + end - start) - reader.at + start;
}

/** The same for bytes that are in the reader's memory. */
function scanHere(r: LineReader, scan: Scan, start: number, end: number): number {
	r.begin(start, end, scan.mainId);
	for (let kind = r.next(wanted(scan)); kind !== END; kind = r.next(wanted(scan))) {
		const isTaken =
			kind === ANSWER
				? takeAnswer(scan, r)
				: kind === OUTPUT
					? takeOutput(scan, r)
					: kind !== PARSE && takePrompt(scan, r);
		if (!isTaken) parse(scan, r);
	}
	// Positions mean nothing once the buffer moves on.
	timeOutputs(scan, r);
	keepPrompt(scan, r.bytes);
	if (scan.lastIdStart >= 0) scan.lastMessageId = decodeString(r.bytes, scan.lastIdStart, scan.lastIdEnd) ?? '';
	scan.lastIdStart = -1;
	return r.position;
}

function wanted({ isTogether, drafts, mainId }: Scan): number {
	if (isTogether) return WANTS_COPIES | WANTS_IDS;
	const draft = drafts.get(mainId);
	return draft !== undefined && isUndated(draft) ? WANTS_COPIES : 0;
}

function has({ about }: LineReader, flag: number): boolean {
	return ((about[FLAGS] ?? 0) & flag) !== 0;
}

/** The session that the line was copied from; nothing for a line of the session's own. */
function originOf(r: LineReader): string | undefined {
	return has(r, COPY) ? r.textAt(r.origin, ORIGIN_SESSION, undefined) : undefined;
}

function takeAnswer(scan: Scan, r: LineReader): boolean {
	const { model, usage, timeMs, about } = r;
	const d = draftOf(scan, scan.mainId);
	if (model === undefined) return false;
	if (isRepeated(scan, r)) return true;
	const idStart = (r.message[2 * ID] ?? 0) + 1;
	const idEnd = r.message[2 * ID + 1] ?? 0;
	guard(scan, timeMs);
	scan.firstMessageId ??= decodeString(r.bytes, idStart, idEnd);
	scan.lastIdStart = idStart;
	scan.lastIdEnd = idEnd;
	scan.untimed.length = 0;
	noteOrigin(d, originOf(r), timeMs);
	notePlace(d, r);
	noteTime(d, timeMs);
	noteActivity(d);
	const { ids, usages } = scan.seen.answers;
	const answer = numberOf(ids, about, ID_HASH);
	usages[answer] = noteUsage(d, usages[answer], usage);
	if (has(r, SIDECHAIN)) return true;
	if (noteAnswer(d, model, has(r, API_ERROR), r.stopReason, has(r, ABORTED))) {
		noteContext(d, usage);
		d.model = model;
	}
	return true;
}

/** Whether the line was counted before; from now on it was. */
function isRepeated({ seen: { uuids }, isTogether }: Scan, r: LineReader): boolean {
	const isNew = !has(r, HAS_UUID) || addId(uuids, r.about, UUID_HASH);
	if (!isTogether || !has(r, HAS_ORIGIN_UUID)) return !isNew;
	return !addId(uuids, r.about, ORIGIN_HASH) || !isNew;
}

function takeOutput(scan: Scan, r: LineReader): boolean {
	// Its id stands between two long texts. It is looked for only where others may have counted it: what it says twice of one file
	// changes nothing.
	if (scan.isTogether && isRepeated(scan, r)) return true;
	const d = draftOf(scan, scan.mainId);
	noteOrigin(d, originOf(r), undefined);
	notePlace(d, r);
	noteActivity(d);
	if (!has(r, SIDECHAIN)) noteToolResult(d);
	// Its time lies between two long texts. The answer that follows is later, so it is looked for only where none follows.
	scan.untimed.push(r.about[START] ?? 0, r.about[CLOSE] ?? 0);
	if (d.firstMessageMs === undefined || isUndated(d) || scan.untimed.length > 2 * MAX_UNTIMED) timeOutputs(scan, r);
	return true;
}

function timeOutputs(scan: Scan, r: LineReader): void {
	for (let i = 0; i < scan.untimed.length; i += 2) {
		r.readOutput(scan.untimed[i] ?? 0, scan.untimed[i + 1] ?? 0);
		const d = draftOf(scan, scan.mainId);
		const ms = Number.isNaN(r.timeMs) ? Date.parse(r.textAt(r.line, TIMESTAMP, undefined) ?? '') : r.timeMs;
		if (!Number.isNaN(ms)) noteTime(d, ms);
		noteOrigin(d, originOf(r), Number.isNaN(ms) ? undefined : ms);
		notePlace(d, r);
	}
	scan.untimed.length = 0;
}

/** Takes a later prompt of a session. The first one, and those of forks, are parsed. */
function takePrompt(scan: Scan, r: LineReader): boolean {
	const d = draftOf(scan, scan.mainId);
	const { about, message, timeMs } = r;
	if ((about[CLOSE] ?? 0) - (about[START] ?? 0) >= WHOLE || d.firstPrompt === undefined || d.fork || scan.isTogether)
		return false;
	const open = message[2 * CONTENT] ?? 0;
	const end = message[2 * CONTENT + 1] ?? 0;
	if (!isCertainlyTyped(r.bytes, open + 1, end)) return false;
	if (isRepeated(scan, r)) return true;
	guard(scan, timeMs);
	scan.untimed.length = 0;
	notePlace(d, r);
	noteTime(d, timeMs);
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

function notePlace(d: FactsDraft, r: LineReader): void {
	if (r.isSame(PLACE_NUMBER) && d.lastCwd !== undefined) return;
	d.lastCwd = r.textAt(r.line, CWD, d.lastCwd) ?? d.lastCwd;
	d.cwd ??= d.lastCwd;
	d.gitBranch = r.textAt(r.line, GIT_BRANCH, d.gitBranch) ?? d.gitBranch;
	d.entrypoint = tellingEntrypoint(d.entrypoint, r.textAt(r.line, ENTRYPOINT, d.entrypoint));
}

/** The other way to take a line: all of it, as the fold of a whole session does. */
function parse(scan: Scan, r: LineReader): void {
	const { about, bytes } = r;
	scan.parsedLines++;
	r.forgetTails(); // This line may have another place, and the next one the old one again.
	const parsed = parseLine(shortLine(bytes, about[START] ?? 0, about[FEED] ?? 0), 0);
	if (parsed === undefined || 'problem' in parsed) return;
	const { entry } = parsed;
	if (entry.type === 'user') keepPrompt(scan, bytes);
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
