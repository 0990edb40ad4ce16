// What a person does with a sentence: nods, refuses, asks, does not know, puts off, takes something on. Only the form
// of the sentence is judged here; what it is about is judged by the caller, who knows what was said before.
import { topicWords } from '../base/prose';
import { findDeferral } from './deferral';
import { type Sentence, promptSentences } from './prose';

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
	/** What the person is going to do, or what is to be done at a given time. */
	readonly isStep: boolean;
	/** It praises, thanks or greets, and says nothing else. */
	readonly isCourtesy: boolean;
	/** It supposes, doubts, or only gives an opinion when asked. */
	readonly isSupposed: boolean;
}

const OPENING =
	/^(?:(?:ok(?:ay)?|so|well|hm+|uh+|yes|yeah|yep|no|nope|nah|and|but|then|actually|sure|thanks|thx|ty|oh|ah+|also|anyway|alright|fine|agreed|right|great|perfect|good|super|cool|please|pls|sorry|wait|ja|nein|oui|non|sí|si)\b[\s,.!;:–—-]*)+/u;
const ASSENT =
	"(?:yes|yep|yeah|yup|y|ok(?:ay)?|k|sure|fine|agree[ds]?|right|correct|exactly|absolutely|definitely|deal|go(?: ahead| for it| on)?|do (?:it|that|so)|proceed|approved?|lgtm|please(?: do)?|pls|sounds (?:good|fine|right|great)|works for me|(?:that )?makes sense|same here|why not|as you (?:say|propose|suggest(?:ed)?)|like that|let'?s (?:do (?:it|that|this)(?: \\p{L}+)?|go)|you convinced me|convinced|makes? it so|ja|gerne?|genau|einverstanden|passt|klar|mach(?:en wir| das| es)?|oui|d'accord|vas-y|sí|si|vale|de acuerdo|adelante|はい|お願いします|うん)";
const FILLER =
	"(?:then|please|pls|with (?:that|it)|for (?:now|me)|to (?:that|me)|is|it|that|this|that's|thanks|thank you|thx|👍|👌|✅|bitte|so|all|good|to start|by me|the|first)";
