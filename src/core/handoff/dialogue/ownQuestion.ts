// Whether a question of the person's stays open: forms of the question, of Claude's answer and of what the person says to
// that, each with a weight. The weights were fitted to labelled conversations by `scripts/fitHandoff.mjs`.
import { type Act, gist, shared } from './acts';
import type { ToolWork } from './evidence';
import { withBefore } from './judge';
import type { Reply } from './reply';

/** How much each form speaks for an open question, in units of log odds. */
const WEIGHTS = {
	// The question, and where it stands.
	isFirstSaid: -0.48,
	isLastSaid: -0.73,
	isAlone: -0.23,
	isAmongMany: 0.3,
	isShort: -0.62,
	isLong: 0.25,
	asksHow: -0.42,
	asksWhat: -0.33,
	asksWhoDoes: 0.38,
	asksWhetherTo: 0.62,
	namesTwo: 0.84,
	isOfUs: 0.46,
	isOfOthers: 0.53,
	// What Claude answered.
	isUnsure: 0.76,
	saysYesOrNo: -0.89,
	deniesFirst: 0.25,
	speaksOfItself: 0.47,
	hasNone: 0.83,
	findsNothing: 0.41,
	leavesItToOthers: 0.19,
	tellsNumber: -0.57,
	isLooked: -0.43,
	isBrief: -0.49,
	takesItUp: -0.31,
	takesUpElse: 0.09,
	// What the person said to that.
	isUnknown: 1.3,
	isStep: 0.45,
	isAskedOn: -0.2,
	isNamedNext: -0.58,
	isTakenUpNext: -0.68,
	concludes: -0.34,
	asksOthers: 0.52,
	announces: 0.25,
	// When.
	isLast: 1.23,
	isLastButOne: 1.08,
} as const;
const BASE = -2.2;

/** From here on a question counts as open. Log odds. */
export const OWN_OPEN = -0.65;

type Evidence = keyof typeof WEIGHTS;

/** A prompt and what came of it. */
interface Answered {
	readonly acts: readonly Act[];
	readonly outcome: { readonly reply: Reply; readonly work: ToolWork } | undefined;
}

const OTHERS =
	/\b(?:they|he|she|them|him|her|clients?|customers?|boss|team|someone|somebody|anybody|anyone|nobody|people|users?|who|legal|lawyers?|office)\b/u;
const WHETHER_TO = /\b(?:should|shall|do we|are we|can we|may we|must we|need to|supposed)\b/u;
const ITSELF_NOT =
	/\bi (?:can't|cannot|don't|couldn't|haven't|have no|found nothing|find no|see no|see nothing|only)\b/u;
