// What a person does with a sentence: nods, refuses, asks, does not know, puts off, takes something on. Only the form
// of the sentence is judged here; what it is about is judged by the caller, who knows what was said before.
import { topicWords } from '../../base/prose';
import { type Deferral, findDeferral } from '../deferral';
import { type Sentence, promptSentences } from '../prose';
import { PAST, type PutOffForm, isPutOff, saidForms } from './putOff';

export interface Act extends Sentence {
	/** `bare` without the small words that open a sentence. */
	readonly core: string;
	readonly isQuestion: boolean;
	/** It asks for work: it begins with the task. */
	readonly isRequest: boolean;
	/** Nothing but assent. */
	readonly isNod: boolean;
	readonly isRefusal: boolean;
	/** The person cannot say, or has to ask somebody. */
	readonly isUnknown: boolean;
	readonly isPutOff: boolean;
	/** What it says for and against that. */
	readonly putsOff: readonly PutOffForm[];
	/** What its words plainly put off, whatever stands around them. */
	readonly putsOffAs: Deferral | undefined;
	/** What the person is going to do, or what is to be done at a given time. */
	readonly isStep: boolean;
	/** A label calls it a step (*Next step: …*); nothing else has to say so. */
	readonly isCalledStep: boolean;
	/** It praises, thanks or greets, and says nothing else. */
	readonly isCourtesy: boolean;
	/** It supposes, doubts, or only gives an opinion when asked. */
	readonly isSupposed: boolean;
}

const OPENING =
	/^(?:(?:ok(?:ay)?|so|well|hm+|uh+|yes|yeah|yep|no|nope|nah|and|but|then|actually|sure|thanks|thx|ty|oh|ah+|also|anyway|alright|fine|agreed|right|great|perfect|good|super|cool|please|pls|sorry|wait|ja|nein|oui|non|sí|si)(?!\p{L})[\s,.!;:–—-]*)+/u;
const EMOJI = /^[\p{Extended_Pictographic}\s]+(?=\p{L})/u;
const ASSENT =
	"(?:yes|yep|yeah|yup|y|ok(?:ay)?|k|sure|fine|agree[ds]?|right|correct|exactly|absolutely|definitely|deal|go(?: ahead| for it| on)?|do (?:it|that|so)|proceed|approved?|lgtm|please(?: do)?|pls|sounds (?:good|fine|right|great)|works for me|(?:that )?makes sense|same here|why not|as you (?:say|propose|suggest(?:ed)?)|like that|let'?s (?:do (?:it|that|this)(?: \\p{L}+)?|go)|you convinced me|convinced|makes? it so|ja|gerne?|genau|einverstanden|passt|klar|mach(?:en wir| das| es)?|oui|d'accord|vas-y|sí|si|vale|de acuerdo|adelante|はい|お願いします|うん)";
const FILLER =
	"(?:then|please|pls|with (?:that|it)|for (?:now|me)|to (?:that|me)|is|it|that|this|that's|thanks|thank you|thx|👍|👌|✅|bitte|so|all|good|to start|by me|the|first)";
