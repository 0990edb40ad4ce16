// How many tokens a text takes, estimated high. Claude's tokenizer is not public, and one of our own would be
// megabytes.

import { truncate } from '../base/text';

/**
 * One token for three letters, for two digits, for a sign or a line break; a single blank goes with the word after it;
 * every byte of a non-ASCII character counts as one. English prose takes a token per four letters, so the estimate is
 * well above it; it is closest for paths, hashes and scripts without spaces.
 */
export function estimateTokens(text: string): number {
	let tokens = 0;
	for (const [piece] of text.matchAll(/[A-Za-z]{1,3}|\d{1,2}| (?=\S)|\s+|./gsu))
		tokens += piece === ' ' ? 0 : piece.charCodeAt(0) < 128 ? 1 : utf8Length(piece);
	return tokens;
}

/** The start of a text that takes at most `limit` tokens; a cut text ends in `…`. */
export function truncateToTokens(text: string, limit: number): string {
	// A token of the estimate is at most three letters and a blank.
	let short = truncate(text, limit * 4);
	while (estimateTokens(short) > limit) short = truncate(short, Math.floor([...short].length * 0.9));
	return short;
}

function utf8Length(character: string): number {
	const code = character.codePointAt(0) ?? 0;
	return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