const NOD = new RegExp(`^(?:${ASSENT}|👍|👌|✅|\\+1)(?:[\\s,.!;:–—-]+(?:${ASSENT}|${FILLER}))*[\\s.!👍👌✅]*$`, 'u');
const REFUSAL =
	/^(?:no|nope|nah|neither|none|not|don't|do not|nein|non|nee|lieber nicht|いいえ)\b(?! (?:idea|clue|problem|worries|matter|need to worry|one knows))/u;
const UNKNOWN =
	/\b(?:(?:do(?:n't| not)|dont|cannot|can't|couldn't|could not) (?:really |yet |even )?(?:know|say|tell|remember|decide)|dunno|idk|no (?:idea|clue)|not (?:so |quite |really |yet )?(?:sure|decided|certain)|unsure|undecided|me neither|(?:have|has|need|needs|want|wants|like|must|gotta|got) (?:to )?(?:first )?(?:ask|think|talk|discuss|check with|find out|clarify|sleep|say|decide)|(?:i'll|i will|i|let me|we'll|we) (?:have to )?(?:ask(?! for\b|(?: \S+){1,3} to\b)|think about|think it|find out|check with|talk to|sleep on|get back)|make up my mind|(?:weiß|weiss) (?:ich )?nicht|keine ahnung|muss (?:ich )?(?:erst )?(?:fragen|überlegen)|je ne sais pas|no (?:lo )?sé)\b|わから/u;
const SPECULATION =
	/^(?:if|unless|suppos(?:e|ing)|imagine|what if|whether|in case|assuming)\b|\b(?:suppose|would have|just (?:asking|kidding|curious)|hypothetical)/u;

const TIME_FAR =
	/\b(?:later|another (?:time|day|pr|sprint|session)|an other (?:time|day)|some (?:other )?(?:day|time|sprint|pr)|some other \w+|someday|one day|eventually|at some point|(?:the )?next (?:time|week|month|sprint|release|quarter|year|version|iteration|pr|phase|milestone)|in (?:a )?(?:later|separate|different|future|follow-?up|another|next) \w+|follow-?up|in (?:q[1-4]|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|fall)|(?:after|until|till|once|when you get to) (?:the |our |we |i |you )?\S+|together with|(?:not|n't)\b.{0,40}\b(?:now|today|yet|for now|this (?:pr|week|sprint|time|release|session|round))|not (?:now|today|yet|in this)|for (?:later|another)|(?:in|for|with|until) (?:v|version |release )\d[\d.]*|später|nächste[ns]? \w+|plus tard|más tarde|luego|後で|また今度)\b/u;
const NEAR =
	/\b(?:tomorrow|tmrw|tmr|tonight|this (?:afternoon|evening|morning|week)|monday|tuesday|wednesday|thursday|friday|saturday|sunday|in the morning|first thing|at (?:noon|\d+ ?(?:am|pm|h\b|:\d\d|o'clock))|after (?:lunch|\d+ ?(?:am|pm)?|(?:the )?(?:deploy|deployment|code freeze|freeze|merge|meeting|call|standup))|morgen|heute abend|demain|mañana|明日)\b/u;
const FIRST_PERSON =
	/^(?:i'll|i will|ill|i'm going to|i am going to|i gotta|i have to|i need to|i must|i make|i do|need to do|will|gotta|i'd like to|i want to|i still (?:have|need) to|my next|putting (?:it|that|this) on my|adding (?:it|that|this) to my|on my list|ich (?:werde|mache|muss)|je vais|voy a)\b|\b(?:i'll|i will|i'm going to)\b.*\b(?:do|it|that|this|them|myself)\b|\bmyself\b|\bon my (?:own )?list\b/u;
/** Puts something off in its own words. */
const WAITS =
	/\b(?:can|could|will|should|has to|must) wait\b|\b(?:leave|drop|skip|park|shelve|postpone|defer|table|hold)\b.{0,60}\b(?:for (?:now|later|today|a (?:minute|while|moment))|until|till|later|out of (?:this|it))\b|\b(?:leave|park) (?:it|that|this|the [\w -]{2,40}) (?:alone|be)\b|\bout of scope\b|\bnot (?:a )?priorit(?:y|ies)\b|^later\s*[:,–—-]\s*\S|:\s*(?:later|not now|another time|next \w+)\b|\b(?:backlog|parking lot|back ?burner|wish ?list)\b/u;
/** Words that mean *not now*, whoever acts. */
const FAR_PLAINLY =
	/\b(?:not (?:now|today|yet|in this \p{L}+|for (?:now|today|this))|(?:some|an?) ?other (?:time|day|sprint|week|pr|session|release|round)|some ?day|one day|at some point|eventually|(?:the )?next (?:sprint|week|month|quarter|year|release|version|iteration|milestone|phase|round)|in (?:a )?(?:later|separate|different|future|follow-?up|another|next) \p{L}+|(?:a|as) (?:separate|follow-?up|later) \p{L}+|follow-?up|in (?:q[1-4]|autumn|spring|summer|winter|the new year)|(?:no|not|without|skip|leave)\b.{1,50}\bfor (?:now|the moment|today|the time being)|later(?! than)(?: on)?$|^later\b|(?:do|look at|decide|think about|handle|fix|revisit|add|discuss|worry about|come back to|get to)\b.{1,50}\blater|low prio(?:rity)?|not urgent|no (?:rush|hurry)|when (?:there's|there is|we have|i have|i find) (?:\p{L}+ )?time|phase (?:2|two|3|three)|(?:for|in|to|until) v\d|backlog|later,? (?:with|after|together|when|once))(?=$|[^\p{L}])/u;
/** Says when something happens. */
const TELLS_TIME =
	/\b(?:sooner or later|(?:seconds?|minutes?|hours?|days?|weeks?) later|fails?|failed|crash(?:es|ed)?|breaks?|broke|happens?|hangs?|returns?|shows?|stops?|throws?)\b/u;
const PAST = /\b(?:did(?:n't)?|was|were|had|tried|yesterday|ago|last (?:time|week|month|year)|put .+ on it and)\b/u;
const SUBJECT_PLURAL =
	/\b(?:we|let's|lets|let us|you can|you could|can come|could come|may come|it can|that can|they can|can go|can follow|follows?|maybe with|do that when|nice idea|good idea)\b/u;

/** Verbs that ask for work. */
const WORK =
	/^(?:can (?:you|u|we)|could (?:you|u|we)|would you|will you|please|pls|now|next[,:]?|let's|lets|let us|also|and|then|first|just)?[\s,]*(?:please |pls |also |now |just )*(?:add|apply|audit|benchmark|build|bump|call|change|check|clean|clone|close|commit|compare|configure|convert|copy|count|create|cut|debug|delete|deploy|describe|disable|document|do (?!we|you|i|they|not|the same as)|draft|drop|enable|explain|export|extend|extract|fetch|find|finish|fix|format|generate|get|give|go (?:on|through)|handle|implement|import|improve|include|insert|inspect|install|investigate|list|lint|log|look|make|map|measure|merge|migrate|mock|move|open|optimi[sz]e|pin|plan|port|prepare|print|profile|publish|pull|purge|push|put|read|rebase|refactor|regenerate|release|remove|rename|reorder|replace|rerun|restart|restore|revert|review|rewrite|roll|run|scan|search|send|set|ship|show|simplify|sort|split|squash|start|stop|summari[sz]e|swap|switch|tag|take|tell|test|translate|trim|try|turn|undo|update|upgrade|upload|validate|verify|wrap|write)\b/u;
const ASKING_WORK = /^(?:can|could|would|will) (?:you|u|we)\b/u;
const COURTESY =
	/^(?:(?:thanks?|thank you|thx|ty|tks|merci|danke|gracias|nice|cool|great|perfect|good|lovely|awesome|wonderful|excellent|super|sweet|cheers|gj|good job|well done|love it|looks? (?:good|right|great|fine)|works?|better|bye|hi|hello|hey|morning|good (?:morning|night|call|catch|idea|choice)|wow|yay|phew|ha(?:ha)*|lol|sick|gladly|parfait|beaucoup|a lot|so much|very|much|really|now|all|job|it|that|is|was|helps?|and|ok|👍|🎉|👌|👏|🙏|❤️|😊)[\s,.!?:)]*)+$/u;

function actOf(sentence: Sentence): Act {
	const { bare } = sentence;
	const core = bare.replace(OPENING, '');
	const isWorkAsked = ASKING_WORK.test(core);
	const isQuestion = (bare.endsWith('?') || /^(?:who|what|when|where|why|how|which)\b/u.test(core)) && !isWorkAsked;
	const isNod = isAssent(bare);
	const isSupposed = SPECULATION.test(core);
	const isUnknown = !isQuestion && UNKNOWN.test(bare);
	const isStep = !isQuestion && !isUnknown && isStepIn(core);
	const isPutOff = !isSupposed && !isStep && isPutOffIn(sentence, core, isQuestion);
	return {
		...sentence,
		core,
		isQuestion,
		isNod,
		isSupposed,
		isRefusal: REFUSAL.test(bare.replace(/^(?:(?:ok(?:ay)?|hm+|well|so|ah|oh|then|and)\b[\s,.!]*)+/u, '')),
		isRequest: WORK.test(core) && !isNod,
		isUnknown: isUnknown && !/\bdon't know (?:how|what|why|where)\b/u.test(bare),
		isPutOff,
		isStep,
		isCourtesy: COURTESY.test(bare),
	};
}

/** What the person does in a prompt, one act for each sentence. */
export function actsOf(prompt: string): readonly Act[] {
	return promptSentences(prompt).map(actOf);
}

function isStepIn(whole: string): boolean {
	const core = whole.replace(/^[^:,]{1,30}:\s+/u, '');
	if (/^i(?:'ll| will) (?:leave|keep|take|go with|use|stick|think|sleep|have to)\b/u.test(core)) return false;
	if (
		FIRST_PERSON.test(core) &&
		!/\b(?:some ?day|at some point|eventually|another time|for later|never|not)\b/u.test(core)
	) {
		return (
			NEAR.test(core) ||
			/^(?:i'll|i will|i'm going to|i gotta|need to do|will (?!you|it|that|this|we|they|the))\b|\bmyself\b/u.test(core)
		);
	}
	return (
		NEAR.test(core) &&
		/^(?:(?:tomorrow|tmrw|tonight|monday|tuesday|wednesday|thursday|friday)\b|(?:merge|deploy|release|ship|send|push|publish|run|do|announce|tell|ask|call|test|restart|switch|check)\b)/u.test(
			core,
		) &&
		!/\bnot\b|n't\b/u.test(core)
	);
}

function isPutOffIn({ text, bare }: Sentence, core: string, isQuestion: boolean): boolean {
	if (findDeferral(text) !== undefined) return true;
	if (isQuestion || text.length > 300 || /^(?:when|after|once|before|until)\b/u.test(core)) return false;
	if (PAST.test(bare)) return false;
	if (WAITS.test(bare)) return true;
	if (!TIME_FAR.test(core) && !FAR_PLAINLY.test(bare)) return false;
	if (TELLS_TIME.test(bare)) return false;
	return FAR_PLAINLY.test(bare) || SUBJECT_PLURAL.test(core);
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
	let count = 0;
	for (const word of a) if (b.has(word)) count++;
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
