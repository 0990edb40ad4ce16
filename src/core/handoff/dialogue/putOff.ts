// Whether a sentence rather puts something off beyond the session than settles something (`isPutOff`): forms of what it says
// and of what Claude answers, each with a weight. What is reported as put off is judged by `remains.ts`, of these forms too.
// The weights were fitted to labelled conversations by `scripts/fitHandoff.mjs`; a form is general, or it goes.
import type { Deferral } from '../deferral';
import type { Sentence } from '../prose';

/** How much each form speaks for it, in units of log odds. */
const WEIGHTS = {
	// What it says.
	moves: 1.93,
	namesLater: 2.65,
	namesVersion: 1.02,
	namesSeason: 2.2,
	namesEvent: 1.76,
	waitsFor: 2.09,
	elsewhere: 1.31,
	isNotNow: 2.54,
	leavesOut: 0.59,
	lacks: 1.62,
	isOthers: 0.91,
	comes: 0.93,
	isMoreThanOne: 0.11,
	isBrief: -1.41,
	// What speaks for something else.
	isPast: -1.53,
	isStanding: -1.18,
	tellsTime: -0.84,
	isFirst: -2.82,
	// What Claude answers.
	isKept: -0.19,
	isKeptInItsWords: 0.66,
	isTakenBriefly: 0.88,
	isWorkedOn: -1.17,
} as const;
const BASE = -2.88;

/** From here on something counts as put off. Log odds. */
const ENOUGH = -0.6;

export type PutOffForm = keyof typeof WEIGHTS;

const MONTHS =
	'(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const PERIOD =
	'(?:day|week|weekend|month|quarter|year|yr|sprint|release|iteration|milestone|cycle|season|phase|round|term|semester|version|major|minor|pr|pull request|session|ticket|issue|story|commit|branch|patch|project|topic|change|time|one|step|task|mr|epic|batch|fight|adventure|discussion|conversation)s?';
/** Says in so many words that it is moved. */
const MOVES =
	/\b(?:park|shelve|postpone|defer|punt|table)(?:d|ed|ing|s)?\b(?! the car)|\b(?:hold(?:ing)?|held) (?:it |that |this |them )?(?:off|back)\b|\bput(?:ting|s)? (?:\S+ ){1,4}?(?:aside|off|on (?:the |my |our )?(?:\S+ )?(?:list|ice|hold|back ?burner|backlog|board|pile|shelf|roadmap))\b|\bset (?:it|that|this|them) aside\b|\b(?:back ?burner|backlog|wish ?list|parking lot|roadmap|someday list|icebox|follow-?ups?)\b|\b(?:can|could|will|should|has to|have to|must|may|gets? to|needs? to) wait\b|\bwaits? (?:for|until|till)\b|\b(?:come|get|go|circle|loop|comes|gets|goes) back to\b|\brevisit|\bremind (?:me|us)\b|\b(?:jot|write|note) (?:it|that|this|them) down\b|\b(?:out of|not in|beyond) (?:the )?scope\b|\blow(?:er|est)? prio\p{L}*|\bno (?:rush|hurry)\b|\bnot (?:so |that |very |too )?urgent\b|\bnot (?:a |my |our )?priorit\p{L}+|\bnice[- ]to[- ]haves?\b|\bstretch goal|\bmaterial$|\b(?:no|skip|without|leave)\b[^,.]{1,40}\bfor (?:now|the moment|the time being)|^(?:then )?later\b/u;
const NAMES_LATER =
	/\b(?:later(?: on)?(?! than)|some ?day|one day|some (?:other |rainy |quiet |free )?(?:time|day|week|weekend|evening|sprint|\p{L}+day)|at some point|eventually|in the (?:long run|future)|long[- ]term|down the (?:road|line)|over time|in (?:an? (?:quiet |few |couple of )?|\d+ |two |three |four |six )(?:weeks?|months?|while|sprints?|years?)|(?:an)?other (?:day|time|week|month|year)|not anytime soon|später|irgendwann|más (?:tarde|adelante)|plus tard)\b/u;
