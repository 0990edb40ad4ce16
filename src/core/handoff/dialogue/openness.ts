// Whether a question of Claude's is still open: forms of what came after it, each with a weight. The weights were fitted to
// labelled conversations by `scripts/fitHandoff.mjs`; a form is general, or it goes.
import { type Act, gist, shared } from './acts';
import { type Situation, certainty, passesOver } from './evidence';
import { answers, isShort, picksIn } from './judge';
import type { Asked, Reply } from './reply';

/** How much each form speaks for an open question, in units of log odds. */
const WEIGHTS = {
	// The question, and where it stands.
	isVague: -0.79,
	isWordy: 0.76,
	asksWhat: -1.03,
	isEarly: -0.93,
	isBrieflyAsked: -0.44,
	// What the person said next.
	isAnswered: -1.69,
	isLikelySettled: -1.16,
	isUnknown: 1.14,
	isRefused: -0.24,
	isPutOff: -0.78,
	isTold: 1.18,
	isCountered: 1.0, // given: who only asks something back has not answered
	isRequested: 0.21,
	isDisplaced: 1.7, // given: who asks for something else leaves it open
	isNamed: 0.52,
	isOtherNamed: 0.6,
	saysMuch: 0.84,
	// What Claude said to that.
	isEchoedAnew: -0.33,
	isLeft: 0.51,
	// What came later.
	isTakenUp: -1.51,
} as const;
const BASE = -0.5;

/** From here on a question counts as open. Log odds. */
export const OPEN = 0;

/** From here on a prompt has rather settled something than not. */
const LIKELY = 0.3;

/** After this many turns, what a person could not say is seldom open to anybody. */
export const LONG = 2;

/** Who asks in fewer characters than that asks in passing. */
const BRIEF = 200;

/** It says how something strikes the person, and no more. */
const EXCLAIMS =
	/^(?:(?:puh|uff?|oof|phew|wow|h+m+|ah+|oh|argh|ugh|ha(?:ha)*|lol|huh|meh|sorry|ok(?:ay)?|right|(?:very )?nice|good (?:q|question|point|catch|to know))[\s,.!…]*)+$|^(?:very )?(?:interesting|funny|weird|strange)\b/u;

/** Claude says what it does meanwhile. */
const LEFT = /\b(?:for now|still|undecided|unless|as long as|left|leave|stays?|until)\b/u;

/** A number, or a name in capital letters. */
const VALUE = /\d|\b\p{Lu}{2,}\b/u;

type Evidence = keyof typeof WEIGHTS;

/**
 * The forms of a question and of the turn after it.
 * @param situation of the person's next prompt.
 * @param when it was asked in the first reply; the person has asked something back before.
 * @public the script that fits the weights asks for them.
 */
export function opennessForms(
	question: Asked,
	situation: Situation,
	{ isEarly, isLate }: { readonly isEarly: boolean; readonly isLate: boolean },
): readonly Evidence[] {
	const { acts, reply, outcome } = situation;
	const lead = acts.find((act) => (!act.isCourtesy && !EXCLAIMS.test(act.bare)) || act.isNod) ?? acts[0];
	const words = new Set(
		[question.text, question.before ?? '', ...reply.options.map(({ text }) => text)].flatMap((each) => [...gist(each)]),
	);
	const own = new Set(acts.flatMap(({ text }) => [...gist(text)]));
	const came = outcome?.reply.sentences.slice(0, 3) ?? [];
	const anew = came
		.flatMap(({ text, bare }) => (bare.endsWith('?') ? [] : [...gist(text)]))
		.filter((word) => !own.has(word));
	const about = new Set([...question.words, ...gist(question.before ?? '')]);
	const others = reply.questions.filter((each) => each !== question);
	const isIgnored = acts.every((act) => passesOver(act, situation));
	// A question about what is can be answered in any words, an offer hardly without one of its own.
	const isOffer = question.isYesNo && !question.isFact && !acts.some((act) => act.isPutOff);
	// A statement of some length that has no word of it does not say yes or no.
	const isPassedOver = question.isYesNo && lead !== undefined && !isShort(lead);
	// What comes late answers only what it names.
	const isOnly = reply.questions.length === 1 && !isLate;
	const isFirst = reply.questions[0] === question && !isLate;
	const marked = new Map(acts.flatMap((act) => picksIn(act.bare, 2).map(({ mark }) => [mark, act] as const)));
	const isMarked = reply.questions.some(({ mark }) => mark !== undefined && marked.has(mark));
	const isNamedByMark = question.mark !== undefined && marked.get(question.mark)?.isUnknown === false;
	const isAnswered = isMarked
		? isNamedByMark
		: (isFirst && namesValue(lead, question)) ||
			(!(isIgnored && (isOffer || isPassedOver)) &&
				!takesUpElse(lead, question, reply) &&
				acts.some(
					(act, at) =>
						!act.isUnknown &&
						!act.isPutOff &&
						!EXCLAIMS.test(act.bare) &&
						answers(act, question, isOnly, at === 0 || act === lead),
				));
	const isDisplaced =
		!isAnswered && lead?.isRequest === true && !lead.isNod && shared(gist(lead.core), question.words) === 0;
	const isCountered = acts.every((act) => act.isQuestion || act.isCourtesy || EXCLAIMS.test(act.bare));
	const exclaims = EXCLAIMS.test(acts[0]?.bare ?? '');
	// Who is asked early, or in passing, mostly has answered in some words, unless they plainly went elsewhere.
	const isElsewhere = isDisplaced || isCountered || (!isAnswered && (isIgnored || exclaims));
	const forms: Readonly<Record<Exclude<Evidence, 'isTakenUp'>, boolean>> = {
		isVague: question.words.size < 2,
		isWordy: question.words.size > 5,
		asksWhat: /\bwhat\b/iu.test(question.text.replace(/^.*[.!?]\s/u, '')),
		isEarly: isEarly && !isElsewhere,
		isBrieflyAsked: !isElsewhere && lengthOf(reply) < BRIEF,
		isAnswered,
		isLikelySettled: certainty(situation) >= LIKELY,
		isUnknown: acts.some((act) => act.isUnknown),
		isRefused: lead?.isRefusal === true,
		isPutOff: acts.some((act) => act.isPutOff),
		isTold: lead !== undefined && !lead.isQuestion && !lead.isRequest && !lead.isNod && !lead.isRefusal,
		isCountered,
		isRequested: acts.some((act) => act.isRequest),
		isDisplaced,
		isNamed: acts.some((act) => shared(gist(act.core), words) > 0),
		isOtherNamed: others.some((each) =>
			acts.some((act) => !act.isQuestion && !act.isCourtesy && shared(gist(act.core), each.words) > 0),
		),
		saysMuch: acts.length > 2,
		isEchoedAnew: shared(new Set(anew), about) > 0,
		isLeft: came.some(({ bare }) => LEFT.test(bare)),
	};
	return (Object.keys(forms) as (keyof typeof forms)[]).filter((form) => forms[form]);
}

/** In characters. */
const lengthOf = ({ sentences }: Reply): number => sentences.reduce((length, { text }) => length + text.length, 0);

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
 * How likely a question is open in the end, in units of log odds.
 * @param forms of the turn after it.
 * @param isTakenUp somebody used its words later.
 */
export function openness(forms: readonly Evidence[], isTakenUp: boolean): number {
	return forms.reduce((sum, form) => sum + WEIGHTS[form], BASE + (isTakenUp ? WEIGHTS.isTakenUp : 0));
}
