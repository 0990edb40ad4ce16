// How the person wants to have things done, from now on and not only now.
import { HERE, PLAIN, type Rule, rule } from './words';

const ASK = String.raw`(?:(?:can|could|would|will) you (?:please )?|please |pls |just |also |you (?:should|must|have to|need to|ought to) |make sure (?:to |that you |you )|be sure to |try to |i (?:want|need|expect|'d like|would like) you to |i(?:'ve| have)? (?:already )?told you to )*`;
const WHEN = String.raw`(?:(?:when(?:ever)?|if|before|after|while) (?:you|we|writing|adding|creating|naming|changing|you're|it comes to|in doubt)\b[^,.]{0,80}?,? |(?:in|for|across|throughout|inside|with) (?:${HERE}|(?:all |every |any |new |our )*(?:commits?|commit messages|prs?|pull requests|branches|tests|migrations|docs|documentation|comments|answers|replies|code|files|components|sql|typescript|python|css|scripts|names))[,:]? ?,?)?`;
const LASTING = String.raw`(?:get|see|end up|have to|had|hit|run into|land|fail|lose|miss|reach|forget|receive|wonder|come back|crash|return|call|know|think|close|enter|struggle|got|go(?! through\b))\b`;

/** Verbs with which people talk to Claude; what programs do (`stop polling`) is a task. */
const MACHINE_ING = String.raw`(?:polling|rendering|sending|listening|loading|playing|blinking|spinning|retrying|scrolling|animating|tracking|fetching|crashing|leaking|blocking|throttling|watching|emitting|receiving|propagating|supporting|bubbling|processing|recording|streaming|refreshing|syncing|serving|counting|logging|caching|showing|working|accepting|charging|storing)`;

/** What Claude says to the person, one after the other. */
const ANSWER = String.raw`(?:answer|reply|response|message|turn|explanation|summary)`;
/** What there is always more of: without an article it means all of them. */
const WORK = String.raw`(?:(?:unit |integration |e2e |end-to-end |our |your |any )*(?:tests|specs|migrations|commits|commit messages|prs|pull requests|pr descriptions|branch names|code reviews|comments|docstrings|docs|production code|library code|log messages|error messages))`;

