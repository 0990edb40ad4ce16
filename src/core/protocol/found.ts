// What a session shows to be done or known, before it becomes a part of a protocol.
import { type Category, type Priority, type ProtocolStatus, normalTitle } from './protocol';

/**
 * Where a task was found; the surest first. `taskList` and `todoList` are Claude Code's own tools, `plan` and `reply` check
 * lists, `parked` an item that was parked in the session, `question`, `putOff` and `nextStep` what its hand-off says, `given` what a
 * person or Claude handed in beside it.
 */
export const ORIGINS = [
	'given',
	'taskList',
	'todoList',
	'plan',
	'reply',
	'parked',
	'question',
	'putOff',
	'nextStep',
] as const;
export type OriginKind = (typeof ORIGINS)[number];

/** For people: `next step`. */
export const ORIGIN_WORDS: Readonly<Record<OriginKind, string>> = {
	given: 'given',
	taskList: 'task list',
	todoList: 'todo list',
	plan: 'check list in a plan',
	reply: 'check list in a reply',
	parked: 'parked item',
	question: 'open question',
	putOff: 'put off',
	nextStep: 'next step',
};

export interface Origin {
	readonly kind: OriginKind;
	/** The `uuid` of the message, or the file name of the parked item; nothing where there is neither. */
	readonly at: string | undefined;
}

export interface FoundTask {
	/** Set where the text names a task of the protocol: `TASK_003 - …`. */
	readonly id: string | undefined;
	readonly title: string;
	/** What it was called earlier in the session. */
	readonly formerTitles: readonly string[];
	readonly status: ProtocolStatus;
	readonly priority?: Priority | undefined;
	readonly category?: Category | undefined;
	/** ISO 8601. Nothing where the session does not say. */
	readonly created: string | undefined;
	readonly completed: string | undefined;
	readonly context: string | undefined;
	readonly files: readonly string[];
	readonly origin: Origin;
}

export interface FoundBlock {
	readonly title: string;
	/** One statement each. */
	readonly lines: readonly string[];
}

/** Where a text begins with the id of a task (`TASK_003 - Fix`, `TASK_003: Fix`), the two apart. */
export function splitId(text: string): { readonly id: string | undefined; readonly title: string } {
	const match = /^\W{0,4}(TASK_\d{3,})\b[\s:*`–—-]*(\S.*)$/su.exec(text);
	return match === null ? { id: undefined, title: text } : { id: match[1], title: match[2] ?? '' };
}

/**
 * Tasks that several places show are one: the surest place has the word, and an id that any of them names is the task's.
 * Two tasks of different ids are two, whatever they are called. In the order of the surest places' own appearance.
 */
export function withoutRepetitions(found: readonly FoundTask[]): readonly FoundTask[] {
	const bySureness = [...found].sort((a, b) => ORIGINS.indexOf(a.origin.kind) - ORIGINS.indexOf(b.origin.kind));
	const byId = new Map<string, FoundTask>();
	const byTitle = new Map<string, FoundTask>();
	const kept = new Map<FoundTask, string | undefined>();
	for (const task of bySureness) {
		const titles = [task.title, ...task.formerTitles].map(normalTitle);
		const namesake = titles.map((title) => byTitle.get(title)).find(Boolean);
		const isOther = task.id !== undefined && namesake !== undefined && (kept.get(namesake) ?? task.id) !== task.id;
		const known = (task.id === undefined ? undefined : byId.get(task.id)) ?? (isOther ? undefined : namesake);
		const whole = known ?? task;
		const id = (known === undefined ? undefined : kept.get(known)) ?? task.id;
		kept.set(whole, id);
		if (id !== undefined) byId.set(id, whole);
		for (const title of titles) if (!byTitle.has(title)) byTitle.set(title, whole);
	}
	return found.flatMap((task) => (kept.has(task) ? [{ ...task, id: kept.get(task) }] : []));
}
