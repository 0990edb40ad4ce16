// The quick scan: what a row in the list of sessions says, from the bytes of a transcript. Most lines (answers of the model,
// outputs of tools, all prompts but the first) are understood from their ends or their first bytes; whatever cannot be proven
// that way is parsed in full, so the result is that of folding every line. Two things are taken on trust: that a line which
// begins and ends well is JSON in between, and that the output of a tool lies in time between the call and the answer to it.
import { tellingEntrypoint } from '../../../../core/claude/registry';
import type { MessageEntry } from '../../../../core/transcript/entry';
import { type FactsDraft, NO_TOKENS, addUsage } from '../../../../core/transcript/facts';
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
} from '../../../../core/transcript/noteFacts';
import { excerpt } from '../../../../core/transcript/excerpt';
import { parseLine } from '../../../../core/transcript/parseEntry';
import { typedText } from '../../../../core/transcript/userText';
import { decodeString } from './jsonBytes';
import {
	CONTENT,
	CONTEXT,
	CWD,
	ENTRYPOINT,
	FIRST_ID,
	FIRST_TIME,
	GIT_BRANCH,
	HAS_MET,
	HAS_NO_TIME,
	IS_FORK,
	IS_TOGETHER,
	IS_UNDATED,
	LAST_ID,
	LAST_MODEL,
	LAST_STOP,
	LAST_TIME,
	type LineReader,
	MAIN_ANSWERS,
	MAIN_OUTPUTS,
	NEW_PLACE,
	PROMPT,
	TAKEN,
	TIME,
	TIMESTAMP,
	TIME_OUTPUTS,
	TOKENS,
	UNTIMED,
} from './lineReader';
import { CLOSE, FEED, NO_LINE, PARSE, START } from './scanModule';
import { type Scan, draftOf, guard } from './scanState';
import { isCertainlyTyped } from './prompts';
import { WHOLE, shortLine } from './shorten';

/** Takes all complete lines in the reader's memory from `start` to `end`. Returns where the first incomplete one begins. */
export function scanLines(scan: Scan, r: LineReader, start: number, end: number): number {
	r.begin(start, end, scan.mainId);
	for (let next = r.next(known(scan)); next !== NO_LINE; next = r.next(known(scan))) {
		takeRun(scan, r);
		const line = next === PARSE ? 'unclear' : (next & PROMPT) !== 0 ? takePrompt(scan, r) : 'taken';
		if (line === 'unclear') parse(scan, r);
		// What was counted before says nothing more, nor where it was.
		if (line === 'repeated') r.forgetPlace();
		if (line !== 'taken') continue;
		if ((next & NEW_PLACE) !== 0) notePlace(draftOf(scan, scan.mainId), r);
		if ((next & TIME_OUTPUTS) !== 0) timeOutputs(scan, r);
	}
	takeRun(scan, r);
	// Positions mean nothing once the buffer moves on.
	timeOutputs(scan, r);
	keepPrompt(scan, r.bytes);
	if (scan.lastIdStart >= 0) scan.lastMessageId = decodeString(r.bytes, scan.lastIdStart, scan.lastIdEnd) ?? '';
	scan.lastIdStart = -1;
	return r.position;
}

/** All that there is was read. */
export function endScan(scan: Scan, { answers }: LineReader): void {
	if (scan.lastMessageId !== '') scan.lastUsage = answers.get(scan.lastMessageId);
}

/** What the reader has to know of the session. */
function known({ isTogether, drafts, mainId }: Scan): number {
	const d = drafts.get(mainId);
	const fork = d?.fork === undefined ? 0 : isUndated(d) ? IS_FORK | IS_UNDATED : IS_FORK;
	return fork | (d?.firstMessageMs === undefined ? HAS_NO_TIME : 0) | (isTogether ? IS_TOGETHER : 0);
}

/** Takes what the reader says of several lines, answers and outputs: what they say one by one, as far as it is not overtaken. */
function takeRun(scan: Scan, r: LineReader): void {
	const { about, numbers } = r;
	if (about[HAS_MET] === 0 && about[TAKEN] === 0) return;
	const d = draftOf(scan, scan.mainId);
	if (about[TAKEN] !== 0) noteActivity(d);
	if (about[LAST_ID] !== 0) {
		const firstMs = numbers[FIRST_TIME] ?? 0;
		guard(scan, firstMs);
		noteTime(d, firstMs);
		noteTime(d, numbers[LAST_TIME] ?? 0);
		scan.firstMessageId ??= r.textAt(about, FIRST_ID, undefined);
		scan.lastIdStart = (about[LAST_ID] ?? 0) + 1;
		scan.lastIdEnd = about[LAST_ID + 1] ?? 0;
		d.tokens = addUsage(d.tokens, {
			input: numbers[TOKENS] ?? 0,
			output: numbers[TOKENS + 1] ?? 0,
			cacheWrite: numbers[TOKENS + 2] ?? 0,
			cacheRead: numbers[TOKENS + 3] ?? 0,
		});
	}
	if (about[MAIN_ANSWERS] !== 0) {
		const model = r.textAt(about, LAST_MODEL, d.model);
		noteAnswer(d, model, false, r.textAt(about, LAST_STOP, 'tool_use'), false);
		noteContext(d, { ...NO_TOKENS, input: numbers[CONTEXT] ?? 0 });
		d.model = model;
	}
	if (about[MAIN_OUTPUTS] !== 0) noteToolResult(d);
	r.forgetRun();
}

