// The lines of a transcript, one after the other: what each of them is, and what it says, as far as that can be proven without
// parsing it. Who asks for the next line says what he wants of it; what has to be parsed is handed back.
import { OPEN_ARRAY, OPEN_OBJECT, QUOTE, begins, byte, digits, isPlain, isSame, isText, lineFeed, stringEnd, timeOf, word } from './bytes';
import {
	ALL,
	ENDS,
	Members,
	NOT_COMPACT,
	createMembers,
	isInTail,
	lastOf,
	lookFor,
	readBack,
	readEdges,
	readFront,
	readWhole,
	startOf,
} from './members';

const LETTER_T: i32 = 0x74;
const CARRIAGE_RETURN: i32 = 0x0d;

/** The keys of a line. */
const TYPE = 0;
const MESSAGE_KEY = 1;
const UUID = 2;
const TIMESTAMP = 3;
const SESSION_ID = 4;
const IS_SIDECHAIN = 5;
const CWD = 6;
const GIT_BRANCH = 7;
const ENTRYPOINT = 8;
const IS_API_ERROR = 9;
const IS_ABORTED = 10;
const SUBTYPE = 11;
const USER_TYPE = 12;
const FORKED_FROM = 13;
const IS_META = 14;
const IS_COMPACT_SUMMARY = 15;

const ENOUGH = (1 << TYPE) | (1 << UUID) | (1 << TIMESTAMP) | (1 << SESSION_ID) | (1 << IS_SIDECHAIN);
const LINE = createMembers(160, MESSAGE_KEY, USER_TYPE, ENOUGH);
lookFor(LINE, 'type');
lookFor(LINE, 'message');
lookFor(LINE, 'uuid');
lookFor(LINE, 'timestamp');
lookFor(LINE, 'sessionId');
lookFor(LINE, 'isSidechain');
lookFor(LINE, 'cwd');
lookFor(LINE, 'gitBranch');
lookFor(LINE, 'entrypoint');
lookFor(LINE, 'isApiErrorMessage');
lookFor(LINE, 'isAbortedMidStream');
lookFor(LINE, 'subtype');
lookFor(LINE, 'userType');
lookFor(LINE, 'forkedFrom');
lookFor(LINE, 'isMeta');
lookFor(LINE, 'isCompactSummary');

/** The keys of a message. */
const ID = 0;
const MODEL = 1;
const CONTENT = 2;
const STOP_REASON = 3;
const USAGE_KEY = 4;

const MESSAGE = createMembers(1_024, CONTENT, STOP_REASON, 0);
lookFor(MESSAGE, 'id');
lookFor(MESSAGE, 'model');
lookFor(MESSAGE, 'content');
lookFor(MESSAGE, 'stop_reason');
lookFor(MESSAGE, 'usage');

/** Of what says where a line was copied from. */
const ORIGIN_SESSION = 0;
const ORIGIN_UUID = 1;

const ORIGIN = createMembers(256, -1, -1, 0);
lookFor(ORIGIN, 'sessionId');
lookFor(ORIGIN, 'messageUuid');

const USAGE = createMembers(256, -1, -1, 0);
lookFor(USAGE, 'input_tokens');
lookFor(USAGE, 'output_tokens');
lookFor(USAGE, 'cache_creation_input_tokens');
lookFor(USAGE, 'cache_read_input_tokens');

const TYPE_FIRST = word('{"type":"');
const ASSISTANT = word('assistant');
const USER = word('user');
const SYSTEM = word('system');
const COMPACT_BOUNDARY = word('compact_boundary');
const TOOL_RESULT = word('{"type":"tool_result"');
const TOOL_USE_ID = word('{"tool_use_id":');
const THEN_TOOL_RESULT = word(',"type":"tool_result"');

/** Ids of tools are far shorter. Bytes. */
const LONG_ID = 256;
/** Types are not longer. */
const LONG_TYPE = 64;
/** Texts that are longer are not kept to be compared. */
const LONG_TEXT = 128;

