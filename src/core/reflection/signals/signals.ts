// All signals, by the item that they give evidence for. Each looks only at the session and its context.
import type { Material } from '../material';
import { type ItemId, MENU } from '../menu';
import { assumptions, externalEvents, failedExperiments, implicitDecisions, naming, notDone } from './content';
import type { SignalContext } from './context';
import { outcomeAgainstIntention, rememberMisses, timeOfDay, tone } from './cues';
import { type SignalFinding, MAX_PER_ITEM } from './finding';
import {
	confidenceCalibration,
	conventionAdoption,
	recurringFailures,
	staleResumePrompt,
	velocityAndCost,
} from './meta';
import { codeHealth, crossReferences, dependencies, filesNotNoted, memoryHits } from './repository';

type Signal = (material: Material, context: SignalContext) => readonly SignalFinding[];

export const SIGNALS: Readonly<Record<ItemId, Signal>> = {
	'failed-experiments': failedExperiments,
	'implicit-decisions': implicitDecisions,
	assumptions,
	'external-events': externalEvents,
	naming,
	'not-done': notDone,
	'recurring-failures': recurringFailures,
	'velocity-cost': velocityAndCost,
	'convention-adoption': conventionAdoption,
	'stale-resume-prompt': staleResumePrompt,
	'confidence-calibration': confidenceCalibration,
	dependencies,
	'cross-references': crossReferences,
	'code-health': codeHealth,
	'files-not-noted': filesNotNoted,
	'memory-hits': memoryHits,
	tone,
	'time-of-day': timeOfDay,
	'remember-misses': rememberMisses,
	'outcome-vs-intention': outcomeAgainstIntention,
};

/** The session's findings for each item, weightiest first. Items without findings are left out. */
export function findSignals(material: Material, context: SignalContext): ReadonlyMap<ItemId, readonly SignalFinding[]> {
	return new Map(
		MENU.flatMap(({ id }) => {
			const found = [...SIGNALS[id](material, context)].sort((a, b) => b.weight - a.weight).slice(0, MAX_PER_ITEM);
			return found.length === 0 ? [] : [[id, found] as const];
		}),
	);
}

/**
 * How much each item matters in this session: the weight of its weightiest finding, plus a little for each further one.
 */
export function relevanceOf(findings: ReadonlyMap<ItemId, readonly SignalFinding[]>): ReadonlyMap<ItemId, number> {
	return new Map(
		[...findings].map(([id, found]) => [id, Math.min(1, (found[0]?.weight ?? 0) + 0.05 * (found.length - 1))]),
	);
}
