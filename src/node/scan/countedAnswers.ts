// What each answer was counted with, so that an answer that stands on several lines, or in several files, counts once. Ids
// come as bytes or as text; no string is made of the first.
import type { Usage } from '../../core/transcript/entry';
import type { IdMap } from '../../core/transcript/layers';
import { createIdSet } from './idSet';

export interface CountedAnswers extends IdMap<Usage> {
	/** The number of the answer whose id is in the bytes from `start` to `end`. */
	numberOf(b: Buffer, start: number, end: number): number;
	usageOf(number: number): Usage | undefined;
	setUsage(number: number, usage: Usage): void;
	clear(): void;
}

export function createCountedAnswers(): CountedAnswers {
	const ids = createIdSet();
	let usages: (Usage | undefined)[] = [];
	return {
		numberOf: ids.numberOf,
		usageOf: (number) => usages[number],
		setUsage(number, usage) {
			usages[number] = usage;
		},
		get: (id) => usages[ids.numberOfText(id)],
		set(id, usage) {
			usages[ids.numberOfText(id)] = usage;
		},
		clear() {
			ids.clear();
			usages = [];
		},
	};
}
