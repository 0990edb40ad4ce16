// What comes next, and how certain it is.
import { asksForSomething } from './dialogue/acts';
import type { SessionExtract } from './extract';
import { putOffOf } from './tasks';
import { coversCheck } from './shell';
import { type Check, type Statement, eachSaidOnce } from './statement';

interface NextStep {
	/** Our words before the statement: where it comes from. */
	readonly before: string;
	readonly statement: Statement;
}

/** What the session leaves to be done, most urgent first. */
export function nextSteps(extract: SessionExtract): {
	readonly steps: readonly NextStep[];
	readonly confidence: Confidence;
} {
	const last = extract.exchanges.at(-1);
	const isIdle = extract.ending === 'idle' || extract.ending === 'empty';
	// Thanks need no answer.
	const isAsked = extract.ending !== 'prompted' || asksForSomething(last?.request.text ?? '');
	const unfinished = !isIdle && isAsked && last !== undefined;
	const broken = extract.checks.filter((check) => isStillFailing(check, extract)).slice(-2);
	const tasks = (status: string): readonly NextStep[] =>
		extract.tasks
			.filter((task) => task.status === status && putOffOf(task, extract.deferred) === undefined)
			.map((statement) => ({ before: status === 'in_progress' ? 'In progress: ' : 'Task: ', statement }));
	const said = extract.nextSteps.map((statement): NextStep => ({ before: beforeSaid(statement), statement }));
	const listed = [...tasks('in_progress'), ...said, ...tasks('pending')];
	const steps = eachSaidOnce(
		[
			...(unfinished ? [{ before: 'Not finished: ', statement: last.request }] : []),
			...broken.map((statement) => ({ before: 'Still failing: ', statement })),
			...listed,
		],
		({ statement }) => statement.text,
	);
	const isSaid = listed.some(({ statement }) => statement.from.by !== 'summary');
	return { steps, confidence: isSaid ? 'high' : steps.length > 0 ? 'medium' : 'low' };
}

/** It failed, nothing has shown the opposite since, and nobody has taken the work as it is by committing it. */
function isStillFailing({ text, outcome, from }: Check, { checks, commits }: SessionExtract): boolean {
	const isAfter = (other: Check['from']): boolean => other.index > from.index;
	return (
		/^exit [1-9]/u.test(outcome) &&
		!commits.some((commit) => isAfter(commit.from)) &&
		!checks.some((check) => isAfter(check.from) && hasPassed(check) && coversCheck(check.text, text))
	);
}

/** A pipe hides how a check ended; its output may say it. */
function hasPassed({ outcome, verdict }: Check): boolean {
	const told = verdict.join(' ');
	return (
		outcome === 'exit 0' || (outcome === 'ran' && /\bpass/iu.test(told) && !/\b[1-9]\d* (?:fail|err)|FAIL/iu.test(told))
	);
}

function beforeSaid({ text, from }: Statement): string {
	if (from.by === 'summary') return 'At the last compaction, so perhaps done since: ';
	return text.trim().endsWith('?') ? 'Offered by Claude: ' : '';
}

/** How certain the next step is: somebody said it, it follows from tasks and failures, or nothing says it. */
export type Confidence = 'high' | 'medium' | 'low';
