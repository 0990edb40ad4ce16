// Text of a transcript that a model keeps is cut when it enters, so that one pasted file cannot fill the memory.

/** The beginning of a text, and how long the whole was. Not a display form: it still has its lines and its controls. */
export interface Excerpt {
	readonly text: string;
	/** Length of the whole in UTF-16 units. Greater than `text.length` where it was cut. */
	readonly fullLength: number;
}

/** Long enough for a name, a tooltip and a row of a list. Ten thousand sessions hold two of them each. */
const EXCERPT_LIMIT = 200;

/** At most `EXCERPT_LIMIT` UTF-16 units; of a longer text without the blanks before it, and no character is cut in two. */
export function excerpt(text: string): Excerpt {
	const { length: fullLength } = text;
	if (fullLength <= EXCERPT_LIMIT) return { text, fullLength };
	// The blanks before a text are no beginning of it, and half a character is none of its end.
	const told = text.trimStart().slice(0, EXCERPT_LIMIT);
	return { text: told.replace(/[\ud800-\udbff]$/u, ''), fullLength };
}
