// What a person can react to in a reply of Claude's: its questions, the options it lists, its proposals, what it says
// is left, and what it says was tried in vain.
import { gist } from './acts';
import { itemsUnder } from '../lists';
import { type Sentence, sentencesIn, withoutEmphasis } from '../prose';

interface Option {
	/** `1` or `b`, its mark; its position if it has none. */
	readonly mark: string;
	readonly text: string;
}

export interface Asked {
	readonly text: string;
	readonly words: ReadonlySet<string>;
	/** It can be answered with yes; a choice between two cannot. */
	readonly isYesNo: boolean;
	/** It asks how things are, not what to do. */
	readonly isFact: boolean;
	/** What was said right before it. */
	readonly before: string | undefined;
	/** `2`, `b`: its mark among others. */
	readonly mark: string | undefined;
}

export interface Reply {
	readonly sentences: readonly Sentence[];
	readonly questions: readonly Asked[];
	readonly options: readonly Option[];
	/** What it offers to do, in its own sentences. */
	readonly proposals: readonly string[];
	/** It names more than one way. */
	readonly isChoice: boolean;
	readonly left: readonly string[];
	readonly failed: readonly string[];
	readonly decided: readonly string[];
	readonly words: ReadonlySet<string>;
	/** It says that it cannot tell. */
	readonly isUnsure: boolean;
}

