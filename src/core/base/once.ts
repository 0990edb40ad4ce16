// What is made at its first use.

/** Something that is made at its first use: a schema takes its library with it, and most commands read nothing that needs one. */
export function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}

/**
 * A pattern that is made at its first use. V8 checks a literal as soon as its file is loaded, which takes up to a third
 * of a millisecond for one with `\p{…}` or with both of the flags `i` and `u`. Every hook would pay for that, though
 * most turns never need the pattern.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
	return once(() => new RegExp(source, flags));
}
