// Did a reply end with a question to the person, and did the next prompt ignore it? Judged by what people do, not by
// how similar two texts are: an answer is short, begins like one, names an option, or refers back. A request alone
// proves nothing (`add a log line so that we find out` answers `is it still in use?`), so only a prompt that says so
// has moved on. In doubt the question counts as answered.
import { ownSentences, topicWords } from '../base/prose';

export interface OpenQuestion {
	/** The last question of the reply, on one line. */
	readonly question: string;
	/** Its words and those of the options before it; a prompt with one of them is an answer. */
	readonly words: readonly string[];
}

/** Offers and courtesies. Not taking them up is an answer. */
const COURTESY =
	/\b(?:want me to|like me to|prefer (?:that )?i\b|shall i|should i|may i|can i (?:help|do|proceed|go)|anything else|something else|else (?:i|you)|let me know|sounds? good|look (?:good|right|ok)|make sense|does (?:that|this) (?:help|work|look|sound)|is (?:that|this) (?:ok|okay|fine|right|correct|what)|ready to|happy (?:to|with)|need (?:help|any)|what (?:would you like|do you want)(?: me)? to (?:do|work)|what(?:'s| is) next|how can i|any (?:questions|thoughts|feedback|other|preference)|ok(?:ay)?\?|right\?|why not\?|who knows)\b/iu;
/** `Should I use A or B?` still needs a decision. */
const CHOICE = /\bor\b(?! (?:not|something|anything|is there|would you|do you want|shall i|should i)\b)/iu;

/** A paragraph that is only code or a list asks nothing itself, but holds the options. */
const LIST_ITEM = /^\s*(?:[-*•]|\d+[.)]|[a-z][.)])\s/iu;

/**
 * The question with which a reply ends, if the person has to decide something.
 * @param reply Markdown, as Claude wrote it.
 */
export function questionOf(reply: string): OpenQuestion | undefined {
	const paragraphs = reply
		.trim()
		.split(/\n\s*\n/u)
		.filter((paragraph) => paragraph.trim() !== '');
	let at = paragraphs.length - 1;
	// Options may come below the question that introduces them.
	while (at > 0 && isList(paragraphs[at] ?? '')) at--;
	const last = paragraphs[at]?.replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/gu, '') ?? '';
	const sentences = ownSentences(last.replace(/^#+\s*/gmu, ''));
	const question = sentences.findLast((sentence) => sentence.endsWith('?') || sentence.endsWith('?)'));
	const isLast =
		question !== undefined && (question === sentences.at(-1) || at < paragraphs.length - 1 || LIST_ITEM.test(last));
	if (!isLast || (COURTESY.test(question) && !CHOICE.test(question))) return undefined;
	// Options may also stand above it.
	const context = paragraphs.slice(Math.max(0, at - 1)).join('\n');
	return { question, words: topicWords(context) };
}

function isList(paragraph: string): boolean {
	return paragraph.split('\n').every((line) => LIST_ITEM.test(line) || /^\s{2,}/u.test(line));
}

/** A prompt that begins like this has moved on: `Now add …`, `Next, fix …`, `Unrelated: …`. */
const MOVED_ON = new RegExp(
	'^(?:(?:ok(?:ay)?|alright|great|thanks|thank you|nice|cool|perfect|good)[\\s,.!]+)*' +
		"(?:(?:now|next|also|then|meanwhile|separately)[,:]? (?:please |can you |could you |let's |we need to )*" +
		'(?:add|apply|audit|benchmark|build|bump|change|check|clean|configure|convert|create|debug|delete|deploy|describe|document|draft|' +
		'explain|extract|find|fix|format|generate|implement|improve|install|investigate|list|migrate|move|optimi[sz]e|port|prepare|' +
		'profile|refactor|release|remove|rename|replace|review|rewrite|run|set up|simplify|sort|split|summari[sz]e|test|translate|' +
		'update|upgrade|validate|verify|write)|' +
		'remember (?:that|to)|keep in mind|from now on|btw|by the way|another thing|(?:new|different|other) topic|unrelated|on another note)\\b',
	'iu',
);
/** How an answer begins, and words that refer back. */
const REFERS =
	/\b(?:your question|you (?:asked|said|suggested?|mentioned|propose[ds]?|recommend(?:ed)?)|to answer|as for|regarding|the (?:former|latter|first|second|third|last|other) (?:one|option)|option|either|neither|whichever|whatever|instead|same|go ahead|that one|this one|like (?:that|this)|never mind|nevermind|forget (?:it|that)|up to you|your call|don't care)\b/iu;
/** A prompt with fewer words is an answer. */
const SHORT = 7;
/** A reference in the first words points back; further on it points into the prompt itself. */
const FIRST_WORDS = 4;
/** The number or letter of an option. */
const OPTION = /^\W*(?:\d+|[a-h])\s*(?:[.):,]|$)/iu;

/** Whether the prompt after a question leaves it open. */
export function ignores(prompt: string, { words }: OpenQuestion): boolean {
	const sentences = ownSentences(prompt);
	const first = sentences[0] ?? '';
	const said = sentences.join(' ');
	if (OPTION.test(prompt) || said.split(' ').length < SHORT || !MOVED_ON.test(said)) return false;
	if (said.endsWith('?') || REFERS.test(said)) return false;
	const beginning = first
		.toLowerCase()
		.replace(/^remember that\b/u, 'remember')
		.split(/[^\p{L}']+/u)
		.slice(0, FIRST_WORDS);
	if (beginning.some((word) => /^(?:it|that|those|these|this|them)$/u.test(word))) return false;
	const shared = new Set(words.map(stem));
	return !topicWords(prompt).some((word) => shared.has(stem(word)));
}

/** Without the ending that makes it plural or past: `tables` refers to `table`. */
function stem(word: string): string {
	return word.length > 3 ? word.replace(/(?:ing|ed|es|s)$/u, '') : word;
}
