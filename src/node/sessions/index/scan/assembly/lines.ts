// The lines of a transcript, one after the other: what each of them is, and what it says, as far as that can be proven without
// parsing it. Who asks for the next line says what he wants of it; what has to be parsed is handed back.
import { QUOTE, begins, byte, isPlain, isText, lineFeed, stringEnd, timeOf, word } from './bytes';
import { addId, answerUsage, clearAnswers, clearIds, createIds } from './ids';
import {
	FORKED_FROM,
	IS_ABORTED,
	IS_API_ERROR,
	IS_COMPACT_SUMMARY,
	IS_META,
	IS_SIDECHAIN,
	LINE,
	MESSAGE_KEY,
	ORIGIN,
	ORIGIN_SESSION,
	ORIGIN_UUID,
	SESSION_ID,
	SUBTYPE,
	TIMESTAMP,
	TYPE,
	UUID,
	close,
	goToLine,
	has,
	isCopy,
	isMember,
	isOrigin,
	isTrue,
	noteCopy,
	readAgain,
	readAll,
	readEnd,
	reading,
	start,
} from './line';
import { ALL, ENDS, Members, NOT_COMPACT, lastOf, readWhole, startOf } from './members';
import { CONTENT, ID, MESSAGE, MODEL, STOP_REASON, TOKENS_READ, readMessage, readUsage } from './message';
import { forgetPlaceText, isNewPlace } from './place';

const CARRIAGE_RETURN: i32 = 0x0d;

const TYPE_FIRST = word('{"type":"');
const ASSISTANT = word('assistant');
const USER = word('user');
const SYSTEM = word('system');
const SYNTHETIC = word('<synthetic>');
const COMPACT_BOUNDARY = word('compact_boundary');

/** Types are not longer. */
const LONG_TYPE = 64;

// What the other side reads; `lineReader.ts` has the same list.
/** Numbers of 32 bits. The line at hand: from its first byte to its last, and its line feed. */
const START = 0;
const CLOSE = 1;
const FEED = 2;
/** The run, all that was taken since `forgetRun`: whether an answer was met, and how many lines were taken. */
const HAS_MET = 3;
const TAKEN = 4;
/** Of the run, in the main conversation alone: how many answers, and how many outputs after the last of them. */
const MAIN_ANSWERS = 5;
const MAIN_OUTPUTS = 6;
/** Of the run: the first and the last id of an answer, the model that answered last and why it stopped, from quote to quote. */
const FIRST_ID = 7;
const LAST_ID = 9;
const LAST_MODEL = 11;
const LAST_STOP = 13;
/** Outputs at the end of what was read, whose times have not been looked for. */
const UNTIMED = 15;
/** Numbers of 64 bits: the time of the line at hand; of the run the first and the last time, the tokens, and the context. */
const TIME = 64;
const FIRST_TIME = 72;
const LAST_TIME = 80;
const TOKENS = 88;
const CONTEXT = 120;
const OUT = <i32>heap.alloc(128);
memory.fill(OUT, 0, 128);

/** So many outputs in a row are no parallel calls any more. */
const MAX_UNTIMED = 64;
const UNTIMED_AT = <i32>heap.alloc(8 * (MAX_UNTIMED + 1));

/** What the next line is, and what else is to be done. `NO_LINE`: there is none that is complete. */
const NO_LINE = 0;
const PARSE = 1;
const PROMPT = 2;
/** It was taken, but its place is a new one, or the times of outputs are wanted. */
const NEW_PLACE = 4;
const TIME_OUTPUTS = 8;
/** For us alone: nothing is to be done. */
const NOTHING = 16;

/** What is known of the session that the file is of: it began as a copy, and nobody knows yet when it goes its own way. */
const IS_FORK = 1;
const IS_UNDATED = 2;
/** Nothing of it has a time yet. */
const HAS_NO_TIME = 4;
/** Files are read together: every id counts, and a copy is the line that it is a copy of. */
const IS_TOGETHER = 8;

export function outAt(): i32 {
	return OUT;
}
export function lineAt(): i32 {
	return LINE.at;
}
export function messageAt(): i32 {
	return MESSAGE.at;
}
export function originAt(): i32 {
	return ORIGIN.at;
}
export function untimedAt(): i32 {
	return UNTIMED_AT;
}

