// What each answer was counted with, so that an answer that stands on several lines, or in several files, counts once. Ids
// come as bytes or as text; no string is made of the first.
import type { Usage } from '../../../../core/transcript/entry';
import type { IdMap } from '../../../../core/transcript/layers';
import { type IdSet, clearIds, createIdSet, numberOfText } from './idSet';

export interface CountedAnswers extends IdMap<Usage> {
	readonly ids: IdSet;
	/** By the number of the id. */
	readonly usages: Usage[];
	clear(): void;
}

export function createCountedAnswers(): CountedAnswers {
	const ids = createIdSet();
	const usages: Usage[] = [];
	return {
		ids,
		usages,
		// Who is asked about gets a number, and nothing else.
		get: (id) => usages[numberOfText(ids, id)],
		set(id, usage) {
			usages[numberOfText(ids, id)] = usage;
		},
		clear() {
			clearIds(ids);
			usages.length = 0;
		},
	};
}
