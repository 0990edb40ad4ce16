// What a person searches for: words, or phrases in quotes.

export interface SearchQuery {
	/** All of them must stand in the same passage, in any order. Not empty, and none of them is. */
	readonly terms: readonly string[];
}

/** A phrase in double quotes (`\"` is a quote within it), or a word. A quote that never closes is part of a word. */
const TERM = /"((?:\\"|[^"])*)"(?=\s|$)|(\S+)/gu;

/**
 * Reads what was typed: `rate limit` are two words, `"rate limit"` is one phrase.
 * @returns nothing where there is nothing to look for.
 */
export function parseQuery(text: string): SearchQuery | undefined {
	const terms = [...text.matchAll(TERM)].map(([, phrase, word]) => phrase?.replace(/\\"/gu, '"') ?? word ?? '');
	const wanted = [...new Set(terms.filter((term) => term.trim() !== ''))];
	return wanted.length === 0 ? undefined : { terms: wanted };
}
