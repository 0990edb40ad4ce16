// What is so in the project and cannot be read in its code: plans, decisions, dates, people, duties.
import { DATE, HERE, rule } from './words';

const HOW = String.raw`(?:now |currently |all |also |about to |going to |planning to |gonna |finally |just |already |recently |officially |only |still |not |only |probably )*`;
const DOING = String.raw`(?:freezing|launching|releasing|migrating|moving|switching|deprecating|sunsetting|dropping|phasing out|rewriting|hiring|not allowed|required|obliged|legally|going live|cutting|retiring|discontinuing|rolling out|upgrading|adopting|standardi[sz]ing|shutting down|rebranding|hosted|self-hosting|contractually|bound|certified|audited|in the middle of)`;
const DONE = String.raw`(?:decided|agreed|chose|chosen|dropped|deprecated|renamed (?:the (?:company|product|project|repo|team|service)|\S+ to)|standardi[sz]ed|abandoned|retired|adopted|froze|frozen|cancelled|canceled|postponed|signed (?:a|off)|hired|acquired|rolled out|settled on|switched (?!on\b|off\b|to the (?:tab|branch))(?:from|to|over|away|everything|our)|moved (?:to|from|off|away|our|everything|the (?:monorepo|repo|deadline|release|database|servers?|hosting|infrastructure|backend|project))|migrated|shipped|released|launched|stopped (?:using|supporting|shipping|maintaining|offering)|given up|committed to|promised|outsourced)`;
const THING = String.raw`(?:the |a |our |next |this |that |v\d[\w.]* |first |public |internal |final |code |feature |merge |mobile |web |product )*`;
const EVENT = String.raw`(?:release|launch|deadline|demo|go-?live|audit|cut-?off|kick-?off|sprint|milestone|beta|freeze|code freeze|feature freeze|merge freeze|migration|switch|move|end of life|eol|rollout|cutover|conference|workshop|pen ?test|review meeting|release day|launch day|release date|due date|trial|contract)`;

