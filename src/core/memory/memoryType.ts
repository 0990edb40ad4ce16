// Of which of Claude's types a memory is, wherever it comes from: the hook's rules, a reflection, a person.
import { MEMORY_TYPES, type MemoryType } from './candidate';
import { formsOf } from './evidence';
import { plainRule } from './rules/plainRule';

/** What a form says about the type. */
const SAYS: Readonly<Record<MemoryType, Readonly<Record<string, number>>>> = {
	user: { iCome: 4, knowsNot: 4, iAmA: 4, onlyMe: 3, aOne: 1 },
	feedback: {
		alwaysFirst: 3,
		orderAll: 3,
		prefer: 3,
		answers: 2,
		anymore: 2,
		order: 2,
		alwaysDo: 1,
		alwaysEnd: 1,
		futureCase: 1,
		everyTime: 1,
		lasting: 1,
		notOnlyThis: 1,
		rule: 1,
		gate: 1,
		handsOff: 2,
	},
	project: {
		norm: 3,
		instSays: 3,
		event: 3,
		weAre: 3,
		weDid: 3,
		runsOn: 3,
		forbids: 2,
		ourIs: 2,
		recurring: 2,
		state: 2,
		whose: 2,
		neverGoes: 2,
		our: 1,
		inst: 1,
		instWill: 1,
		mustNot: 1,
		noThing: 1,
		promise: 1,
		allAre: 1,
		weHabit: 1,
	},
	reference: { isAtPlace: 5, where: 2, allThere: 1, place: 1, tool: 1, isAt: 1 },
};
/** A rule that it fits as a whole says more than a form. */
const RULE_SAYS = 4;
/** With less, nothing is said of where something is or of the person. */
const LEAST = 3;

/**
 * @param text what is to be remembered, as it was said.
 * @returns `reference` for where something is, `user` for what somebody says about themselves, `feedback` for how to work,
 * else `project`.
 */
export function memoryTypeOf(text: string): MemoryType {
	const sentence = text.toLowerCase().replaceAll('’', "'");
	const forms = formsOf(sentence);
	const [ruled] = plainRule(sentence) ?? [];
	const points = (type: MemoryType): number =>
		forms.reduce((sum, { name }) => sum + (SAYS[type][name] ?? 0), type === ruled ? RULE_SAYS : 0);
	const ranked = MEMORY_TYPES.filter((type) => type === 'feedback' || type === 'project' || points(type) >= LEAST);
	return (
		[...ranked].sort((a, b) => points(b) - points(a) || Number(b === 'project') - Number(a === 'project'))[0] ??
		'project'
	);
}
