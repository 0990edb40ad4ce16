// Words of one meaning in English and German, of software and of what it is made for: who asks says `crash` where the session
// said `segfault`. The list knows nothing of any project.
import { once } from '../base/once';
import SYNONYMS from './synonyms.txt';
import { stemOf } from './words';

/** Each word between blanks, each line between line breaks. */
const LINES = once(() => `\n ${SYNONYMS.replaceAll('\n', ' \n ')}`);

const stemsOf = (word: string): readonly string[] => [stemOf(word, 'en'), stemOf(word, 'de')];

/** What a word of many meanings loses by them. */
const MEANINGS = 0.3;

/**
 * Stems of words that mean the same as one of these.
 * @param stems of one word. @returns with how much of it each means, from 0 to 1: of several meanings, few are shared.
 */
export function relatedTo(stems: Iterable<string>): readonly (readonly [stem: string, share: number])[] {
	const own = new Set(stems);
	const found = new Set<number>();
	const lines = LINES();
	for (const stem of own) {
		// The stems of all lines would take as long as the rest of a question: but for its last letter, one begins as its word does.
		const head = ` ${stem.slice(0, Math.max(2, stem.length - 1))}`;
		for (let at = lines.indexOf(head); at >= 0; at = lines.indexOf(head, at + 1))
			if (stemsOf(lines.slice(at + 1, lines.indexOf(' ', at + 1))).includes(stem))
				found.add(lines.lastIndexOf('\n', at));
	}
	const shared = new Map<string, number>();
	for (const from of found) {
		const words = lines.slice(from + 2, lines.indexOf('\n', from + 1) - 1).split(' ');
		for (const other of new Set(words.flatMap(stemsOf))) shared.set(other, (shared.get(other) ?? 0) + 1);
	}
	return [...shared].flatMap(([stem, count]) =>
		own.has(stem) ? [] : [[stem, (count / found.size) ** MEANINGS] as const],
	);
}