const RULES: readonly (readonly [string, RegExp])[] = [
	['weAre', rule(String.raw`we(?:'re| are) ${HOW}${DOING}\b`)],
	['weDid', rule(String.raw`we(?:'ve| have)? ${HOW}${DONE}\b`)],
	[
		'weNoLonger',
		rule(String.raw`we (?:no longer|(?:don't|do not) (?:support|use|ship|maintain|offer|sell|deploy|target)) \S`),
	],
	[
		'weSupport',
		rule(
			String.raw`we (?:only |officially |still |also )+(?:support|ship|target|deploy|run|sell|have|use|maintain) \S|we (?:support|target|deploy to|deploy on|host|self-host|bill|sell) \S`,
		),
	],
	[
		'weWill',
		rule(
			String.raw`we(?:'ll| will)? (?:launch|release|ship|deploy|freeze|cut|go live|close|migrate|switch|demo|present)\b.*\b${DATE}`,
		),
	],
	[
		'weMust',
		rule(
			String.raw`(?:we|it|the \S+|this(?: \S+)?) (?:must|has to|have to|need to|needs to|may not|must not|can't|cannot) \S.*\b(?:requirement|contract|contractual|gdpr|hipaa|soc ?2|pci|iso ?27001|by law|legal|compliance|regulat\w+|the client|the customer|customers|audit\w*)\b`,
		),
	],
	[
		'freeze',
		rule(
			String.raw`(?:there(?:'s| is| will be) )?${THING}(?:code|feature|merge|release|holiday) freeze\b(?=.*\b(?:${DATE}|starts?|begins?|ends?|until|from|till)\b)`,
		),
	],
	[
		'event',
		rule(
			String.raw`${THING}${EVENT}(?: (?:for|of|with|to) [^.]{2,40}?)? (?:is|are|was moved|moved|slipped|got moved|has been moved|has moved|has slipped|will be|starts?|begins?|ends?|happens|takes place|runs out|expires|goes)\b.*\b${DATE}`,
		),
	],
	[
		'ends',
		rule(
			String.raw`(?!(?:please|can|could|make|set|add|show)\b)[^,.]{3,60}? (?:ends?|expires?|runs out|goes (?:away|live|down|offline)|is (?:due|down|off|frozen|unavailable|out|away|on (?:\w+ )?(?:leave|vacation|holiday|sabbatical)|going away|closed|live)|will be (?:gone|down|removed|retired|switched off|live)|shuts? down|launches|changes|moves|becomes|closes|cuts?) .*\b(?:on|in|until|till|by|from|at the|as of|after|this|next|since|before)? ?${DATE}`,
		),
	],
	[
		'isNow',
		rule(
			String.raw`(?:the|our|all|this) [^,.]{2,60}? (?:is|are) (?:now |officially )?(?:deprecated|in maintenance mode|being (?:replaced|rewritten|retired|phased out|deprecated)|now (?:called|named|owned|maintained|hosted|run)|owned by|maintained by|going away|sunset|end of life|driven by (?:legal|compliance|the))\b`,
		),
	],
	[
		'people',
		rule(
			String.raw`[a-z][\w'-]+(?: [a-z][\w'-]+)? (?:left|joined|is leaving|is joining|has left|has joined|is on (?:\w+ )?(?:leave|vacation|holiday)|is responsible for|is in charge of|is the (?:only|new|product|tech)|owns|own) (?:the|our|us|all|company|team|until|from|\w+ team|everything|this|as|on|person|owner|lead)\b|.{3,80}\bbelongs? to the [\w -]+ team\b`,
		),
	],
	[
		'ours',
		rule(
			String.raw`(?:our|most of our|all our|all of our) (?:\w+ ){0,2}?(?:users?|customers?|clients?|audience|team|company|stack|infrastructure|product|budget|sla|hosting|provider|partners?|investors?|contract|servers?|ci|legal|pipeline|backend|frontend|database|app|platform|vendor|office|competitors?) (?:is|are|still|only|mostly|all|has|have|runs?|uses?|must|needs?|wants?|pays?|live|come|cannot|can't)\b(?! (?:unstable|broken|failing|slow|wrong|empty|missing|down\b(?! until)|red|green|crashing))`,
		),
	],
	['ours', rule(String.raw`(?:the )?budget for \S.* (?:is|was|has been) (?:spent|gone|cut|frozen|approved|used up)`)],
	[
		'thisService',
		rule(
			String.raw`this (?:service|app|application|system|api|product|site|website|project|library|package|repo|repository|tool|codebase|code|platform) (?:handles (?:about|around|up to|roughly|some)|serves (?:about|around|up to|\d)|is (?:used by|open source|internal|public|closed source|maintained|owned|for|meant for|a (?:prototype|rewrite|fork|port|library|monorepo|demo)|written (?:for|by)|deployed|licensed|regulated)|runs on|must run|targets|supports|gets (?:about|around|\d)|belongs to|replaces|started as|was (?:written|built|started|forked))\b`,
		),
	],
	[
		'hasTo',
		rule(
			String.raw`(?:the|our|this) (?:app|product|site|api|service|library|tool|system|cli) (?:has to|must|needs to) (?:work|run|stay|be (?:available|accessible|compliant|usable)|comply|support)\b.*(?:, | because | since |requirement|customers|client|offline)`,
		),
	],
	[
		'branch',
		rule(
			String.raw`(?:the |our )?(?:main|default|release|trunk|production) branch is (?:now )?(?:called |named )?\S+[.!]*$`,
		),
	],
	[
		'stays',
		rule(
			String.raw`(?:it|that|this) (?:was|is) (?:agreed|decided|settled|final|required by|a (?:hard|legal|contractual) requirement)\b`,
		),
	],
	[
		'legal',
		rule(
			String.raw`[^,.]{3,80} (?:is|was|are|were) (?:driven|required|requested|demanded|mandated) by (?:legal|compliance|the (?:client|customer|auditors?|law|board)|gdpr|security)\b`,
		),
	],
	['here', rule(String.raw`in ${HERE},? (?:the )?[\w -]{2,40} (?:is|are|has|have) (?!to be)\S`)],
];

/** @param sentence in lower case. @returns the rule that it fits, or nothing. */
export function projectIn(sentence: string): string | undefined {
	return RULES.find(([, pattern]) => pattern.test(sentence))?.[0];
}

/** After `heads up`, a date is enough: the person says it because it counts. */
export function announcesDate(sentence: string): boolean {
	return new RegExp(String.raw`\b${DATE}`, 'u').test(sentence);
}
