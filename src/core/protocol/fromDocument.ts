// What a session's document offers for a protocol: open questions and next steps become tasks; decisions, pitfalls,
// recurring errors and plans become context.
import { utcSeconds } from '../base/dates';
import type { SessionExtract } from '../handoff/extract';
import { type Statement, isAttempt } from '../handoff/statement';
import { singleLine } from '../base/text';
import { type FoundBlock, type FoundTask, type OriginKind, splitId } from './found';
import { namedFiles } from './namedFiles';

const MAX_LINES = 20;

/** Open questions, what was put off, and next steps. @param checkout of the project, absolute. */
export function tasksOfDocument(
	extract: Pick<SessionExtract, 'openQuestions' | 'deferred' | 'nextSteps'>,
	checkout: string,
): readonly FoundTask[] {
	const task =
		(kind: OriginKind) =>
		({ text, from }: Statement): FoundTask => {
			const { id, title } = splitId(singleLine(text));
			return {
				id,
				title,
				formerTitles: [],
				status: 'pending',
				created: from.atMs === undefined ? undefined : utcSeconds(from.atMs),
				completed: undefined,
				context: undefined,
				files: namedFiles(title, checkout),
				origin: { kind, at: from.uuid },
			};
		};
	return [
		...extract.openQuestions.map(task('question')),
		...extract.deferred.map(task('putOff')),
		...extract.nextSteps.map(task('nextStep')),
	].filter(({ title }) => title !== '');
}

/** Context blocks; those that would be empty are left out. */
export function blocksOfDocument(
	extract: Pick<SessionExtract, 'decisions' | 'failures' | 'plans'>,
): readonly FoundBlock[] {
	const { decisions, failures, plans } = extract;
	const block = (title: string, lines: readonly string[]): readonly FoundBlock[] =>
		lines.length === 0 ? [] : [{ title, lines: [...new Set(lines)].slice(-MAX_LINES) }];
	const withOutcome = ({ text, outcome }: SessionExtract['failures'][number]): string =>
		singleLine(outcome === undefined ? text : `${text}: ${outcome}`);
	return [
		...block(
			'Architecture decisions',
			decisions.map(({ text, question, came }) =>
				singleLine([question, text, came?.text].filter((each) => each !== undefined).join(' → ')),
			),
		),
		...block('Critical pitfalls', failures.filter(isAttempt).map(withOutcome)),
		...block(
			'Error patterns',
			failures.filter(({ how, isRepeated }) => how === 'tool' && isRepeated === true).map(withOutcome),
		),
		...block(
			'Plan files',
			plans.flatMap(({ text, file, isApproved }) =>
				isApproved && file !== undefined ? [singleLine(`${text}: ${file}`)] : [],
			),
		),
	];
}
