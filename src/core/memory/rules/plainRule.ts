// The rules that one sentence fits as a whole, of whatever type.
import type { MemoryType } from '../candidate';
import { feedbackIn } from './feedback';
import { personIn } from './person';
import { projectIn } from './project';
import { referenceIn } from './reference';
import { asksToMake, isAboutCode, isForThisTask, isNoStatement } from './refusals';

const FINDERS = [
	['reference', referenceIn],
	['feedback', feedbackIn],
	['user', personIn],
	['project', projectIn],
] as const;

/** @param sentence in lower case. @returns the type and the name of the rule, where nothing speaks against it. */
export function plainRule(sentence: string): readonly [MemoryType, string] | undefined {
	for (const [type, find] of FINDERS) {
		const name = find(sentence);
		if (name === undefined) continue;
		// The refusals are checked last: most sentences fit no rule.
		const isRefused = isNoStatement(sentence) || asksToMake(sentence) || isAboutCode(sentence);
		return isRefused || (type !== 'project' && isForThisTask(sentence)) ? undefined : [type, name];
	}
	return undefined;
}
