// Whether a sentence of the person's settles what Claude offered: forms that speak for it and against it, each with a
// weight. The weights were fitted to labelled conversations by `scripts/fitHandoff.mjs`; a form is general, or it goes.
import { type Act, gist, shared } from './acts';
import { ACCEPTED, CHOOSES, STRONG, TELLS } from './judge';
import type { Reply } from './reply';

/** A sentence, and what was said around it. */
export interface Situation {
	readonly act: Act;
	/** The sentences of its prompt. */
	readonly acts: readonly Act[];
	/** The reply before it. */
	readonly reply: Reply;
	/** What the person had said before that reply. */
	readonly asked: readonly Act[];
	/** The reply that came of it; nothing if nobody answered. */
	readonly outcome: { readonly reply: Reply; readonly hasWorked: boolean } | undefined;
}

/** How much each form speaks for a decision, in units of log odds. */
const WEIGHTS = {
	// What the sentence is.
	chooses: 0.65,
	follows: 0.68,
	compares: 0.71,
	marks: 0.75,
	refuses: 0.79,
	accepts: 0.66,
	requests: -0.71,
	requestsNew: -0.63,
	tells: -0.22,
	intends: -0.21,
	putsOff: -0.42,
	isUnsure: -1.12,
	leaves: -0.61,
	always: -0.19,
	speaksOfSelf: -0.52,
	isBrief: -0.25,
	isLong: -0.36,
	isFirst: -0.5,
	followsQuestion: -0.67,
	// What was offered before it.
	isAskedToChoose: 0.32,
	isAskedForFact: -0.23,
	isAskedYesNo: -0.51,
	isAskedMuch: 0.45,
	isGivenOptions: -0.65,
	isProposed: 0.63,
	hadAsked: 0.34,
	nothingOffered: -0.58,
	assentsToNothing: 0.38,
	// What it takes up of that.
	repeats: 0.62,
	repeatsOffer: 0.79,
	addsNew: -0.61,
	// What came of it.
	isWorkedOn: 1.87,
	isBriefAndWorkedOn: 0.33,
	isEchoed: 0.46,
	isEchoedWell: 0.43,
	offerIsEchoed: 0.49,
	isUnanswered: -0.43,
} as const;
const BASE = -1.67;

/** From here on a sentence counts as a decision. Lower, more are found, and more are wrong. */
export const CERTAIN = 0.6;

type Evidence = keyof typeof WEIGHTS;

const ASSENTS =
	/^(?:(?:yes|yeah|yep|ok(?:ay)?|fine|super|good|right|great|exactly|sure|dann|then|so|perfect|excellent|agreed|sounds|and|please)[\s,.!]*)*(?:(?:do|make|take|use|go|let'?s do|let's go|keep|leave|merge|ship|commit|deploy|write) ?(?:it|that|this|so|them|both|all|like (?:this|that)|with (?:it|that)|for it|ahead)?(?: (?:in|so|then|please|up|way))*|like (?:this|that)|exactly(?: so)?|(?:makes?|sounds?) .*|works for me|same here|right, that|that one|this one|both|all(?: of them)?|dale|ja|yes|y)[\s.!]*$/u;
const COMPARES =
	/\b(?:better|rather|prefer|instead|enough|fine|ok|okay|only|both|neither|no need|not needed|never|must|has to|have to|stays?|keep|without|with)\b/u;
