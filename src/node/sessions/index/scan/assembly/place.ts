// Where the line at hand was written: folder, branch and program. Most lines have the place of the line before them.
import { isSame as isSameBytes } from './bytes';
import { CWD, ENTRYPOINT, GIT_BRANCH, LINE } from './line';
import { isInTail, lastOf, startOf } from './members';

/** Texts that are longer are not kept to be compared. */
const LONG_TEXT = 128;

/** Texts that stood on the last line that was taken: the length, -1 for none that is known, and the bytes. */
const CWD_TEXT = <i32>heap.alloc(4 + LONG_TEXT);
const BRANCH_TEXT = <i32>heap.alloc(4 + LONG_TEXT);
const ENTRYPOINT_TEXT = <i32>heap.alloc(4 + LONG_TEXT);

function forgetText(kept: i32): void {
	store<i32>(kept, -1);
}

/** Whether a member of the line is the same as the one that is kept; from now on it is. */
function isSameText(kept: i32, key: i32): bool {
	const first = max(startOf(LINE, key), 0);
	const length = first === 0 ? 0 : lastOf(LINE, key) + 1 - first;
	if (load<i32>(kept) === length && isSameBytes(first, kept + 4, length)) return true;
	store<i32>(kept, length > LONG_TEXT ? -1 : length);
	if (length <= LONG_TEXT) memory.copy(kept + 4, first, length);
	return false;
}

/** The next line is at another place, whatever it says. */
export function forgetPlaceText(): void {
	forgetText(CWD_TEXT);
	forgetText(BRANCH_TEXT);
	forgetText(ENTRYPOINT_TEXT);
}

/** The number of the tail that the place was taken from last. */
let placeTail = -1;

/** Whether a line that was taken has another place than the one before it. */
export function isNewPlace(): bool {
	const isKnown = isInTail(LINE, CWD) && isInTail(LINE, GIT_BRANCH) && isInTail(LINE, ENTRYPOINT);
	const tail = isKnown ? LINE.tailNumber : -1;
	if (tail >= 0 && tail === placeTail) return false;
	placeTail = tail;
	const isSame =
		isSameText(CWD_TEXT, CWD) & isSameText(BRANCH_TEXT, GIT_BRANCH) & isSameText(ENTRYPOINT_TEXT, ENTRYPOINT);
	return !isSame;
}
