// Group D: how the person was doing. Soft signals: they count and quote, and judge nobody.
import { ownSentences, topicWords } from '../../base/prose';
import { type Material, type Said, saidBy } from '../material';
import type { SignalContext } from './context';
import { type SignalFinding, overlap, plural, pointer, quote } from './finding';

const SIGH =
	/^(?:ugh|argh|wait\b|hmm+|no,? actually|no no\b|again[,.!? ]|still (?:not|broken|failing|wrong)|why (?:is|does|do|did) (?:it|this|you) (?:still|again|keep)|i (?:already )?(?:said|told you)|wtf|come on)/iu;
/** A trend needs at least this many prompts. */
const ENOUGH_PROMPTS = 6;

/** 17. Messages that get terser or longer, and words of impatience. */
export function tone(material: Material, _: SignalContext): readonly SignalFinding[] {
	const said = saidBy(material, 'person').filter((each) => !each.text.startsWith('/'));
	const found: SignalFinding[] = [];
	const sighs = said.flatMap((each) => {
		const sentence = ownSentences(each.text).find((one) => SIGH.test(one));
		return sentence === undefined ? [] : [{ each, sentence }];
	});
	if (sighs.length > 0)
		found.push({
			item: 'tone',
			text: `${plural(sighs.length, 'sign')} of impatience: ${sighs
				.slice(0, 3)
				.map(({ sentence }) => quote(sentence, 60))
				.join(', ')}.`,
			at: sighs.slice(0, 3).map(({ each }) => pointer(each)),
			weight: Math.min(0.8, 0.25 + 0.15 * sighs.length),
		});
	if (said.length < ENOUGH_PROMPTS) return found;
	const third = Math.floor(said.length / 3);
	const [early, late] = [meanLength(said.slice(0, third)), meanLength(said.slice(-third))];
	const ratio = late / Math.max(1, early);
	if (ratio <= 0.4 || ratio >= 2.5)
		found.push({
			item: 'tone',
			text: `The prompts got ${ratio < 1 ? 'shorter' : 'longer'}: ${Math.round(early)} characters at first, ${Math.round(late)} at the end.`,
			at: said.slice(-1).map(pointer),
			weight: 0.35,
		});
	return found;
}

/** Eleven at night to two in the morning. */
const isLate = (hour: number): boolean => hour >= 23 || hour < 2;
const DECIDED =
	/\b(?:let's (?:use|go with|do|keep|switch)|we(?:'ll| will) (?:use|go with|keep)|go with|use .+ instead|decided?)\b/iu;

/** 18. What was said, and especially decided, late at night. */
export function timeOfDay(material: Material, { hourOf }: SignalContext): readonly SignalFinding[] {
	const late = saidBy(material, 'person').filter((said) => said.timeMs !== undefined && isLate(hourOf(said.timeMs)));
	if (late.length === 0) return [];
	const decided = late.flatMap((said) => {
		const sentence = ownSentences(said.text).find((each) => DECIDED.test(each));
		return sentence === undefined ? [] : [{ said, sentence }];
	});
	const what =
		decided.length === 0
			? ''
			: `, among them ${decided
					.slice(0, 2)
					.map(({ sentence }) => quote(sentence, 80))
					.join(' and ')}`;
	return [
		{
			item: 'time-of-day',
			text: `${plural(late.length, 'prompt')} between 23:00 and 02:00${what}.`,
			at: (decided.length === 0 ? late.slice(0, 1) : decided.slice(0, 2).map(({ said }) => said)).map(pointer),
			weight: decided.length === 0 ? 0.3 : 0.7,
		},
	];
}

const REMEMBER =
	/^(?:please )?(?:remember(?: that| this|:)|don't forget|keep in mind|note (?:that|to self)|make a note|for (?:the future|next time)|from now on|(?:you should )?(?:always|never) \w+|in (?:the )?future\b)/iu;

/** 19. What was to be remembered, but is neither queued nor in any memory. */
export function rememberMisses(material: Material, { queued, memories }: SignalContext): readonly SignalFinding[] {
	const known = [...queued, ...memories.map((memory) => memory.text)].map(topicWords);
	return saidBy(material, 'person').flatMap((said) =>
		ownSentences(said.text)
			.filter((sentence) => REMEMBER.test(sentence) && !sentence.endsWith('?') && topicWords(sentence).length >= 2)
			.filter((sentence) => !known.some((words) => overlap(topicWords(sentence), words) >= 0.75))
			.map((sentence) => ({
				item: 'remember-misses' as const,
				text: `To be remembered, and written down nowhere: ${quote(sentence)}`,
				at: [pointer(said)],
				weight: 0.9,
			})),
	);
}

/** 20. The goal at the beginning, compared with the end. */
export function outcomeAgainstIntention(material: Material, { commits }: SignalContext): readonly SignalFinding[] {
	const said = saidBy(material, 'person').filter((each) => topicWords(each.text).length >= 2);
	const [first] = said;
	const last = said.at(-1);
	if (first === undefined || last === undefined || said.length < 4) return [];
	const ended = said.slice(-Math.ceil(said.length / 3));
	const outcome = [...ended.map((each) => each.text), ...commits.slice(0, 3).map((commit) => commit.subject)].join(' ');
	if (overlap(topicWords(first.text), topicWords(outcome)) > 0) return [];
	return [
		{
			item: 'outcome-vs-intention',
			text: `It began with ${quote(first.text, 100)} and ended with ${quote(last.text, 100)}`,
			at: [pointer(first), pointer(last)],
			weight: 0.5,
		},
	];
}

function meanLength(said: readonly Said[]): number {
	return said.reduce((sum, each) => sum + each.text.length, 0) / Math.max(1, said.length);
}
