// Group D: how the person was doing. Soft signals: they count and quote, and judge nobody.
import { ownSentences, topicWords } from '../../base/prose';
import { catchMemories } from '../../memory/catch';
import { type Material, type SaidLine, saidBy } from '../material';
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

/** 18. What was decided late at night. The hour alone says nothing about a session. */
export function timeOfDay(_: Material, { decisions, hourOf }: SignalContext): readonly SignalFinding[] {
	const late = decisions.filter(({ timeMs }) => timeMs !== undefined && isLate(hourOf(timeMs)));
	if (late.length === 0) return [];
	const named = late.slice(0, 2).map(({ text, noddedAt }) => quote(noddedAt ?? text, 80));
	const more = late.length > 2 ? `, and ${late.length - 2} more` : '';
	return [
		{
			item: 'time-of-day',
			text: `Decided between 23:00 and 02:00: ${named.join(' and ')}${more}.`,
			at: late.slice(0, 2).map(({ at }) => pointer(at)),
			weight: 0.7,
		},
	];
}

/** 19. What was to be remembered, but is neither queued nor in any memory: by the rules that catch it in the turn. */
export function rememberMisses(material: Material, { queued, memories }: SignalContext): readonly SignalFinding[] {
	const known = [...queued, ...memories.map((memory) => memory.text)].map(topicWords);
	return saidBy(material, 'person').flatMap((said) =>
		catchMemories(said.text)
			.filter(({ text }) => !known.some((words) => overlap(topicWords(text), words) >= 0.75))
			.map(({ text }) => ({
				item: 'remember-misses' as const,
				text: `To be remembered, and written down nowhere: ${quote(text, 300)}`,
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

function meanLength(said: readonly SaidLine[]): number {
	return said.reduce((sum, each) => sum + each.text.length, 0) / Math.max(1, said.length);
}
