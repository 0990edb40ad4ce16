const FACTOR = 0x01000193;

/**
 * A short, stable hash of a text: FNV-1a over its code points, with two factors. It only tells texts apart; nobody
 * relies on it being hard to forge. It needs no Node library, which would take longer to load than the rest of a small
 * program.
 * @returns 16 hexadecimal digits.
 */
export const shortHash = (text: string): string =>
	[FACTOR, 0x85ebca6b].map((factor) => hashNumber(text, factor).toString(16).padStart(8, '0')).join('');

/** One half of it, as a number. */
export function hashNumber(text: string, factor = FACTOR): number {
	let hash = 0x811c9dc5;
	for (const c of text) hash = Math.imul(hash ^ (c.codePointAt(0) ?? 0), factor);
	return hash >>> 0;
}