// What the other side reads and writes; `lineReader.ts` has the same list.
/** Numbers of 32 bits: the line from its first byte to its last and its line feed, what is set, and what is numbered. */
const START = 0;
const CLOSE = 1;
const FEED = 2;
const FLAGS = 3;
const PLACE_NUMBER = 4;
const USAGE_NUMBER = 5;
const MODEL_NUMBER = 6;
const STOP_NUMBER = 7;
/** Hashes, two numbers each. */
const UUID_HASH = 8;
const ID_HASH = 10;
const ORIGIN_HASH = 12;
/** Numbers of 64 bits, behind those: the time of the line, and its tokens. */
const TIME = 64;
const TOKENS = 72;
const OUT = <i32>heap.alloc(104);
memory.fill(OUT, 0, 104);

const FLAG_SIDECHAIN = 1;
const FLAG_API_ERROR = 2;
const FLAG_ABORTED = 4;
const FLAG_UUID = 8;
const FLAG_COPY = 16;
const FLAG_ORIGIN_UUID = 32;

/** What a line is. `END`: there is none that is complete. */
const END = 0;
const PARSE = 1;
const ANSWER = 2;
const OUTPUT = 3;
const PROMPT = 4;
const NOTHING = 5;

/** How the next line is wanted. */
const WANTS_COPIES = 1;
const WANTS_IDS = 2;

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
let wants = 0;
/** The line, and how much of it `LINE` holds. */
let start = 0;
let close = 0;
let reading = NOT_COMPACT;

/** Takes the lines from `from` to `to`. `main` is a `word`. */
export function begin(from: i32, to: i32, main: i32): void {
	cursor = from;
	stop = to;
	mainId = main;
	forgetTails();
}

/** The line before was parsed: it may have another place, and the next one the old one again. */
export function forgetTails(): void {
	LINE.tailLength = 0;
	MESSAGE.tailLength = 0;
}

/** Where the first line begins that was not taken. */
export function position(): i32 {
	return cursor;
}

/** The next line that says something. */
export function next(how: i32): i32 {
	wants = how;
	while (true) {
		const feed = lineFeed(cursor, stop);
		if (feed < 0) return END;
		start = cursor;
		cursor = feed + 1;
		if (feed - start < 2 || isIdle(start, feed)) continue;
		close = byte(feed - 1) === CARRIAGE_RETURN ? feed - 2 : feed - 1;
		const kind = readLine();
		if (kind === NOTHING) continue;
		set(START, start);
		set(CLOSE, close);
		set(FEED, feed);
		if (kind === PARSE) forgetTails();
		return kind;
	}
}

/** Reads when an output was written that was taken before, and where. */
export function readOutput(open: i32, last: i32): void {
	readWhole(LINE, open, last);
	setTime();
	describe();
}

/** The hash of an id. */
export function hash(at: i32, end: i32): void {
	setHash(UUID_HASH, at, end);
}

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

/** Sees to it that `LINE` holds every member of the line. */
function readAll(): bool {
	if (reading === ENDS) reading = readWhole(LINE, start, close);
	return reading === ALL;
}

/** Sees to it that `LINE` holds a member, if the line has it. */
function has(key: i32): bool {
	return startOf(LINE, key) >= 0 || (readAll() && startOf(LINE, key) >= 0);
}

/** Whether a member is this text. */
function isMember(m: Members, key: i32, text: i32): bool {
	const at = startOf(m, key);
	return at >= 0 && isText(at + 1, lastOf(m, key), text);
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
	reading = readFront(LINE, start, close);
	const early = lineType();
	if (early === NOTHING && reading === ENDS) return NOTHING;
	// Of what a tool said only the place is needed, and that stands at the very end.
	if (reading === ENDS) reading = readBack(LINE, close, early === USER);
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
	if (startOf(LINE, FORKED_FROM) < 0 && (wants & WANTS_COPIES) !== 0 && !readAll()) return PARSE;
	if (startOf(LINE, FORKED_FROM) >= 0 && !isOrigin()) return PARSE;
	if (type === ASSISTANT) return readAnswer();
	if ((wants & WANTS_IDS) !== 0 && !readAll()) return PARSE;
	if (!readMessage(false)) return readPrompt();
	describe();
	return OUTPUT;
}

function readAnswer(): i32 {
	if (!has(UUID) || !has(TIMESTAMP) || !readMessage(true) || !readUsage()) return PARSE;
	const id = startOf(MESSAGE, ID);
	if (!isPlain(id, lastOf(MESSAGE, ID)) || !isPlain(startOf(LINE, UUID), lastOf(LINE, UUID)) || !setTime()) return PARSE;
	setHash(ID_HASH, id + 1, lastOf(MESSAGE, ID));
	set(MODEL_NUMBER, textNumber(MODEL_TEXT, startOf(MESSAGE, MODEL), lastOf(MESSAGE, MODEL)));
	set(STOP_NUMBER, textNumber(STOP_TEXT, startOf(MESSAGE, STOP_REASON), lastOf(MESSAGE, STOP_REASON)));
	describe();
	return ANSWER;
}