const NEXT = new RegExp(
	String.raw`\b(?:next|following|coming|upcoming|future|later|second|2nd|the week after) (?:\p{L}+ )?(?!time)${PERIOD}(?:'s)?\b(?! (?:i|you|we|it)\b)`,
	'u',
);
const NAMES_VERSION =
	/\b(?:in|for|after|before|until|till|til|with|once|post|to|by|the|as of|not before|comes with)[ -](?:v?\d+(?:\.\d+)*(?:\.x)?(?= |$|[.,;)])(?! (?:min|hour|day|week|ms|sec|gb|mb|kb|%|am|pm|o'clock|people|users|times|of|and|or|to)\p{L}*)|[a-z]{2,}-\d{1,5}|mvp|rev \p{L})|^v?\d+\.\d+\b|^(?:then |oh boy[.,] )?v\d+$|\bversion (?:\d|two|three)|\bphase (?:\d|two|three|ii)|\brev \p{L}\b/u;
const NAMES_SEASON = new RegExp(
	String.raw`\b(?:(?:in|for|by|until|till|til|before|after|around|from|maybe|early|late|mid|end of|next|come|with|to|at|en|para|hasta|im|ab|bis|vor|nach|first thing) )+(?:the |our |an? |el |la |der |dem )?(?:\p{L}+ )?(?:${MONTHS}|may|q[1-4]|h[12]|spring|summer|autumn|fall|winter|easter|christmas|xmas|new year|holidays?|vacation|launch|release|deadline|(?:code )?freeze|audit|migration|relaunch|rollout|fair|demo|exam\p{L}*|season|go-?live|milestone|anniversary|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b|^(?:then )?(?:${MONTHS}|spring|summer|autumn|winter|q[1-4])\b|\b(?:not|isn't|is not) (?:for|in) (?:the )?(?:first|this|initial)\b`,
	'u',
);
const WAITS_FOR =
	/\b(?:once|as soon as|until|till|til|unless|only (?:if|when|after)|not before|as long as|if (?:we|they|it|anyone|somebody|someone|anybody|people|the|i) (?:ever|still|really)?) (?!all\b|i (?:asked|said|run|ran|click)|you\b)[\p{L}\d]+|\b(?:erst wenn|sobald|cuando|en cuanto|quand|dès que)\b|\btodav[ií]a no\b|\bno .* todav[ií]a\b/u;
const NAMES_EVENT = /\b(?:when|after|before) (?!all\b|i (?:asked|said|run|ran|click)|you\b)[\p{L}\d]+/u;
const ELSEWHERE = new RegExp(
	String.raw`\b(?:(?:its|their|an?|another|other|separate|different|own|follow-?up|the follow-?up|some other|dedicated|later|new) )+(?:\p{L}+ )?(?:pr|pull request|mr|ticket|issue|story|session|project|topic|branch|task|sprint|release|round|day|commit|change|discussion|conversation|time|fight|adventure|epic|iteration|patch)s?\b|\b(?:post|after|past)[- ](?:launch|release|mvp|v\d|1\.0|go-?live|merge)\b`,
	'u',
);
const NOT_NOW =
	/\b(?:not|no|nothing|never|none|n't|isn't|won't|don't|can't|nope|without|skip|drop|leave)\b.{0,60}\b(?:now|today|yet|tonight|here|this (?:pr|week|sprint|time|release|session|round|year|month|quarter|change|branch|version|one|commit|phase|season))\b|^(?:no[,.]? )?(?:not|nothing) (?:right )?(?:now|today|yet|this|in|for|before|until|till|once|anymore)\b|\b(?:isn't|not|n't|no|nothing)\b.{0,40}\b(?:before|until|till)\b/u;
const FOR_NOW =
	/\b(?:for (?:now|the moment|the time being|today|the beginning|a while|this \p{L}+)|to (?:begin|start) with|at (?:the beginning|first)|right now|at the moment|in the meantime|as a start)\b/u;
const LEAVES_OUT =
	/\b(?:leave|leaving|skip|skipping|exclude|drop|ignore|omit|without)\b|\b(?:won't|will not|don't|do not|wouldn't|not going to|no need to|never mind) (?:\p{L}+ )?(?:touch|do|start|bother|build|change|deal|go|open|worry|fix|add|look|get into|tackle)\b/u;
const LACKS =
	/\b(?:no|not enough|don't have(?: the)?|have no|haven't the|out of|without) (?:time|budget|money|capacity|access|hands|energy|nerves?|people|resources)\b|\bbudget\b|\btoo (?:much|big|late|long|risky|early|tired|large|expensive) (?:for|now|today|to)\b|\bbig(?:ger)? (?:theme|topic|thing|job|one)\b|\btempting\b|\b(?:nice|good|lovely|cool|interesting) (?:idea|thought|one)\b|\bone thing at a time\b|\bfirst things first\b/u;
const OTHERS =
	/\b(?:(?:that's|it's|is|are|that is|this is) (?:for|up to|on|with) (?!me\b|you\b|now\b)\p{L}+|(?:wants?|want|has|have|going) to (?:redesign|decide|look|do|approve|sign|talk|think)|(?:somebody|someone) else|(?:his|her|their) (?:call|job|turn|decision|problem|topic|thing|baby|area)|when (?:he|she|they)(?:'s|'re| is| are| has| have| comes?)|(?:is|are) (?:back|away|out|on (?:leave|holiday|vacation))|(?:decides?|responsible|owns?)\b)/u;
const COMES =
	/\b(?:(?:we|i|they|you)(?:'ll| will|'d| would| can| could| might| may|'d rather)? (?:then |maybe |also |just |probably |rather |all )*(?:do|make|add|look|fix|take|see|choose|decide|change|handle|clean|build|go|come|test|write|discuss|tackle|think|try|start|work|move|get|migrate|split|rework|refactor|rename|upgrade|update|translate|switch|backfill|sort|talk|need|want)|(?:can|could|may|will|would|should) (?:come|follow|be|stay|go|happen)|comes?\b|follows?|(?:is|are) (?:something |a thing |one )?(?:for|after)|belongs? (?:in|to))\b/u;
export const PAST =
	/\b(?:did(?:n't)?|was|were|had|tried|gave|yesterday|ago|last (?:time|week|month|year|spring|summer|autumn|winter)|put .+ on it and|once .*ed\b)\b/u;
const STANDING =
	/\b(?:always|every|each|never|in general|from now on|from here on|whenever|not only this time|in mind|any|all|btw|fyi|by the way|for the record|remember|heads up|if you ever|(?:also )?in future)\b/u;
const TELLS_TIME =
	/\b(?:(?:seconds?|minutes?|hours?|ms) later|fails?|failed|crash(?:es|ed)?|breaks?|broke|happens?|hangs?|returns?|shows?|throws?|loads?|clicks?|user|users|opens?|looks like|seems)\b/u;

/** Claude leaves something as it is. */
const KEPT =
	/\b(?:stays?|leave|leaving|left|remains?|keep|kept|until then|till then|later|not in (?:this|the)|neither|excluded|without|skip\w*|out|untouched|wait(?:s|ing)?|on the list|won't|will not|haven't|not (?:done|touched|changed|included|part)|separate|follow-?up|parked|for now|as (?:it|they) (?:is|are|was|were)|then|only)\b/u;
/** Claude takes note and no more. */
const TAKES_NOTE =
	/^(?:ok(?:ay)?|all right|alright|understood|noted|fine|good|sure|right|agreed|makes sense|got it|fair|sounds|i(?:'ll| will)|enjoy|yes|will do|true|reasonable|clear|wise|that's|then)\b/u;

const CLAUSES = /[,;:()]\s+|\s[–—-]+\s|\s(?=(?:but|and|so|because|though|then)\s)/u;

const TIMES = [NAMES_LATER, NEXT, NAMES_VERSION, NAMES_SEASON, NAMES_EVENT, WAITS_FOR, ELSEWHERE, MOVES];
/** What is said of when and why, and not of what. */
const ABOUT_TIME = [...TIMES, FOR_NOW, LACKS, new RegExp(String.raw`\b(?:this|that) ${PERIOD}\b`, 'u')].map(
	({ source }) => new RegExp(source, 'gu'),
);

/** What a sentence names, without its words for when. */
export function withoutTimes(core: string): string {
	return ABOUT_TIME.reduce((rest, time) => rest.replace(time, ' '), core);
}

/** What a sentence says for and against putting something off. */
export function saidForms({ bare }: Sentence, core: string): readonly PutOffForm[] {
	const clauses = core.split(CLAUSES).filter((each) => each !== '');
	const has = (...patterns: readonly RegExp[]): boolean =>
		patterns.some((pattern) => pattern.test(core) || pattern.test(bare));
	const timed = clauses.filter((clause) => TIMES.some((pattern) => pattern.test(clause)));
	const forms: Readonly<Partial<Record<PutOffForm, boolean>>> = {
		moves: has(MOVES),
		namesLater: has(NAMES_LATER, NEXT),
		namesVersion: has(NAMES_VERSION),
		namesSeason: has(NAMES_SEASON),
		namesEvent: has(NAMES_EVENT),
		waitsFor: has(WAITS_FOR),
		elsewhere: has(ELSEWHERE),
		isNotNow: has(NOT_NOW),
		leavesOut: has(LEAVES_OUT),
		lacks: has(LACKS),
		isOthers: has(OTHERS),
		comes: (timed.length > 0 ? timed : clauses).some((clause) => COMES.test(clause)),
		isMoreThanOne: TIMES.filter((pattern) => has(pattern)).length > 1,
		isBrief: core.split(' ').length <= 6,
		isPast: has(PAST),
		isStanding: has(STANDING),
		tellsTime: has(TELLS_TIME),
	};
	return (Object.keys(forms) as PutOffForm[]).filter((form) => forms[form]);
}

/** Claude's answer. */
export interface AnswerGiven {
	readonly reply: { readonly sentences: readonly Sentence[] };
	readonly work: 'none' | 'looked' | 'changed';
}

/**
 * What Claude's answer says for and against it.
 * @param where whether it stands in the first prompt, and whether that asks for nothing else.
 * @param isAbout whether a sentence has a word of what may be put off.
 */
export function answerForms(
	answer: AnswerGiven | undefined,
	{ isFirst, isAlone }: { readonly isFirst: boolean; readonly isAlone: boolean },
	isAbout: (sentence: Sentence) => boolean,
): readonly PutOffForm[] {
	if (answer === undefined) return isFirst ? ['isFirst'] : [];
	const { reply, work } = answer;
	const first = reply.sentences.slice(0, 3);
	const forms: Readonly<Partial<Record<PutOffForm, boolean>>> = {
		isKept: first.some(({ bare }) => KEPT.test(bare)),
		isKeptInItsWords: first.some((each) => KEPT.test(each.bare) && isAbout(each)),
		isTakenBriefly: work === 'none' && reply.sentences.length <= 2 && TAKES_NOTE.test(first[0]?.bare ?? ''),
		isWorkedOn: work === 'changed' && isAlone,
		isFirst,
	};
	return (Object.keys(forms) as PutOffForm[]).filter((form) => forms[form]);
}

/** Whether something is put off: its words say so plainly, or its forms say enough. */
export function isPutOff(kind: Deferral | undefined, forms: readonly PutOffForm[]): boolean {
	return kind !== undefined || forms.reduce((sum, form) => sum + WEIGHTS[form], BASE) >= ENOUGH;
}