/** So many bytes of memory. It is never given back. */
export function room(bytes: i32): i32 {
	return <i32>heap.alloc(bytes);
}

/** Types of lines that say nothing to us, as `word`s, one pointer after the other. */
let idleTypes = 0;
let idleCount = 0;
/** The one that was met last: many lines in a row are of one. */
let lastIdle = 0;

export function setIdleTypes(at: i32, count: i32): void {
	idleTypes = at;
	idleCount = count;
}

/** The session that the file is of, as a `word`. */
let mainId = 0;

/** Where the next line begins, and where what was read ends. */
let cursor = 0;
let stop = 0;
/** What is known of the session. */
let known = 0;
/** Lines that were counted. */
const UUIDS = createIds();

/** Forgets all ids, for the next file. */
export function forgetIds(): void {
	clearIds(UUIDS);
	clearAnswers();
}

/** Adds the id of a line. Returns false where it was there. */
export function addUuid(at: i32, end: i32): bool {
	return addId(UUIDS, at, end);
}

/** Takes the lines from `from` to `to`. `main` is a `word`. */
export function begin(from: i32, to: i32, main: i32): void {
	cursor = from;
	stop = to;
	mainId = main;
	LINE.tailLength = 0;
	MESSAGE.tailLength = 0;
	forgetRun();
	set(UNTIMED, 0);
}

/** The line before was parsed, or is another file's: it may have another place, and the next one the old one again. */
export function forgetPlace(): void {
	LINE.tailLength = 0;
	forgetPlaceText();
}

/** What the run says was taken over: the next line begins another one. */
export function forgetRun(): void {
	memory.fill(OUT + 4 * HAS_MET, 0, 4 * (UNTIMED - HAS_MET));
	store<f64>(OUT + FIRST_TIME, Infinity);
	store<f64>(OUT + LAST_TIME, -Infinity);
	memory.fill(OUT + TOKENS, 0, CONTEXT + 8 - TOKENS);
}

/** The outputs that were taken have their times, or need none. */
export function forgetOutputs(): void {
	set(UNTIMED, 0);
}

/** Where the first line begins that was not taken. */
export function position(): i32 {
	return cursor;
}

/** Takes lines up to one that the other side has to do with. */
export function next(session: i32): i32 {
	known = session;
	while (true) {
		const feed = lineFeed(cursor, stop);
		if (feed < 0) return NO_LINE;
		const first = cursor;
		cursor = feed + 1;
		if (feed - first < 2 || isIdle(first, feed)) continue;
		goToLine(first, byte(feed - 1) === CARRIAGE_RETURN ? feed - 2 : feed - 1);
		const kind = readLine();
		if (kind === NOTHING) continue;
		set(START, start);
		set(CLOSE, close);
		set(FEED, feed);
		return kind;
	}
}

/** Reads when an output was written that was taken before, and where. */
export function readOutput(open: i32, last: i32): void {
	readAgain(open, last);
	setTime();
}

/** Whether what was read last says where it was copied from. */
export function hasOrigin(): bool {
	return isCopy;
}

/** Whether the prompt at hand was counted before; from now on it was. */
export function isRepeatedPrompt(): bool {
	return isRepeated();
}

export { answerUsage };

function set(index: i32, value: i32): void {
	store<i32>(OUT + 4 * index, value);
}

/** `{"type":"x"` with a type that says nothing to us. They are most of the bytes of a short session. */
function isIdle(at: i32, lineEnd: i32): bool {
	if (!begins(at, TYPE_FIRST)) return false;
	const end = stringEnd(at + 8, min(at + LONG_TYPE, lineEnd));
	return end > 0 && isIdleType(at + 9, end);
}

function isIdleType(at: i32, end: i32): bool {
	if (lastIdle !== 0 && isText(at, end, lastIdle)) return true;
	for (let i = 0; i < idleCount; i++) {
		const type = load<i32>(idleTypes + 4 * i);
		if (!isText(at, end, type)) continue;
		lastIdle = type;
		return true;
	}
	return false;
}