/** A prompt like most of them. What somebody typed, and what Claude Code says in his name, is for the other side to tell. */
function readPrompt(): i32 {
	if (reading !== ALL || startOf(LINE, FORKED_FROM) >= 0 || !setTime()) return PARSE;
	if (isTrue(IS_SIDECHAIN) || isTrue(IS_META) || isTrue(IS_COMPACT_SUMMARY)) return PARSE;
	const message = startOf(LINE, MESSAGE_KEY);
	if (message < 0 || readWhole(MESSAGE, message, lastOf(LINE, MESSAGE_KEY)) !== ALL) return PARSE;
	const content = startOf(MESSAGE, CONTENT);
	if (content < 0 || byte(content) !== QUOTE || !isPlain(startOf(LINE, UUID), lastOf(LINE, UUID))) return PARSE;
	describe();
	return PROMPT;
}

/** Whether a member of the line is `true`. */
function isTrue(key: i32): bool {
	const at = startOf(LINE, key);
	return at >= 0 && byte(at) === LETTER_T;
}

/** Says what is set in `LINE`, whether it is a copy and of which line, and the number of its place. */
function describe(): void {
	let flags = originFlags();
	if (isTrue(IS_SIDECHAIN)) flags |= FLAG_SIDECHAIN;
	if (isTrue(IS_API_ERROR)) flags |= FLAG_API_ERROR;
	if (isTrue(IS_ABORTED)) flags |= FLAG_ABORTED;
	const uuid = startOf(LINE, UUID);
	if (uuid >= 0) {
		flags |= FLAG_UUID;
		setHash(UUID_HASH, uuid + 1, lastOf(LINE, UUID));
	}
	set(FLAGS, flags);
	const isKnown = isInTail(LINE, CWD) && isInTail(LINE, GIT_BRANCH) && isInTail(LINE, ENTRYPOINT);
	set(PLACE_NUMBER, isKnown ? LINE.tailNumber : -1);
}

function setTime(): bool {
	const ms = timeOf(startOf(LINE, TIMESTAMP), lastOf(LINE, TIMESTAMP));
	store<f64>(OUT + TIME, ms);
	return !isNaN(ms);
}

/** Whether `LINE` says where it was copied from, which is in `ORIGIN` then. */
function isOrigin(): bool {
	const at = startOf(LINE, FORKED_FROM);
	return at >= 0 && readWhole(ORIGIN, at, lastOf(LINE, FORKED_FROM)) === ALL;
}

function originFlags(): i32 {
	if (!isOrigin()) return 0;
	const uuid = startOf(ORIGIN, ORIGIN_UUID);
	if (uuid < 0 || byte(uuid) !== QUOTE) return FLAG_COPY;
	setHash(ORIGIN_HASH, uuid + 1, lastOf(ORIGIN, ORIGIN_UUID));
	return FLAG_COPY | FLAG_ORIGIN_UUID;
}

/** Two rounds of FNV-1a over words of four bytes, each stirred into the other. Never two zeros. */
function setHash(index: i32, at: i32, end: i32): void {
	let high: u32 = 0x811c9dc5;
	let low: u32 = 0x01000193 ^ (end - at);
	for (let i = at; i < end; i += 4) {
		let bytes = load<u32>(i);
		if (i + 4 > end) bytes &= (1 << (8 * (end - i))) - 1;
		high = (high ^ bytes) * 0x01000193;
		high ^= high >> 13;
		low = (low ^ bytes ^ (high >> 15)) * 0x85ebca6b;
		low ^= low >> 16;
	}
	set(index, high);
	set(index + 1, high === 0 && low === 0 ? 1 : low);
}

/** The text before of a kind: its number, its length, its bytes. */
const MODEL_TEXT = createText();
const STOP_TEXT = createText();

function createText(): i32 {
	const at = <i32>heap.alloc(8 + LONG_TEXT);
	store<i32>(at, 0);
	store<i32>(at + 4, -1);
	return at;
}

