// Whether a sentence is something to remember: the sum of what speaks for and against it.
import type { MemoryType } from './candidate';
import { clausesOf, standingClauses } from './clauses';
import { BIAS, FORMS, WHOLE_RULES } from './forms';
import { kindWeight } from './kinds';
import type { MemoryForm } from './memoryForm';
import { plainRule } from './rules/plainRule';
import { announcesDate } from './rules/project';

/** What Claude answers to a fact or a rule, and seldom to a task. */
const TAKEN =
	/^\W*(?:understood|noted|good to know|got it\b|i'll (?:stick|keep|go by|remember)|c'est noté|verstanden|entendido|anotado|compris|notiert)/iu;

/** The same beside what was done. */
const TAKEN_TOO =
	/(?:^|[.!]\s+)(?:and )?(?:understood|noted|good to know|i (?:will|won't|only|'ll keep)|i'll (?:keep|stick|remember|write it|use it|leave it|follow|do it|treat|not) (?!(?:an?|the) )|from now on)\b/iu;

/** What is known of a sentence beside its words. */
interface Around {
	/** It began with *heads up*, which is left out: a date is enough then. */
	readonly isHeadsUp?: boolean;
	/** Claude took it as something to keep. */
	readonly isAccepted?: boolean;
	/** It stands in the first prompt of a session, which says what is to be done. */
	readonly isFirst?: boolean;
}

interface Evidence {
	/** From zero on it is to be remembered. */
	readonly weight: number;
	/** What spoke for it most. */
	readonly rule: string;
	/** Of the rule that it fits as a whole, if there is one. */
	readonly type?: MemoryType;
	/** By name, for whoever fits the weights. */
	readonly counted: readonly Pick<MemoryForm, 'name' | 'weight'>[];
}

/** Whether a reply takes what was said as something to keep. */
export function isTaken(reply: string): boolean {
	return TAKEN.test(reply.slice(0, 60)) || TAKEN_TOO.test(reply.slice(0, 250));
}

/**
 * Whether a sentence can be something to remember. Most cannot, and are told by a few of the patterns: what outweighs the
 * rest is asked for first. @param sentence in lower case. @param isHeadsUp see `Around`
 */
export function mayBeEvident(sentence: string, isHeadsUp: boolean): boolean {
	const clauses = standingClauses(sentence);
	const forms = FORMS.filter((form) => form.weight > 0 && clauses.some((clause) => form.mayFit?.(clause) !== false));
	const { project, headsUp, accepted } = WHOLE_RULES;
	const isWhole = isHeadsUp || ruleOf(sentence) !== undefined;
	let most = BIAS + kindWeight(clauses) + accepted + (isWhole ? project : 0) + (isHeadsUp ? headsUp : 0);
	for (const { weight } of forms) most += weight;
	for (const form of forms.sort((a, b) => b.weight - a.weight)) {
		if (most < -0.001) return false;
		if (!clauses.some((clause) => form.fits(clause))) most -= form.weight;
	}
	return most >= -0.001;
}

/** @param sentence in lower case. */
export function evidenceFor(
	sentence: string,
	{ isHeadsUp = false, isAccepted = false, isFirst = false }: Around = {},
): Evidence {
	const plain =
		ruleOf(sentence) ?? (isHeadsUp && announcesDate(sentence) ? (['project', 'headsUp'] as const) : undefined);
	const forms = formsIn(sentence);
	const counted = [
		...forms,
		...(plain === undefined ? [] : [{ name: plain[0], weight: WHOLE_RULES[plain[0]] }]),
		...(isHeadsUp ? [{ name: 'headsUp', weight: WHOLE_RULES.headsUp }] : []),
		...(isAccepted ? [{ name: 'accepted', weight: WHOLE_RULES.accepted }] : []),
		...(isFirst ? [{ name: 'first', weight: WHOLE_RULES.first }] : []),
	];
	// Weights are twentieths, and zero is enough: a rest of their sum in binary must not decide.
	const kinds = BIAS + kindWeight(standingClauses(sentence));
	const weight = Math.round(counted.reduce((sum, each) => sum + each.weight, kinds) * 20) / 20;
	const [most] = [...forms].sort((a, b) => b.weight - a.weight);
	return {
		weight,
		counted,
		rule: plain?.[1] ?? most?.name ?? 'kinds',
		...(plain === undefined ? {} : { type: plain[0] }),
	};
}

/** The rule that a sentence fits as a whole. */
const ruleOf = (sentence: string): ReturnType<typeof plainRule> => plainRule(sentence.replaceAll('dont ', "don't "));

/** All forms of a sentence, whatever becomes of its clauses. @param sentence in lower case. */
export function formsOf(sentence: string): readonly MemoryForm[] {
	const clauses = clausesOf(sentence);
	return FORMS.filter((form) => clauses.some((clause) => form.fits(clause)));
}

/** The forms that count: what is against a clause that has nothing for it, is against nothing. */
function formsIn(sentence: string): readonly MemoryForm[] {
	const found = standingClauses(sentence).map((clause) => FORMS.filter((form) => form.fits(clause)));
	const isBearing = (forms: readonly MemoryForm[]): boolean => forms.some(({ kind }) => kind === 'for');
	const isSilent = !found.some(isBearing);
	const counted = new Set(
		found.flatMap((forms) => forms.filter(({ kind }) => kind !== 'against' || isSilent || isBearing(forms))),
	);
	return [...counted].some(({ kind }) => kind !== 'against') ? [...counted] : [];
}
