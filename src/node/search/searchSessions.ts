// One search over all that is left of sessions: what people call them, what was said in them, and the records of those whose
// transcripts are gone.
import path from 'node:path';
import type { SearchFilter } from '../../core/search/filter';
import type { SearchHit } from '../../core/search/hit';
import { labelHits } from '../../core/search/labelHits';
import type { SearchQuery } from '../../core/search/query';
import { type AskingModel, maySee } from '../../core/sessions/labels';
import type { ClaudeHome } from '../claude/claudeHome';
import { openRedact } from '../privacy/openRedactor';
import { knownProjects } from '../project/launchProject';
import { type Project, transcriptFolders } from '../project/project';
import { labelsFor } from '../sessions/labelsFor';
import type { SessionsStore } from '../sessions/sessionsStore';
import { filesToSearch, listAll } from './filesToSearch';
import { searchArchive } from './searchArchive';
import { type SearchOptions, type SearchSummary, searchTranscripts } from './searchTranscripts';

export interface SessionSearch extends Pick<SearchOptions, 'engine' | 'limitPerFile' | 'onProgress' | 'signal'> {
	readonly claude: ClaudeHome;
	/** Whose sessions are listed. */
	readonly projects: readonly Project[];
	readonly sessions: Pick<SessionsStore, 'get' | 'list'>;
	/** Sessions of all other projects are searched, too. */
	readonly isEverywhere: boolean;
	/** A language model that asks: nothing is told of what a person keeps from it. */
	readonly asker?: AskingModel | undefined;
	/** Hits of all together. */
	readonly limit: number;
	/** Hears of each hit of a transcript, with all before it. */
	readonly onFound?: (hits: readonly SearchHit[]) => void;
}

export interface FoundInSessions extends SearchSummary {
	/** By labels first, then what was said, newest first, then records. */
	readonly hits: readonly SearchHit[];
	/** What sessions were called whose records were found, by the record's file. */
	readonly names: ReadonlyMap<string, string>;
}

/** Never fails for a file. */
export async function searchSessions(
	{ claude, projects, sessions, isEverywhere, asker, limit, onFound, ...options }: SessionSearch,
	query: SearchQuery,
	filter: SearchFilter,
): Promise<FoundInSessions> {
	const [only, ...others] = isEverywhere ? [] : projects;
	const labelled = await labelsFor(claude, asker, others.length === 0 ? only : undefined);
	const isAsked = (session: string): boolean => maySee(asker, labelled, session);
	const listed = sessions.list();
	const files = isEverywhere
		? await listAll(await transcriptFolders(claude, undefined), isAsked)
		: await filesToSearch(listed);
	const labels = labelHits(listed, query, filter);
	const hits = labels.slice(0, limit);
	const summary = await searchTranscripts(files, query, {
		...options,
		filter,
		limit: limit - hits.length,
		redact: await openRedact(claude),
		onHit: (hit) => {
			hits.push(hit);
			onFound?.(hits);
		},
	});
	const there = new Set(files.map(({ file }) => path.basename(file, '.jsonl')));
	const isLeftOut = (id: string): boolean => sessions.get(id) !== undefined || there.has(id) || !isAsked(id);
	const roots = new Set(projects.map(({ root }) => root));
	const known = isEverywhere ? (await knownProjects(claude)).filter(({ root }) => !roots.has(root)) : [];
	const archived = await searchArchive([...projects, ...known], query, labelled, isLeftOut, filter);
	hits.push(...archived.map(({ hit }) => hit));
	return {
		hits: hits.slice(0, limit),
		names: new Map(archived.map(({ hit, name }) => [hit.file, name])),
		isLimited: summary.isLimited || hits.length > limit || labels.length >= limit,
		unreadable: summary.unreadable,
	};
}