/** A number that a text shares only with the same one just before it. */
function textNumber(before: i32, first: i32, last: i32): i32 {
	const length = last - first;
	const number = load<i32>(before);
	if (load<i32>(before + 4) === length && isSame(first, before + 8, length)) return number;
	store<i32>(before, number + 1);
	store<i32>(before + 4, length > LONG_TEXT ? -1 : length);
	if (length <= LONG_TEXT) memory.copy(before + 8, first, length);
	return number + 1;
}

/**
 * Reads the message into `MESSAGE`: first from what looks like it, then from what it is proven to be.
 * @returns whether it is an answer with all that one has, or the output of a tool.
 */
function readMessage(isAnswer: bool): bool {
	if (startOf(LINE, MESSAGE_KEY) < 0 && LINE.bigKey === MESSAGE_KEY && reading === ENDS) {
		const read = isAnswer ? readEdges(MESSAGE, LINE.bigStart, LINE.bigEnd) : readFront(MESSAGE, LINE.bigStart, close);
		const early = answer(isAnswer, read);
		if (early !== UNKNOWN) return early === YES;
	}
	if (!readAll()) return false;
	const first = startOf(LINE, MESSAGE_KEY);
	const last = lastOf(LINE, MESSAGE_KEY);
	if (first < 0) return false;
	const known = answer(isAnswer, isAnswer ? readEdges(MESSAGE, first, last) : readFront(MESSAGE, first, last));
	return (known === UNKNOWN ? answer(isAnswer, readWhole(MESSAGE, first, last)) : known) === YES;
}

const NO = 0;
const YES = 1;
/** Not with what was read. */
const UNKNOWN = 2;

function answer(isAnswer: bool, read: i32): i32 {
	return isAnswer ? isAnswered(read) : isOutput(read);
}

/** Where the content begins, as far as that is certain: what was found from the back may be another object's. */
function contentStart(read: i32): i32 {
	if (read === ALL) return startOf(MESSAGE, CONTENT);
	return read === ENDS && MESSAGE.bigKey === CONTENT ? MESSAGE.bigStart : -1;
}

/** The output of a tool. Prompts and everything else that is said are not. */
function isOutput(read: i32): i32 {
	const content = startOf(MESSAGE, CONTENT);
	const at = read === ENDS && content >= 0 ? content : contentStart(read);
	if (at < 0) return UNKNOWN;
	if (byte(at) !== OPEN_ARRAY) return NO;
	if (begins(at + 1, TOOL_RESULT)) return YES;
	if (!begins(at + 1, TOOL_USE_ID)) return NO;
	// What answers a tool says so behind the id; one that does not is no output.
	const end = stringEnd(at + 16, at + LONG_ID);
	return end > 0 && begins(end + 1, THEN_TOOL_RESULT) ? YES : NO;
}

function isAnswered(read: i32): i32 {
	const content = contentStart(read);
	if (content < 0 || byte(content) !== OPEN_ARRAY) return UNKNOWN;
	const id = startOf(MESSAGE, ID);
	const model = startOf(MESSAGE, MODEL);
	const usage = startOf(MESSAGE, USAGE_KEY);
	const isComplete = id >= 0 && model >= 0 && usage >= 0 && startOf(MESSAGE, STOP_REASON) >= 0;
	return isComplete && byte(id) === QUOTE && byte(model) === QUOTE && byte(usage) === OPEN_OBJECT ? YES : UNKNOWN;
}

/** The number of the tail that the tokens were read from last. All lines of one answer end alike. */
let usageTail = -1;
let hasUsage = false;

/** Reads the tokens of `MESSAGE`; false where one of the four is missing or no plain number. */
function readUsage(): bool {
	const tail = isInTail(MESSAGE, USAGE_KEY) ? MESSAGE.tailNumber : -1;
	if (tail < 0 || tail !== usageTail) {
		hasUsage = readWhole(USAGE, startOf(MESSAGE, USAGE_KEY), lastOf(MESSAGE, USAGE_KEY)) === ALL;
		for (let key = 0; key < 4 && hasUsage; key++) {
			const count = digits(startOf(USAGE, key));
			store<f64>(OUT + TOKENS + 8 * key, count);
			hasUsage = count >= 0;
		}
		set(USAGE_NUMBER, load<i32>(OUT + 4 * USAGE_NUMBER) + 1);
	}
	usageTail = tail;
	return hasUsage;
}
