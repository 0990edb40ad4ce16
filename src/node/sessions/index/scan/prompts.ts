// A prompt that somebody typed, told from everything else that stands in a `user` line by the bytes that it begins with.
import { CONTINUED, OLD_CAVEAT } from '../../../../core/transcript/userText';
import { isText } from './jsonBytes';

/**
 * Whether the text from `at` to `end` (JSON, without its quotes) can only be a prompt. Where Claude Code says something, its words
 * begin with a tag or a bracket, perhaps after white space; of characters beyond ASCII only those are looked at further that
 * begin no kind of white space. What is not certain is parsed.
 */
export function isCertainlyTyped(b: Buffer, at: number, end: number): boolean {
	const first = b[at] ?? 0;
	const isWord =
		(first >= 0x30 && first <= 0x39) || (first >= 0x41 && first <= 0x5a) || (first >= 0x61 && first <= 0x7a);
	const isLetterBeyond = first >= 0xc3 && first !== 0xe1 && first !== 0xe2 && first !== 0xe3 && first !== 0xef;
	if (at >= end || (!isWord && !isLetterBeyond)) return false;
	return !begins(b, at, end, CONTINUED) && !begins(b, at, end, OLD_CAVEAT);
}

function begins(b: Buffer, at: number, end: number, text: string): boolean {
	return end - at >= text.length && isText(b, at, at + text.length, text);
}
