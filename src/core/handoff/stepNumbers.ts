// The numbers by which people name the steps of a plan.

/** `1, 2 and 4`, `1 to 3`. */
const SEVERAL = String.raw`(\d{1,2}(?:\s*(?:,|and|&|\+|-|–|to|through)\s*\d{1,2})*)`;
const NAMED = new RegExp(String.raw`\b(?:steps?|points?|items?|tasks?|no\.|#)\s*${SEVERAL}\b`, 'giu');
/** *Skip 4*: numbers with nothing after them that they count. */
const LAST =
	/\b(?:skip|drop|leave out|forget|strike|without|except) (\d{1,2}(?:\s*(?:,|and|&|\+)\s*\d{1,2})*)(?=[,.;!)]|$| (?:for now|please|pls|too)\b)/giu;
/** *1 to 3 are done*: numbers that begin a sentence, and what became of them. */
const TOLD = numbersFirst(
	String.raw` (?:(?:is|are) (?:(?:now|all|both|already|still) )*(?:done|left)|stays?|remains?|done)\b`,
);
/** *1 and 2 please*: numbers alone. They name steps only where nothing else is asked that has a number for an answer. */
const ALONE = numbersFirst(String.raw` (?:now|first|please|pls)\b|[.!]?$`);

/** The numbers of steps that a sentence names: `steps 1 and 3`, `step 2`, `steps 1 to 4`. */
export function numbersIn(sentence: string): readonly number[] {
	const lists = [...sentence.matchAll(NAMED), ...sentence.matchAll(LAST), TOLD.exec(sentence)];
	return lists.flatMap(numbersOf);
}

/** The numbers that are all that a sentence says of steps: `1 and 2 please`. */
export const numbersAlone = (sentence: string): readonly number[] => numbersOf(ALONE.exec(sentence));

/** The numbers of a list, or of a range. */
function numbersOf(found: RegExpExecArray | null): readonly number[] {
	const [, list = ''] = found ?? [];
	const numbers = [...list.matchAll(/\d+/gu)].map(([number]) => Number(number));
	const [first = 0, last = 0] = numbers;
	const isRange = numbers.length === 2 && /-|–|to|through/u.test(list) && last > first;
	return isRange ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : numbers;
}

function numbersFirst(after: string): RegExp {
	return new RegExp(`^(?:(?:then|so|now|ok|do|go for|start with) )*${SEVERAL}(?=${after})`, 'u');
}