const NOD = new RegExp(`^(?:${ASSENT}|👍|👌|✅|\\+1)(?:[\\s,.!;:–—-]+(?:${ASSENT}|${FILLER}))*[\\s.!👍👌✅]*$`, 'u');
const REFUSAL =
	/^(?:no|nope|nah|neither|none|not|don't|do not|nein|non|nee|lieber nicht|いいえ)(?!\p{L})(?! (?:idea|clue|problem|worries|matter|need to worry|one knows))/u;
const UNKNOWN =
	/\b(?:(?:do(?:n't| not)|dont|cannot|can't|couldn't|could not) (?:really |yet |even )?(?:know|say|tell|remember|decide)|dunno|idk|no (?:idea|clue)|not (?:so |quite |really |yet )?(?:sure|decided|certain)|unsure|undecided|me neither|not (?:my|our|mine) (?:call|decision|to decide)|(?:have|has|need|needs|want|wants|like|must|gotta|got) (?:to )?(?:first )?(?:ask|think|talk|discuss|check with|find out|clarify|sleep|say|decide)|(?:i'll|i will|i|let me|we'll|we) (?:have to )?(?:ask(?! for\b|(?: \S+){1,3} to\b)|think about|think it|find out|check with|talk to|sleep on|get back)|make up my mind|(?:i'd |would )?rather not (?:decide|say|choose)|(?:bring|take) (?:it|that|this|them) (?:up (?:with|in|at)|to (?:the|our|my))|run (?:it|that|this) (?:by|past)|(?:needs?|has) (?:to (?:say|decide)|the last word)|needs? an? (?:\p{L}+ )?(?:person|expert|lawyer|opinion|decision)|(?:must|has to|have to|should|needs? to|will) (?:say|decide)|\p{L}+'s (?:call|decision)|nobody(?:'s| has| did)? (?:answer\p{L}*|repl\p{L}*|says?)|(?:confirm|clarify) (?:it |that |this )?(?:to|with)|(?:answer|tell you|say) (?:it |that |this )?(?:(?:an)?other (?:day|time)|next time|later|when)|(?:not|n't) (?:have )?(?:it |that )?(?:here|in (?:my|the) head)|(?:look|check) (?:it |that |this )?(?:up )?(?:when|at home|on \p{L}+day)|collect opinions|(?:weiß|weiss) (?:ich )?(?:(?:das|es) )?(?:noch )?nicht|keine ahnung|muss (?:erst )?(?:fragen|überlegen)|muss ich (?:[\p{L}\d]+ ){0,5}(?:nach)?(?:fragen|überlegen|klären|besprechen)|je ne sais pas|no (?:lo )?sé)(?!\p{L})|わから/u;
const SPECULATION =
	/^(?:if|unless|suppos(?:e|ing)|imagine|what if|whether|in case|assuming)\b|\b(?:suppose|would have|just (?:asking|kidding|curious)|hypothetical)/u;

const NEAR =
	/\b(?:tomorrow|tmrw|tmr|tonight|today|this (?:afternoon|evening|morning|week|weekend)|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|on (?:mon|tue|wed|thu|fri|sat|sun)|(?:at|on|over|in) the (?:weekend|morning|evening|plane|train|office)|evenings|first thing|at (?:noon|home|\d+ ?(?:am|pm|h\b|:\d\d|o'clock))|after (?:lunch|\d+ ?(?:am|pm)?|(?:the )?(?:deploy|deployment|code freeze|freeze|merge|meeting|call|standup))|when i(?:'m| am) (?:back|off|home|there)|morgen|heute|abends?|demain|mañana)\b|明日/u;
/** What people do outside of a session. */
const ERRAND =
	'(?:add|announce|answer|ask|book|bring|buy|call|check|clarify|clean|close|compare|contact|deploy|discuss|draft|drop|enter|email|file|fill|find out|finish|fix|get|give|go through|grep|hand|install|invite|let|look|mail|make|measure|meet|merge|message|move|open|order|phone|ping|post|prepare|print|publish|push|put|raise|read|record|register|release|remove|report|rerun|restart|review|roll out|run|schedule|send|set|ship|sign|speak|start|switch|tag|talk|tell|test|translate|try|update|upgrade|upload|verify|wait|write|do)';
/** Says that the person is going to do it. */
const INTENDS = new RegExp(
	String.raw`\b(?:i'll|i will|i shall|ill|i(?:'m| am) (?:going to|gonna|about to)|i (?:gotta|must|still have to|have to|need to|still need to|should)|(?:i|we) (?:\p{L}+ly )?must|we (?:must|have to|need to) (?=speak|talk|ask|wait|clarify|discuss|get|check with|order)|let me (?=ask|check with|talk|discuss|find out|speak|clarify)|i'd better|(?:i )?can do)(?: (?:then|also|first|just|still|just|quickly|now))* ${ERRAND}\b|\bi ${ERRAND} (?:it|them|that|this|him|her|the|a|an|my|to|for|in|on|through|with|myself|at|everything|both|\p{L}+ (?:tomorrow|today|tonight))\b|\bi (?:do|make|take|start|write|run|fix|merge|send|order|set|ask|check|test|look|post) (?:\p{L}+ )?(?:tomorrow|tmrw|today|tonight|myself|alone|by hand|in|on|at|next)|(?:\bi (?:do|make|write|post|fix|take care of|set|translate) (?:it |them |that |this )?(?:myself|alone|by hand))|^(?:will|gotta|need to|must|have to|ordering|going to|waiting for) (?!you|it|that|this|we|they|the )\p{L}+|\b(?:my (?:next|turn|job|weekend|evening)|on my (?:own )?list|putting (?:it|that|this) on my|i(?:'ll| will) (?:come|get) back (?:on|to) (?:it|that|this))\b|\bich (?:mache|frage|schicke|werde)\b|\bmach(?:e)? ich\b|\bje (?:vais|le fais|m'en)\b|\b(?:voy a|lo hago|le pregunto)\b`,
	'u',
);

/** Begins with a time, or with what is to be done then. */
const SENT_ON = new RegExp(
	String.raw`^(?:tomorrow|tmrw|tonight|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|${ERRAND})\b`,
	'u',
);
/** Says that the person does something, whatever it is. */
const TAKES_ON =
	/\b(?:i|we)(?:'ll| will| shall|(?:'m|'re| am| are) going to| must| need to| have to) (?!(?:you|be|see|know|have|need|not)\b)\p{L}+|^(?:need to|will|gotta|must|have to) \p{L}+/u;
const NO_STEP =
	/\b(?:some ?day|at some point|eventually|another time|for later|never|not|(?:do|did|was|would|ca|wo)n't|i'd (?:guess|say)|think about it|sleep on|leave it|stop here|would be|(?:gotta|must|have to) (?:go|run|leave)|i test with|\bnow\b|call it a day|go home|have to go|gotta go|must go|go to (?:bed|lunch|a? ?meeting)|closing (?:the )?laptop|be right back|brb|see you|(?:i've|i have) (?:just |already )?\p{L}+|want to know|before i \p{L}+ it myself)\b/u;
/** What is to be done is named after a label: *Next step: …*, *TODO for tomorrow: …*. */
const CALLED_STEP =
	/^(?:the |my |our )?(?:next steps?|to-?dos?|still to do|left to do)(?: for (?!later\b)[^:,]{1,30})?(?::| is (?:to )?| are (?:to )?)\s*(?=\p{L})(?!(?:not|what|done|now|up to)\b)/u;
/** Verbs that ask for work. */
const WORK =
	/^(?:can (?:you|u|we)|could (?:you|u|we)|would you|will you|please|pls|now|next[,:]?|let's|lets|let us|also|and|then|first|just)?[\s,]*(?:please |pls |also |now |just )*(?:add|apply|audit|benchmark|build|bump|call|change|check|clean|clone|close|commit|compare|configure|convert|copy|count|create|cut|debug|delete|deploy|describe|disable|document|do (?!we|you|i|they|not|the same as)|draft|drop|enable|explain|export|extend|extract|fetch|find|finish|fix|format|generate|get|give|go (?:on|through)|handle|implement|import|improve|include|insert|inspect|install|investigate|list|lint|log|look|make|map|measure|merge|migrate|mock|move|open|optimi[sz]e|pin|plan|port|prepare|print|profile|publish|pull|purge|push|put|read|rebase|refactor|regenerate|release|remove|rename|reorder|replace|rerun|restart|restore|revert|review|rewrite|roll|run|scan|search|send|set|ship|show|simplify|sort|split|squash|start|stop|summari[sz]e|swap|switch|tag|take|tell|test|translate|trim|try|turn|undo|update|upgrade|upload|validate|verify|wrap|write)\b/u;
const ASKING_WORK = /^(?:can|could|would|will) (?:you|u|we)\b/u;
const COURTESY =
	/^(?:(?:thanks?|thank you|thx|ty|tks|merci|danke|gracias|nice|cool|great|perfect|good|lovely|awesome|wonderful|excellent|super|sweet|cheers|gj|good job|well done|love it|looks? (?:good|right|great|fine)|works?|better|bye|hi|hello|hey|morning|good (?:morning|night|call|catch|idea|choice)|wow|yay|phew|ha(?:ha)*|lol|sick|gladly|parfait|beaucoup|a lot|so much|very|much|really|now|all|job|it|that|is|was|helps?|and|ok|👍|🎉|👌|👏|🙏|❤️|😊)[\s,.!?:)]*)+$/u;

/** What somebody or something does. */
const DOES = '(?:need|have|work|use|run|go|fail|happen|mean|care)';
/**
 * Begins like a question, with its mark or without. `do`, `have` and `had` begin orders and reports, too (*do it with Redis*,
 * *had this before*): after them stands who does it, or a thing with what it does.
 */
const ASKS = new RegExp(
	[
		// *When you are back …*, *what he says …*: a statement follows.
		String.raw`^(?:(?:who|what|where|how)s?|when|why|which)\b(?! (?:i|you|we|they|he|she|it|the|this|that|an?|my|our|your) )`,
		String.raw`^(?:does|did|is|are|was|were|has)(?:n't)? (?:the|this|these|that|those|it|they|we|you|i|he|she|there|any|anybody|all|our|my|your|\p{L}+ ${DOES}s?) (?!i\b)\p{L}`,
		String.raw`^(?:do|(?:have|had)(?:n't)?) (?:they|we|you|i|he|she|any|anybody) (?!i\b)\p{L}`,
		String.raw`^do (?:(?:the|these|those|all|our|my|your) (?:\p{L}+ )?)?\p{L}+s ${DOES}\b`,
		String.raw`^(?:have|had)(?:n't)? (?:(?:the|these|those|all|our|my|your) )?\p{L}+ (?:been|gone|\p{L}+ed)\b`,
		String.raw`\bhow (?:often|many|much|long)$`,
	].join('|'),
	'u',
);

function actOf(sentence: Sentence): Act {
	const { bare } = sentence;
	const core = bare.replace(EMOJI, '').replace(OPENING, '');
	const isWorkAsked = ASKING_WORK.test(core);
	const isQuestion = (bare.endsWith('?') || ASKS.test(core)) && !isWorkAsked;
	const isNod = isAssent(bare);
	const isSupposed = SPECULATION.test(core);
	const isUnknown = !isQuestion && UNKNOWN.test(bare);
	const isCalledStep = !isQuestion && CALLED_STEP.test(core);
	const isStep = isCalledStep || (!isQuestion && !isUnknown && isStepIn(core));
	const isRequest = WORK.test(core) && !isNod;
	const putsOffAs = isSupposed || isStep ? undefined : findDeferral(sentence.text);
	const putsOff = isSupposed || isQuestion ? [] : saidForms(sentence, core);
	return {
		...sentence,
		core,
		isQuestion,
		isNod,
		isSupposed,
		isRefusal: REFUSAL.test(bare.replace(/^(?:(?:ok(?:ay)?|hm+|well|so|ah|oh|then|and)\b[\s,.!]*)+/u, '')),
		isRequest,
		isUnknown: isUnknown && !/\bdon't know (?:how|what|why|where)\b/u.test(bare),
		putsOff,
		isPutOff: isPutOff(putsOffAs, putsOff),
		putsOffAs,
		isStep,
		isCalledStep,
		isCourtesy: COURTESY.test(bare),
	};
}

/** What the person does in a prompt, one act for each sentence. */
export function actsOf(prompt: string): readonly Act[] {
	return promptSentences(prompt).map(actOf);
}

/** Whether a prompt wants something done or answered; thanks, a nod or a piece of news do not. */
export function asksForSomething(prompt: string): boolean {
	const acts = actsOf(prompt);
	return acts.length === 0 || acts.some((act) => act.isRequest || act.isQuestion);
}

function isStepIn(whole: string): boolean {
	const core = whole.replace(/^[^:,]{1,30}:\s+/u, '');
	if (NO_STEP.test(core) || PAST.test(core)) return false;
	if (INTENDS.test(core)) return true;
	// *Merge tomorrow*, *ask Rhea on Monday*: at a time at which the session is over.
	const isLater = NEAR.test(core) && !/\btoday\b/u.test(core);
	if (isLater && TAKES_ON.test(core)) return true;
	return isLater && SENT_ON.test(core) && gist(core.replace(NEAR, ' ')).size > 0;
}

const MORE_EMPTY = new Set(
	'thing things left two three some kk use using used make makes made work works working new first second third option options ok yes no then than only still same much many more most less sure right good better best i d ll s re ve while every each both either neither whether because since'.split(
		' ',
	),
);

/** What a text is about: its significant words, without their endings. */
export function gist(text: string): ReadonlySet<string> {
	const lettered = text.toLowerCase().replace(/([\p{Ll}\d])([\p{Lu}])/gu, '$1 $2');
	return new Set(
		[...topicWords(lettered), ...(lettered.match(/\d+/gu) ?? [])].filter((w) => !MORE_EMPTY.has(w)).map(stem),
	);
}

/** How many significant words two texts share. */
export function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	const [few, many] = a.size > b.size ? [b, a] : [a, b];
	let count = 0;
	for (const word of few) if (many.has(word)) count++;
	return count;
}

function stem(word: string): string {
	return word.length > 4
		? word.replace(/(?:ations?|ations|ingly|ings?|ed|es|al|ly|s|e)$/u, '').slice(0, 7)
		: word.replace(/s$/u, '');
}

/** Assent only, or assent with a short reason. */
function isAssent(bare: string): boolean {
	const whole = bare.replace(/[….]+$/u, '');
	if (NOD.test(whole)) return true;
	const [, first = '', rest = ''] = /^([^,;.:!–—(]+)[,;:!–—(]\s*(.*)$/u.exec(whole) ?? [];
	const isBrief = rest.split(' ').length <= 8 && !/\b(?:but|however|only|except|not|instead)\b/u.test(rest);
	return (
		first !== '' &&
		NOD.test(first.trim()) &&
		(isBrief || /^(?:is|it'?s) (?:ok|fine|good)/u.test(rest)) &&
		!WORK.test(rest) &&
		!rest.endsWith('?')
	);
}