/** Looks for the times of outputs that no answer followed. */
function timeOutputs(scan: Scan, r: LineReader): void {
	const count = r.about[UNTIMED] ?? 0;
	for (let i = 0; i < count; i++) {
		r.readOutput(r.untimed[2 * i] ?? 0, r.untimed[2 * i + 1] ?? 0);
		const d = draftOf(scan, scan.mainId);
		const ms = r.numbers[TIME] ?? Number.NaN;
		// A time that is written in another way is one, too.
		const timeMs = Number.isNaN(ms) ? Date.parse(r.textAt(r.line, TIMESTAMP, undefined) ?? '') : ms;
		if (!Number.isNaN(timeMs)) noteTime(d, timeMs);
		noteOrigin(d, r.originOfOutput, Number.isNaN(timeMs) ? undefined : timeMs);
		notePlace(d, r);
	}
	r.forgetOutputs();
}

/** Takes a later prompt of a session. The first one, and those of forks, are parsed. */
function takePrompt(scan: Scan, r: LineReader): 'taken' | 'repeated' | 'unclear' {
	const d = draftOf(scan, scan.mainId);
	const { about, message } = r;
	if ((about[CLOSE] ?? 0) - (about[START] ?? 0) >= WHOLE || d.firstPrompt === undefined) return 'unclear';
	const open = message[CONTENT] ?? 0;
	const end = message[CONTENT + 1] ?? 0;
	const ms = r.numbers[TIME] ?? 0;
	if (!isCertainlyTyped(r.bytes, open + 1, end)) return 'unclear';
	if (r.isRepeatedPrompt()) return 'repeated';
	guard(scan, ms);
	r.forgetOutputs();
	noteTime(d, ms);
	noteActivity(d);
	notePrompt(d);
	scan.promptStart = open + 1;
	scan.promptEnd = end;
	return 'taken';
}

/** Decodes the last prompt that was only counted. */
function keepPrompt(scan: Scan, b: Buffer): void {
	const text = scan.promptStart < 0 ? undefined : decodeString(b, scan.promptStart, scan.promptEnd);
	if (text !== undefined) draftOf(scan, scan.mainId).lastPrompt = excerpt(typedText(text));
	scan.promptStart = -1;
}

function notePlace(d: FactsDraft, r: LineReader): void {
	d.lastCwd = r.textAt(r.line, CWD, d.lastCwd) ?? d.lastCwd;
	d.cwd ??= d.lastCwd;
	d.gitBranch = r.textAt(r.line, GIT_BRANCH, d.gitBranch) ?? d.gitBranch;
	d.entrypoint = tellingEntrypoint(d.entrypoint, r.textAt(r.line, ENTRYPOINT, d.entrypoint));
}

/** The other way to take a line: all of it, as the fold of a whole session does. */
function parse(scan: Scan, r: LineReader): void {
	const { about } = r;
	scan.parsedLines++;
	r.forgetPlace(); // This line may have another place, and the next one the old one again.
	const entry = parseLine(shortLine(r.bytes, about[START] ?? 0, about[FEED] ?? 0));
	if (entry === undefined) return;
	if (entry.type === 'user') keepPrompt(scan, r.bytes);
	if ('isSidechain' in entry) {
		if (isCounted(scan, r, entry)) return;
		guard(scan, entry.timestampMs);
	}
	const sessionId = entry.sessionId ?? scan.mainId;
	if (sessionId === scan.mainId && (entry.type === 'user' || entry.type === 'assistant')) {
		if (entry.timestampMs !== undefined) r.forgetOutputs();
		else {
			// They stood before it, and so does their place.
			timeOutputs(scan, r);
			r.forgetPlace();
		}
		if (entry.type === 'assistant') scan.firstMessageId ??= entry.messageId;
	}
	noteEntry(draftOf(scan, sessionId), entry, r.answers);
}

/** Whether a line that was parsed was counted before; from now on it was. */
function isCounted({ isTogether }: Scan, r: LineReader, { uuid, copyOf }: MessageEntry): boolean {
	const isNew = uuid === undefined || r.addUuid(uuid);
	const isFirst = !isTogether || copyOf?.uuid === undefined || r.addUuid(copyOf.uuid);
	return !isNew || !isFirst;
}
