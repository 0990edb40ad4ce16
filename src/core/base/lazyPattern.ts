/**
 * A pattern that is made at its first use. V8 checks a literal as soon as its file is loaded, and one with `\p{…}`, or with
 * both of the flags `i` and `u`, takes it up to a third of a millisecond: a hook would pay for what most turns never ask.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
	let made: RegExp | undefined;
	return () => (made ??= new RegExp(source, flags));
}
