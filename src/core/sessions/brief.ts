// Where a session stands, as its record keeps it: taken from the one reading of its conversation, and stored beside the
// reference's fields, in the record's metadata.
import { asNumber, textsIn } from '../base/result';
import { singleLine } from '../base/text';
import { nextSteps } from '../handoff/nextSteps';
import type { SessionExtract } from '../handoff/extract';
import { type Statement, isAttempt } from '../handoff/statement';

export interface Brief {
	/** What is being worked on: the task in progress, else what the session is about. Empty if nobody said anything. */
	readonly task: string;
	/** In the order of the session, those in progress first. */
	readonly openTasks: readonly string[];
	/** The most urgent thing to do that is no task. */
	readonly nextStep: string | undefined;
	/** These are oldest first. */
	readonly openQuestions: readonly string[];
	readonly putOff: readonly string[];
	readonly decisions: readonly string[];
	/** What was tried in vain. */
	readonly failed: readonly string[];
	/** The time that was worked, in minutes; nothing where not all of the session was read. */
	readonly workedMinutes: number | undefined;
}

const MAX_TASKS = 10;
const MAX_EACH = 5;

/** The brief of a reading, without the time that was worked. Unredacted: it is made safe as the rest of a record. */
export function briefOf(extract: SessionExtract): Omit<Brief, 'workedMinutes'> {
	const { steps } = nextSteps(extract);
	const inProgress = extract.tasks.filter(({ status }) => status === 'in_progress');
	const pending = extract.tasks.filter(({ status }) => status === 'pending');
	const tasks = new Set([...inProgress, ...pending].map(({ text }) => text));
	const newest = (statements: readonly Statement[]): readonly string[] =>
		statements.slice(-MAX_EACH).map(({ text }) => text);
	const next = steps.find(({ statement }) => !tasks.has(statement.text));
	return {
		task: inProgress[0]?.text ?? extract.topic,
		openTasks: [...tasks].slice(0, MAX_TASKS),
		nextStep: next && next.before + next.statement.text,
		openQuestions: newest(extract.openQuestions),
		putOff: newest(extract.deferred),
		decisions: extract.decisions
			.slice(-MAX_EACH)
			.map(({ question, text }) => (question === undefined ? text : `${question} → ${text}`)),
		failed: newest(extract.failures.filter(isAttempt)),
	};
}

/** A record's metadata for a brief. @param safe makes one printable line of a text, without secrets. */
export function briefFields(brief: Brief, safe: (text: string) => string): Readonly<Record<string, unknown>> {
	return {
		open_tasks: brief.openTasks.map(safe),
		next_step: brief.nextStep === undefined ? null : safe(brief.nextStep),
		open_questions: brief.openQuestions.map(safe),
		put_off: brief.putOff.map(safe),
		decisions: brief.decisions.map(safe),
		tried_in_vain: brief.failed.map(safe),
		worked_minutes: brief.workedMinutes ?? null,
	};
}

/** What of a record a brief is in. */
interface Told {
	readonly context: { readonly current_task: string | null };
	readonly metadata: Readonly<Record<string, unknown>>;
}

/** What a record says of where its session stands; an older record, or one of another program, says nothing. */
export function briefIn({ context, metadata }: Told): Brief {
	const texts = (value: unknown): readonly string[] => textsIn(value).map(singleLine);
	const { next_step: next, worked_minutes: worked } = metadata;
	return {
		task: context.current_task ?? '',
		openTasks: texts(metadata['open_tasks']),
		nextStep: typeof next === 'string' ? next : undefined,
		openQuestions: texts(metadata['open_questions']),
		putOff: texts(metadata['put_off']),
		decisions: texts(metadata['decisions']),
		failed: texts(metadata['tried_in_vain']),
		workedMinutes: asNumber(worked),
	};
}

/** Whether a record was written with a brief. */
export function hasBrief({ metadata }: Pick<Told, 'metadata'>): boolean {
	return Array.isArray(metadata['open_tasks']);
}
