// The line at hand: where it is, and the members of it that we look for.
import { byte, isText } from './bytes';
import {
	ALL,
	ENDS,
	Members,
	NOT_COMPACT,
	createMembers,
	lastOf,
	lookFor,
	readBack,
	readFront,
	readWhole,
	startOf,
} from './members';

const LETTER_T: i32 = 0x74;

/** The keys of a line. */
export const TYPE = 0;
export const MESSAGE_KEY = 1;
export const UUID = 2;
export const TIMESTAMP = 3;
export const SESSION_ID = 4;
export const IS_SIDECHAIN = 5;
export const CWD = 6;
export const GIT_BRANCH = 7;
export const ENTRYPOINT = 8;
export const IS_API_ERROR = 9;
export const IS_ABORTED = 10;
export const SUBTYPE = 11;
const USER_TYPE = 12;
export const FORKED_FROM = 13;
export const IS_META = 14;
export const IS_COMPACT_SUMMARY = 15;

const ENOUGH = (1 << TYPE) | (1 << UUID) | (1 << TIMESTAMP) | (1 << SESSION_ID) | (1 << IS_SIDECHAIN);
export const LINE = createMembers(160, MESSAGE_KEY, USER_TYPE, ENOUGH);
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

/** Of what says where a line was copied from. */
export const ORIGIN_SESSION = 0;
export const ORIGIN_UUID = 1;

export const ORIGIN = createMembers(256, -1, -1, 0);
lookFor(ORIGIN, 'sessionId');
lookFor(ORIGIN, 'messageUuid');

/** The line, how much of it `LINE` holds, and whether it says where it was copied from, which `ORIGIN` holds then. */
export let start = 0;
export let close = 0;
export let reading = NOT_COMPACT;
export let isCopy = false;

/** Goes on to the next line, and reads its beginning. */
export function goToLine(first: i32, last: i32): void {
	start = first;
	close = last;
	reading = readFront(LINE, start, close);
}

/** Reads its end. @param isOutput what a tool said, of which only the place is needed */
export function readEnd(isOutput: bool): void {
	reading = readBack(LINE, close, isOutput);
}

/** Notes whether it says where it was copied from. */
export function noteCopy(): bool {
	isCopy = startOf(LINE, FORKED_FROM) >= 0;
	return isCopy;
}

/** Reads a line that was taken before, and whether it says where it was copied from. */
export function readAgain(first: i32, last: i32): void {
	readWhole(LINE, first, last);
	isCopy = isOrigin();
}

/** Sees to it that `LINE` holds every member of the line. */
export function readAll(): bool {
	if (reading === ENDS) reading = readWhole(LINE, start, close);
	return reading === ALL;
}

/** Sees to it that `LINE` holds a member, if the line has it. */
export function has(key: i32): bool {
	return startOf(LINE, key) >= 0 || (readAll() && startOf(LINE, key) >= 0);
}

/** Whether a member is this text. */
export function isMember(m: Members, key: i32, text: i32): bool {
	const at = startOf(m, key);
	return at >= 0 && isText(at + 1, lastOf(m, key), text);
}

/** Whether a member of the line is `true`. */
export function isTrue(key: i32): bool {
	const at = startOf(LINE, key);
	return at >= 0 && byte(at) === LETTER_T;
}

/** Whether `LINE` says where it was copied from, which `ORIGIN` holds then. */
export function isOrigin(): bool {
	const at = startOf(LINE, FORKED_FROM);
	return at >= 0 && readWhole(ORIGIN, at, lastOf(LINE, FORKED_FROM)) === ALL;
}
