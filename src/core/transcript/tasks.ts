// The session's task list, from the tools that keep it: TodoWrite (the whole list every time) and TaskCreate, TaskUpdate
// and TaskList (one task at a time). Claude Code deletes its own task files once all is done, so this is the only history.
import { asRecord, asText } from '../base/result';
import type { AssistantEntry, ToolResult, TranscriptEntry, UserEntry } from './entry';

type TaskStatus = 'pending' | 'in_progress' | 'completed';

export interface Task {
	/** The number that Claude gave it; TodoWrite's items have none. */
	readonly id: string | undefined;
	readonly subject: string;
	readonly status: TaskStatus;
}

export interface TaskLists {
	/** Kept by TaskCreate and its family, in the order of creation. */
	readonly tasks: readonly Task[];
	/** Kept by TodoWrite: its newest list. */
	readonly todos: readonly Task[];
	/** Subjects of all that was ever completed and not taken back, in the order of completion. */
	readonly completed: readonly string[];
	/** Calls whose result has not been seen. A refused call changes nothing, so nothing counts before its result. */
	readonly calls: ReadonlyMap<string, TaskCall>;
}

interface TaskCall {
	readonly name: string;
	readonly input: Readonly<Record<string, unknown>>;
}

export const NO_TASKS: TaskLists = { tasks: [], todos: [], completed: [], calls: new Map() };

/** Tools that keep the list. */
export const TASK_TOOLS: ReadonlySet<string> = new Set(['TodoWrite', 'TaskCreate', 'TaskUpdate', 'TaskList']);
/** Calls that never got a result are forgotten beyond this many. */
const MAX_CALLS = 200;
const MAX_TASKS = 1_000;
const SUBJECT_LIMIT = 300;

/** The lists after one more line; the same object where the line says nothing about tasks. */
export function foldTasks(lists: TaskLists, entry: TranscriptEntry): TaskLists {
	if (entry.type === 'assistant' && !entry.isSidechain) return noteCalls(lists, entry);
	if (entry.type !== 'user' || entry.isSidechain) return lists;
	return entry.toolResults.reduce((now, result) => applyResult(now, entry, result), lists);
}

function noteCalls(lists: TaskLists, entry: AssistantEntry): TaskLists {
	const found = entry.blocks.flatMap((b) => (b.type === 'tool_use' && TASK_TOOLS.has(b.name) ? [b] : []));
	if (found.length === 0) return lists;
	const calls = new Map([...lists.calls].slice(-MAX_CALLS));
	for (const { id, name, input } of found) calls.set(id, { name, input });
	return { ...lists, calls };
}

function applyResult(lists: TaskLists, entry: UserEntry, result: ToolResult): TaskLists {
	const call = lists.calls.get(result.toolUseId);
	if (call === undefined) return lists;
	const calls = new Map(lists.calls);
	calls.delete(result.toolUseId);
	const rest = { ...lists, calls };
	const outcome = asRecord(entry.toolUseResult);
	if (result.isError || outcome?.['success'] === false) return rest;
	switch (call.name) {
		case 'TodoWrite':
			return withTodos(rest, parseTodos(call.input['todos']));
		case 'TaskCreate':
			return withTask(rest, createdTask(call, outcome, result));
		case 'TaskUpdate':
			return updateTask(rest, call);
		default:
			return parseListed(outcome?.['tasks']).reduce(withTask, rest);
	}
}

function createdTask(
	call: TaskCall,
	outcome: Readonly<Record<string, unknown>> | undefined,
	result: ToolResult,
): Task | undefined {
	const id = asText(asRecord(outcome?.['task'])?.['id']) ?? /^Task #(\S+) created/u.exec(result.text)?.[1];
	const subject = subjectOf(call.input['subject']);
	return id === undefined || subject === undefined ? undefined : { id, subject, status: 'pending' };
}

function updateTask(lists: TaskLists, call: TaskCall): TaskLists {
	const id = asText(call.input['taskId']);
	if (id === undefined) return lists;
	const old = lists.tasks.find((t) => t.id === id);
	if (call.input['status'] === 'deleted') return { ...lists, tasks: lists.tasks.filter((t) => t.id !== id) };
	return withTask(lists, {
		id,
		// The call that created it can lie outside of what was read.
		subject: subjectOf(call.input['subject']) ?? old?.subject ?? `#${id}`,
		status: statusOf(call.input['status']) ?? old?.status ?? 'pending',
	});
}

function withTask(lists: TaskLists, task: Task | undefined): TaskLists {
	if (task === undefined) return lists;
	const at = lists.tasks.findIndex((t) => t.id === task.id);
	const old = lists.tasks[at];
	const tasks = old ? lists.tasks.with(at, task) : [...lists.tasks, task].slice(-MAX_TASKS);
	const renamed =
		old && old.subject !== task.subject ? lists.completed.filter((s) => s !== old.subject) : lists.completed;
	return { ...lists, tasks, completed: withCompleted(renamed, task) };
}

function withTodos(lists: TaskLists, todos: readonly Task[] | undefined): TaskLists {
	return todos === undefined ? lists : { ...lists, todos, completed: todos.reduce(withCompleted, lists.completed) };
}

function withCompleted(completed: readonly string[], task: Task): readonly string[] {
	const isIn = completed.includes(task.subject);
	if ((task.status === 'completed') === isIn) return completed;
	return isIn ? completed.filter((s) => s !== task.subject) : [...completed, task.subject].slice(-MAX_TASKS);
}

function parseTodos(value: unknown): readonly Task[] | undefined {
	if (!Array.isArray(value)) return undefined;
	return value.slice(0, MAX_TASKS).flatMap((item) => {
		const subject = subjectOf(asRecord(item)?.['content']);
		const status = statusOf(asRecord(item)?.['status']);
		return subject === undefined || status === undefined ? [] : [{ id: undefined, subject, status }];
	});
}

function parseListed(value: unknown): readonly Task[] {
	if (!Array.isArray(value)) return [];
	return value.slice(0, MAX_TASKS).flatMap((item) => {
		const o = asRecord(item);
		const id = asText(o?.['id']);
		const subject = subjectOf(o?.['subject']);
		const status = statusOf(o?.['status']);
		return id === undefined || subject === undefined || status === undefined ? [] : [{ id, subject, status }];
	});
}

function subjectOf(value: unknown): string | undefined {
	return asText(value)?.slice(0, SUBJECT_LIMIT);
}

function statusOf(value: unknown): TaskStatus | undefined {
	return value === 'pending' || value === 'in_progress' || value === 'completed' ? value : undefined;
}
