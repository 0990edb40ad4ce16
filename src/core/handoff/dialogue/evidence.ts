// Whether a prompt settles what Claude offered before it: forms that speak for it and against it, each with a weight. The
// weights were fitted to labelled conversations by `scripts/fitHandoff.mjs`; a form is general, or it goes.
import { changesFiles } from '../../transcript/changedFiles';
import { type Act, gist, shared } from './acts';
import { ACCEPTED, CHOOSES, STRONG, isShort } from './judge';
import type { Reply } from './reply';
import { DECIDING_CAME, DECIDING_SAID } from './weighedWords';
import { weightOfWords } from './wordWeights';

/** What Claude did with tools before a reply. */
export type ToolWork = 'none' | 'looked' | 'changed';

/** The same with one tool more. @param tool its name */
export function workWith(work: ToolWork, tool: string): ToolWork {
	return work === 'changed' || changesFiles(tool) ? 'changed' : 'looked';
}

/** A prompt, and what was said around it. */
export interface Situation {
	/** The sentences of the prompt. */
	readonly acts: readonly Act[];
	/** The reply before it. */
	readonly reply: Reply;
	/** What led to that reply. */
	readonly before: ToolWork;
	/** What the person had said before that reply. */
	readonly asked: readonly Act[];
	/** The reply that came of it; nothing if nobody answered. */
	readonly outcome: { readonly reply: Reply; readonly work: ToolWork } | undefined;
}

/** How much each form speaks for a decision, in units of log odds. */
const WEIGHTS = {
	// What is said.
	chooses: 0.59,
	follows: 0.82,
	marks: 0.35,
	accepts: 0.55,
	compares: 0.55,
	takesInstead: 0.62,
	givesMore: 0.48,
	requestsNew: -0.7,
	onlyRequests: -0.53,
	asks: -0.51,
	asksFirst: -0.04,
	goesOn: -0.56,
	leaves: -0.74,
	tellsTrouble: -0.5,
	speaksOfSelf: -0.51,
	// What was offered before it.
	nothingOffered: -0.62,
	isAskedForFact: -0.25,
	isAskedMuch: 0.25,
	isRecommended: 0.3,
	isEither: 0.38,
	answersChoice: 0.22,
	answersPlainly: 1, // given: the only question, and Claude works on the answer in its words
	hadAsked: 0.29,
	hadAskedEither: 0.35,
	hadWorked: -0.37,
	// What it takes up of that.
	leadRepeats: 0.4,
	leadAddsNew: -0.35,
	repeatsEnd: 0.49,
	repeatsEndWell: 0.66,
	repeatsAll: 0.06,
	// What came of it.
	isWorkedOn: 0.67,
	isChanged: 1.27,
	isBriefAndWorkedOn: 0.31,
	endIsEchoed: 0.49,
	isConcluded: -0.21,
	isKept: 0.5,
} as const;
const BASE = -1.88;

/** From here on a prompt counts as a decision. Lower, more are found, and more are wrong. */
export const CERTAIN = 0.74;

/** What has nothing to do with what was asked, or leaves it open, settles something from here on only. */
export const QUITE_CERTAIN = 0.93;

type Evidence = keyof typeof WEIGHTS;

const ASSENTS =
	/^(?:(?:yes|yeah|yep|ok(?:ay)?|fine|super|good|right|great|exactly|sure|dann|then|so|perfect|excellent|agreed|sounds|and|please)[\s,.!]*)*(?:(?:do|make|take|use|go|let'?s do|let's go|keep|leave|merge|ship|commit|deploy|write) ?(?:it|that|this|so|them|both|all|like (?:this|that)|with (?:it|that)|for it|ahead)?(?: (?:in|so|then|please|up|way))*|like (?:this|that)|exactly(?: so)?|(?:makes?|sounds?) .*|works for me|same here|right, that|that one|this one|both|all(?: of them)?|dale|ja|yes|y)[\s.!]*$/u;
const COMPARES =
	/\b(?:better|rather|prefer|instead|enough|fine|ok|okay|only|both|neither|no need|not needed|never|must|has to|have to|stays?|keep|without|with)\b/u;
