// *Remember that …*: the person says themselves that it is to be remembered.
import { ASKING_WORDS, holdsOne, fromFirstWord } from './words';

const ASK = String.raw`(?:(?:can|could|would|will) you (?:please )?|i (?:want|need|would like|'d like) you to |i'd like you to |you (?:should|must|need to|have to|can) |please |pls |just |also |always )*`;
const LATER = String.raw`(?:(?: this| that)? (?:for (?:next time|later|the future|future (?:sessions?|conversations?|reference|work|tasks?)|later sessions?|the next (?:session|time))|in (?:the )?future|from now on|going forward))?`;
const THAT = String.raw`(?: ?[:,–—-]+ ?(?:that )?| that (?!(?:bug|time|day|one|thing|function|error)\b))`;

interface Lead {
	readonly name: string;
	/** How much of a sentence leads into what it says, in characters; nothing where it does not fit. */
	of(sentence: string): number | undefined;
}

function lead(name: string, words: string, pattern: string): Lead {
	const needed = words.split('|');
	const made = fromFirstWord(pattern);
	const isPossible = (sentence: string): boolean => needed.some((word) => sentence.includes(word));
	return { name, of: (sentence) => (isPossible(sentence) ? made().exec(sentence)?.[0].length : undefined) };
}

/** Each takes off what leads into the statement; what is left is the statement. */
const LEADS: readonly Lead[] = [
	lead(
		'remember',
		'remember',
		String.raw`${ASK}remember${LATER}(?: this| the following)?${LATER}(?: ?please ?)?${THAT}`,
	),
	lead('keepInMind', 'in mind', String.raw`${ASK}(?:keep|bear|have) (?:this |it )?in mind${LATER}(?: please)?${THAT}`),
	lead('dontForget', 'forget', String.raw`${ASK}(?:don't (?:ever )?|do not (?:ever )?|never )forget${LATER}${THAT}`),
	lead('note', 'note', String.raw`${ASK}(?:make|take|leave) (?:yourself )?(?:a |an )?(?:mental )?note${LATER}${THAT}`),
	lead('note', 'note', String.raw`(?:a )?note (?:to you|to yourself|for (?:you|claude|yourself))${LATER}${THAT}`),
	lead(
		'reference',
		'reference|for the record',
		String.raw`(?:just )?for (?:future|later|your) reference${THAT}|for the record${THAT}`,
	),
	lead(
		'memory',
		'memory',
		String.raw`${ASK}(?:save|put|store|add|write|commit|record|keep) (?:this |that |it |the following )?(?:fact )?(?:to|in|into) (?:your |claude's |the project(?:'s)? |long[- ]term |project )?memory(?: please)?(?:${THAT}|, )`,
	),
	lead('memorize', 'memori', String.raw`${ASK}memori[sz]e(?: this| the following)?${THAT}`),
	lead(
		'forNextTime',
		'next time|future|later|the next session',
		String.raw`(?:just )?(?:fyi|so you know|just so you know|so that you know)(?:,? (?:for|in) (?:next time|the future|future(?: sessions?)?|later(?: sessions?)?|the next session))[:,]? (?:that )?`,
	),
	lead(
		'forNextTime',
		'next time|future|later|the next session',
		String.raw`for (?:next time|the next session|future sessions|later sessions)[:,] ?`,
	),
	lead(
		'oneThing',
		'remember|in mind|know|memori',
		String.raw`(?:one|another|some|a|something|two)(?: more| last| important)?(?:thing|things| thing| things)? (?:for you )?(?:to|you should|worth) (?:remember|remembering|keep in mind|know|knowing|memori[sz]e)${LATER}[:,] ?`,
	),
	lead('again', 'again', String.raw`you(?:'ll| will) need (?:to know )?(?:this|that) again[:,] ?`),
];

/** `Remember we support …`: without `that`, only before what is a whole statement. */
const BARE_LEAD = fromFirstWord(
	String.raw`${ASK}(?:remember|don't forget|do not forget|keep in mind)${LATER} (?!to\b|when\b|how\b|why\b|what\b|where\b|who\b|me\b|if\b|this\b|that\b|it\b)`,
);
const WHOLE = fromFirstWord(
	String.raw`(?:we|i|you|our|the|my|this|that|all|every|both|only|no|\p{L}+)\b.*?\b(?:is|are|isn't|aren't|was|were|has|have|had|can|can't|cannot|must|will|won't|should|needs?|uses?|runs?|changed|moved|supports?|don't|doesn't|never|always|bill|live|lives|keeps?|takes?|costs?|use|comes?|goes|got)\b`,
);

/** `Remember to always …`: a way of working. Without `always` it is a part of the task. */
const REMEMBER_TO = fromFirstWord(
	String.raw`${ASK}(?:remember|don't forget|do not forget|keep in mind) to (?=.*\b(?:always|every time|each time|whenever|before (?:you|every|each)|in (?:every|all)|from now on|in (?:the )?future)\b)`,
);

/** What was said just before, or what the reply says about it. */
const POINTS_BACK = fromFirstWord(
	String.raw`${ASK}(?:remember (?:that|this|it)|keep (?:that|this|it) in mind|(?:don't|do not) forget (?:that|this|it)|(?:save|put|store|add) (?:that|this|it) (?:to|in|into) (?:your )?memory|memori[sz]e (?:that|this|it)|make a note of (?:that|this|it))(?: please)?${LATER}(?: please)?[.!]*$`,
);

const ABOUT_MEMORY = ASKING_WORDS.split('|');
const isAboutMemory = (sentence: string): boolean => holdsOne(sentence, ABOUT_MEMORY);

/** Empty things to be told to remember. */
const NOTHING = /^(?:that|this|it|me|everything|all of (?:this|that|it))?[\s.!…]*$/u;

interface Explicit {
	readonly rule: string;
	/** How much of the sentence leads into the statement, in characters. */
	readonly lead: number;
}

/** @param sentence in lower case. @returns nothing where it does not ask to remember what it says. */
export function explicitIn(sentence: string): Explicit | undefined {
	if (!isAboutMemory(sentence)) return undefined;
	for (const { name, of } of LEADS) {
		const length = of(sentence);
		if (length !== undefined) return NOTHING.test(sentence.slice(length)) ? undefined : { rule: name, lead: length };
	}
	const bare = BARE_LEAD().exec(sentence)?.[0].length;
	if (bare !== undefined && WHOLE().test(sentence.slice(bare))) return { rule: 'remember', lead: bare };
	const to = REMEMBER_TO().exec(sentence)?.[0].length;
	return to === undefined ? undefined : { rule: 'rememberTo', lead: to };
}

/** Whether a sentence asks to remember what was said before it: `Remember that.` */
export function pointsBack(sentence: string): boolean {
	return isAboutMemory(sentence) && POINTS_BACK().test(sentence);
}

/** Whether the statement comes on the lines below: `Remember:` */
export function announcesLines(sentence: string): boolean {
	return /:\s*$/u.test(sentence) && LEADS.some(({ of }) => of(`${sentence.replace(/\s*:\s*$/, '')}: x`) !== undefined);
}