export const FEEDBACK_RULES: readonly Rule[] = [
	rule(
		'always',
		'always',
		String.raw`${WHEN}${ASK}always (?:also )?${PLAIN}(?: \S|, (?:but |and )?(?:never|not|don't|do not) \S)`,
	),
	rule('always', 'we always', String.raw`${WHEN}we always (?!${LASTING})${PLAIN} \S`),
	rule(
		'always',
		'i always',
		String.raw`i always (?:want|prefer|like|review|check|squash|rebase|use|write|test|deploy|need to see|work|keep|do|read|merge|run) \S`,
	),
	rule('never', 'never', String.raw`${WHEN}${ASK}never (?!mind\b|forget\b)${PLAIN} \S`),
	rule('never', 'never', String.raw`${WHEN}(?:we|you (?:may|can|should|must)) never (?!${LASTING})${PLAIN} \S`),
	rule('never', 'i never want', String.raw`i never want (?:you to|to see) \S`),
	rule(
		'never',
		"don't ever|do not ever|circumstances|allowed|supposed|permitted|without asking|without checking|without telling|without my|without permission|unless i ",
		String.raw`${ASK}(?:don't|do not) ever ${PLAIN} \S|under no circumstances \S|you(?:'re| are) (?:never|not(?: ever)?) (?:allowed|supposed|permitted) to \S|${ASK}(?:don't|do not) \S.* (?:without (?:asking|checking with|telling|my|permission)|unless i (?:ask|say|tell))`,
	),
	rule('stop', 'stop |quit ', String.raw`${ASK}(?:stop|quit) (?!${MACHINE_ING}\b)\w+ing\b`),
	rule('stop', 'to stop ', String.raw`i (?:told|asked) you to stop \w+ing\b`),
	rule(
		'youKeep',
		'keep |always |constantly |still |forget',
		String.raw`(?:you(?:'re| are)? (?:keep(?: on)?|always|constantly|still) (?!being\b)\w+ing|you (?:always|constantly) forget)\b`,
	),
	rule(
		'noMore',
		'no more |enough ',
		String.raw`(?:please )?no more (?!(?:changes?|questions?|time|tests?|errors?|work|bugs?|issues?|failures?|ideas?|need|steps?|tasks?|todos?|than)\b)[\w -]{3,50}(?:please)?[.!]*$|(?:that's )?enough (?:with|of) (?:the|these|those|all) \S`,
	),
	rule(
		'anymore',
		"don't|do not|never",
		String.raw`${ASK}(?:don't|do not|never) \S.*(?:any ?more|ever(?: again)?|again)[.!]*$|i (?:don't|do not|never) want (?:you to|to see|any) \S.*(?:any ?more|ever(?: again)?|again)[.!]*$`,
	),
	rule(
		'dontInAll',
		"don't|do not|never&every|each|any|all|your |tests|specs|migrations|commit|prs|pull requests|descriptions|branch names|code|comments|docs|messages",
		String.raw`${ASK}(?:don't|do not|never) (?!forget\b|worry\b|bother\b|mind\b|see\b|know\b|think\b)${PLAIN}(?= \S).*(?:\b(?:in|after|before|at the (?:end|start|beginning|top|bottom) of) (?:every|each|any|all(?: of)?(?: your)?) (?:single )?${ANSWER}s?|\bin your (?:\w+ )?(?:answers|repl(?:y|ies)|responses|messages|explanations|summaries)|\b(?:in|from|to|inside) ${WORK})[.!]*$`,
	),
	rule(
		'again',
		'again:|again,|told you|as i|do i have to|do i need to',
		String.raw`(?:as i(?:'ve| have)? (?:already )?(?:said|told you|mentioned|asked)(?: you)? (?:before|already|many times|again)|again|once again|how (?:many|often) times? do i (?:have|need) to (?:say|tell|repeat)[^:,]{0,20}|i(?:'ve| have)? (?:already )?told you (?:before|already|many times|a hundred times))[:,] ?(?!the same\b)(?!(?:run|try|do it|do that|from)\b)\S`,
	),
	rule(
		'fromNowOn',
		'from |starting |as of |henceforth|immediately',
		String.raw`(?:from (?:now|here|today|this point) (?:on|onwards?|on out|forward)|from here on out|starting (?:now|today|tomorrow|next week)|as of (?:now|today)|henceforth|effective immediately)\b,? (?!in the\b)\S`,
	),
	rule(
		'fromNowOn',
		'from now on|going forward|from here on|henceforth',
		String.raw`.*\b(?:from now on|going forward|from here on(?: out)?|henceforth)[.!]*$`,
	),
	rule(
		'goingForward',
		'forward',
		String.raw`going forward,? (?!in the|with the|through|to)\S|moving forward,? (?!in the|with the|through|to)\S`,
	),
	rule(
		'inFuture',
		'future',
		String.raw`in (?:the )?future(?:, |,? please,? |,? (?=(?:always|never|don't|ask|use|write|keep|check|run|put|add)\b))\S`,
	),
	rule(
		'nextTime',
		'next time|for all |for every|for each|for any |for future|on all|on every|on any|in all|in every|in any|in each|on each',
		String.raw`next time(?:, ?(?!the|it|when|this)|,? please,? |,? (?=(?:always|never|don't|ask|use|write|keep|check|run|put|read|start|try|look|make|tell|do)\b))\S|(?:for|in|on) (?:all|every|each|any) (?:future|new|further|upcoming|later) \S`,
	),
	rule(
		'rule',
		'rule|principle|convention|policy|standard|style|guideline',
		String.raw`(?:as a (?:general |strict |hard )?rule|as a matter of principle|(?:a |one )?(?:general|house|hard|golden|team|project|basic|standing) rule|rule of thumb|(?:our|the|my|team|project|naming|coding|code) (?:general |naming |coding |code |commit |branch(?:ing)? )?(?:convention|policy|standard|style|rule|guideline)s?|convention(?: here)?|by convention)(?: (?:for|in|of|on) [^:,]{3,40})?(?::|,| is| are| here(?::| is)| (?=(?:we|no|never|always|use|prefer|do|don't|keep)\b)) ?\S`,
	),
	rule(
		'byDefault',
		'by default',
		String.raw`by default,? (?:please )?(?:use|run|write|prefer|assume|ask|answer|work|put|create|pick|choose|go|target|start|keep|add)\b`,
	),
	rule(
		'everywhere',
		'throughout|across|everywhere|repo|project|codebase|code base|monorepo|workspace|team|company|organi|product',
		String.raw`${ASK}(?:use|write|prefer|keep|stick to|follow|name|format) \S.* (?:throughout|across|everywhere in|in(?! here)) (?:${HERE}|the whole (?:project|repo|codebase))\b`,
	),
	rule(
		'inThisRepo',
		'repo|project|codebase|code base|monorepo|workspace|team|company|organi|product',
		String.raw`(?:in|for|throughout|across) (?!here)${HERE}[,:]? ?(?:we|i|our|nobody|nothing|everything|everyone|no|all|every|always|never|please (?:use|write|keep|never|always|don't|prefer)|[\w-]+s? (?:are|is|goes?|lives?|uses?|must|have|has|stays?)\b|\w+, (?:never|not|don't))(?! (?:need|should|have to|want) )`,
	),
	rule(
		'prefer',
		'prefer',
		String.raw`${WHEN}(?:i|we)(?:'d| would)? (?:much |really |strongly |generally |usually |always )?prefer (?!(?:the|this|that|these|those|option|it|your|both|either|a\b|b\b|the other)\b(?! you)|to (?:go|take|do it|start|keep it)\b)\S`,
	),
	rule(
		'prefer',
		'rather ',
		String.raw`i(?:'d| would) (?:much )?rather (?:you|have(?! (?:it|this|that|them)\b)|not have|not see|see|we (?:didn't|don't|never))\b`,
	),
	rule(
		'prefer',
		'preference|fan of',
		String.raw`my preference is|i(?:'m| am) (?:not |really not |no |a big |a huge )+(?:a )?(?:big )?fan of (?!this|that|the|it)`,
	),
	rule(
		'like',
		' like| love| hate| dislike| detest| stand | want | care for| need ',
		String.raw`i (?:really |absolutely |just |personally )?(?:like|love|hate|dislike|detest|can't stand|cannot stand|(?:don't|do not) (?:really )?(?:like|want|care for|need))(?: it when you| when you| my| having| seeing)? (?!(?:it|this|that|these|those|the|how|where|what|your|to|a|an|any|our|them|him|her|you to)\b)[\w-]+(?: \S+)*$`,
	),
	rule(
		'wantYou',
		'i want you to |i need you to |i expect ',
		String.raw`i (?:want|need|expect) you to (?:be|always|never|stop|ask|keep|explain|double[- ]check|think|tell me|challenge|push back)\b|i expect (?!(?:the|it|this|that|a result|an error|to|you to (?!always|never)|\d|null|undefined)\b)\S`,
	),
	rule(
		'beBrief',
		'be |keep ',
		String.raw`${ASK}be (?:more |less |very |as )?(?:brief|concise|terse|short|direct|blunt|verbose|critical|explicit|polite|formal|detailed)(?: as possible)?(?: in (?:your|all|general)\b| with me\b| when you\b|:|, )|${ASK}keep (?:your |all )?(?:answers|responses|replies|explanations|summaries|commits|messages|prs?|functions|files) (?:short|brief|small|concise|to the point|simple|focused|under)`,
	),
	rule(
		'language',
		'english|german|french|spanish|italian|dutch|portuguese|polish|swedish|japanese|chinese|korean|russian|turkish|czech|danish|finnish|norwegian|hindi',
		String.raw`${ASK}(?:always )?(?:answer|reply|respond|talk to me|speak|write(?: to me)?|explain things) (?:to me )?(?:always |only )?in (?:english|german|french|spanish|italian|dutch|portuguese|polish|swedish|japanese|chinese|korean|russian|turkish|czech|danish|finnish|norwegian|hindi|british english|american english)\b`,
	),
	rule(
		'whenever',
		'every time|each time|any time|everytime|eachtime|anytime|whenever|when i ',
		String.raw`(?:every|each|any) ?time (?:you|we|i (?:say|ask|tell|write))\b(?! (?:get|see|reach|run into|hit))|when(?:ever)? i (?:say|ask|write|tell you)\b|whenever (?:you|we)\b(?! (?:get|see|reach|run into|hit))`,
	),
	rule(
		'whenYou',
		"when you &, always |, also |, please |, don't |, do not |, never |, make sure |, use |, write |, put |, add |, run |, ask |, keep |, tell ",
		String.raw`when you (?:write|create|add|change|touch|edit|make|open|name|review|refactor|fix|update|introduce|finish|rename|delete|bump|generate) (?!(?:the|this|that|it|these|those)\b)[^,]*, (?:always |also |please |don't |do not |never |make sure |use |write |put |add |run |ask |keep |tell )`,
	),
	rule(
		'ask',
		'before ',
		String.raw`${ASK}(?:ask|check with|consult|tell|warn) (?:me )?(?:first )?before (?:every|any|each|you|\w+ing (?:any|a|anything|new|files|to))\b`,
	),
	rule(
		'weDont',
		"don't|do not",
		String.raw`(?:we|i) (?:don't|do not) (?:use|allow|write|commit|squash|merge|throw|mock|do|want|add|check in) [^,;]*(?:\b(?:here|around here|on this team|at all)\b|\bin ${HERE})`,
	),
	rule(
		'weUse',
		'we use|we write|we name|we keep|we put|we follow|we format|we do',
		String.raw`we (?:use|write|name|keep|put|follow|format|do) [^,;]*(?:\bin ${HERE}|\b(?:here|everywhere|for everything|for all))(?:[.,!]|$)`,
	),
	rule(
		'everyTime',
		'every time|every single time',
		String.raw`(?!.*\b(?:fails?|happens?|breaks?|crashes|crash)\b).{10,}\bevery (?:single )?time[.!]*$`,
	),
];

/** @param sentence in lower case. @returns the rule that it fits, or nothing. */
export function feedbackIn(sentence: string): string | undefined {
	return FEEDBACK_RULES.find((each) => each.fits(sentence))?.name;
}
