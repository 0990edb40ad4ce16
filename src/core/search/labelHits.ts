// Sessions that a search finds by what a person says about them, which stands in no transcript.
import type { Sorted } from '../sessions/labels';
import type { SearchFilter } from './filter';
import { type SearchHit, excerptAround } from './hit';
import { createMatcher } from './matcher';
import type { SearchQuery } from './query';

interface Labelled extends Sorted {
	readonly id: string;
	readonly file: string;
	readonly lastMessageMs: number | undefined;
	readonly ownName: string | undefined;
}

/**
 * Those whose name, tags and group hold every term, in the given order: as titles, at the beginning of their transcripts. When
 * and by whom they were given counts for no filter.
 */
export function labelHits(
	sessions: readonly Labelled[],
	query: SearchQuery,
	filter: SearchFilter,
): readonly SearchHit[] {
	if (Object.keys(filter).length > 0) return [];
	const matcher = createMatcher(query);
	return sessions.flatMap(({ id, file, lastMessageMs: atMs, ownName = '', tags, group = '' }): SearchHit[] => {
		const text = [ownName, group, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' · ');
		const found = matcher.find(text);
		if (found === undefined) return [];
		const where = { file, offset: 0, sessionId: id, uuid: undefined, copyOf: undefined, atMs };
		return [{ ...where, role: 'title', ...excerptAround(text, found.best.start, found.ranges) }];
	});
}
