// The tasks of Claude Code's own lists, with where and when each was made and moved on.
import { asText } from '../base/result';
import type { AssistantEntry, UserEntry } from '../transcript/entry';
import { NO_TASKS, type Task, type TaskLists, foldTasks } from '../transcript/tasks';
import { type Pointer, type TaskState, statement } from './statement';

interface Trace {
	createdMs: number | undefined;
	completedMs: number | undefined;
	detail: string | undefined;
	formerTexts: string[];
	from: Pointer;
	isCopy: boolean;
}

export class ListedTasks {
	private lists: TaskLists = NO_TASKS;
	private readonly traces = new Map<string, Trace>();

	/** @param isCopying earlier work is taken up: what becomes known now is a copy until it moves on. */
	note(entry: UserEntry | AssistantEntry, from: Pointer, isCopying = false): void {
		const before = this.lists;
		this.lists = foldTasks(before, entry);
		if (entry.type !== 'user') return;
		for (const result of entry.toolResults) {
			const call = before.calls.get(result.toolUseId);
			if (call?.name !== 'TaskCreate') continue;
			const made = this.lists.tasks.find((task) => !before.tasks.some((old) => old.id === task.id));
			if (made !== undefined) this.traceOf(made, from).detail ??= asText(call.input['description']);
		}
		const { tasks, todos } = this.lists;
		if (tasks === before.tasks && todos === before.todos) return;
		const old = new Map([...before.tasks, ...before.todos].map((task) => [keyOf(task), task]));
		for (const task of [...tasks, ...todos]) {
			const was = old.get(keyOf(task));
			const trace = this.traceOf(task, from);
			trace.createdMs ??= from.atMs;
			if (was?.status !== task.status || was.subject !== task.subject)
				Object.assign(trace, { from, isCopy: isCopying });
			if (was !== undefined && was.subject !== task.subject) trace.formerTexts.push(was.subject);
			if (task.status !== 'completed') trace.completedMs = undefined;
			else if (was?.status !== 'completed') trace.completedMs = from.atMs;
		}
	}

	/** How many tasks stand in the lists now. */
	get count(): number {
		return this.lists.tasks.length + this.lists.todos.length;
	}

	states(): readonly TaskState[] {
		const { tasks, todos, completed } = this.lists;
		const shown = new Set([...tasks, ...todos].map((task) => task.subject));
		// A newer list leaves out what was done before it; those tasks stay done.
		const earlier = completed
			.filter((subject) => !shown.has(subject))
			.map((subject): Task => ({ id: undefined, subject, status: 'completed' }));
		return [
			...earlier.flatMap((task) => this.stateOf(task, 'todo')),
			...tasks.flatMap((task) => this.stateOf(task, 'task')),
			...todos.flatMap((task) => this.stateOf(task, 'todo')),
		];
	}

	private traceOf(task: Task, from: Pointer): Trace {
		const known = this.traces.get(keyOf(task));
		if (known !== undefined) return known;
		const fresh: Trace = {
			...{ createdMs: undefined, completedMs: undefined, detail: undefined, formerTexts: [], from },
			isCopy: false,
		};
		this.traces.set(keyOf(task), fresh);
		return fresh;
	}

	private stateOf({ id, subject, status }: Task, kind: 'task' | 'todo'): readonly TaskState[] {
		const trace = this.traces.get(keyOf({ id, subject, status }));
		if (trace === undefined) return [];
		const { from, isCopy, ...rest } = trace;
		const completedMs = status === 'completed' ? trace.completedMs : undefined;
		return [
			{
				...statement(subject, from),
				...rest,
				completedMs,
				status,
				kind,
				id,
				plan: undefined,
				...(isCopy && { isCopy }),
			},
		];
	}
}

/** Claude's number, else the words: a todo has no number. */
function keyOf({ id, subject }: Task): string {
	return id === undefined ? subject : `#${id}`;
}