/** The type of `LINE` as a `word`, `NOTHING` for one that says nothing to us; 0 where only a parser can tell. */
function lineType(): i32 {
	if (startOf(LINE, TYPE) < 0) return 0;
	if (isMember(LINE, TYPE, ASSISTANT)) return ASSISTANT;
	if (isMember(LINE, TYPE, USER)) return USER;
	if (isMember(LINE, TYPE, SYSTEM)) return SYSTEM;
	return isIdleType(startOf(LINE, TYPE) + 1, lastOf(LINE, TYPE)) ? NOTHING : 0;
}

/** Understands a line from its ends, or by walking through all of it. */
function readLine(): i32 {
	const early = lineType();
	if (early === NOTHING && reading === ENDS) return NOTHING;
	// Of what a tool said only the place is needed, and that stands at the very end.
	if (reading === ENDS) readEnd(early === USER);
	if (reading === NOT_COMPACT || !has(TYPE)) return PARSE;
	const type = lineType();
	if (type === NOTHING) return NOTHING;
	if (type === SYSTEM) {
		if (has(SUBTYPE)) return isMember(LINE, SUBTYPE, COMPACT_BOUNDARY) ? PARSE : NOTHING;
		return reading === ALL ? NOTHING : PARSE;
	}
	if (type !== ASSISTANT && type !== USER) return PARSE;
	// Without a session of its own the line belongs to the file's.
	if (has(SESSION_ID) ? !isMember(LINE, SESSION_ID, mainId) : reading !== ALL) return PARSE;
	// Where a line says that it is a copy, it does at its very end; other places are looked at where a copy is likely.
	if (startOf(LINE, FORKED_FROM) < 0 && (known & (IS_UNDATED | IS_TOGETHER)) !== 0 && !readAll()) return PARSE;
	if (noteCopy() && !(isOrigin() && isPlain(startOf(ORIGIN, ORIGIN_SESSION), lastOf(ORIGIN, ORIGIN_SESSION))))
		return PARSE;
	// The first copy, and the first line that is none: what they say of a fork is for others to note.
	if (isCopy ? (known & IS_FORK) === 0 : (known & IS_UNDATED) !== 0) return PARSE;
	if (type === ASSISTANT) return readAnswer();
	if ((known & IS_TOGETHER) !== 0 && !readAll()) return PARSE;
	return readMessage(false) ? takeOutput() : readPrompt();
}

/** Takes an answer of a model that came to its end as most do. */
function readAnswer(): i32 {
	if (!has(UUID) || !has(TIMESTAMP) || !readMessage(true) || !readUsage() || !setTime()) return PARSE;
	const id = startOf(MESSAGE, ID);
	const lastOfId = lastOf(MESSAGE, ID);
	const model = startOf(MESSAGE, MODEL);
	const why = startOf(MESSAGE, STOP_REASON);
	if (!isPlain(id, lastOfId) || !isPlain(startOf(LINE, UUID), lastOf(LINE, UUID))) return PARSE;
	if (!isPlain(model, lastOf(MESSAGE, MODEL)) || isMember(MESSAGE, MODEL, SYNTHETIC)) return PARSE;
	if (byte(why) === QUOTE && !isPlain(why, lastOf(MESSAGE, STOP_REASON))) return PARSE;
	if (isTrue(IS_API_ERROR) || isTrue(IS_ABORTED)) return PARSE;
	set(HAS_MET, 1);
	if (isRepeated()) return NOTHING;
	set(TAKEN, get(TAKEN) + 1);
	set(UNTIMED, 0);
	noteTime(load<f64>(OUT + TIME));
	if (get(FIRST_ID) === 0) setPlaceOf(FIRST_ID, MESSAGE, ID);
	setPlaceOf(LAST_ID, MESSAGE, ID);
	noteUsage(answerUsage(id + 1, lastOfId));
	if (!isTrue(IS_SIDECHAIN)) {
		set(MAIN_ANSWERS, get(MAIN_ANSWERS) + 1);
		set(MAIN_OUTPUTS, 0);
		setPlaceOf(LAST_MODEL, MESSAGE, MODEL);
		setPlaceOf(LAST_STOP, MESSAGE, STOP_REASON);
		const size = load<f64>(TOKENS_READ) + load<f64>(TOKENS_READ + 16) + load<f64>(TOKENS_READ + 24);
		if (size > 0) store<f64>(OUT + CONTEXT, size);
	}
	return isNewPlace() ? NEW_PLACE : NOTHING;
}

