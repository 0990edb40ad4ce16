// The message of the line at hand: an answer of a model with its tokens, or the output of a tool.
import { OPEN_ARRAY, OPEN_OBJECT, QUOTE, begins, byte, digits, stringEnd, word } from './bytes';
import { LINE, MESSAGE_KEY, close, readAll, reading } from './line';
import {
	ALL,
	ENDS,
	createMembers,
	isInTail,
	lastOf,
	lookFor,
	readEdges,
	readFront,
	readWhole,
	startOf,
} from './members';

/** The keys of a message. */
export const ID = 0;
export const MODEL = 1;
export const CONTENT = 2;
export const STOP_REASON = 3;
const USAGE_KEY = 4;

export const MESSAGE = createMembers(1_024, CONTENT, STOP_REASON, 0);
lookFor(MESSAGE, 'id');
lookFor(MESSAGE, 'model');
lookFor(MESSAGE, 'content');
lookFor(MESSAGE, 'stop_reason');
lookFor(MESSAGE, 'usage');

const USAGE = createMembers(256, -1, -1, 0);
lookFor(USAGE, 'input_tokens');
lookFor(USAGE, 'output_tokens');
lookFor(USAGE, 'cache_creation_input_tokens');
lookFor(USAGE, 'cache_read_input_tokens');

const TOOL_RESULT = word('{"type":"tool_result"');
const TOOL_USE_ID = word('{"tool_use_id":');
const THEN_TOOL_RESULT = word(',"type":"tool_result"');

/** Ids of tools are far shorter. Bytes. */
const LONG_ID = 256;
/**
 * Reads the message into `MESSAGE`: first from what looks like it, then from what it is proven to be.
 * @returns whether it is an answer with all that one has, or the output of a tool.
 */
export function readMessage(isAnswer: bool): bool {
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

/** The tokens of `MESSAGE`, and the number of the tail that they were read from. All lines of one answer end alike. */
export const TOKENS_READ = <i32>heap.alloc(32);
let usageTail = -1;
let hasUsage = false;

/** Reads the tokens of `MESSAGE`; false where one of the four is missing or no plain number. */
export function readUsage(): bool {
	const tail = isInTail(MESSAGE, USAGE_KEY) ? MESSAGE.tailNumber : -1;
	if (tail < 0 || tail !== usageTail) {
		hasUsage = readWhole(USAGE, startOf(MESSAGE, USAGE_KEY), lastOf(MESSAGE, USAGE_KEY)) === ALL;
		for (let key = 0; key < 4 && hasUsage; key++) {
			const count = digits(startOf(USAGE, key));
			store<f64>(TOKENS_READ + 8 * key, count);
			hasUsage = count >= 0;
		}
	}
	usageTail = tail;
	return hasUsage;
}