const DENIES = /\b(?:no|not|nothing|never|none|neither|without)\b|n't\b/u;
const YES_OR_NO = /^(?:yes|no|it does|it is|not|only|both)\b/u;
/** A text or a place that could say it does not. */
const FINDS_NOTHING =
	/\b(?:gives?|says?|mentions?|names?|shows?|tells?|has|have|found|find|see|there(?:'s| is)) (?:no\b(?! (?:difference|error|gain|reason))|nothing)|\b(?:does(?:n't| not)|don't|do not) (?:say|tell|mention|give|name|show|prove)\b|\bnot reachable\b|\bno (?:limit|hint|mention|trace|access)\b/u;
/** It says whose matter that is, or who knows. */
const LEAVES_IT =
	/\bup to (?:you|the|him|her|them)\b|\b(?:your|their|his|her) (?:call|decision|choice)\b|\b(?:could|would|can|will|may|might|should) (?:tell|know|say|settle|decide)\b|\bcan(?:'t|not) (?:judge|know|see|tell|say)\b|\bdepends\b|\bsomebody (?:has|would have) to\b/u;
const ASKS_OTHERS =
	/\b(?:ask(?:ing)?|call|ring|talk|write|mail|find out|check with|will know|knows?|hear|tell|clarify|discuss|get back)\b/u;
const ANNOUNCES = /\b(?:i'll|will|i write|i ask|asking|gonna)\b/u;

/** It tells what somebody else wants to know. */
const REPORTS = /^(?:(?:and|also|oh|btw)[ ,]+)*\p{L}+(?: also)? (?:asks?|asked|wonders?|wants? to know)\b/u;

/** Whether a sentence is a question of the person's that can be open. */
export function isOwnQuestion({ isQuestion, core, bare }: Act): boolean {
	return isQuestion && gist(core).size > 0 && (!REPORTS.test(bare) || /^i\b/u.test(core));
}

/**
 * The forms of a question of the person's.
 * @param turn the prompt that asks it, and what came of it.
 * @param next the prompt after that; nothing if there is none.
 * @public the script that fits the weights asks for them.
 */
export function ownForms(act: Act, { acts, outcome }: Answered, next: readonly Act[] | undefined): readonly Evidence[] {
	const words = gist(withBefore(act, acts));
	const length = act.bare.split(' ').length;
	const answer = outcome?.reply.sentences ?? [];
	const answered = new Set(answer.flatMap(({ text }) => [...gist(text)]));
	const first = answer[0]?.bare ?? '';
	const rest = new Set(acts.filter((each) => each !== act).flatMap(({ text }) => [...gist(text)]));
	const isElse = [...rest].some((word) => !words.has(word) && answered.has(word));
	const after = next?.map(({ bare }) => bare).join(' ') ?? '';
	const later = gist(after);
	const forms: Readonly<Record<Exclude<Evidence, 'isLast' | 'isLastButOne'>, boolean>> = {
		isFirstSaid: act === acts[0],
		isLastSaid: act === acts.at(-1),
		isAlone: acts.length === 1,
		isAmongMany: acts.length > 2,
		isShort: length <= 4,
		isLong: length > 12,
		asksHow: /\bhow\b/u.test(act.bare),
		asksWhat: /\bwhat\b/u.test(act.bare),
		asksWhoDoes: /\b(?:does|do|is|are|did|was)\b/u.test(act.bare),
		asksWhetherTo: WHETHER_TO.test(act.bare),
		namesTwo: /\bor\b/u.test(act.bare),
		isOfUs: /\b(?:we|our|us)\b/u.test(act.bare),
		isOfOthers: OTHERS.test(act.bare),
		isUnsure: outcome?.reply.isUnsure === true,
		saysYesOrNo: YES_OR_NO.test(first),
		deniesFirst: DENIES.test(first),
		speaksOfItself: /\bi\b/u.test(first),
		hasNone: answer.some(({ bare }) => ITSELF_NOT.test(bare)),
		findsNothing: answer.some(({ bare }) => FINDS_NOTHING.test(bare)),
		leavesItToOthers: answer.some(({ bare }) => LEAVES_IT.test(bare)),
		tellsNumber: answer.some(({ text }) => /\d/u.test(text)),
		isLooked: outcome?.work === 'looked',
		isBrief: answer.reduce((sum, { bare }) => sum + bare.split(' ').length, 0) <= 8,
		takesItUp: shared(gist(answer[0]?.text ?? ''), words) > 0,
		takesUpElse: isElse,
		isUnknown: next?.some((each) => each.isUnknown) === true,
		isStep: next?.some((each) => each.isStep) === true,
		isAskedOn: next?.some((each) => each.isQuestion) === true,
		isNamedNext: shared(later, words) > 0,
		isTakenUpNext: [...later].some((word) => answered.has(word) && !words.has(word)),
		concludes: /\b(?:then|so)\b/u.test(after),
		asksOthers: ASKS_OTHERS.test(after),
		announces: ANNOUNCES.test(after),
	};
	return (Object.keys(forms) as (keyof typeof forms)[]).filter((form) => forms[form]);
}

/**
 * How likely a question of the person's is open in the end, in units of log odds.
 * @param after how many prompts came after it.
 */
export function ownOpenness(forms: readonly Evidence[], after: number): number {
	const place = after === 0 ? WEIGHTS.isLast : after === 1 ? WEIGHTS.isLastButOne : 0;
	return forms.reduce((sum, form) => sum + WEIGHTS[form], BASE + place);
}
