// What a session shows to be done or known, before it becomes part of a protocol.
import { type Category, type Priority, type ProtocolStatus, normalTitle } from './protocol';

/**
 * Where a task was found, most reliable source first. `taskList` and `todoList` are Claude Code's own tools; `plan` is
 * a step of an approved plan, `reply` a check list; `parked` is an item that was parked in the session; `question`, `putOff` and `nextStep` come
 * from its hand-off; `claude` was handed in and is proven by the conversation; `given` was handed in as it is.
 */
export const ORIGINS = [
	'given',
	'taskList',
	'todoList',
	'plan',
	'claude',
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
	plan: 'step of a plan',
	claude: 'handed in by Claude',
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

/** Separates a task's id from the text that it begins (`TASK_003 - Fix`, `TASK_003: Fix`). */
export function splitId(text: string): { readonly id: string | undefined; readonly title: string } {
	const match = /^\W{0,4}(TASK_\d{3,})\b[\s:*`–—-]*(\S.*)$/su.exec(text);
	return match === null ? { id: undefined, title: text } : { id: match[1], title: match[2] ?? '' };
}

/**
 * Merges tasks that several sources show: the wording comes from the most reliable source, the id from any that names
 * one. Tasks with different ids stay separate, whatever their titles. Each stands where it was found first.
 */
export function withoutRepetitions(found: readonly FoundTask[]): readonly FoundTask[] {
	const bySureness = [...found].sort((a, b) => ORIGINS.indexOf(a.origin.kind) - ORIGINS.indexOf(b.origin.kind));
	const byId = new Map<string, FoundTask>();
	const byTitle = new Map<string, FoundTask>();
	const kept = new Map<FoundTask, string | undefined>();
	const firsts = new Map<FoundTask, FoundTask>();
	const isEarlier = (one: FoundTask, other: FoundTask): boolean => found.indexOf(one) < found.indexOf(other);
	for (const task of bySureness) {
		const titles = [task.title, ...task.formerTitles].map(normalTitle);
		const namesake = titles.map((title) => byTitle.get(title)).find(Boolean);
		const isOther = task.id !== undefined && namesake !== undefined && (kept.get(namesake) ?? task.id) !== task.id;
		const known = (task.id === undefined ? undefined : byId.get(task.id)) ?? (isOther ? undefined : namesake);
		const whole = known ?? task;
		const id = (known === undefined ? undefined : kept.get(known)) ?? task.id;
		kept.set(whole, id);
		const first = firsts.get(whole);
		if (first === undefined || isEarlier(task, first)) firsts.set(whole, task);
		if (id !== undefined) byId.set(id, whole);
		for (const title of titles) if (!byTitle.has(title)) byTitle.set(title, whole);
	}
	const whole = new Map([...firsts].map(([task, first]) => [first, task]));
	return found.flatMap((first) => {
		const task = whole.get(first);
		return task === undefined ? [] : [{ ...task, id: kept.get(task) }];
	});
}
