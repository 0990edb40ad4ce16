// Of which of Claude's types a memory is, wherever it comes from: the rules of the Stop hook, a reflection, a person.
import type { MemoryType } from './candidate';
import { feedbackIn } from './rules/feedback';
import { personIn } from './rules/person';
import { referenceIn } from './rules/reference';

const ABOUT_ONESELF = /\bi (?:am|have|was|live|come|work|know|speak|read|use)\b|\bi'm\b|^my\b/u;
const WAY_OF_WORKING =
	/\b(?:always|never|don't|do not|prefer|must not|should|avoid|instead of)\b|^(?:no|use|run|write|ask|keep|put|check|i (?:review|want|like|need))\b|^we (?:don't|use|never|always|do)\b|^commit\b/u;

/**
 * @param text what is to be remembered, as it was said.
 * @returns `reference` for where something is, `user` for what somebody says about themselves, `feedback` for how to work,
 * else `project`.
 */
export function memoryTypeOf(text: string): MemoryType {
	const said = text.toLowerCase().replaceAll('’', "'");
	if (referenceIn(said) !== undefined) return 'reference';
	if (personIn(said) !== undefined || ABOUT_ONESELF.test(said)) return 'user';
	return feedbackIn(said) !== undefined || WAY_OF_WORKING.test(said) ? 'feedback' : 'project';
}
