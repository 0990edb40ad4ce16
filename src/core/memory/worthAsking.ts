// The second look at a prompt, between the gate and the rules: sentence by sentence, and still by words alone.
import { ownPassages } from '../base/prose';
import { type Needed, neededWords } from './rules/needed';
import { ASKING_WORDS, holdsOne, holdsWords } from './rules/words';

/** Without one of these nobody asks to remember something, or tells it as news. */
const SPOKEN_FOR = [...ASKING_WORDS.split('|'), 'heads', 'fyi', 'you know', 'your information'];

/** @param prompt as it was typed. @returns false only where no rule fits any sentence of it. */
export function isWorthAsking(prompt: string): boolean {
	const sentences = ownPassages(prompt).map(({ own }) => own.toLowerCase());
	const all = sentences.join('\n');
	if (holdsOne(all, SPOKEN_FOR)) return true;
	// What no word of the prompt speaks for is not looked for in each sentence.
	const needed = neededWords().filter(([first]) => holdsOne(all, first));
	return needed.some((each) => sentences.some((sentence) => mayFit(sentence, each)));
}

function mayFit(sentence: string, [first, others]: Needed): boolean {
	return holdsOne(sentence, first) && others.some((groups) => holdsWords(sentence, groups));
}
