// Does a prompt plainly pass over the question before it? Judged by what people do, not by how similar two texts are: an
// answer is short, begins like one, names an option, or refers back. A request alone proves nothing (`add a log line so that
// we find out` answers `is it still in use?`), so only a prompt that says so has moved on.
import { ownSentences, topicWords } from '../base/prose';

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

/** @param words of the question and its options: a prompt with one of them is an answer. */
export function hasMovedOn(prompt: string, words: readonly string[]): boolean {
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
