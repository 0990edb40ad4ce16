// What makes a sentence something else than a statement of the person's that lasts, whatever words it holds.
import { lazyPattern } from '../../base/once';
import { fromFirstWord } from './words';

/** Nothing of the prompt is to be remembered. */
const FORGET =
	/\b(?:(?:don't|do not|needn't|no need to|not worth|(?:don't|doesn't) (?:need|have) to(?: be)?|don't bother) (?:remember|memori[sz]|sav(?:e|ing) (?:this|that|it) (?:to|in)|mak(?:e|ing) a note|not(?:e|ing) (?:this|that|it) down|keep(?:ing)? (?:this|that|it) in mind|stor(?:e|ing) (?:this|that|it) in (?:your )?memory)|(?<!(?:don't|not|never|ever|to) )forget (?:what|that|everything|all of|about what) (?:i|we)\b)/u;

/** It holds one of these. */
const FORGET_WORDS = ['remember', 'memori', 'note', 'noting', 'mind', 'forget', 'sav', 'stor'];

const QUESTION = fromFirstWord(
	String.raw`(?:what|where|who|whom|whose|why|how|which)\b(?! (?:many|often) times do i have to)|when (?:is|are|was|were|do|does|did|will|should|can|shall)\b|(?:is|are|was|were|do|does|did|has|have|had|am|should|shall|may|might)(?:n't)? (?:i|we|you|he|she|it|they|this|that|there|the|these|those|our|my|your|anyone|anybody)\b`,
);
const ASKED_OF_YOU = fromFirstWord(
	String.raw`(?:can|could|would|will) you (?:please|stop|quit|remember|keep|bear|not|never|make|take|save|add|store|put|memori[sz]e)\b`,
);

