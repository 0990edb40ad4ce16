// What the reading of a session gives a protocol: its tasks, what it leaves open as further ones, and decisions, pitfalls,
// recurring errors and plans as context.
import { utcSeconds } from '../base/dates';
import type { SessionExtract } from '../handoff/extract';
import { type Statement, eachSaidOnce, isAttempt } from '../handoff/statement';
import { putOffOf } from '../handoff/tasks';
import { singleLine } from '../base/text';
import { type FoundBlock, type FoundTask, type OriginKind, splitId } from './found';
import { namedFiles } from './namedFiles';
import { normalTitle } from './protocol';

const MAX_LINES = 20;

/** Of what was left at the last compaction. */
const UNSURE = 'Left at the last compaction, so perhaps done since.';

/** What Claude's own lists, plans and replies call a task. @param checkout of the project, absolute. */
export function tasksOfSession(
	{ tasks, deferred }: Pick<SessionExtract, 'tasks' | 'deferred'>,
	checkout: string,
): readonly FoundTask[] {
	return tasks
		.map((task): FoundTask => {
			const { text, kind, status, createdMs, completedMs, detail, formerTexts, plan, from, origin } = task;
			const putOff = putOffOf(task, deferred);
			const { id, title } = splitId(singleLine(text));
			const more = singleLine(detail ?? '');
			const isMore = more !== '' && normalTitle(more) !== normalTitle(title);
			return {
				id,
				title,
				formerTitles: formerTexts.map(titleOf),
				status,
				created: stamp(createdMs),
				completed: status === 'completed' ? stamp(completedMs) : undefined,
				context: asContext([
					isMore ? more : plan === undefined ? undefined : `Plan: ${plan}`,
					putOff && `Put off: ${singleLine(putOff.text)}`,
				]),
				files: namedFiles(`${title}\n${more}`, checkout),
				origin: { kind: origin === 'claude' ? 'claude' : KINDS[kind], at: from.uuid },
			};
		})
		.filter(({ title }) => title !== '');
}

function asContext(parts: readonly (string | undefined)[]): string | undefined {
	return parts.filter((each) => each !== undefined).join('\n') || undefined;
}

const KINDS = { task: 'taskList', todo: 'todoList', plan: 'plan', reply: 'reply' } as const;

/** Open questions, what was put off, and next steps, each matter once. @param checkout of the project, absolute. */
export function tasksLeft(
	extract: Pick<SessionExtract, 'tasks' | 'openQuestions' | 'deferred' | 'nextSteps'>,
	checkout: string,
): readonly FoundTask[] {
	const task =
		(kind: OriginKind) =>
		({ text, formerTexts = [], from }: Statement): FoundTask => {
			const { id, title } = splitId(singleLine(text));
			return {
				id,
				title,
				formerTitles: formerTexts.map(titleOf),
				status: 'pending',
				created: stamp(from.atMs),
				completed: undefined,
				context: from.by === 'summary' ? UNSURE : undefined,
				files: namedFiles(title, checkout),
				origin: { kind, at: from.uuid },
			};
		};
	// What names a task of the session stands in that one.
	const inTasks = new Set(extract.tasks.map((each) => putOffOf(each, extract.deferred)));
	const left = [
		...extract.openQuestions.map(task('question')),
		...extract.deferred.filter((each) => !inTasks.has(each)).map(task('putOff')),
		...extract.nextSteps.map(task('nextStep')),
	];
	return eachSaidOnce(left, ({ title }) => title).filter(({ title }) => title !== '');
}

function titleOf(text: string): string {
	return splitId(singleLine(text)).title;
}

function stamp(ms: number | undefined): string | undefined {
	return ms === undefined ? undefined : utcSeconds(ms);
}

/** Context blocks; those that would be empty are left out. */
export function blocksOfSession(
	extract: Pick<SessionExtract, 'decisions' | 'failures' | 'plans' | 'facts'>,
): readonly FoundBlock[] {
	const { decisions, failures, plans, facts } = extract;
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
			'Facts',
			facts.map(({ text }) => singleLine(text)),
		),
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
