// What a prompt is about: paths, back-ticked names, numbers of issues.

/** Repetitions are bounded and starts are fixed, so each position is looked at a fixed number of times. */
const ENTITY =
	/`(?<name>[^`\s][^`\n]{0,118}[^`\s]|[^`\s])`|(?<path>(?<![\p{L}\p{N}_@:/\\.~-])(?:~|\.{1,2}|[A-Za-z]:)?[\\/]?(?:[\p{L}\p{N}_.@+-]{1,64}[\\/]){1,16}[\p{L}\p{N}_.@+-]{0,63}[\p{L}\p{N}_])|(?<![\p{L}\p{N}_&#/])(?<number>#\d{1,7})(?![\p{L}\p{N}])/gu;
/**
 * `and/or` and `24/7` are no paths: two words are a path only where the first is a folder name that every project has.
 */
const NO_PATH =
	/^(?!(?:src|lib|tests?|docs?|apps?|packages|scripts|config|public|server|client|core|api|cmd|internal|pkg)\/)[\p{L}\p{N}_-]+\/[\p{L}\p{N}_-]+$/u;

/** Each entity once, in the order of the text. */
export function extractEntities(text: string): readonly string[] {
	const found = new Set<string>();
	for (const { groups } of text.matchAll(ENTITY)) {
		const { name, path, number } = groups ?? {};
		const entity = name ?? number ?? (path !== undefined && !NO_PATH.test(path) ? path : undefined);
		if (entity !== undefined) found.add(entity);
	}
	return [...found];
}
