// The result of a reflection, whichever engine made it: claims, each with its source messages.
import type { MomentPointer } from './material';
import type { ItemId } from './menu';
import type { Confidence } from '../handoff/nextSteps';
import type { MEMORY_TYPES } from '../memory/candidate';

/** One sentence, and where it comes from. */
export interface Claim {
	readonly text: string;
	readonly at: readonly MomentPointer[];
}

/** The result for one item of the menu. */
export interface Note extends Claim {
	readonly item: ItemId;
}

/** Something that could be remembered for good. */
export interface MemoryClaim extends Claim {
	readonly type: (typeof MEMORY_TYPES)[number];
}

export interface Reflection {
	/** One line. */
	readonly topic: string;
	/** A slug: `billing-import`. Nothing where the session belongs to no line of work. */
	readonly workstream: string | undefined;
	readonly summary: readonly Claim[];
	readonly decisions: readonly Claim[];
	readonly failed: readonly Claim[];
	readonly assumptions: readonly Claim[];
	/** What was planned, compared with what happened. */
	readonly scope: readonly Claim[];
	readonly notes: readonly Note[];
	/** What to tell the next session, sentence by sentence. */
	readonly resumePrompt: readonly Claim[];
	readonly confidence: Confidence;
	readonly candidates: readonly MemoryClaim[];
}
