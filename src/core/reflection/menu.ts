// What a reflection can be about: the reference's twenty items. A pass picks a few, by what the session shows and by
// how often each item's output was useful before.

export type ItemId =
	| 'failed-experiments'
	| 'implicit-decisions'
	| 'assumptions'
	| 'external-events'
	| 'naming'
	| 'not-done'
	| 'recurring-failures'
	| 'velocity-cost'
	| 'convention-adoption'
	| 'stale-resume-prompt'
	| 'confidence-calibration'
	| 'dependencies'
	| 'cross-references'
	| 'code-health'
	| 'files-not-noted'
	| 'memory-hits'
	| 'tone'
	| 'time-of-day'
	| 'remember-misses'
	| 'outcome-vs-intention';

/** Where the result of an item belongs. */
type Target = 'memory' | 'workstream' | 'decision record' | 'convention' | 'learning';

export interface MenuItem {
	readonly id: ItemId;
	readonly group: 'A' | 'B' | 'C' | 'D';
	readonly title: string;
	readonly target: Target;
	/** The question for a language model, asked together with the evidence that code has found. */
	readonly question: string;
}

const item = (id: ItemId, group: MenuItem['group'], target: Target, title: string, question: string): MenuItem => ({
	id,
	group,
	title,
	target,
	question,
});

export const MENU: readonly MenuItem[] = [
	item('failed-experiments', 'A', 'learning', 'Failed experiments', 'What was tried and ruled out, and why?'),
	item(
		'implicit-decisions',
		'A',
		'decision record',
		'Implicit decisions',
		'Which choice of the assistant did the person accept without saying why?',
	),
	item('assumptions', 'A', 'decision record', 'Unstated assumptions', 'Which assumptions do the decisions rest on?'),
	item(
		'external-events',
		'A',
		'memory',
		'Events outside the repository',
		'What happened in the world that the next session should know?',
	),
	item(
		'naming',
		'A',
		'convention',
		'Naming inconsistencies',
		'Which thing has several names, and which one should stay?',
	),
	item('not-done', 'A', 'workstream', 'What was not done', 'What was planned and not shipped, and why?'),
	item(
		'recurring-failures',
		'B',
		'memory',
		'Recurring failures',
		'Which failure came back, and what would keep it from coming back?',
	),
	item(
		'velocity-cost',
		'B',
		'learning',
		'Pace and cost',
		'Why did this session cost more or less than comparable ones?',
	),
	item(
		'convention-adoption',
		'B',
		'convention',
		'Conventions in use',
		'Which pattern has become a habit worth writing down?',
	),
	item(
		'stale-resume-prompt',
		'B',
		'workstream',
		'Stale resume prompt',
		'The last hand-off named another next step: a change of plan, or a mistake in it?',
	),
	item(
		'confidence-calibration',
		'B',
		'learning',
		'Confidence against outcome',
		'How far could the confidence of past hand-offs be trusted?',
	),
	item('dependencies', 'C', 'workstream', 'Dependencies discovered', 'What turned out to depend on what?'),
	item(
		'cross-references',
		'C',
		'workstream',
		'Messages of peers not folded back',
		'What did a peer session say that is written down nowhere?',
	),
	item('code-health', 'C', 'decision record', 'Drift of the repository', 'Which folder is getting unwieldy?'),
	item(
		'files-not-noted',
		'C',
		'workstream',
		'Files touched and not noted',
		'Which touched files belong to work that nobody mentioned?',
	),
	item('memory-hits', 'C', 'memory', 'Memories that may be wrong', 'Which memory was read and then contradicted?'),
	item(
		'tone',
		'D',
		'memory',
		'Tone and momentum',
		'When did the person get impatient or unsure, and what should change?',
	),
	item(
		'time-of-day',
		'D',
		'learning',
		'Late hours',
		'Which decisions were made late at night and deserve a second look?',
	),
	item('remember-misses', 'D', 'memory', 'Missed “remember this”', 'What was to be remembered and is in no memory?'),
	item(
		'outcome-vs-intention',
		'D',
		'workstream',
		'Outcome against intention',
		'Did the goal change, and was that a decision or a drift?',
	),
];

/** How useful an item's output was: counts each draft or candidate that named it, and whether it was accepted. */
export interface Yield {
	readonly offered: number;
	readonly accepted: number;
}
export type YieldRecord = Readonly<Partial<Record<ItemId, Yield>>>;

/** A pass is about at most this many items, and at least two if the session shows that many. */
const PICKED = 4;
/** An item that never gives anything is still asked now and then; otherwise it could never rise again. */
const LOWEST = 0.15;

/**
 * How much an item's output is worth, by its record: 0.5 without one; the shorter the record, the less it moves the
 * value. An item that never gave anything sinks to a seventh of that; one that always did rises to nearly 1.
 */
export function standing(record: YieldRecord, id: ItemId): number {
	const { offered, accepted } = record[id] ?? { offered: 0, accepted: 0 };
	return Math.max(LOWEST, (accepted + 2) / (offered + 4));
}

/**
 * The items that this pass is about: those with the most relevant findings, weighted by their worth so far.
 * @param relevance of each item that has findings, from 0 to 1.
 */
export function pickItems(relevance: ReadonlyMap<ItemId, number>, record: YieldRecord): readonly MenuItem[] {
	return MENU.map((each, order) => ({ each, order, score: (relevance.get(each.id) ?? 0) * standing(record, each.id) }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score || a.order - b.order)
		.slice(0, PICKED)
		.map(({ each }) => each);
}

/** The menu item with an id that came from outside, or nothing. */
export function menuItem(id: string): MenuItem | undefined {
	return MENU.find((each) => each.id === id);
}