const HYPOTHETICAL = fromFirstWord(
	String.raw`(?:if|imagine|suppose|supposing|assume|assuming|pretend|what if|let's (?:say|pretend|assume|imagine)|say (?:the|that|we|i)|maybe|perhaps|possibly|hypothetically|theoretically|i wonder|wondering|it (?:would|could|might) be|i (?:think|guess|suppose|believe|assume|bet|doubt)|unless|in case|(?:we|i|you|they|it) (?:might|could|would have|may)\b)`,
);
const NOT_SURE = /\b(?:not sure|i wonder|no idea|if i(?:'m| am) not mistaken|or (?:something|so)|who knows)\b/u;

/** Somebody else speaks. The person's own `I said` is theirs. */
const SAID = lazyPattern(
	String.raw`(?:^|[^\w'])(?!(?:i|we|you|to)\b)(?:[\p{L}'-]+|\)) (?:said|says|say|wrote|writes|told|tells|claims|claimed|asked|asks|thinks|thought|believes|insists|insisted|suggests|suggested|recommends|recommended|mentioned|replied|argues|complains|complained|warns|states|stated)\b(?! (?:up|down|off|no|yes|so)\b)`,
	'u',
);
const ACCORDING =
	/\b(?:according to|quote|quoting|quoted|supposedly|allegedly|apparently|i (?:read|heard) (?:that|somewhere))\b/u;

/** The sentence is about the task at hand. */
const TASK =
	/\b(?:(?:for|in|on|during|within) th(?:is|at|ese|ose) (?:one |single |particular |specific )?(?:file|files|pr|pull request|task|function|branch|commit|test|tests|case|cases|run|class|component|method|module|example|endpoint|migration|ticket|issue|question|session|conversation|change|script|step|refactoring|refactor|page|query|release|one|part|prototype|experiment|time|time only|message|answer|reply|diff|loop|block|line)\b|just (?:this )?once|this (?:one )?time|one-off|(?:just )?for (?:now|today|the moment|the time being)|today only|only today|right now|at the moment|temporarily|for a (?:moment|minute|second)|until (?:the|this|that|these|all|i|we|you|it) .*|(?:when|while|before|after) you (?:write|fix|do|add|implement|change|refactor|finish|are done with|run|edit|touch|merge|commit|update) (?:the|this|that|these)\b|so that the)\b/u;

/** What follows belongs to somebody else's text. */
const TEXT_FOLLOWS = fromFirstWord(
	String.raw`(?:please |can you |could you )?(?:translate|summari[sz]e|proofread|rephrase|review|correct|shorten|explain|reply to|respond to|rewrite|improve|paraphrase|check|format|reword|comment on|what do you (?:think|make) of)\b.*:\s*…?$`,
);

/** A request that is about a text: where an empty line follows, the text does. */
const OF_A_TEXT =
	/\b(?:turn|make|translate|correct|shorten|tidy|polish|fix|proofread|summari[sz]e|rewrite|answer|review)\b.*\b(?:this|these|the following) (?:\w+ )?(?:minutes|mail|e-?mail|text|message|notes|paragraph|section|thread|transcript|letter|post)\b/u;

/** What is asked for is a text or a program that says it. */
const MAKE = fromFirstWord(
	String.raw`(?:please |now |then |next,? |can you |could you )*(?:write|draft|create|generate|compose|translate|implement|render|print|display|show|insert|paste|append|quote|amend|rename|replace|rewrite|build|design|code|script|test|mock|simulate|validate|enforce|ensure|assert|check|verify|change|set|fix|update|add|put|make) (?:a|an|the|this|that|it|some|sure|me|us|all|every|another|…|two|three)\b`,
);

/** A place in the code that has a name: what is to stop there is a task. Putting things there can be a habit. */
const STOP_IN_A_FILE = fromFirstWord(
	String.raw`.{0,40}?\b(?:stop|quit) (?!(?:putting|adding|dumping|placing|writing|editing|touching|changing)\b)\w+ing\b.*\b(?:in|from|inside|of) (?:the )?[\w@./-]*\w\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|swift|php|cs|c|h|cpp|hpp|vue|svelte|css|scss|html|sql|sh|json|ya?ml|toml|md)\b`,
);

/** Freezing, releasing, moving one of these is what a program does. */
const DONE_BY_A_PROGRAM = fromFirstWord(
	String.raw`we(?:'re| are|'ve| have)? (?:\w+ ){0,2}?(?:froze|frozen|\w+(?:ing|ed)) (?:the |a |an |this |that |these |those |its |each |every |all |both )*(?:[\w.-]+ )?(?:objects?|arrays?|locks?|mutex(?:es)?|semaphores?|handles?|buffers?|pointers?|threads?|subprocess(?:es)?|sockets?|file descriptors?|connections?|cursors?|elements?|rows?|variables?|frames?|packets?|props?)\b(?! (?:store|storage|service|server|team|api|page|feature|format|layer))`,
);

/** Whether a prompt says itself that nothing of it is to be remembered. @param text in lower case. */
export function forbidsRemembering(text: string): boolean {
	return FORGET_WORDS.some((word) => text.includes(word)) && FORGET.test(text);
}

/** Whether a sentence hands over a text of somebody else, which is all that follows. @param isParted by an empty line */
export function handsOverText(sentence: string, isParted = false): boolean {
	if (isParted && OF_A_TEXT.test(sentence)) return true;
	return sentence.includes(':') && /:\s*…?$/.test(sentence) && TEXT_FOLLOWS().test(sentence);
}

/** Questions, hypotheses and other people's words say nothing of the person's own, however they are put. */
export function isNoStatement(sentence: string): boolean {
	const isPoliteRequest = ASKED_OF_YOU().test(sentence);
	return (
		(sentence.endsWith('?') && !isPoliteRequest) ||
		QUESTION().test(sentence) ||
		HYPOTHETICAL().test(sentence) ||
		NOT_SURE.test(sentence) ||
		SAID().test(sentence) ||
		ACCORDING.test(sentence)
	);
}

/** Whether a sentence is for the task at hand only. */
export function isForThisTask(sentence: string): boolean {
	return TASK.test(sentence);
}

/** Whether a sentence asks for something to be made, rather than for a way of working. */
export function asksToMake(sentence: string): boolean {
	return MAKE().test(sentence);
}

/** Whether a sentence tells what a program does, or what is to be changed at one place in the code. */
export function isAboutCode(sentence: string): boolean {
	return DONE_BY_A_PROGRAM().test(sentence) || STOP_IN_A_FILE().test(sentence);
}
