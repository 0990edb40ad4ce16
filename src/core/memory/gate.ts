// Whether the rules need to be asked at all. Most of the code of the hook that runs every turn is rules, and many
// prompts hold none of the words that the rules need.
import { ASKING_WORDS, PLACE_WORDS } from './rules/words';

/** Of each word that a rule needs, the word or a part of it. A test holds that none is missing. */
const RULE_WORDS =
	' are | by | care for| detest| dislike| expire| hate| in charge| is | join| leaving| left| like| love| on | own|' +
	' responsible| running | stand | using | want |: |across|allowed|always|any time|anytime|as i|as of |' +
	"background|bad |based|be |become|before |begin|belong|budget|by default|call me |can't|cannot|change|chinese|" +
	'circumstances|close|code |codebase|comfortable|company|constantly |convention|cuts|czech|danish|database|' +
	"decades|develop |do not|doc|don't|dutch|each time|eachtime|end|english|enough |every single time|every time|everytime|" +
	'everywhere|experience|expires|familiar|fan of|file|finnish|for all |for any |for each|for every|forward|' +
	'freeze|french|from |german|go out|goes|good |guideline|happen|has to|have to|henceforth|here |here,|hindi|i also|' +
	"i am |i expect |i lead|i look after|i mainly|i maintain|i manage|i mostly|i oversee|i run|i'm |immediately|" +
	'in all|in any|in each|in every|in our|in this|it is|it was|italian|japanese|keep |korean|launch|live|living|may not|' +
	'months|moved|moves|must|my |nas|need|never|no more |norwegian|on all|on any|on each|on every|one can|organi|our |' +
	'page|part of|permitted|policy|polish|portuguese|prefer|principle|product|proficient|program |project|quit |' +
	'rather |read|rule|runs out|russian|share|sheet|shut|since|sit|slipped|spanish|speak|standard|start|still |' +
	'stop |style|supposed|swedish|take place|takes place|team|that is|that was|this |throughout|told you|turkish|understand|' +
	"unless i |use |we |we'll |we're |we've |when i |will be|without asking|without checking|without my|" +
	"without permission|without telling|work |years|you |you'll ";
const WORDS = `${RULE_WORDS}|${ASKING_WORDS}|${PLACE_WORDS}`.split('|');

/** @param prompt as it was typed. @returns false only where no rule can fit any sentence of it. */
export function mayHoldMemory(prompt: string): boolean {
	const text = prompt.toLowerCase().replaceAll('’', "'");
	return text.startsWith('heads') || WORDS.some((word) => text.includes(word));
}
