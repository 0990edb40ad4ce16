// Short lists of what a session used last, oldest first.

const MAX_RECENT = 10;
export const MAX_ENTITIES = 20;

/** A file or tool comes in unless it is among the last five; the ten newest stay. */
export function withRecent(list: readonly string[], item: string): readonly string[] {
	return list.slice(-5).includes(item) ? list : [...list, item].slice(-MAX_RECENT);
}

/** Entities come in once; the twenty newest stay. */
export function withEntities(list: readonly string[], entities: readonly string[]): readonly string[] {
	return [...new Set([...list, ...entities])].slice(-MAX_ENTITIES);
}
