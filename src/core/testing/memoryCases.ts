// What people write to Claude, labelled by hand before there was a rule: does the prompt say something that should be known
// in the next session, and of which type is it? The second list says nothing of the sort, however much it looks like it.
//
// A part of both is kept out of the tuning: `isKeptOut` says which, by the text alone. Whoever changes the rules looks at
// failures among the others only.
import { hashNumber } from '../base/hash';
import type { MemoryType } from '../memory/candidate';

export type MemoryCase = readonly [MemoryType, string];

/** Three texts out of ten, always the same ones (by a hash of the text). */
export function isKeptOut(text: string): boolean {
	return hashNumber(text) % 10 < 3;
}

export { MEMORIES } from './memoriesSaid';
export { NO_MEMORIES } from './noMemories';
