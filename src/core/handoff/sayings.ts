// Which sentences of a session are decisions, and which say that something did not work. Rules for everyday English, made
// to be right rather than complete: what they miss is still in the transcript, what they invent would be believed.
import type { Sentence } from './prose';

const OPENING =
	/^(?:(?:ok(?:ay)?|so|well|hm+|yes|yeah|yep|no|nope|nah|and|but|then|actually|sure|thanks|oh|also|anyway|alright|fine|agreed|right|great|perfect|good|please)\b[\s,.!;:–—-]*)+/u;
/** Told, asked or supposed: not what was decided here. */
const DOUBTFUL =
	/\b(?:would|could|might|maybe|perhaps|if|unless|whether|suppose|imagine|consider|considering|alternatively|e\.g|for example)\b/u;

const PERSON_DECIDES = [
	/^let'?s (?:go with|use|stick (?:with|to)|keep|drop|switch to|move to|not|avoid|target|call it|make it)\b/u,
	/^(?:we|i)(?:'ll| will|'re going to| are going to) (?:use|go with|stick (?:with|to)|keep|drop|switch to|support|target)\b/u,
	/^(?:we|i)(?:'ve| have)? (?:decided|agreed|settled|chose|picked)\b/u,
	/^(?:go|going) (?:with|for) (?!it\b|a walk)/u,
	/^(?:use|prefer|keep|choose|pick|take|make it|do it) .*\b(?:instead|rather than|not|over)\b/u,
	/^(?:i|we) (?:want|prefer|need) .*\b(?:instead of|rather than|and not|over)\b/u,
	/^(?:don't|do not|never|always|avoid|no more) (?!worry|forget|mind|you\b|i\b|we\b|works?\b)\p{L}+ .{2,}/u,
	/^(?:decision|decided|agreed)\s*[:–—-]/u,
	/^it (?:must|has to|should) (?:not |never |always |only |stay |remain )/u,
];

const CLAUDE_DECIDES = [
	/^(?:design |key )?(?:decision|decided|trade-?off)s?\s*[:–—-]/u,
	/\bi(?:'ve| have)? (?:chose|chosen|decided|opted|picked|went with|settled on|deliberately)\b/u,
	/\bwe(?:'ve| have)? (?:chose|decided|agreed|went with|settled on)\b/u,
	/\bi (?:kept|used|left|put|made|avoided|added) .*\b(?:because|instead of|rather than)\b/u,
	/\bi(?:'ll| will|'m going to) (?:use|go with|keep|stick (?:with|to)) .*\b(?:because|since|instead of|rather than|so that)\b/u,
];

/** Whether a sentence of a person's prompt decides something or sets a limit that stays. */
export function isPersonsDecision({ bare }: Sentence): boolean {
	const said = bare.replace(OPENING, '');
	if (bare.endsWith('?') || said.length > 300 || DOUBTFUL.test(said)) return false;
	return PERSON_DECIDES.some((rule) => rule.test(said));
}

/** Whether a sentence of a reply says what was decided, by Claude or by both. */
export function isClaudesDecision({ bare }: Sentence): boolean {
	if (bare.endsWith('?') || bare.endsWith(':') || bare.length > 400 || DOUBTFUL.test(bare)) return false;
	return CLAUDE_DECIDES.some((rule) => rule.test(bare));
}

const DID_NOT_WORK =
	/\b(?:did(?:n't| not)|does(?:n't| not)|do not|don't|won't|can(?:'t|not)) (?:actually |really |seem to )?(?:work|help|solve|fix)\b|\bstill (?:fails?|failed|failing|breaks?|broken|crash(?:es|ed)?|hangs?)\b|\bfail(?:s|ed)? (?:because|due to|since|as)\b|\bturn(?:s|ed) out (?:to|that|not)\b|\bdead end\b|\b(?:has|had) no effect\b|\bwrong approach\b|\b(?:reverted|rolled back|backed out|gave up|abandoned|ruled out)\b|\b(?:is|was|are|were)(?:n't| not) (?:enough|possible|supported)\b/u;
const WORKED_AFTER_ALL =
	/\b(?:no longer|not? (?:tests? )?fail|0 fail|nothing (?:fails|failed)|without (?:fail|error)|works now|now works|so that it)\b/u;

/** Whether a sentence of a reply says that something was tried and did not work. */
export function saysItFailed({ bare }: Sentence): boolean {
	if (bare.endsWith('?') || bare.endsWith(':') || bare.length > 400) return false;
	return DID_NOT_WORK.test(bare) && !WORKED_AFTER_ALL.test(bare) && !DOUBTFUL.test(bare);
}

const PERSON_SAYS_IT_FAILED =
	/^(?:(?:no|nope|hm+|sorry|wait|ugh)[\s,.!:–—-]+)*(?:(?:that|this|it|now it) (?:still |also )?(?:did(?:n't| not)|does(?:n't| not)|is(?:n't| not)|was(?:n't| not)) (?:work|help|right|fix|enough|what i)|(?:it(?:'s| is)?|that(?:'s| is)?|they(?:'re| are)?|the \p{L}+(?: is| are)?) still (?:fail|broken|crash|not|wrong|hang)|still (?:fail|broken|crash|not working|the same)|(?:please )?(?:revert|undo|roll back) (?:that|this|it|the|your)\b)/u;

/** Whether a person says of what was just done that it did not work. */
export function isComplaint({ bare }: Sentence): boolean {
	return !bare.endsWith('?') && PERSON_SAYS_IT_FAILED.test(bare);
}