const FOLLOWS = /^(?:then|so|dann|entonces|alors|in that case)\b|\bthen$/u;
const MARKS =
	/^(?:then |go |ok |so |definitely |i'd say |rather )?\(?(?:[a-h]|\d{1,2})\)?(?: ?(?:obv\w*|it is|then|plus .*|and .*|with .*|but .*|, .*))?$/u;
const TAKES_LEAVE = /\b(?:gotta|brb|bye|lunch|going home|have a|see you|train|thanks|thank)\b/u;
const OF_SELF = /\bi(?:'ll|'m| will| am| have| did| was)?\b/u;

/**
 * The forms of a sentence in its situation.
 * @public the script that fits the weights asks for them.
 */
export function decisionForms({ act, acts, reply, asked, outcome }: Situation): readonly Evidence[] {
	const { bare, core } = act;
	const words = gist(core);
	const size = core.split(' ').filter(Boolean).length;
	const said = new Set([...reply.words, ...asked.flatMap((each) => [...gist(each.text)])]);
	const offers = offersIn(reply);
	const echo = new Set(outcome?.reply.sentences.slice(0, 2).flatMap(({ text }) => [...gist(text)]));
	const question = reply.questions.at(-1);
	const repeated = shared(words, said);
	const isOffered =
		question?.isFact === false || reply.options.length > 1 || reply.proposals.length > 0 || reply.isChoice;
	const chooses = CHOOSES.test(core) || STRONG.test(core);
	const hasWorked = outcome?.hasWorked === true;
	const forms: Readonly<Record<Evidence, boolean>> = {
		chooses,
		follows: FOLLOWS.test(core) || FOLLOWS.test(bare),
		compares: COMPARES.test(core),
		marks: MARKS.test(core),
		refuses: act.isRefusal,
		accepts: ACCEPTED.test(bare),
		requests: act.isRequest,
		requestsNew: act.isRequest && repeated === 0,
		tells: TELLS.test(core) && !chooses,
		intends: act.isStep,
		putsOff: act.isPutOff,
		isUnsure: act.isUnknown,
		leaves: TAKES_LEAVE.test(bare),
		always: /\b(?:always|never|every|each)\b/u.test(bare),
		speaksOfSelf: OF_SELF.test(core),
		isBrief: size > 2 && size <= 5,
		isLong: size > 14,
		isFirst: acts[0] === act,
		followsQuestion: acts[acts.indexOf(act) - 1]?.isQuestion === true,
		isAskedToChoose: question?.isFact === false,
		isAskedForFact: question?.isFact === true,
		isAskedYesNo: question?.isYesNo === true,
		isAskedMuch: reply.questions.length > 1,
		isGivenOptions: reply.options.length > 1,
		isProposed: reply.proposals.length > 0,
		hadAsked: asked.some((each) => each.isQuestion),
		nothingOffered: !isOffered && question === undefined,
		assentsToNothing: !isOffered && (act.isNod || ASSENTS.test(bare)),
		repeats: repeated > 0,
		repeatsOffer: shared(words, offers) > 0,
		addsNew: words.size - repeated > 2,
		isWorkedOn: hasWorked,
		isBriefAndWorkedOn: hasWorked && size <= 4,
		isEchoed: shared(words, echo) > 0,
		isEchoedWell: shared(words, echo) > 1,
		offerIsEchoed: shared(offers, echo) > 1,
		isUnanswered: outcome === undefined,
	};
	return (Object.keys(forms) as Evidence[]).filter((form) => forms[form]);
}

/**
 * Whether a sentence has nothing to do with what was asked: it neither assents nor refuses nor chooses, has no word of the
 * question or of what was offered with it, and neither has Claude's answer to it, apart from the person's own words.
 */
export function passesOver({ act, acts, reply, outcome }: Situation): boolean {
	const { bare, core } = act;
	if (reply.questions.length === 0 || act.isNod || act.isRefusal || ASSENTS.test(bare) || MARKS.test(core))
		return false;
	if (CHOOSES.test(core) || STRONG.test(core) || /\b(?:yes|yeah|yep|no|nope)[\s.!)]*$/u.test(bare)) return false;
	const offers = new Set([...offersIn(reply), ...reply.questions.flatMap(({ before = '' }) => [...gist(before)])]);
	const own = new Set(acts.flatMap(({ text }) => [...gist(text)]));
	const told = (outcome?.reply.sentences.slice(0, 2) ?? []).flatMap(({ text }) => [...gist(text)]);
	const isTold = shared(new Set(told.filter((word) => !own.has(word))), offers) >= Math.min(2, offers.size);
	return shared(gist(core), offers) === 0 && !isTold;
}

/** The words of all that a reply offers and asks. */
function offersIn({ options, proposals, questions }: Reply): ReadonlySet<string> {
	return new Set([
		...options.flatMap(({ text }) => [...gist(text)]),
		...proposals.flatMap((text) => [...gist(text)]),
		...questions.flatMap(({ words }) => [...words]),
	]);
}

/** How likely a sentence settles what was offered, from 0 to 1. */
export function certainty(situation: Situation): number {
	if (passesOver(situation)) return 0;
	const sum = decisionForms(situation).reduce((total, form) => total + WEIGHTS[form], BASE);
	return 1 / (1 + Math.exp(-sum));
}
