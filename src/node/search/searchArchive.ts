// Archived sessions whose transcripts are gone: what their records say can be searched like everything else.
import type { SearchFilter } from '../../core/search/filter';
import { type SearchHit, excerptAround } from '../../core/search/hit';
import { createMatcher } from '../../core/search/matcher';
import type { SearchQuery } from '../../core/search/query';
import type { LabelledSessions } from '../../core/sessions/labels';
import { recordTime, recordTitle } from '../../core/sessions/record';
import { recordText } from '../../core/sessions/recordText';
import type { Project } from '../project/project';
import { readRecords } from '../sessions/sessionRecords';

/** A hit in a record: `file` is the record, and there is no message to go to. */
interface ArchiveHit {
	readonly hit: SearchHit;
	/** What the session was called. */
	readonly name: string;
}

/**
 * Looks into the archived records of some projects, newest first. Who said something, and on which branch, no record tells.
 * @param labelled what people call sessions @param isLeftOut says of which sessions nothing is told, such as one whose transcript is still there: that says more
 */
export async function searchArchive(
	projects: readonly Project[],
	query: SearchQuery,
	labelled: LabelledSessions,
	isLeftOut: (session: string) => boolean,
	{ sinceMs = -Infinity, ...others }: SearchFilter = {},
): Promise<readonly ArchiveHit[]> {
	if (Object.keys(others).length > 0) return [];
	const matcher = createMatcher(query);
	const shelves = await Promise.all(projects.map((project) => readRecords(project, 'archive').catch(() => [])));
	return shelves
		.flat()
		.flatMap(({ record, file }) => {
			const atMs = recordTime(record.last_activity);
			if (isLeftOut(record.id) || (atMs ?? -Infinity) < sinceMs) return [];
			const name = labelled.get(record.id)?.name ?? recordTitle(record);
			const text = recordText(record, name);
			const found = matcher.find(text);
			if (found === undefined) return [];
			const hit: SearchHit = {
				file,
				offset: 0,
				sessionId: record.id,
				uuid: undefined,
				copyOf: undefined,
				role: 'summary',
				atMs,
				...excerptAround(text, found.best.start, found.ranges),
			};
			return [{ hit, name }];
		})
		.sort((a, b) => (b.hit.atMs ?? 0) - (a.hit.atMs ?? 0));
}
