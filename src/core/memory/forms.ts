// What speaks for and against a sentence being something to remember: each form a general way of saying it, seen in one
// clause of plain words (clauses.ts). The weights are fitted by `node scripts/fitMemory.mjs`; what they add up to decides.
import { isOrder } from './clauses';
import { type MemoryForm, WORDS, form } from './memoryForm';

const { INST, WILL, JOB, SYSTEM, SCOPE, DAY, ARTEFACT, TOOL, IS_AT, PLACE, NOT_PLAIN } = WORDS;

/** Where a sum begins. Zero and more is to be remembered. */
export const BIAS = -4.3;

/** What counts for a sentence as a whole: the type of the rule that it fits, how it begins, where it stands, and how Claude took it. */
export const WHOLE_RULES = {
	reference: 4.9,
	feedback: 4.9,
	user: 4.9,
	project: 4.9,
	accepted: 1.5,
	headsUp: 1.1,
	first: -2.2,
};

export const FORMS: readonly MemoryForm[] = [
	// How long it holds.
	/** … as an order, at the beginning of a clause. */
	form(
		'for',
		'alwaysFirst',
		0.4,
		String.raw`^ (?:please |also |in general |you must |you should |must |one more )*(?:always|never|don't ever|nie|immer|siempre|nunca|toujours|jamais) ${NOT_PLAIN}\S`,
	),
	/** Always or never with a plain verb (an order, a duty, a habit), or further on in an order: `write always the unit`. */
	form(
		'for',
		'alwaysDo',
		0.5,
		String.raw`(?:^|please|must|should|may|we|you|to|also|just|don't|can|will|shall|is|are|do|us|tu ne \w+|at|in|can only| and) (?:always|never|ever) ${NOT_PLAIN}\S|^ (?:please )?(?:do |don't )?(?!it |this |that |he |she |they |i |he )(?!\w*[^su' ]s )\w+ (?:\w+ )*(?:always|never|ever|immer|nie|nunca|siempre|jamais|toujours)(?: (?:the|with|in|a|short|brief|on) .*)?$| (?:immer|nie|niemals|nie wieder|siempre|nunca|toujours|jamais|grundsätzlich|ab jetzt|ab sofort|désormais|de ahora en adelante|a partir de ahora) `,
	),
	/** … or at its end: `no redis here ever`. */
	form('for', 'alwaysEnd', 2.5, String.raw` (?:here ever|ever|always|never|immer|toujours|siempre|y siempre) $`),
	/** Where a thing never, always or only goes. */
	form(
		'for',
		'neverGoes',
		0.3,
		String.raw` (?:never|always|only) (?:go(?:es)?(?! away)|leaves?|gets? (?!an? |the )|touch\w*|contains?|holds?|ships?|exceeds?|appears?|ends? up|lives?|runs? (?:in|on|inside)|includes?|carry|carries|in the|on the|inside|at the|through|after|via) `,
	),
	/** From now on, in general, as a rule. */
	form(
		'for',
		'lasting',
		1.9,
		` (?:from now on|from here on|from today on|in (?:the )?future|for (?:the )?future|going forward|moving forward|in general|generally|generally speaking|as a (?:general |strict |hard )?rule|by default|permanently|forever|at any time|under no circumstances|henceforth|as of (?:today|now)|starting (?:now|today)|next ones|(?:next|future|other|later|new) sessions?|always and everywhere|once and for all|in the long run|without exception|never again|across the board) `,
	),
	/** No more of it: a habit of Claude is to end. */
	form(
		'for',
		'anymore',
		0.3,
		` (?:any ?more|no more|no longer|stop \\w+ing|you keep|quit \\w+ing|you always forget|told you|enough with) `,
	),
	/** More than the task at hand. */
	form(
		'for',
		'notOnlyThis',
		2.1,
		String.raw` not (?:only|just) (?:this|here|for this|in this|now|today|once) | (?:also|and) not in (?:the )?future | even if `,
	),
	/** A case that will come again. */
	form(
		'for',
		'futureCase',
		1,
		String.raw` (?:in case you (?:ever )?(?:need|want|look|wonder)|should you ever|if you ever|next time (?:i|you|please|we|look|ask|read|check)|(?:when|whenever|if) (?:i|you) (?:ask|say|write|review|look|need|touch|see|add|create|change)|whenever|when something is|one day|you will need|more often|come up again|look there first|use it next) `,
	),
	/** Each time. */
	form(
		'for',
		'everyTime',
		0.4,
		` (?:every (?:single )?time|each time|any time|whenever|next time|when i (?:ask|say|write)|when you (?:write|add|create|change|touch|make|see)) `,
	),
	// For how much it holds.
	/** It holds for all of a kind. */
	form(
		'for',
		'holdsForAll',
		1.6,
		String.raw` (?:holds?|appl(?:y|ies)|counts?|goes|go|is true|same|valid) (?:for|to) (?:all|every|each|any|everything|everyone|both) | nowhere else | whatever it is `,
	),
	/** In, for, on all of a kind. */
	form(
		'for',
		'forAll',
		1,
		String.raw` (?:for|in|on|with|across|to|from|inside) (?:all|every|each|any|everything|everyone|whatever|the whole|cualquier|todos|tous|alle\w?)(?! (?:of|the|these|those|three|four)) `,
	),
	/** All of a kind are so. */
	form(
		'for',
		'allAre',
		0.7,
		String.raw`^ (?:all|every|each|everything|nobody|nothing|no) (?:\S+ ){0,5}(?:is|are|goes?|gets?|must|has|have|lives?|needs?|uses?|comes?|runs?) `,
	),
	/** None of a kind, somewhere. */
	form(
		'for',
		'noThing',
		1.8,
		String.raw`^ (?:and |so |please |there is |we have )*(?:no|keine?|pas de|nada de|ningún) (?!(?:need|idea|problem|worries|rush|changes?|more|one|matter|way|time|reason) )(?:\S+ ){1,4}?(?:on|in|anywhere|here|with|from|without|ever|this year) `,
	),
	/** An order for all of a kind of work. */
	form(
		'for',
		'orderAll',
		0.8,
		String.raw`^ (?:please |better )?(?!i |we |it |the |this |that )[a-z]+ (?:\S+ )*(?:in|for|on) (?:all|every|any|each|our|the whole) (?:\S+ ){0,2}${ARTEFACT} `,
	),
	/** What is left alone, and why. */
	form(
		'for',
		'handsOff',
		1,
		String.raw` (?:(?:don't|nobody|never) (?:ever )?(?:touch|edit|change|commit|push to|deploy|merge|rename|move|delete)(?:es|s)? .*(?:by hand|generated|without|belongs?|directly|vendor\w*|shared)|hands off|(?:is|are) (?:generated|frozen|vendored|shared with|read only)|by hand) `,
	),
	/** How things of a kind are named, written, kept. */
	form(
		'for',
		'namedSo',
		1.6,
		String.raw` (?:are|is|get) (?:always |all )?(?:named|called|written|spelled|prefixed|formatted|stored|kept|signed|numbered) (?:in|as|like|with|by|after) `,
	),
	/** What it runs on. */
	form(
		'for',
		'runsOn',
		0.8,
		String.raw` (?:we are|everything is|everything runs|(?:prod\w*|staging|clusters?|servers?|runners?|boxes|machines|laptops|devices|phones|tablets) (?:is|are|run|runs|has|have)) (?:still |all |now |stuck |only |mostly )*(?:on|no|behind|air-gapped|offline|without|running) `,
	),
	/** Whose it is. */
	form(
		'for',
		'whose',
		0.6,
		String.raw` (?:(?:is|are) (?:owned|maintained|run|managed|looked after) by|looks? after|responsib\w+|ask \w+ (?:before|first)|in charge of|(?:the|an?)\w* \w+ person|only \w+ (?:has|knows|is allowed)) `,
	),
	/** A word for all or none. */
	form('hint', 'scope', 0.8, String.raw` ${SCOPE} `),
	/** With us, in this project. */
	form(
		'hint',
		'here',
		1.3,
		` (?:here|(?:with|for|by) us|around here|(?:in|for|across|throughout) (?:this|our|the) (?:repo|repository|project|codebase|code base|monorepo|workspace|team|company|organi[sz]ation|product|shop|house|whole \\w+)|chez nous|bei uns|in-house) `,
	),
	/** Ours. */
	form('hint', 'our', 0.9, String.raw` (?:our|ours|us|unser\w*|notre|nos|nuestr\w+) `),
	/** Nothing at all of a kind, whoever asks. */
	form(
		'for',
		'notEven',
		0.6,
		String.raw` not (?:even|a single|one) | no (?:\S+ ){1,3}(?:may|leaves?|goes|gets?|is ever) | (?:nothing|nobody|none|no \S+) (?:\S+ ){0,5}(?:ever|never) | (?:never|don't ever|don't) (?:trust|believe|rely|name|use|want) `,
	),
	/** It goes for more than was spoken of. */
	form(
		'for',
		'goesFor',
		1.3,
		String.raw` (?:goes|is a given|is normal) (?:for|everywhere|here) | anywhere in (?:this|our|my) | (?:for|of|in) (?:all|any|every) \S+ of (?:mine|ours) | all (?:your|my|our) (?:future )?\S+ `,
	),
	/** Before or after each of a kind. */
	form('for', 'beforeEach', 1.5, String.raw` (?:before|after|with|at) (?:every|each|any|(?!doing)\w+ing) `),
	// Who wants it so.
	/** Somebody or something does not allow it. */
	form(
		'for',
		'forbids',
		0.4,
		String.raw` (?:forbids?|(?:doesn't|don't|won't) (?:allow|run|take|accept|approve|let|support|permit)|(?:is|are|isn't|not) (?:strictly )?(?:allowed|accepted|tolerated|forbidden|prohibited|permitted)|refuses?|prohibits?|rejects?|bans?|redistribut\w+) `,
	),
	/** An institution says, wants, insists. */
	form(
		'for',
		'instSays',
		1.1,
		String.raw` ${INST} (?:says?|insists?|wants|requires?|demands?|forbids?|expects?) (?!(?:a|an|us|it|to know|to|he|she|they) )`,
	),
	/** An institution, and what it does or must. */
	form('for', 'instWill', 0, String.raw` ${INST} (?:\w+ ){0,1}?${WILL} `),
	/** A duty that is put as a state. */
	form(
		'for',
		'mustNot',
		1.3,
		` (?:must not|may not|must never|is never|are never|never ever|can only|may only|has to approve|(?:must|has to|have to) (?:be|get|stay|remain|can|live|run)|stays? (?:shut|closed|as|on|in|put)) `,
	),
	/** Contract, law, licence, policy. */
	form(
		'for',
		'norm',
		0.6,
		String.raw` (?:(?<!the )contracts?|contractual\w*|(?:by|the|is) law|legal\w*|compliance|regulat\w*|gdpr|hipaa|pci|iso|audit\w*|licen[cs]e|policy|forbid\w*|forbidden|mandatory|requirement|obliged|(?:are|is) (?:sacred|off limits|not negotiable)) `,
	),
	/** A promise, a taboo, a house rule. */
	form(
		'for',
		'promise',
		2,
		String.raw` (?:(?:our|product|my|we|i) promised?|no-go|taboo|team thing|house rule|habit|sacred|not negotiable|off limits|read-only|append only|is public api|are public api|tradition) `,
	),
	/** It is called a rule. */
	form(
		'for',
		'rule',
		1,
		String.raw` (?:rule|rules|convention|principle|guideline|standard|house style|policy)(?: (?:is|here|for)| $)| (?:is|as) (?:a|the|our) (?:\w+ )?(?:rule|convention|requirement|policy|standard|duty|obligation) `,
	),
	/** Nothing without somebody: approval, review. */
	form(
		'for',
		'gate',
		0.7,
		String.raw` (?:approves?|sign(?:s|ed)? off|without (?:asking|my|checking|telling|the|an? )|ask me|ask before|reviews? (?:every|all)|has to approve|ok from|'s ok|my ok|only \w+ (?:can|may)|goes? through|heads-up|permission) `,
	),
	/** What we do not, never, always, only do. */
	form(
		'for',
		'weDont',
		1,
		String.raw` nobody \w+s | (?:we|nobody|noone|no one|everybody|everyone) (?:don't|never|always|only|also|still|no longer|do not) ${NOT_PLAIN}\S`,
	),
	/** What we do. */
	form(
		'for',
		'weHabit',
		1.5,
		String.raw`^ (?:\d )?(?:we|i) (?:only |also |all |mostly |usually |normally )?(?:use|support|keep|host|run|deploy|ship|bill|pay|sell|target|review|write|store|seed|name|put|follow|format|do|post|work|maintain|build|release|close|count|measure|log|speak|round|self-host|report|pin|squash|merge|rebase|test|document|track) `,
	),
	/** How ours is. */
	form(
		'for',
		'ourIs',
		0.2,
		String.raw`^ (?:most of |all |all of )?our (?:\S+ ){1,5}(?:is|are|has|have|forbids?|doesn't|don't|runs?|uses?|needs?|wants?|can't|only|still|always|closes|starts|ends|speaks?|reads?|tests?) `,
	),
	/** An institution. */
	form('hint', 'inst', 0.4, String.raw` ${INST} `),
	/** How things of a kind look: its name, and a colon or an adjective is all there is. */
	form(
		'hint',
		'manner',
		1.1,
		String.raw` (?:style|spelling|tone|wording|language|naming|format|formatting|indentation|encoding|locale|time ?zone|currency|decimal|british|american|metric|snake_case|camelcase|iso|utc|lowercase|uppercase|tabs|spaces|contractions|person|seed|licen[cs]e|source of truth) `,
	),
	/** A label that says what follows. */
	form(
		'for',
		'labelled',
		1.7,
		String.raw`^ (?:\S+ ){0,3}?(?:lesson|rule|note|policy|convention|reminder|background|constraints?|requirement|house rule|principle|style thing|please note)(?: that)? (?:\p{L}+ ){0,2}$|^ please note `,
	),
	// About the person.
	/** Where they come from, what they know, work with. */
	form(
		'for',
		'iCome',
		1.1,
		String.raw` (?:i come from|coming from|(?:i am|we are) (?:\w+ )?(?:on|using) (?:\w+ )?${SYSTEM}|i (?:only )?(?:read|speak|understand) (?:\S+ ){0,2}(?:slow\w*|badly|only|english|german|french|\w+ish)|i don't (?:speak|know|understand|read|really know) \S+|years (?:of|in|with)|my (?:name|time ?zone|machine|laptop|shell|editor|keyboard|github handle|handle|native language|mother tongue|pronouns|role|job|screen|eyesight|monitor|first language|background|github|working hours) (?:is|are|only|has)|english is not|not my first|colou?r.blind|dyslexic|left-handed|i am new to|i live|i am based|i use ${SYSTEM}|i am in (?:a|the) \S+ time|call me \S+ $|i work (?:at|in|from|for|late|remotely|part|as)|i usually work|no experience|all new to me|new to me|i am learning|i have never (?:used|done|written)|my first) `,
	),
	/** How alone or how new they are. */
	form(
		'for',
		'onlyMe',
		3.1,
		String.raw` (?:only me (?:on|here|in)|mine alone|i am the only|one man|bear with me|how it works (?:here|in)|i am an? \S+ (?:and )?not an? |works? alone|by training|since (?:university|school|college)|haven't (?:touched|used|written|done)|my first time|i am no|self-taught|so slowly|i come from|originally from|used to (?:write|work|do)) `,
	),
	/** What they are by trade. */
	form(
		'for',
		'iAmA',
		2.4,
		String.raw` (?:i am|we are|as|being) (?:just |only |also |more of |not |basically |really |the only |the )*(?:an? )?(?:\S+ ){0,3}?${JOB}s? `,
	),
	/** What they are. */
	form('for', 'aOne', 2.1, String.raw` (?:i am|we are) (?:\w+ )?(?:not )?an? `),
	/** What they do not know, and how they speak. */
	form(
		'for',
		'knowsNot',
		0.5,
		String.raw` (?:i (?:only|just|barely|hardly) (?:know|speak|read|understand)|i don't really (?:know|speak|do)|i am (?:not |un)(?:very |so |that |really )?(?:good|familiar|used to|comfortable|fluent|great) |i have (?:never|only) (?:used|done|written|worked)|my (?:english|german|french|spanish|eyes|hands|typing) |i sit in|first time (?:with|using|in)|explain (?:it |things |this )?(?:like|slowly|simply)|(?:no|zero|little|not much) (?:idea|knowledge|experience) (?:of|with|about|in)) `,
	),
	/** What they like. */
	form(
		'for',
		'prefer',
		2.1,
		String.raw` i (?:much |really |strongly |generally |usually |always |absolutely )?(?:prefer|like|love|hate|dislike|can't stand|don't like|don't want you|expect|want you to|never want) (?!(?:it|this|that|these|those|option|the|to|a|an|your|how) )|would rather (?:you|have)|not a fan|my preference|i would prefer (?:if|that) |we prefer `,
	),
	/** How to be answered. */
	form(
		'for',
		'answers',
		0.7,
		` (?:answers?|reply|replies|responses|explain\\w*|explanations?|summar\\w+|short|brief|concise|slowly|slow|exact line|commands|drafts?|emojis?) `,
	),
	/** Systems and tools of a person. */
	form('hint', 'gear', 0.3, String.raw` ${SYSTEM} `),
	// Where something is.
	/** Something is at a place that one can go to. */
	form('for', 'isAtPlace', 1.5, String.raw` ${IS_AT} (?:.*(?:${PLACE})|(?:\S+ ){0,4}?${TOOL} )`),
	/** Where all of a kind is. */
	form(
		'for',
		'where',
		0.6,
		` (?:where (?:all|every|the)|is where|lives? (?:at|in|on)|can be found|find (?:it|them|the)|look there|see there|wo alle) `,
	),
	/** All of a kind is there. */
	form(
		'for',
		'allThere',
		1.4,
		String.raw` (?:where (?:all|every|the)|is where|everything (?:about|with|for|in|on|else)|there stands all|all of (?:our|the) \S+ (?:are|is)|every \S+ (?:goes|lives|is|setting)) `,
	),
	/** Is at, lives in, goes to. */
	form('hint', 'isAt', 0.2, String.raw` ${IS_AT} `),
	/** A path, an address, a channel. */
	form('hint', 'place', 0.8, PLACE),
	/** Where teams keep things. */
	form('hint', 'tool', 0.4, String.raw` ${TOOL} `),
	// What is so for a while.
	/** What comes again and again. */
	form(
		'for',
		'recurring',
		0.7,
		String.raw` (?:each|every|first|on) (?:other |second |first |last |single )?(?:${DAY}|day|night|morning|week|month|quarter|sprint|evening|year|weekday)s? | (?:mon|tues|wednes|thurs|fri|satur|sun)days | (?:nightly|weekly|monthly|daily) | on the \d+(?:st|nd|rd|th) `,
	),
	/** An event and when it is. */
	form(
		'for',
		'event',
		0,
		String.raw` (?:release(?: day)?|launch|deadline|demo|audit|freeze|code freeze|migration|rollout|contract|maintenance window|window|trial|certificate|end of life|sprint) (?:\w+ ){0,4}?(?:is|are|starts?|begins?|ends?|expires?|happens?|moved|runs out|takes place|goes) `,
	),
	/** What we decided. */
	form(
		'for',
		'weDid',
		0,
		String.raw` we (?:have )?(?:\w+ )?(?:decided|agreed|dropped|deprecated|renamed|standardi[sz]ed|adopted|postponed|switched|moved|migrated|stopped|settled) `,
	),
	/** What we are at. */
	form(
		'for',
		'weAre',
		0,
		String.raw` we are (?:now |all |also |currently |about to |planning to |finally )*(?:freezing|launching|releasing|migrating|moving|switching|deprecating|sunsetting|dropping|phasing|rewriting|hiring|rolling|upgrading|adopting|legally|contractually|required|not allowed|bound|hosted) `,
	),
	/** A state of things. */
	form(
		'hint',
		'state',
		0.2,
		String.raw` (?:deprecated|maintenance mode|on (?:\w+ )?(?:leave|vacation|holiday|sabbatical)|left the company|going away|goes away|driven by|now called|stuck (?:on|at|there|with)|end of life|no budget|budget|switched off|hard requirement|self-host\w*|peak|offline|belongs? to|append only) `,
	),
	// How it is said.
	/** It is to be remembered. */
	form(
		'for',
		'remember',
		1.6,
		` (?:remember(?: that| this| me| we| always)?|in mind|don't forget|for the record|for reference|for future reference|heads up|memori[sz]e|you will need|will come up again|more often|nobody wrote down|everybody forgets?|rule for you|for you|should know|must say|note for|to know|write in the notes|make a note|fyi|take note|never forget) `,
	),
	/** It is said beside the matter. */
	form(
		'for',
		'btw',
		1.7,
		` (?:btw|by the way|fyi|one (?:more )?thing|for context|another thing|side note|just so you know|so you know|übrigens|au fait|por cierto|d'ailleurs) `,
	),
	/** Because; we got burnt. */
	form(
		'hint',
		'reason',
		0.6,
		` (?:because|otherwise|complaints?|burnt|burned|accident|huge|breaks our|keep mixing|it is about) `,
	),
	// Against.
	/** For now, for this. */
	form(
		'against',
		'justNow',
		-2.3,
		` (?:for now|today|tonight|this (?:pr|file|branch|time|week|weekend|function|loop|run)|at the moment|for this|in this (?:function|file|pr|branch|loop|commit)|right now|tomorrow|meanwhile|anyway|for the next \\w+ \\w+|this round|just this|until the|yet) `,
	),
	/** What was. */
	form(
		'against',
		'past',
		-1,
		` (?:was|were|did|had|tried|yesterday|last (?:week|month|year|time|night)|ago|used to|already|just|back then|at the time|never \\w+ed) `,
	),
	/** What somebody is about to do. */
	form(
		'against',
		'will',
		-0.8,
		` (?:i will|we will|let me|let us|i would|going to|gonna|i must|i need|i have to|we need|we should|we have to|we must|i want|can you|could you|i can|i am (?:\\w+ing|off)) `,
	),
	/** Doubt, question. */
	form(
		'against',
		'unsure',
		-0.1,
		` (?:maybe|perhaps|i think|i guess|i believe|probably|not sure|dunno|no idea|i wonder|might|could|would|seems?|looks?|i doubt|in your opinion|whether) `,
	),
	/** An order for the task at hand. */
	{ name: 'order', kind: 'against', weight: -0.6, fits: isOrder },
];
