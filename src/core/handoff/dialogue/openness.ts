// Whether a question of Claude's is still open: forms of what came after it, each with a weight. The weights were fitted to
// labelled conversations by `scripts/fitHandoff.mjs`; a form is general, or it goes.
import { type Act, gist, shared } from './acts';
import { type Situation, certainty, passesOver } from './evidence';
import { answers, isShort } from './judge';
import type { Asked, Reply } from './reply';

/** How much each form speaks for an open question, in units of log odds. */
const WEIGHTS = {
	isYesNo: 0.05,
	hasOptions: 0.05,
	// What the person said next.
	isAnswered: -2.16,
	isLikelySettled: -1.12,
	isUnknown: 0.92,
	isRefused: -0.08,
	isPutOff: 0.26,
	isTold: 0.76,
	isCountered: 0.05,
	isRequested: 0.37,
	isDisplaced: 0.8, // given: who asks for something else leaves it open
	isNamed: 0.62,
	isIgnored: 0.0,
	// What Claude said to that.
	isEchoed: -0.45,
	isLeft: 0.85,
	// What came later.
	isRecent: 0.69,
	isTakenUp: -1.22,
	isLongAgo: -0.3,
} as const;
const BASE = -0.25;

/** From here on a question counts as open: in doubt it is. Log odds. */
export const OPEN = -0.2;

/** From here on a prompt has rather settled something than not. */
const LIKELY = 0.3;

/** After this many turns, a question that nobody came back to is seldom open to anybody. */
export const LONG = 2;

/** It says how something strikes the person, and no more. */
const EXCLAIMS =
	/^(?:(?:puh|uff?|oof|phew|wow|h+m+|ah+|oh|argh|ugh|ha(?:ha)*|lol|huh|meh|sorry|ok(?:ay)?|right|(?:very )?nice|good (?:q|question|point|catch|to know))[\s,.!…]*)+$|^(?:very )?(?:interesting|funny|weird|strange)\b/u;

/** Claude says what it does meanwhile. */
const LEFT = /\b(?:for now|still|undecided|unless|as long as|left|leave|stays?|until)\b/u;

/** A number, or a name in capital letters. */
const VALUE = /\d|\b\p{Lu}{2,}\b/u;

type Late = 'isRecent' | 'isTakenUp' | 'isLongAgo';
type Evidence = keyof typeof WEIGHTS;

/**
 * The forms of a question and of the turn after it.
 * @param situation of the person's next prompt.
 * @param isLate the person has asked something back before.
 * @public the script that fits the weights asks for them.
 */
export function opennessForms(question: Asked, situation: Situation, isLate = false): readonly Evidence[] {
	const { acts, reply, outcome } = situation;
	const lead = acts.find((act) => (!act.isCourtesy && !EXCLAIMS.test(act.bare)) || act.isNod) ?? acts[0];
	const words = new Set(
		[question.text, question.before ?? '', ...reply.options.map(({ text }) => text)].flatMap((each) => [...gist(each)]),
	);
	const echo = new Set(outcome?.reply.sentences.slice(0, 2).flatMap(({ text }) => [...gist(text)]));
	const isIgnored = acts.every((act) => passesOver(act, situation));
	// A question about what is can be answered in any words, an offer hardly without one of its own.
	const isOffer = question.isYesNo && !question.isFact && !acts.some((act) => act.isPutOff);
	// A statement of some length that has no word of it does not say yes or no.
	const isPassedOver = question.isYesNo && lead !== undefined && !isShort(lead);
	// What comes late answers only what it names.
	const isOnly = reply.questions.length === 1 && !isLate;
	const isFirst = reply.questions[0] === question && !isLate;
	const isAnswered =
		(isFirst && namesValue(lead, question)) ||
		(!(isIgnored && (isOffer || isPassedOver)) &&
			!takesUpElse(lead, question, reply) &&
			acts.some(
				(act, at) =>
					!act.isUnknown &&
					!act.isPutOff &&
					!EXCLAIMS.test(act.bare) &&
					answers(act, question, isOnly, at === 0 || act === lead),
			));
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
		isLeft: outcome?.reply.sentences.slice(0, 3).some(({ bare }) => LEFT.test(bare)) === true,
	};
	return (Object.keys(forms) as (keyof typeof forms)[]).filter((form) => forms[form]);
}

/** `S03 and S11.` is what was asked for, whatever the words of the question. */
function namesValue(lead: Act | undefined, { isYesNo }: Asked): boolean {
	return (
		!isYesNo && lead !== undefined && !lead.isQuestion && !lead.isRequest && isShort(lead) && VALUE.test(lead.text)
	);
}

/** It answers another part of the reply than the question that can be answered with yes. */
function takesUpElse(lead: Act | undefined, question: Asked, reply: Reply): boolean {
	if (lead === undefined || !question.isYesNo || lead.isNod || lead.isRefusal || isShort(lead)) return false;
	const words = gist(lead.core);
	return shared(words, question.words) === 0 && shared(words, reply.words) > 0;
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
