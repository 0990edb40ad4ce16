// What each rule needs, without the rules: enough to tell for most prompts that none of them fits.
import { FEEDBACK_RULES } from './feedback';
import { PERSON_RULES } from './person';
import { PROJECT_RULES } from './project';
import { REFERENCE_RULES } from './reference';
import type { Words } from './words';

/** Groups of words that some rules need, and behind them what each of these needs beyond. */
export type Needed = readonly [first: Words, others: readonly (readonly Words[])[]];

/**
 * Of all rules that are asked of every sentence. The build makes text of the answer, so that the hook of every turn has no
 * rules to compile (`scripts/lib/neededWords.mjs`).
 */
export function neededWords(): readonly Needed[] {
	const needed = new Map<string, { readonly first: Words; readonly others: Map<string, readonly Words[]> }>();
	for (const { words } of [...FEEDBACK_RULES, ...PERSON_RULES, ...PROJECT_RULES, ...REFERENCE_RULES]) {
		const [first = [], ...others] = words;
		const key = first.join('|');
		const found = needed.get(key) ?? { first, others: new Map() };
		needed.set(key, found);
		found.others.set(JSON.stringify(others), others);
	}
	return [...needed.values()].map(({ first, others }) => {
		const all = [...others.values()];
		return [first, all.some((each) => each.length === 0) ? [[]] : all];
	});
}
