// Whether a question of Claude's is still open: forms of what came after it, each with a weight. The weights were fitted to
// labelled conversations by `scripts/fitHandoff.mjs`; a form is general, or it goes.
import { gist, shared } from './acts';
import { CERTAIN, type Situation, certainty, passesOver } from './evidence';
import { answers } from './judge';
import type { Asked } from './reply';

/** How much each form speaks for an open question, in units of log odds. */
const WEIGHTS = {
	isLong: 0.13,
	// What the person said next.
	isAnswered: -1.93,
	isSettled: 0.03,
	isUnknown: 1.5,
	isRefused: -0.53,
	isTold: 0.89,
	isToldAlone: 0.52,
	isOfSomeWords: 0.84,
	isAskedBack: -0.11,
	isCountered: 0.55,
	isDisplaced: 1.2, // given: who asks for something else leaves it open
	isNamed: -0.3,
	isPassedOver: -0.44,
	isIgnored: 0.22,
	// What Claude said to that.
	isEchoed: -0.65,
	// What came later.
	isRecent: 0.88,
	isTakenUp: -1.01,
	isLongAgo: -0.5,
} as const;
const BASE = -1.34;

/** From here on a question counts as open: in doubt it is. Log odds. */
export const OPEN = -0.4;

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
	const common = (text: string): number => shared(gist(text), question.words);
	const size = lead?.core.split(' ').length ?? 0;
	const isOnly = reply.questions.length === 1;
	const isTold = lead !== undefined && !lead.isQuestion && !lead.isRequest && !lead.isNod && !lead.isRefusal;
	const echo = new Set(outcome?.reply.sentences.slice(0, 2).flatMap(({ text }) => [...gist(text)]));
	const isIgnored = acts.every((act) => passesOver(act, situation));
	// A question about what is can be answered in any words, an offer hardly without one of its own.
	const isOffer = question.isYesNo && !question.isFact && !acts.some((act) => act.isPutOff);
	const isAnswered =
		!(isIgnored && isOffer) &&
		acts.some((act, at) => !act.isUnknown && !act.isPutOff && answers(act, question, isOnly, at === 0));
	const forms: Readonly<Record<Exclude<Evidence, Late>, boolean>> = {
		isLong: question.text.split(' ').length > 14,
		isAnswered,
		isSettled: certainty(situation) >= CERTAIN,
		isUnknown: acts.some((act) => act.isUnknown),
		isRefused: lead?.isRefusal === true,
		isTold,
		isToldAlone: isTold && isOnly,
		isOfSomeWords: size > 4 && size < 10,
		isAskedBack: acts.some((act) => act.isQuestion),
		isCountered: acts.every((act) => act.isQuestion || act.isCourtesy),
		isDisplaced: !isAnswered && lead?.isRequest === true && !lead.isNod && common(lead.core) === 0,
		isNamed: lead !== undefined && common(lead.core) > 0,
		isPassedOver: !acts.some((act) => common(act.core) > 0),
		isIgnored,
		isEchoed: shared(echo, new Set([...question.words, ...gist(question.before ?? '')])) > 1,
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