const FOLLOWS = /^(?:then|so|dann|entonces|alors|in that case)\b|\bthen$/u;
const MARKS =
	/^(?:then |go |ok |so |definitely |i'd say |rather )?\(?(?:[a-h]|\d{1,2})\)?(?: ?(?:obv\w*|it is|then|plus .*|and .*|with .*|but .*|, .*))?$/u;
const INSTEAD = /\b(?:instead|rather|prefer|better|forget|drop|skip|leave)\b/u;
const GOES_ON = /^(?:now|next|also|and now|ok now|then also|last|another|other|one more|btw)\b/u;
const TROUBLE = /\b(?:still|fail(?:s|ed)|error|broken|flickers?|crash\w*|doesn't work|wrong|red|weird|slow|bug|why)\b/u;
const TAKES_LEAVE = /\b(?:gotta|brb|bye|lunch|going home|have a|see you|train|thanks|thank)\b/u;
const OF_SELF = /\bi(?:'ll|'m| will| am| have| did| was)?\b/u;
const RECOMMENDS = /\b(?:i'd|would|recommend|suggest|propose|better|cheaper|enough|simplest)\b/u;
const EITHER = /\b(?:or|either|both|alternatively)\b/u;
const KEPT = /\b(?:stays?|remains?|is (?:dropped|out|off)|without|instead|now|then)\b/u;

/** The sentences of a prompt that may settle something. */
export function telling(acts: readonly Act[]): readonly Act[] {
	return acts.filter(
		(act) => !act.isQuestion && !act.isSupposed && !act.isUnknown && !act.isPutOff && (!act.isCourtesy || act.isNod),
	);
}

/**
 * The forms of a prompt in its situation.
 * @public the script that fits the weights asks for them.
 */
export function decisionForms({ acts, reply, before, asked, outcome }: Situation): readonly Evidence[] {
	const told = telling(acts);
	const any = (fits: (act: Act) => boolean): boolean => told.some(fits);
	const said = new Set([...reply.words, ...asked.flatMap((each) => [...gist(each.text)])]);
	const end = wordsOf(reply.sentences.slice(-2));
	const endText = reply.sentences
		.slice(-2)
		.map(({ bare }) => bare)
		.join(' ');
	const words = wordsOf(told);
	const lead = gist(told[0]?.core ?? '');
	const first = outcome?.reply.sentences[0]?.bare ?? '';
	const echo = wordsOf(outcome?.reply.sentences.slice(0, 2) ?? []);
	const own = wordsOf(acts);
	const question = reply.questions.at(-1);
	const isOffered =
		question?.isFact === false || reply.options.length > 1 || reply.proposals.length > 0 || reply.isChoice;
	const answersChoice = question?.isFact === false && !question.isYesNo && isShortAnswer(told[0], acts);
	const isEchoedWell = any(({ core }) => shared(gist(core), echo) > 1);
	const isWorkedOn = outcome !== undefined && outcome.work !== 'none';
	const forms: Readonly<Record<Evidence, boolean>> = {
		chooses: any(({ core }) => CHOOSES.test(core) || STRONG.test(core)),
		follows: any(({ core, bare }) => FOLLOWS.test(core) || FOLLOWS.test(bare)),
		marks: any(({ core }) => MARKS.test(core)),
		accepts: any(({ bare }) => ACCEPTED.test(bare)),
		compares: any(({ core }) => COMPARES.test(core)),
		takesInstead: any(({ bare }) => INSTEAD.test(bare)),
		givesMore: any(({ bare }) => bare.includes(',') && bare.split(' ').length < 14),
		requestsNew: any(({ isRequest, core }) => isRequest && shared(gist(core), said) === 0),
		onlyRequests: told.length > 0 && told.every(({ isRequest }) => isRequest),
		asks: acts.some(({ isQuestion }) => isQuestion),
		asksFirst: acts[0]?.isQuestion === true,
		goesOn: any(({ bare }) => GOES_ON.test(bare)),
		leaves: any(({ bare }) => TAKES_LEAVE.test(bare)),
		tellsTrouble: any(({ bare }) => TROUBLE.test(bare)),
		speaksOfSelf: any(({ core }) => OF_SELF.test(core)),
		nothingOffered: !isOffered && question === undefined,
		isAskedForFact: question?.isFact === true,
		isAskedMuch: reply.questions.length > 1,
		isRecommended: RECOMMENDS.test(endText),
		isEither: EITHER.test(endText),
		answersChoice,
		answersPlainly: answersChoice && reply.questions.length === 1 && outcome?.work === 'changed' && isEchoedWell,
		hadAsked: asked.some(({ isQuestion }) => isQuestion),
		hadAskedEither: asked.some(({ isQuestion, bare }) => isQuestion && /\bor\b/u.test(bare)),
		hadWorked: before !== 'none',
		leadRepeats: shared(lead, said) > 0,
		leadAddsNew: lead.size - shared(lead, said) > 2,
		repeatsEnd: shared(words, end) > 0,
		repeatsEndWell: shared(words, end) > 1,
		repeatsAll: words.size > 0 && shared(words, reply.words) === words.size,
		isWorkedOn,
		isChanged: outcome?.work === 'changed',
		isBriefAndWorkedOn: isWorkedOn && any(({ core }) => core.split(' ').filter(Boolean).length <= 4),
		endIsEchoed: [...echo].some((word) => end.has(word) && !own.has(word)),
		isConcluded: /^(?:then|so)\b/u.test(first),
		isKept: KEPT.test(first),
	};
	return (Object.keys(forms) as Evidence[]).filter((form) => forms[form]);
}

/**
 * Whether a sentence has nothing to do with what was asked: it neither assents nor refuses nor chooses, has no word of the
 * question or of what was offered with it, and neither has Claude's answer to it, apart from the person's own words.
 */
export function passesOver(act: Act, { acts, reply, outcome }: Situation): boolean {
	const { bare, core } = act;
	if (reply.questions.length === 0 || act.isNod || act.isRefusal || ASSENTS.test(bare) || MARKS.test(core))
		return false;
	if (CHOOSES.test(core) || STRONG.test(core) || /\b(?:yes|yeah|yep|no|nope)[\s.!)]*$/u.test(bare)) return false;
	const offers = new Set([...offersIn(reply), ...reply.questions.flatMap(({ before = '' }) => [...gist(before)])]);
	const own = wordsOf(acts);
	const told = wordsOf(outcome?.reply.sentences.slice(0, 2) ?? []);
	const isTold = shared(new Set([...told].filter((word) => !own.has(word))), offers) >= Math.min(2, offers.size);
	return shared(gist(core), offers) === 0 && !isTold;
}

/** The prompt begins with it, and it is neither long nor a request. */
const isShortAnswer = (lead: Act | undefined, acts: readonly Act[]): boolean =>
	lead !== undefined && lead === acts[0] && !lead.isRequest && isShort(lead);

const wordsOf = (sentences: readonly { readonly text: string }[]): ReadonlySet<string> =>
	new Set(sentences.flatMap(({ text }) => [...gist(text)]));

/** The words of all that a reply offers and asks. */
function offersIn({ options, proposals, questions }: Reply): ReadonlySet<string> {
	return new Set([
		...options.flatMap(({ text }) => [...gist(text)]),
		...proposals.flatMap((text) => [...gist(text)]),
		...questions.flatMap(({ words }) => [...words]),
	]);
}

/**
 * The words of a prompt and of what came of it that are weighed beside the forms.
 * @public the script that fits the weights asks for them.
 */
export function decisionWords({ acts, outcome }: Situation): { readonly said: string; readonly came: string } {
	// What a nod says, its form says.
	const said = telling(acts)
		.flatMap(({ core, isNod }) => (isNod ? [] : [core]))
		.join(' ');
	return { said, came: outcome?.reply.sentences[0]?.bare ?? '' };
}

/** Who says yes to what Claude recommends, and has it done, has decided, and who names one of what was to be chosen from. */
const PLAINLY: readonly (readonly Evidence[])[] = [
	['accepts', 'isRecommended', 'isWorkedOn'],
	['answersChoice', 'repeatsAll'],
];

/** How likely a prompt settles what was offered, from 0 to 1. */
export function certainty(situation: Situation): number {
	const forms = decisionForms(situation);
	const { said, came } = decisionWords(situation);
	const words = weightOfWords(DECIDING_SAID, said) + weightOfWords(DECIDING_CAME, came);
	const certain = 1 / (1 + Math.exp(-forms.reduce((total, form) => total + WEIGHTS[form], BASE + words)));
	const isIgnored = telling(situation.acts).every((act) => passesOver(act, situation));
	if (isIgnored && !forms.includes('answersPlainly') && certain < QUITE_CERTAIN) return 0;
	const isPlain = PLAINLY.some((some) => some.every((form) => forms.includes(form)));
	return isPlain ? Math.max(CERTAIN, certain) : certain;
}