function get(index: i32): i32 {
	return load<i32>(OUT + 4 * index);
}

/** Says where a value is. */
function setPlaceOf(index: i32, m: Members, key: i32): void {
	set(index, startOf(m, key));
	set(index + 1, lastOf(m, key));
}

function noteTime(ms: f64): void {
	if (ms < load<f64>(OUT + FIRST_TIME)) store<f64>(OUT + FIRST_TIME, ms);
	if (ms > load<f64>(OUT + LAST_TIME)) store<f64>(OUT + LAST_TIME, ms);
}

/**
 * Counts the tokens of the line for an answer, which counts once, with the largest figures of its lines.
 * @param counted where what it was counted with so far is; the first number is -1 for a new one.
 */
function noteUsage(counted: i32): void {
	const isNew = load<f64>(counted) < 0;
	for (let at = 0; at < 32; at += 8) {
		const now = load<f64>(TOKENS_READ + at);
		const before = isNew ? 0 : load<f64>(counted + at);
		if (!isNew && now <= before) continue;
		store<f64>(counted + at, now);
		store<f64>(OUT + TOKENS + at, load<f64>(OUT + TOKENS + at) + now - before);
	}
}

/** Whether the line was counted before; from now on it was. */
function isRepeated(): bool {
	const uuid = startOf(LINE, UUID);
	const isNew = uuid < 0 || addId(UUIDS, uuid + 1, lastOf(LINE, UUID));
	if ((known & IS_TOGETHER) === 0 || !isCopy) return !isNew;
	const origin = startOf(ORIGIN, ORIGIN_UUID);
	if (origin < 0 || byte(origin) !== QUOTE) return !isNew;
	return !addId(UUIDS, origin + 1, lastOf(ORIGIN, ORIGIN_UUID)) || !isNew;
}

function takeOutput(): i32 {
	// Its id stands between two long texts. It is looked for only where others may have counted it: what it says twice of one file
	// changes nothing.
	if ((known & IS_TOGETHER) !== 0 && isRepeated()) return NOTHING;
	set(TAKEN, get(TAKEN) + 1);
	if (!isTrue(IS_SIDECHAIN)) set(MAIN_OUTPUTS, get(MAIN_OUTPUTS) + 1);
	// Its time lies between two long texts. The answer that follows is later, so it is looked for only where none follows.
	const count = get(UNTIMED);
	store<i32>(UNTIMED_AT + 8 * count, start);
	store<i32>(UNTIMED_AT + 8 * count + 4, close);
	set(UNTIMED, count + 1);
	const isFirst = (known & HAS_NO_TIME) !== 0 && load<f64>(OUT + FIRST_TIME) === Infinity;
	const isPlaceNew = isNewPlace();
	if (!isFirst && (known & IS_UNDATED) === 0 && count < MAX_UNTIMED) return isPlaceNew ? NEW_PLACE : NOTHING;
	return isPlaceNew ? NEW_PLACE | TIME_OUTPUTS : TIME_OUTPUTS;
}

/** A prompt like most of them. What somebody typed, and what Claude Code says in his name, is for the other side to tell. */
function readPrompt(): i32 {
	if (reading !== ALL || (known & (IS_FORK | IS_TOGETHER)) !== 0 || isCopy || !setTime()) return PARSE;
	if (isTrue(IS_SIDECHAIN) || isTrue(IS_META) || isTrue(IS_COMPACT_SUMMARY)) return PARSE;
	const message = startOf(LINE, MESSAGE_KEY);
	if (message < 0 || readWhole(MESSAGE, message, lastOf(LINE, MESSAGE_KEY)) !== ALL) return PARSE;
	const content = startOf(MESSAGE, CONTENT);
	if (content < 0 || byte(content) !== QUOTE || !isPlain(startOf(LINE, UUID), lastOf(LINE, UUID))) return PARSE;
	return isNewPlace() ? PROMPT | NEW_PLACE : PROMPT;
}

function setTime(): bool {
	const ms = timeOf(startOf(LINE, TIMESTAMP), lastOf(LINE, TIMESTAMP));
	store<f64>(OUT + TIME, ms);
	return !isNaN(ms);
}
