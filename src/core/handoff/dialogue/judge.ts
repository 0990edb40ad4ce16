// How a sentence of the person's is judged against what Claude asked or proposed: whether it answers, picks, reports, revokes
// or says that something is done. No state: dialogue.ts keeps what is open.
import { type Act, gist, shared } from './acts';
import type { Sentence } from '../prose';
import { type AnswerGiven, answerForms, isPutOff, withoutTimes } from './putOff';
import type { Asked } from './reply';
import { saysNoMore } from '../statement';

export const HAS_TO_ASK = /\b(?:ask|talk|check with|find out|clarify|discuss|has to|have to|need to|must|get back)\b/u;
export const LATER_PROPOSED = /\b(?:tomorrow|tonight|next week|first thing|on monday|this afternoon|after that)\b/u;
export const CHOOSES =
	/^(?:(?:let'?s|lets|we(?:'ll| will)?|i(?:'ll| will)?|then|just|so)\s+)*(?:go(?:ing)? (?:with|for)|use|take|keep|stay with|stick (?:with|to)|prefer|pick|choose|chose|picked|take|leave it at|limit|drop|switch to|move to|do (?:it )?(?:with|by|via|that|the))\b|\b(?:it is|it'll be|wins|sounds (?:good|fun|fine|right|better|great)|is (?:good|fine|better|enough|ok|okay|the one)|are (?:fine|good|enough)|works for (?:me|us)|instead)$|^go \S|\bthough$|\b(?:rather than|instead of|has to stay|has to be|must be|must stay)\b|^i(?:'d| would) (?:go|take|prefer|rather)\b/u;
export const STRONG =
	/\b(?:it is|it'll be|then)$|\bit is\b[,;]|^(?:let'?s|lets|we(?:'ll| will)?) (?:go with|use|take|stick|keep)\b/u;
export const ACCEPTED = /^(?:ok(?:ay)?|yes|yep|fine|agreed|sure|good|then|you convinced me)[\s,.:]+\S/u;

export const REVOKES =
	/^(?:(?:let'?s |please |just )*(?:forget(?! (?:it|about it)?$)|scrap|drop|revert|undo|cancel|abandon|never ?mind|roll back|not)\b|\S+ is out$|no \S+.*\bafter all\b)/u;
export const UNDOES = /^(?:please |just |then )*(?:scrap|revert|undo|roll back) (?:it|that|this|everything|all)\b/u;
export const REMEMBERS =
	/\b(?:your question|you(?:'d| had|'ve| have)? asked|never answered|forgot(?:ten)? (?:to answer|your|the question)|forget your question|to answer|about your question|still owe)\b/u;
export const DELEGATES =
	/\b(?:up to you|your call|you (?:decide|choose|pick)|whatever you (?:think|prefer|like)|whichever|don't ask me|as you (?:like|wish|prefer|see fit)|just (?:take|pick|choose|use) (?:what|whichever|whatever|one|the (?:simplest|best|easiest|fastest))|your choice|surprise me)\b/u;
/** Says plainly that something is done. */
export const COMPLETED =
	/\b(?:done|is in|are in|in place|added|written|wrote|removed|gone|fixed|updated|changed|renamed|moved|merged|pushed|committed|implemented|deleted|migrated|replaced|deployed|finished|completed?|(?:is|are) (?:there|through|up|ready|live))\b/u;
/** The same, and what may be said of something that is done. */
export const DONE = new RegExp(
	String.raw`${COMPLETED.source}|\b(?:now|set|has|have|passes|pass|(?:is|are) running)\b`,
	'u',
);
/** It is said of what is not done yet. */
export const NOT_DONE =
	/\b(?:not|n't|next|still|left|remain\w*|will|to do|todo|before|once|would|could|should|let me|going to|now (?:for|to|i)|shall|start\w*|begin\w*|if|waiting|needs?|missing|later)\b/u;
export const ALL_DONE =
	/\b(?:all (?:\S+ )?(?:steps|points|items|tasks|of (?:them|it)) (?:are|is) (?:done|in|complete|finished)|everything is (?:done|finished|complete)|nothing (?:is |else is )?left|that was the last)\b/u;
export const DONE_BY_PERSON =
	/\b(?:done|did (?:it|that|this)|i(?:'ve| have)?(?: \S+)? (?:changed|added|fixed|removed|run|sent|deployed|merged|updated|moved|deleted|written|told|asked|put|made|did)|is (?:live|merged|gone|green|finished)|no longer needed|not needed)\b/u;
/** Somebody tells what was decided; in the first prompt that is how things were before. */
const DECIDED = /^(?:we|i)(?:'ve| have)? (?:decided|agreed|settled|chose|chosen|picked|opted)\b/u;
/** It chooses one thing over another, or forbids a change. */
const ORDERED =
	/^(?:(?:use|prefer|keep|choose|pick|take) .*\b(?:instead of|rather than|not|over)\b|(?:don't|do not) (?:change|touch|break|remove|rename) (?!anything|it\b|that\b).{2,})/u;

/** Whether a sentence settles something without an offer. @param isFirst it stands in the first prompt. */
export function isDecided({ core, ...act }: Act, isFirst: boolean): boolean {
	if (act.isQuestion || act.isSupposed || act.isUnknown || act.isRequest || core.length >= 300) return false;
	return ORDERED.test(core) || (!isFirst && DECIDED.test(core));
}

export function isShort(act: Act): boolean {
	return act.core.split(' ').length <= 8;
}

/**
 * Whether a sentence answers a question. Who is asked and goes on with a statement has mostly answered; who asks back,
 * praises, or wants something else, has not.
 *
 * @param isOnly nothing else was asked.
 * @param isLead it is the first thing said, praise and thanks included.
 */
export function answers(act: Act, question: Asked, isOnly: boolean, isLead: boolean): boolean {
	if ((act.isCourtesy && !act.isNod) || act.isQuestion || act.isSupposed || LEAVES.test(act.bare)) return false;
	const words = gist(act.core);
	const common = shared(words, question.words);
	const size = act.core.split(' ').length;
	const isAssent =
		act.isNod || /^(?:yes|yep|yeah|yup|y|sure|ok(?:ay)?|ja|oui|sí|si|dale|はい)(?!\p{L})/u.test(act.bare);
	if (act.isRequest && !isAssent)
		return (common > 0 || isOfferOf(act, question) || gist(question.text).size < 2) && (size <= 8 || !question.isYesNo);
	if (isAssent && isOnly && isLead) return !(act.isRequest && common === 0 && size > 3);
	if (act.isRefusal && isLead && (common > 0 || size <= 4 || isOnly)) return true;
	if (common > 0) return isLead || !question.isYesNo || size <= 14;
	const isStep = act.isStep && question.isYesNo && !/\bi (?:do|make|'ll do) (?:it|that|this)\b/u.test(act.core);
	return isOnly && isLead && !isStep && !MOVES_ON.test(act.bare) && size <= 40;
}

/** `Add it` is what `Shall I add …?` offers. */
function isOfferOf({ core }: Act, { text }: Asked): boolean {
	const [verb = ''] = core.split(/[^\p{L}]/u);
	const words = text.toLowerCase().split(/[^\p{L}]+/u);
	return words.some((word, at) => word === verb && (at === 0 || ['i', 'we', 'to'].includes(words[at - 1] ?? '')));
}

/** Takes leave, or only takes note. */
const LEAVES =
	/^(?:interesting|noted|i see|[uh]m+|good (?:question|q|one)|u(?:gh|ff|h)|argh|oof|ha(?:ha)*|lol|aha|ok+ thanks|wow)[\s.!…]*$|\b(?:(?:gotta|must|have to|need to) (?:run|go|leave|stop)|closing (?:the |my )?laptop|brb|bye|falou|tschüss|see you|talk (?:later|soon|tomorrow)|have a (?:nice|good|great)|good ?night|(?:customer|next) (?:call|meeting)|call it a day|enough for (?:today|one day|now)|stop here|my train|back (?:later|soon)|that's (?:it|all) for)\b/u;
const MOVES_ON =
	/^(?:now|next|also|meanwhile|unrelated|another|btw|by the way|wait|first\b|\p{L}+ing (?:the|it|a|my|this|now)\b|remember|keep in mind|from now on|can|could|what|how|why|ok now|one (?:thing|more))\b|\b(?:just (?:failed|went|crashed|broke)|is (?:down|red|broken|failing))\b/u;

interface Pick {
	readonly mark: string | undefined;
	readonly at: number;
}

const PLACES: Readonly<Record<string, number>> = {
	first: 0,
	second: 1,
	third: 2,
	fourth: 3,
	last: -1,
	former: 0,
	latter: -1,
	erste: 0,
	zweite: 1,
	dritte: 2,
	première: 0,
	premier: 0,
	deuxième: 1,
	primera: 0,
	segunda: 1,
};

/** The options that a sentence names: `1`, `b)`, `1, 2 and 4 yes`, `3 no`, `the second one`. */
export function picksIn(bare: string, count: number): readonly Pick[] {
	if (count < 2) return [];
	const place =
		/\b(?:the |die |das |la |le )?(first|second|third|fourth|last|former|latter|erste|zweite|dritte|première|premier|deuxième|primera|segunda)(?: (?:one|option|variant|approach|way))?(?=$|[\s,.;!])/u.exec(
			bare,
		);
	if (
		place !== null &&
		place.index < 20 &&
		bare.length < 80 &&
		!/\b(?:first|last) (?:i|we|the|do|fix|run|let|time|week|check|look)\b/u.test(bare)
	)
		return [{ mark: undefined, at: PLACES[place[1] ?? ''] ?? 0 }];
	const marks =
		/^(?:(?:ok(?:ay)?|yes|let'?s|do|go(?: with| for)?|i'd|i'll|take|fix|use|option|number|no\.|nr\.?|variant|then|prefer|definitely|please|just|only|and|nehmen wir)[\s,:]*)*#?\(?((?:\d{1,2}|[a-h])(?:\)|\.)?(?:\s*(?:,|and|&|\+|plus|und|et|y)\s*\(?(?:\d{1,2}|[a-h])\)?)*)(?=$|[\s,.;:!?)])(.*)$/u.exec(
			bare,
		);
	if (marks === null) return [];
	const [, list = '', rest = ''] = marks;
	if (
		/^\s*(?:days?|hours?|minutes?|seconds?|%|ms|gb|mb|kb|times|px|and a half|weeks?|months?|years?|s\b|x\b)/u.test(rest)
	)
		return [];
	// A lone letter that begins a sentence is an article.
	if (/^a$/u.test(list) && /^\s+\p{L}/u.test(rest)) return [];
	return [...list.matchAll(/\b(?:\d{1,2}|[a-h])\b/gu)].map(([mark]) => ({ mark, at: 0 }));
}

/**
 * The acts of a prompt, when it is known what Claude answered: whether something is put off shows in that, too.
 * @param isFirst it is the first prompt: what the person tells there is why they came.
 */
export function withAnswer(acts: readonly Act[], answer: AnswerGiven | undefined, isFirst: boolean): readonly Act[] {
	return acts.map((act) => {
		// Of questions, too: none is ever put off by its answer, and `fitHandoff.mjs` learns from them what says nothing.
		if (act.isSupposed || act.isCourtesy) return act;
		const words = gist(act.core);
		const isAlone = !acts.some((each) => each !== act && (each.isRequest || each.isNod));
		const isAbout = ({ text }: Sentence): boolean => shared(gist(text), words) > 0;
		const putsOff = [...act.putsOff, ...answerForms(answer, { isFirst, isAlone }, isAbout)];
		return { ...act, putsOff, isPutOff: isPutOff(act.putsOffAs, putsOff) };
	});
}

const NAMES_TIME =
	/\b(?:tomorrow|tonight|today|(?:mon|tues|wednes|thurs|fri|satur|sun)day|deploy(?:ment)?|afternoon|morning|week|month|year|spring|sprint|release|version|colleague|myself|day|time|once|back|ready|done)\b/gu;
/** A sentence that goes on with what was said before it. */
const GOES_ON =
	/^(?:it|that|this|they|those|these|them|he|she|and|but|so|or|not|once|when|after|until|till|later|maybe|can|could|will|would|has|have|needs?|is|are|comes?|goes|gets?|then|no|do|does|don'?t)\b/u;

/**
 * A sentence together with what it is about: what was said before it in the same prompt, else what the reply before was
 * about (`subject`). A sentence that names its matter itself stands alone.
 * @param at its place in the prompt.
 */
export function inContext(act: Act, at: number, acts: readonly Act[], subject: string | undefined): string {
	if (!isVague(act)) return act.text;
	const before = acts.slice(0, at).filter((each) => !each.isCourtesy && !each.isNod);
	const from = before.findLastIndex((each) => gist(withoutTimes(each.core)).size > 0);
	const [first, ...rest] = from < 0 ? [] : before.slice(from);
	const said = first === undefined ? '' : [first, ...rest].map(({ text }) => text).join(' ');
	const isNamed = said !== '' && said.length < 250;
	const text = isNamed ? `${said} ${act.text}` : act.text;
	// What stands before it may go on with something, too.
	if (isNamed && first !== undefined && !isVague(first)) return text;
	return subject === undefined || subject.length > 400 || text.includes(subject) ? text : `${subject} — ${text}`;
}

function isVague({ core, putsOffAs }: Act): boolean {
	const rest = withoutTimes(core);
	const words = gist(rest.replace(NAMES_TIME, ' ')).size;
	const points = /\b(?:that|this|it|those|these|them|one|rest|others|he|she|him|her|they)\b/u.test(rest);
	// What is plainly put off names its matter, if in a word.
	const few = points ? 4 : putsOffAs === undefined ? 1 : 0;
	return words <= few || (GOES_ON.test(core) && words < 4);
}

export function withBefore(act: Act, acts: readonly Act[]): string {
	const previous = acts[acts.indexOf(act) - 1];
	return gist(act.core).size < 2 && previous !== undefined && !previous.isCourtesy
		? `${previous.text} ${act.text}`
		: act.text;
}

/** A text with its significant words. */
export interface Worded {
	readonly text: string;
	readonly words: ReadonlySet<string>;
}

export function isSame(a: Worded, b: Worded): boolean {
	const common = shared(a.words, b.words);
	return saysNoMore(a.text, b.text) || common >= Math.max(1, Math.min(a.words.size, b.words.size) * 0.7);
}

const FILE_NAME = /[\p{L}\p{N}_@.-]+\.[A-Za-z]\w{0,7}(?![\p{L}\p{N}_])/gu;
const PATH = /[\p{L}\p{N}_@./\\-]*\.[A-Za-z]\w{0,7}(?![\p{L}\p{N}_])/gu;

/** Whether a sentence says that something is done. */
export function tellsDone({ bare }: Sentence): boolean {
	return DONE.test(bare) && !NOT_DONE.test(bare);
}

/** Whether what is said to be done is a step, by the words of the step: its files alone are not enough. */
export function isStepDone(told: ReadonlySet<string>, step: Worded): boolean {
	if (shared(told, step.words) < Math.max(2, step.words.size * 0.6)) return false;
	const own = gist(step.text.replace(PATH, ' '));
	return own.size === 0 || shared(told, own) >= Math.max(1, own.size * 0.6);
}

/** The files that a text names, without their folders. */
export function filesIn(text: string): readonly string[] {
	return [...text.matchAll(FILE_NAME)].map(([name]) => name);
}

/** Whether a sentence says of a step that it is done: by its words, or by all the files that it names. */
export function namesAsDone(told: Sentence, step: string): boolean {
	const files = filesIn(step);
	const own = filesIn(told.text);
	const isNamed = files.length > 0 && files.every((file) => own.includes(file));
	return tellsDone(told) && (isNamed || isStepDone(gist(told.text), { text: step, words: gist(step) }));
}

/** The parts of a sentence that commas, colons and dashes set apart. */
export const phrasesOf = (core: string): readonly string[] => core.split(/[,;:]\s+|\s[–—-]+\s/u);

/** Whether some clause, without its times, has no word but these. */
export function namesWhole(core: string, words: ReadonlySet<string>): boolean {
	return phrasesOf(core).some((clause) => {
		const own = gist(withoutTimes(clause).replace(NAMES_TIME, ' '));
		return own.size > 0 && shared(own, words) === own.size;
	});
}
