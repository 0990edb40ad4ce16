// Whether a question of Claude's is still open: forms of what came after it, each with a weight. The weights were fitted to
// labelled conversations by `scripts/fitHandoff.mjs`; a form is general, or it goes.
import { gist, shared } from './acts';
import { type Situation, certainty, passesOver } from './evidence';
import { answers } from './judge';
import type { Asked } from './reply';

/** How much each form speaks for an open question, in units of log odds. */
const WEIGHTS = {
	isYesNo: 0.19,
	hasOptions: 0.35,
	// What the person said next.
	isAnswered: -1.73,
	isLikelySettled: -0.59,
	isUnknown: 1.38,
	isRefused: -0.57,
	isPutOff: -0.08,
	isTold: 1.03,
	isCountered: 0.53,
	isRequested: 0.24,
	isDisplaced: 0.8, // given: who asks for something else leaves it open
	isNamed: 0.7,
	isIgnored: 0.43,
	// What Claude said to that.
	isEchoed: -0.76,
	// What came later.
	isRecent: 0.87,
	isTakenUp: -1.15,
	isLongAgo: -0.52,
} as const;
const BASE = -1.53;

/** From here on a question counts as open: in doubt it is. Log odds. */
export const OPEN = -0.4;

/** From here on a prompt has rather settled something than not. */
const LIKELY = 0.3;

/** After this many turns, a question that nobody came back to is seldom open to anybody. */
export const LONG = 2;

type Late = 'isRecent' | 'isTakenUp' | 'isLongAgo';
type Evidence = keyof typeof WEIGHTS;

/**
 * The forms of a question and of the turn after it.
 * @param situation of the person's next prompt.
 * @public the script that fits the weights asks for them.
 */
export function opennessForms(question: Asked, situation: Situation): readonly Evidence[] {
	const { acts, reply, outcome } = situation;
	const lead = acts.find((act) => !act.isCourtesy || act.isNod) ?? acts[0];
	const words = new Set(
		[question.text, question.before ?? '', ...reply.options.map(({ text }) => text)].flatMap((each) => [...gist(each)]),
	);
	const echo = new Set(outcome?.reply.sentences.slice(0, 2).flatMap(({ text }) => [...gist(text)]));
	const isIgnored = acts.every((act) => passesOver(act, situation));
	// A question about what is can be answered in any words, an offer hardly without one of its own.
	const isOffer = question.isYesNo && !question.isFact && !acts.some((act) => act.isPutOff);
	const isOnly = reply.questions.length === 1;
	const isAnswered =
		!(isIgnored && isOffer) &&
		acts.some((act, at) => !act.isUnknown && !act.isPutOff && answers(act, question, isOnly, at === 0));
	const forms: Readonly<Record<Exclude<Evidence, Late>, boolean>> = {
		isYesNo: question.isYesNo,
		hasOptions: reply.options.length > 1,
		isAnswered,
		isLikelySettled: certainty(situation) >= LIKELY,
		isUnknown: acts.some((act) => act.isUnknown),
		isRefused: lead?.isRefusal === true,
		isPutOff: acts.some((act) => act.isPutOff),
		isTold: lead !== undefined && !lead.isQuestion && !lead.isRequest && !lead.isNod && !lead.isRefusal,
		isCountered: acts.every((act) => act.isQuestion || act.isCourtesy),
		isRequested: acts.some((act) => act.isRequest),
		isDisplaced:
			!isAnswered && lead?.isRequest === true && !lead.isNod && shared(gist(lead.core), question.words) === 0,
		isNamed: acts.some((act) => shared(gist(act.core), words) > 0),
		isIgnored,
		isEchoed: shared(echo, words) > 1,
	};
	return (Object.keys(forms) as (keyof typeof forms)[]).filter((form) => forms[form]);
}

/**
 * What became of a question in the end.
 * @param forms of the turn after it.
 * @param age how many turns ago it was asked.
 * @param isTakenUp somebody used its words later.
 */
export function formsInTheEnd(forms: readonly Evidence[], age: number, isTakenUp: boolean): readonly Evidence[] {
	const late: Readonly<Record<Late, boolean>> = {
		isRecent: age < 2,
		isTakenUp,
		// Who asks for something else instead, or does not take it up, leaves a question open for good.
		isLongAgo: age > LONG && !forms.includes('isDisplaced') && !forms.includes('isIgnored'),
	};
	return [...forms, ...(Object.keys(late) as Late[]).filter((form) => late[form])];
}

/** How likely a question is open, in units of log odds. @param forms in the end. */
export function openness(forms: readonly Evidence[]): number {
	return forms.reduce((sum, form) => sum + WEIGHTS[form], BASE);
}
