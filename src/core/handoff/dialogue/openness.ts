// Whether a question of Claude's is still open: forms of what came after it, each with a weight. The weights were fitted to
// labelled conversations by `scripts/fitHandoff.mjs`; a form is general, or it goes.
import { type Act, gist, shared } from './acts';
import { type Situation, certainty, passesOver } from './evidence';
import { answers, isShort, picksIn } from './judge';
import type { Asked, Reply } from './reply';
import { OPEN_ASKED, OPEN_CAME, OPEN_SAID } from './weighedWords';
import { weightOfWords } from './wordWeights';

/** How much each form speaks for an open question, in units of log odds. */
const WEIGHTS = {
	// The question, and where it stands.
	isVague: -0.81,
	isWordy: 0.5,
	asksWhat: -0.13,
	asksWhich: -0.23,
	namesTwo: 0.03,
	isYesNo: -0.1,
	offersItself: -0.52,
	asksLeave: 0.65,
	isEarly: -0.7,
	isBrieflyAsked: -0.17,
	followsChange: 0.71,
	// What the person said next.
	isAnswered: -0.69,
	isNamedByMark: -2.5, // given
	isLetBe: -2.5, // given: what it asks about is to stay as it is
	isLikelySettled: -0.68,
	isUnknown: 0.81,
	isCountered: 0.23,
	isDisplaced: 1.2, // given: who asks for something else leaves it open
	isNamed: 0.23,
	leadNames: -0.85,
	leadSaysYesOrNo: -0.52,
	bringsNew: 0.2,
	saysMuch: 0.58,
	saysVeryMuch: 0.15,
	// What Claude said to that.
	isTakenUpByClaude: -0.53,
	isEchoedAnew: -0.95,
	isAnsweredInOne: 0.33,
	isChangedNow: 0.42,
	// What came later.
	isTakenUp: -0.3,
	isLast: 0.9,
} as const;
const BASE = -0.6;

/** From here on a question counts as open. Log odds. */
export const OPEN = -0.1;

/** From here on a prompt has rather settled something than not. */
const LIKELY = 0.3;

/** Who asks in fewer characters than that asks in passing. */
const BRIEF = 200;

/** It says how something strikes the person, and no more. */
const EXCLAIMS =
	/^(?:(?:puh|uff?|oof|phew|wow|h+m+|ah+|oh|argh|ugh|ha(?:ha)*|lol|huh|meh|sorry|ok(?:ay)?|right|(?:very )?nice|good (?:q|question|point|catch|to know))[\s,.!…]*)+$|^(?:very )?(?:interesting|funny|weird|strange)\b/u;

/** It answers a question that can be answered with yes, or names all or none of what was offered. */
const YES_NO_OR_WHICH =
	/^(?:yes|yep|yeah|y|no|nope|nah|n|ja|sure|ok|not|only|both|neither|none|the|without|with|keep|leave|let)\b/u;

/** It says that something is to stay as it is. */
const LETS_BE =
	/^(?:please |just |then |no,? )*(?:leave|keep|let) .{1,60}?\b(?:alone|be|untouched|as (?:it|they|that|this) (?:is|are))\b/u;

/** A number, or a name in capital letters. */
const VALUE = /\d|\b\p{Lu}{2,}\b/u;

type Evidence = keyof typeof WEIGHTS;

/** What became of a question after the turn that followed it. */
interface Later {
	/** Somebody used its words later. */
	readonly isTakenUp: boolean;
	/** The turn after it was the last. */
	readonly isLast: boolean;
}

/** How a question stands after the turn that came next. */
export interface AskedPrompt {
	readonly forms: readonly Evidence[];
	/** What the words of the question, of what was said to it and of what came of that weigh. */
	readonly words: number;
}

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
	const answer = outcome?.reply.sentences ?? [];
	const answered = new Set(answer.flatMap(({ text }) => [...gist(text)]));
	const offered = new Set([...words, ...reply.options.flatMap(({ text }) => [...gist(text)])]);
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
	const isElsewhere =
		isDisplaced || isCountered || (!isAnswered && (isIgnored || exclaims || acts.some((act) => act.isUnknown)));
	const asked = question.text.toLowerCase().replace(/^.*[.!?] /u, '');
	const length = acts.reduce((sum, { bare }) => sum + bare.split(' ').length, 0);
	const forms: Readonly<Record<Exclude<Evidence, keyof Later>, boolean>> = {
		isVague: question.words.size < 2,
		isWordy: question.words.size > 5,
		asksWhat: /\bwhat\b/u.test(asked),
		asksWhich: /\bwhich\b/u.test(asked),
		namesTwo: /\bor\b/u.test(asked),
		isYesNo: question.isYesNo,
		offersItself: /\b(?:shall|should) i\b/u.test(asked),
		asksLeave: /\b(?:may|can)\b/u.test(asked),
		isEarly: isEarly && !isElsewhere,
		isBrieflyAsked: !isElsewhere && lengthOf(reply) < BRIEF,
		followsChange: situation.before === 'changed',
		isAnswered,
		isNamedByMark,
		isLetBe: acts.some((act) => LETS_BE.test(act.core) && shared(gist(act.core), question.words) > 0),
		isLikelySettled: certainty(situation) >= LIKELY,
		isUnknown: acts.some((act) => act.isUnknown),
		isCountered,
		isDisplaced,
		isNamed: acts.some((act) => shared(gist(act.core), words) > 0),
		leadNames: lead !== undefined && shared(gist(lead.core), question.words) > 0,
		leadSaysYesOrNo: YES_NO_OR_WHICH.test(acts[0]?.bare ?? ''),
		bringsNew: own.size - shared(own, offered) > 3,
		saysMuch: length > 12,
		saysVeryMuch: length > 20,
		isTakenUpByClaude: shared(answered, question.words) > 0,
		isEchoedAnew: shared(new Set([...answered].filter((word) => !own.has(word))), question.words) > 1,
		isAnsweredInOne: answer.length === 1,
		isChangedNow: / now\b/u.test(answer[0]?.bare ?? ''),
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
 * The words that are weighed beside the forms.
 * @public the script that fits the weights asks for them.
 */
export function opennessWords(
	question: Asked,
	{ acts, outcome }: Situation,
): Readonly<Record<'asked' | 'said' | 'came', string>> {
	return {
		asked: question.text.toLowerCase(),
		said: acts.map(({ bare }) => bare).join(' '),
		came: outcome?.reply.sentences[0]?.bare ?? '',
	};
}

/** How a question stands after the turn that came next. */
export function askingOf(
	question: Asked,
	situation: Situation,
	when: Parameters<typeof opennessForms>[2],
): AskedPrompt {
	const { asked, said, came } = opennessWords(question, situation);
	const words = weightOfWords(OPEN_ASKED, asked) + weightOfWords(OPEN_SAID, said) + weightOfWords(OPEN_CAME, came);
	return { forms: opennessForms(question, situation, when), words };
}

/** How likely a question is open in the end, in units of log odds. */
export function openness({ forms, words }: AskedPrompt, later: Later): number {
	const all = [...forms, ...(['isTakenUp', 'isLast'] as const).filter((form) => later[form])];
	return all.reduce((sum, form) => sum + WEIGHTS[form], BASE + words);
}
