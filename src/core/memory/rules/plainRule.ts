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

/** Where another statement may begin within a sentence. */
const STARTS = /(?:[,;:(]|\s[–—-])\s?(?:(?:and|but|so|also|please|btw|by the way) )*/gu;

/**
 * @param sentence in lower case.
 * @returns the type and the name of the rule that it fits as a whole, where nothing speaks against it. What the person is
 * and where something is may also begin within it.
 */
export function plainRule(sentence: string): readonly [MemoryType, string] | undefined {
	const whole = ruleOf(sentence);
	if (whole !== undefined) return whole;
	for (const { index, 0: start } of sentence.matchAll(STARTS)) {
		const found = ruleOf(sentence.slice(index + start.length));
		if (found?.[0] === 'user' || found?.[0] === 'reference') return found;
	}
	return undefined;
}

function ruleOf(sentence: string): readonly [MemoryType, string] | undefined {
	for (const [type, find] of FINDERS) {
		const name = find(sentence);
		if (name === undefined) continue;
		// The refusals are checked last: most sentences fit no rule.
		const isRefused = isNoStatement(sentence) || asksToMake(sentence) || isAboutCode(sentence);
		return isRefused || (type !== 'project' && isForThisTask(sentence)) ? undefined : [type, name];
	}
	return undefined;
}
