// A phrase in one session: the search over all sessions, over its file alone.
import * as vscode from 'vscode';
import type { SearchHit } from '../../core/search/hit';
import { openSearchEngine } from '../../node/search/openSearchEngine';
import { searchTranscripts } from '../../node/search/searchTranscripts';

/** The messages that say it, in the order of the file, each once, and whether there may be more. Titles are no messages. */
export async function searchPhrase(
	file: string,
	text: string,
	limit: number,
	signal: AbortSignal,
): Promise<{ readonly hits: readonly SearchHit[]; readonly isLimited: boolean }> {
	const hits: SearchHit[] = [];
	const { isLimited } = await searchTranscripts(
		[{ file, modifiedMs: 0 }],
		{ terms: [text] },
		{
			signal,
			limit,
			limitPerFile: limit,
			engine: await openSearchEngine(vscode.env.appRoot, process.env),
			onHit: (hit) => void (hit.uuid !== undefined && hits.push(hit)),
		},
	);
	return { hits, isLimited };
}
