/** Something that is made at its first use: a schema takes its library with it, and most commands read nothing that needs one. */
export function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}
