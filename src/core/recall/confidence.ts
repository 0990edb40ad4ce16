// Whether the past answers a question at all, or only has sessions in which some of its words stand.
import type { Question } from './question';

/** `weak`: the question was probably never dealt with. What comes closest is shown all the same. */
export type RecallConfidence = 'strong' | 'weak' | 'none';

/** A session that answers, as far as that says whether it does. */
interface Answering {
	readonly score: number;
	/** All that the question names is there. */
	readonly hasAll: boolean;
	/** What it is about. */
	readonly stand: {
		/** Which things that the question names are named by what it is called, or by what was asked in it. */
		readonly named: ReadonlySet<number>;
	};
}

interface Asked {
	readonly question: Question;
	/** A time was asked for, and is known. */
	readonly hasTime: boolean;
	/** What a word counts that was said once: scores of a large store are larger. */
	readonly rarest: number;
}

/**
 * Fitted to which of 270 questions are answered at all, as a logistic regression. Its constant is lower by 0.3 since: what scores
 * are held against is that much smaller in a large store.
 */
const [BIAS, SCORE, NAMED, WORDS, TIME] = [-4.2, 2.03, 1.39, 1.6, 3.67];
/** Keeps the logarithm of what counts nothing within bounds. */
const LEAST = 0.05;
/** The logarithm of the odds. To call a right answer weak costs more than to show a wrong one: who asks reads on. */
const DOUBTFUL = -0.5;

/**
 * Whether the first of the hits answers: by how much it counts, and how much of what is asked for it is called by. Who asks for a
 * time knows that something was there.
 * @param hits the best first.
 */
export function confidenceIn([first]: readonly Answering[], { question, hasTime, rarest }: Asked): RecallConfidence {
	if (first === undefined) return 'none';
	// The parts of a name are asked for beside it.
	const things = question.slots.flatMap(({ isWhole }, slot) => (isWhole ? [] : [slot]));
	// A phrase is there to the letter, and all is there of a time that is asked for alone.
	const isThere = question.phrases.length > 0 || (question.namesNothing && hasTime);
	if (isThere || things.length === 0 || first.hasAll) return 'strong';
	const odds =
		BIAS +
		SCORE * Math.log(LEAST + first.score / rarest) +
		NAMED * (things.filter((thing) => first.stand.named.has(thing)).length / things.length) +
		WORDS * Math.log(1 + question.wordCount) +
		TIME * Number(hasTime);
	return odds < DOUBTFUL ? 'weak' : 'strong';
}
