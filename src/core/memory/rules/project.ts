// What is so in the project and cannot be read in its code: plans, decisions, dates, people, duties.
import { DATE, DATE_WORDS, HERE, type Rule, fromFirstWord, rule } from './words';

const HOW = String.raw`(?:now |currently |all |also |about to |going to |planning to |gonna |finally |just |already |recently |officially |only |still |not |only |probably )*`;
const DOING = String.raw`(?:freezing|launching|releasing|migrating|moving|switching|deprecating|sunsetting|dropping|phasing out|rewriting|hiring|not allowed|required|obliged|legally|going live|cutting|retiring|discontinuing|rolling out|upgrading|adopting|standardi[sz]ing|shutting down|rebranding|hosted|self-hosting|contractually|bound|certified|audited|in the middle of)`;
const DONE = String.raw`(?:decided|agreed|chose|chosen|dropped|deprecated|renamed (?:the (?:company|product|project|repo|team|service)|\S+ to)|standardi[sz]ed|abandoned|retired|adopted|froze|frozen|cancelled|canceled|postponed|signed (?:a|off)|hired|acquired|rolled out|settled on|switched (?!on\b|off\b|to the (?:tab|branch))(?:from|to|over|away|everything|our)|moved (?:to|from|off|away|our|everything|the (?:monorepo|repo|deadline|release|database|servers?|hosting|infrastructure|backend|project))|migrated|shipped|released|launched|stopped (?:using|supporting|shipping|maintaining|offering)|given up|committed to|promised|outsourced)`;
const THING = String.raw`(?:the |a |our |next |this |that |v\d[\w.]* |first |public |internal |final |code |feature |merge |mobile |web |product )*`;
const EVENT = String.raw`(?:release|launch|deadline|demo|go-?live|audit|cut-?off|kick-?off|sprint|milestone|beta|freeze|code freeze|feature freeze|merge freeze|migration|switch|move|end of life|eol|rollout|cutover|conference|workshop|pen ?test|review meeting|release day|launch day|release date|due date|trial|contract|deploys|stand-?up|retro(?:spective)?|maintenance window)`;

/** How often, where it comes again and again. */
const EVERY = String.raw`(?:every|each) (?:other |second |single |first |last |\w+ )?(?:day|weekday|weeks?|months?|morning|evening|night|quarter|sprint|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b`;

/** What every one of these holds. */
const EVENT_WORDS =
	'release|launch|deadline|demo|live|audit|cut|kick|sprint|milestone|beta|freeze|migration|switch|move|end of life|eol|rollout|conference|workshop|pen|review|due|trial|contract|deploy|stand|retro|maintenance window';