const COURTESY =
	/\b(?:anything else|something else|else (?:i|you) (?:can|need|want)|let me know|how can i help|what (?:would you like|do you want)(?: me)? to (?:do|work)|what(?:'s| is) next|any (?:other )?(?:questions|thoughts|feedback|preference)|need (?:any )?help|does (?:that|this) (?:help|make sense|answer)|make sense|sounds? good|who knows)\b/u;
const OFFERS =
	/^(?:(?:nothing|none|n\/a)\b|(?:please |just |and )*(?:let me know|tell me|say|ask|feel free|reach out)\b|(?:i(?:'m|’m| am)|happy|glad) (?:to|ready|here|happy|glad)\b)/iu;
const PROPOSES =
	/\b(?:i(?:'d| would)(?! (?:need|have to|not know|love|be happy|guess))|i (?:propose|suggest|recommend)|i (?:can|could)(?!'t|not| (?:see|tell|only|not\b|find|confirm|imagine))|my (?:plan|proposal|recommendation|suggestion|pick)|(?:it|we|you|one) could|could (?:be|use|go)|would (?:work|be (?:enough|better|simpler|safer))|(?:the )?plan(?: i'd suggest)?:|better would be|how about|then the \p{L}+ (?:catches|would|does))(?:\b|$)/u;
const CHOICES =
	/\b(?:options?|alternatives?|candidates|possibilit(?:y|ies)|ways?|approaches|choices|fixes)\b.{0,60}:|\beither\b|\bor\b|\bcould\b/u;
const LEFT =
	/\b(?:(?:is|are|'s) (?:still )?(?:left(?! (?:as|in|out|the))|outstanding|to do|to be \p{L}+ed|(?:the )?only (?:thing|one|step) left)|(?:is|are) still (?:missing|open|pending)|are open[.!]?$|still (?:to do|to be|has to be|have to be|need(?:s|ed)?(?: to)?|missing|open|left|to \p{L}+)|remains? to be|(?:what|that) remains|remaining:|left to (?:do|write|\p{L}+)|(?:is|are|has|have)(?:n't| not) (?:yet )?(?:been )?(?:done|written|implemented|covered|handled|updated|translated|tested|migrated|converted|merged|deployed|documented|added)(?: yet)?|not (?:yet )?(?:done|written|implemented|covered|handled|updated|tested|migrated|deployed|merged)(?: yet)?\b|needs? (?:a person|your|somebody|someone|an admin)|has to be \p{L}+ed\b|next (?:ones?|up|step|steps)(?: is| are|:|,)(?! (?:at|on|in)\b)|goes there (?:after|once|when)|you can \p{L}+ .*\b(?:when|once|after)\b|(?:todo|still missing|left to do|remaining)\s*:)|^(?:left (?:are|is)|(?:that|this|which) leaves (?:steps?|only|the|us)\b|what (?:remains|is left|is missing|you still need)|afterwards,? there|(?:then|so) (?:tomorrow|tonight|on \p{L}+day)\b|next (?:is|are)\b)|\bstays? blocked\b|\b(?:for|in) \p{L}+ there(?:'s| is| are) still\b/u;
const NOT_LEFT =
	/\b(?:nothing|none|no \p{L}+) (?:is |else |more )*(?:left|missing|remains?|open|to do)\b|\bif (?:you|we|they)\b|\b(?:ports?|files?|connections?|sockets?|tabs?|windows?|handles?|prs|pull requests|issues|tickets|doors?)\b.* are open\b|\bleft out\b|\bleft (?:the|it|as)\b|\bas (?:it|they) (?:is|are|was|were)\b|^done\b|\d (?:\p{L}+ )+(?:is|are) left\b/u;
/** Somebody tells of an attempt. */
const TRIED =
	/(?<!\b(?:not|n't|you|never|would have) )\b(?:tried|try already|(?:have|has|had|already) (?:already )?try|was trying|attempted|experimented|(?:gave (?:it|that|this)|had) a (?:go|try|shot)|(?:we|i|once) (?:once|already|have once|first)|one time (?:i|we)|(?:i|we)'d set|was tried|were tried|had (?:it|that|this|them)? ?(?:set|put|in\b|there)|put in\b|probiert|versucht|essayé|probamos|intent(?:é|amos))(?!\p{L})/u;
/** Who tells of a try and goes on with what came of it, tells why it is not the way, unless it went well. */
const TOLD_TRY =
	/(?<!\b(?:not|n't|you|never|would have|haven't) )\b(?:tried|(?:have|had|already) (?:already )?try|had a (?:go|try|shot))\b(?! (?:and tested|to (?:remember|find|understand|think))).*[,:;–—].*\p{L}/u;
const BUT = /\btried\b[^.]*[,;–—]\s*(?:but|yet)\b/u;
const WENT_WELL =
	/\b(?:works?|worked|fine|helps|helped|better|faster|great|perfect\p{L}*|solved|fixed|now it|ok|okay|good)\b(?<!\b(?:n't|not|never|no) (?:work|worked|help|better|faster|good|fine))/u;
/** Somebody tells of something that was done at another time. */
const DONE_BEFORE =
	/\b(?:i|we|he|she|they|somebody|someone|had|did)\b.*\b(?:once|before|already|last (?:time|week|month|year|spring|summer|autumn|fall|winter|sprint|\p{L}+day)|(?:in|since) (?:20\d\d|v\d|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|winter)|\p{L}+ ago|one time|at my (?:previous|old|former|last)|an? (?:old|previous|former) (?:job|client|project|lab)|back then|at the beginning|in the (?:first|old|previous|pilot|prototype))\b|^(?:had|before i|before we|last year|one time) \p{L}+|\bused to\b|\bmy (?:first|second) (?:try|attempt|approach|idea|prototype|version)\b|\bthat (?:lib|one|way) we had\b/u;
const IN_VAIN =
	/\b(?:(?:did|does|do|could|would|is|was|are|were|has|have|can)(?:n'?t| not)\b|not? (?:\p{L}+ )?(?:work(?:ed|ing|s)?|help(?:ed)?|fit|coming|finish\p{L}*)|no (?:effect|luck|difference|way|good|gain|use|help|option|\p{L}+ (?:prebuild|support))|never (?:worked|finished|came|again)|nothing\b|fail(?:s|ed)?|brok?en?|breaks?|(?:seg ?fault|crash|lock)\p{L}*|hang(?:s|ed)?|hung|chok(?:es|ed)|wors[et]\b|dying|died|dies|slower|jump(?:ing|y)|jitter\p{L}*|too (?:slow|big|large|much|many|noisy|expensive|heavy|long)|wrong|unknown|useless|revert\p{L}*|took it out|taken out|rolled? (?:it )?back|back(?:ed)? out|(?:gave|given) up|threw (?:it )?away|thrown away|abandoned|undone|dropped (?:it|to)|went (?:back|up|wild|mad)|stepped on|time[ds]? ?outs?|dead end|leak(?:s|ed)?|corrupt\p{L}*|deadlock\p{L}*|not the way|flak\p{L}+|lotter(?:y|ies)|mud|mess|pain|nightmare|headaches?|angry|exploded|out of memory|oom|killed|memory full|(?:was|is|were) (?:full|blocked|garbage)|complain\p{L}*|lost|half of (?:them|it)|took (?:\d|us|\p{L}+ (?:hours|days|weeks))|\d+ (?:hours|days|weeks|months) and|not again|so no\b|no way|cancelled|kept \p{L}+ing|stops? the|bad idea|errata|hängt|kaputt|conflicts?|made it|off by|result(?:ed)? in)\b/u;
/** The same, so plainly that it cannot be about anything else. */
const PLAINLY_IN_VAIN =
	/\b(?:fail(?:s|ed)|broken?\b|(?:seg ?fault|crash|lock)(?:s|ed)|hung|wors[et]\b|jitter|too (?:slow|big|large|much|many|noisy|expensive|heavy)|useless|reverted|rolled back|roll (?:it|that) back|(?:rip|take|took|threw|throw)\p{L}* (?:it|that|them) (?:out|away)|gave up|given up|threw .{1,20}away|went (?:back|up|wild|mad)|time[ds]? ?outs?|leaked|flaky|lotter(?:y|ies)|headaches?|exploded|out of memory|oom|killed|memory full|lost|slower|crying|expires?|half(?:-| )baked|half of|never (?:ran|worked|again)|not that way|had to (?:restore|roll|go back|come)|took (?:us|\d+|\p{L}+) (?:hours|days|weeks)|not again|cancelled|no (?:difference|effect)|never finished|field return|19 hours|kept \p{L}+ing|not coming|found nothing)\b/u;
const PLAINLY =
	/\b(?:did(?:n't| not) (?:work|help|solve|fix)|had no effect|(?:was|were) a dead end|(?:i|we) (?:reverted|rolled back|backed out|gave up|abandoned|ruled out)|wrong approach|no luck|changes nothing|(?:made|makes) (?:it|things) worse|(?:made|makes) no difference)\b/u;
const AFTER_ALL = /\b(?:works now|now works|now it works|no longer|0 fail|nothing fail)/u;
const UNSURE =
	/\b(?:i (?:can't|cannot|can not|could not|couldn't) (?:tell|say|see|know|find (?:out|that)|decide|measure|reach)|i (?:do(?:n't| not)) know|(?:is|are)n't in (?:this|the) (?:repository|repo|project|code)|i have no (?:access|way)|only (?:you|your|the) .{1,40}\b(?:know|can (?:say|tell|decide))s?|hard to (?:say|tell)|(?:gives?|is|there's|find|see) no (?:hint|mention|rule|trace|sign)\b.*|nothing .{0,40}\b(?:explains|says (?:so|it))|i haven't (?:measured|tried|tested)|i have none here)\b/u;
const DECIDED =
	/^(?:design |key )?(?:decision|decided)s?\s*[:–—-]|\bi(?:'ve| have)? (?:chose|chosen|decided|opted|picked|went with|settled on|deliberately)\b|\bwe(?:'ve| have)? (?:chose|decided|agreed|went with|settled on)\b|\bi (?:kept|used|left|put|made|avoided|added) .*\b(?:because|instead of|rather than)\b/u;
const DOUBTFUL = /\b(?:would|could|might|maybe|perhaps|if|unless|whether|suppose|alternatively)\b/u;

export function readReply(markdown: string): Reply {
	// Text in quotation marks is what the work is about, not what Claude says.
	const text = markdown.slice(-20_000).replace(/["“][^"”\n]{60,}["”]/gu, '…');
	const sentences = sentencesIn(text);
	const options = optionsIn(text);
	const plain = sentences.filter(({ bare }) => !bare.endsWith('?'));
	const proposals = plain.filter(({ bare }) => PROPOSES.test(bare)).map(({ text: said }) => said);
	const under = itemsUnder(text, 'nextSteps');
	const listed = under.map(withoutCourtesy).filter((item) => item !== '');
	const isListed = (said: string): boolean => under.some((item) => item.includes(said) || said.includes(item));
	const left = plain
		.filter(({ bare, text: said }) => LEFT.test(bare) && !NOT_LEFT.test(bare) && !bare.endsWith(':') && !isListed(said))
		.filter(({ bare }) => bare.split(' ').length > 3)
		.map(({ text: said }) => said);
	return {
		sentences,
		questions: questionsIn(sentences, text),
		options,
		proposals,
		isChoice: options.length > 1 || sentences.some(({ bare }) => CHOICES.test(bare)),
		left: [...listed.filter((item) => !item.endsWith('?')), ...left],
		failed: attemptsIn(sentences).map(inOneText),
		decided: plain
			.filter(({ bare }) => DECIDED.test(bare) && !DOUBTFUL.test(bare) && !bare.endsWith(':') && bare.length <= 400)
			.map(({ text: said }) => said),
		words: gist(text),
		isUnsure: sentences.slice(0, 3).some(({ bare }) => UNSURE.test(bare)),
	};
}

/** Of a text under a heading what is to be done: neither an offer nor that nothing is. */
function withoutCourtesy(item: string): string {
	return item
		.split(/(?<=[.!])\s+/u)
		.filter((each) => !OFFERS.test(each))
		.join(' ');
}

/**
 * What was tried in vain: the sentences of each attempt and its outcome, in one or in successive ones.
 * @param isTold the person tells it.
 */
export function attemptsIn<T extends Sentence>(sentences: readonly T[], isTold = false): readonly (readonly T[])[] {
	return sentences.flatMap((sentence, at) => {
		const { text, bare } = sentence;
		if (bare.endsWith('?') || bare.endsWith(':') || bare.length > 500 || AFTER_ALL.test(bare)) return [];
		if (/^(?:if|when|unless)\b/u.test(bare) || DOUBTFUL.test(bare.slice(0, 30))) return [];
		if (/^(?:please|can|could|just|make|then|let'?s|i have to|we must)\b|\bmust\b/u.test(bare)) return [];
		const outcome = TRIED.test(bare) ? IN_VAIN : DONE_BEFORE.test(bare) ? PLAINLY_IN_VAIN : undefined;
		if (outcome !== undefined) {
			const previous = sentences[at - 1];
			const isVague =
				previous !== undefined &&
				(/\b(?:it|that|this|them)\b/u.test(bare) || gist(text).size < 3) &&
				gist(text).size < 8;
			const whole = isVague ? [previous, sentence] : [sentence];
			if (outcome.test(bare) || ((isTold || BUT.test(bare)) && TOLD_TRY.test(bare) && !WENT_WELL.test(bare)))
				return [whole];
			const after = sentences.slice(at + 1, at + 3);
			const told = after.findIndex((each) => !each.bare.endsWith('?') && outcome.test(each.bare));
			if (told >= 0) return [[...whole, ...after.slice(0, told + 1)]];
		}
		return PLAINLY.test(bare) ? [[sentence]] : [];
	});
}

export const inOneText = (sentences: readonly Sentence[]): string => sentences.map(({ text }) => text).join(' ');

/** Questions that want an answer: no courtesies, and none that the next sentence answers. */
function questionsIn(sentences: readonly Sentence[], reply: string): readonly Asked[] {
	let from = 0;
	return sentences.flatMap(({ text, bare }, at) => {
		if (!/\?\)?$/u.test(bare) || COURTESY.test(bare)) return [];
		const place = reply.indexOf(text, from);
		const mark = place < 0 ? undefined : MARK_BEFORE.exec(reply.slice(from, place))?.[1]?.toLowerCase();
		from = Math.max(from, place + text.length);
		const rest = sentences.slice(at + 1);
		// *Why? Because …*: what follows a question is its answer, unless it asks again or names the options.
		const isAnswered = rest.some((each) => !each.bare.endsWith('?')) && !isAddressed(bare, rest[0]?.bare ?? '');
		if (isAnswered) return [];
		const before = sentences[at - 1];
		// A label stands before what it names.
		const isLabelled =
			before !== undefined &&
			before.text.split(' ').length <= 2 &&
			/[.:]$/u.test(before.text) &&
			!ANSWERS.test(before.bare);
		// *Shall I add that?*: what it refers to was said right before.
		const own = gist(text);
		const told =
			isLabelled || (before !== undefined && isVague({ text, bare }) && !before.bare.endsWith('?'))
				? `${before.text} ${text}`
				: text;
		return [
			{
				text: told,
				words: own.size > 0 ? own : gist(told),
				isYesNo: isYesNo(bare),
				isFact: !CHOOSING.test(bare),
				before: before?.text,
				mark,
			},
		];
	});
}

const POINTS = /\b(?:it|that|this|those|them|these|one|same)\b/u;

/** It names hardly anything, or refers to what was said before it. */
function isVague({ text, bare }: Sentence): boolean {
	const { size } = gist(text);
	return size < 2 || (size < 4 && POINTS.test(bare));
}

/** *I haven't added it yet*: it says that something is left, and not what. An item of a list does not say that it is. */
export function isLeftUnnamed(sentence: Sentence): boolean {
	return LEFT.test(sentence.bare) && POINTS.test(sentence.bare) && isVague(sentence);
}

/** `2` or `b`, where what follows stands in an enumeration. */
const MARK_BEFORE = /(?:^|[\s*])\(?(\d|[a-hA-H])[.)]\W*$/u;

/** What is to be done, and who wants it. */
const CHOOSING =
	/\b(?:should|shall|would you|want|wish|like|prefer|rather|ok(?:ay)?|fine|alright|may i|can i|could i|better|best|or|which (?:one|of|option|way|name|\p{L}+ (?:should|do you))|do we (?:need|want|keep)|allowed|intended|go ahead|proceed|same)\b/u;

const ANSWERS =
	/^(?:done|ok(?:ay)?|fine|good|great|noted|sure|nice|yes|no|right|i see|agreed|understood|perfect|written|fixed|committed|pushed|\p{L}+ed)\b/u;

/** It is put to the person: it says so, or it can be answered with yes, and is not answered at once. */
const isAddressed = (bare: string, next: string): boolean =>
	/\b(?:you|your|we|shall i|should i|or)\b/u.test(bare) ||
	(/^(?:(?:and|but|so|or)[ ,]+)?(?:does|do|is|are|has|have|was|were|can|could|will|would|should)\b/u.test(bare) &&
		!/^(?:yes|no|not|it|that|they|because|only|probably|apparently|i)\b/u.test(next));

function isYesNo(bare: string): boolean {
	const last = bare.replace(/^.*[:;,–—] /u, '');
	return (
		!/(?:^|[,:;–—] (?:and |or |but )?|^and |^(?:in|for|on|at|to|with|of) )(?:who|what|when|where|why|how|which)\b/u.test(
			bare,
		) &&
		(!/\bor\b(?! not\b)/u.test(bare) || /^(?:ok|shall|should)/u.test(last))
	);
}

const MARKED = /^\s*(?:[-*•]\s+)?(?:\*\*)?\(?(\d{1,2}|[a-hA-H])[.):](?:\*\*)?\s+(\S.*)$/u;

/** Options that are numbered, lettered, in a list or in one line. */
function optionsIn(text: string): readonly Option[] {
	const marked = text.split('\n').flatMap((line): Option[] => {
		const [, mark = '', said = ''] = MARKED.exec(line) ?? [];
		return said === '' ? [] : [{ mark: mark.toLowerCase(), text: withoutEmphasis(said) }];
	});
	if (marked.length > 1) return marked;
	const inline = [
		...text.matchAll(
			/(?:^|[\s:])\(?(\d|[a-h])\)\s+([^()]{2,200}?)(?=[,;.]?\s+(?:and |or |und |oder )?\(?(?:\d|[a-h])\)\s|[.?](?:\s|$)|$)/gu,
		),
	];
	if (inline.length > 1) return inline.map(([, mark = '', said = '']) => ({ mark, text: said.replace(/[,;]$/u, '') }));
	const bullets = text.split('\n').flatMap((line) => /^\s*[-*•]\s+(\S.*)$/u.exec(line)?.[1] ?? []);
	if (bullets.length > 1) return bullets.map((each, at) => ({ mark: String(at + 1), text: withoutEmphasis(each) }));
	// *Two fixes: do this, or do that.*
	const either = /:\s*([^.?:]{4,120}?),?\s+or\s+([^.?]{4,120})[.?]/u.exec(text.replace(/\n/gu, ' '));
	if (either !== null)
		return either.slice(1).flatMap((each, at) => (each === undefined ? [] : [{ mark: String(at + 1), text: each }]));
	return [];
}