export const PROJECT_RULES: readonly Rule[] = [
	rule('weAre', "we're |we are ", String.raw`we(?:'re| are) ${HOW}${DOING}\b`),
	rule('weDid', "we |we've ", String.raw`we(?:'ve| have)? ${HOW}${DONE}\b`),
	rule(
		'weNoLonger',
		"we no longer|we don't|we do not",
		String.raw`we (?:no longer|(?:don't|do not) (?:support|use|ship|maintain|offer|sell|deploy|target)) \S`,
	),
	rule(
		'weSupport',
		'we ',
		String.raw`we (?:only |officially |still |also )+(?:support|ship|target|deploy|run|sell|have|use|maintain) \S|we (?:support|target|deploy to|deploy on|host|self-host|bill|sell) \S`,
	),
	rule(
		'weWill',
		`we |we'll &${DATE_WORDS}`,
		String.raw`we(?:'ll| will)? (?:launch|release|ship|deploy|freeze|cut|go live|close|migrate|switch|demo|present)\b.*\b${DATE}`,
	),
	rule(
		'weMust',
		"must|has to|have to|need|may not|can't|cannot",
		String.raw`(?:we|it|the \S+|this(?: \S+)?) (?:must|has to|have to|need to|needs to|may not|must not|can't|cannot) \S.*\b(?:requirement|contract|contractual|gdpr|hipaa|soc ?2|pci|iso ?27001|by law|legal|compliance|regulat\w+|licen[sc]ing|procurement|security (?:team|says|review)|the client|the customer|customers|audit\w*)\b`,
	),
	rule(
		'freeze',
		'freeze',
		String.raw`(?:there(?:'s| is| will be) )?${THING}(?:code|feature|merge|release|holiday) freeze\b(?=.*\b(?:${DATE}|starts?|begins?|ends?|until|from|till)\b)`,
	),
	rule(
		'event',
		` is | are |moved|slipped|will be|start|begin|end|happen|takes place|take place|runs out|expires|goes|go out&${EVENT_WORDS}&${DATE_WORDS}|morning|evening|night`,
		String.raw`${THING}${EVENT}(?: (?:for|of|with|to) [^.]{2,40}?)? (?:is|are|was moved|moved|slipped|got moved|has been moved|has moved|has slipped|will be|starts?|begins?|ends?|happens?|takes? place|runs out|expires|goes|go out)\b.*\b(?:${DATE}|${EVERY})`,
	),
	rule(
		'ends',
		` end| expire|runs out| goes | is |will be|shut|launch|change|moves|become|close|cuts&${DATE_WORDS}`,
		String.raw`(?!(?:please|can|could|make|set|add|show|it|this|that|we|i)\b)[^,.]{3,60}? (?:ends?|expires?|runs out|goes (?:away|live|down|offline)|is (?:due|down|off|frozen|unavailable|out|away|on (?:\w+ )?(?:leave|vacation|holiday|sabbatical)|going away|closed|live)|will be (?:gone|down|removed|retired|switched off|live)|shuts? down|launches|changes|moves|becomes|closes|cuts) .*\b(?:on|in|until|till|by|from|at the|as of|after|this|next|since|before)? ?${DATE}`,
	),
	rule(
		'isNow',
		' is | are &deprecated|maintenance|being |now |owned by|maintained by|going away|sunset|end of life|driven by',
		String.raw`(?:the|our|all|this) [^,.]{2,60}? (?:is|are) (?:now |officially )?(?:deprecated|in maintenance mode|being (?:replaced|rewritten|retired|phased out|deprecated)|now (?:called|named|owned|maintained|hosted|run)|owned by|maintained by|going away|sunset|end of life|driven by (?:legal|compliance|the))\b`,
	),
	rule(
		'people',
		' left| leaving| join| is on | responsible| in charge| is the | own|belong',
		String.raw`[a-z][\w'-]+(?: [a-z][\w'-]+)? (?:left|joined|is leaving|is joining|has left|has joined|is on (?:\w+ )?(?:leave|vacation|holiday)|is responsible for|is in charge of|is the (?:only|new|product|tech)|owns|own) (?:the|our|us|all|company|team|until|from|\w+ team|everything|this|as|on|person|owner|lead)\b|.{3,80}\bbelongs? to the [\w -]+ team\b`,
	),
	rule(
		'ours',
		'our ',
		String.raw`(?:our|most of our|all our|all of our) (?:\w+ ){0,2}?(?:users?|customers?|clients?|audience|team|company|stack|infrastructure|product|budget|sla|hosting|provider|partners?|investors?|contract|servers?|ci|legal|pipeline|backend|frontend|database|app|platform|vendor|office|competitors?) (?:is|are|still|only|mostly|all|has|have|runs?|uses?|must|needs?|wants?|pays?|live|come|cannot|can't)\b(?! (?:unstable|broken|failing|slow|wrong|empty|missing|down\b(?! until)|red|green|crashing))`,
	),
	rule(
		'ours',
		'budget',
		String.raw`(?:the )?budget for \S.* (?:is|was|has been) (?:spent|gone|cut|frozen|approved|used up)`,
	),
	rule(
		'thisService',
		'this ',
		String.raw`this (?:service|app|application|system|api|product|site|website|project|library|package|repo|repository|tool|codebase|code|platform) (?:handles (?:about|around|up to|roughly|some)|serves (?:about|around|up to|\d)|is (?:used by|open source|internal|public|closed source|maintained|owned|for|meant for|a (?:prototype|rewrite|fork|port|library|monorepo|demo)|written (?:for|by)|deployed|licensed|regulated)|runs on|must run|targets|supports|gets (?:about|around|\d)|belongs to|replaces|started as|was (?:written|built|started|forked))\b`,
	),
	rule(
		'hasTo',
		'has to|must|need',
		String.raw`(?:the|our|this) (?:app|product|site|api|service|library|tool|system|cli) (?:has to|must|needs to) (?:work|run|stay|be (?:available|accessible|compliant|usable)|comply|support)\b.*(?:, | because | since |requirement|customers|client|offline)`,
	),
	rule(
		'branch',
		'branch is ',
		String.raw`(?:the |our )?(?:main|default|release|trunk|production) branch is (?:now )?(?:called |named )?\S+[.!]*$`,
	),
	rule(
		'stays',
		'it was|that was|this was|it is|that is|this is',
		String.raw`(?:it|that|this) (?:was|is) (?:agreed|decided|settled|final|required by|a (?:hard|legal|contractual) requirement)\b`,
	),
	rule(
		'legal',
		' by ',
		String.raw`[^,.]{3,80} (?:is|was|are|were) (?:driven|required|requested|demanded|mandated) by (?:legal|compliance|the (?:client|customer|auditors?|law|board)|gdpr|security)\b`,
	),
	rule(
		'here',
		'in this|in our|here,|here |repo|codebase|code base',
		String.raw`in (?!(?:the|these) (?:project|workspace|team|company|organi[sz]ation|product)\b)${HERE},? (?:the )?[\w -]{2,40} (?:is|are|has|have) (?!to be)\S`,
	),
];

/** @param sentence in lower case. @returns the rule that it fits, or nothing. */
export function projectIn(sentence: string): string | undefined {
	return PROJECT_RULES.find((each) => each.fits(sentence))?.name;
}

const DATED = fromFirstWord(String.raw`.*?\b${DATE}`);

/** After `heads up`, a date is enough: the person says it because it counts. */
export function announcesDate(sentence: string): boolean {
	return DATED().test(sentence);
}
