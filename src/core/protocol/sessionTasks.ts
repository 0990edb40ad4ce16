// The tasks that a session's transcript shows: Claude Code's own lists with their times, and the check lists in plans
// and replies. A fold over the session's entries, in file order.
import { utcSeconds } from '../base/dates';
import { checkItems } from '../handoff/lists';
import { asText } from '../base/result';
import { singleLine } from '../base/text';
import { type TranscriptEntry, isMessage } from '../transcript/entry';
import { lookUp } from '../transcript/layers';
import type { Session } from '../transcript/session';
import { NO_TASKS, type Task, type TaskLists, foldTasks } from '../transcript/tasks';
import { abandonedTurns } from '../transcript/tree';
import { type FoundTask, type OriginKind, splitId } from './found';
import { namedFiles } from './namedFiles';
import { normalTitle } from './protocol';

interface SessionTasks {
	/** The next entry. */
	note(entry: TranscriptEntry): void;
	/** Files of plans that were shown for approval or written into Claude's folder of plans. */
	plans(): readonly string[];
	close(): readonly FoundTask[];
}

interface Trace {
	createdMs: number | undefined;
	completedMs: number | undefined;
	description: string | undefined;
	formerTitles: string[];
	at: string | undefined;
}

interface CheckItem {
	readonly title: string;
	readonly kind: 'plan' | 'reply';
	readonly isDone: boolean;
	readonly createdMs: number | undefined;
	readonly completedMs: number | undefined;
	readonly at: string | undefined;
	readonly plan: string | undefined;
}

const MAX_ITEMS = 2_000;
const PLAN_FILE = /[\\/]plans[\\/][^\\/]+\.md$/u;

/**
 * @param session folded before: it knows which turns the conversation went back from; lists in those are not work.
 * @param checkout of the project, absolute.
 */
export function openSessionTasks(session: Session, checkout: string): SessionTasks {
	const { facts, tree } = session;
	const abandoned = new Set(abandonedTurns(tree));
	const seen = new Set<string>();
	const traces = new Map<string, Trace>();
	const items = new Map<string, CheckItem>();
	const plans = new Set<string>();
	let lists: TaskLists = NO_TASKS;

	const isAbandoned = (uuid: string | undefined): boolean => {
		const start = uuid === undefined ? undefined : tree.starts[lookUp(tree.owners, uuid) ?? -1];
		return start !== undefined && abandoned.has(start);
	};

	const noteLists = (entry: TranscriptEntry & { uuid: string | undefined; timestampMs: number | undefined }): void => {
		const before = lists;
		lists = foldTasks(before, entry);
		if (entry.type !== 'user') return;
		for (const result of entry.toolResults) {
			const call = before.calls.get(result.toolUseId);
			if (call?.name !== 'TaskCreate') continue;
			const made = lists.tasks.find((task) => !before.tasks.some((old) => old.id === task.id));
			if (made !== undefined) traceOf(traces, made).description ??= asText(call.input['description']);
		}
		if (lists.tasks === before.tasks && lists.todos === before.todos) return;
		const old = new Map([...before.tasks, ...before.todos].map((task) => [keyOf(task), task]));
		for (const task of [...lists.tasks, ...lists.todos]) {
			const was = old.get(keyOf(task));
			const trace = traceOf(traces, task);
			trace.createdMs ??= entry.timestampMs;
			if (was?.status !== task.status || was.subject !== task.subject) trace.at = entry.uuid;
			if (was !== undefined && was.subject !== task.subject) trace.formerTitles.push(was.subject);
			if (task.status !== 'completed') trace.completedMs = undefined;
			else if (was?.status !== 'completed') trace.completedMs = entry.timestampMs;
		}
	};

	const noteItems = (text: string, kind: CheckItem['kind'], entry: Noted, plan: string | undefined): void => {
		for (const { text: raw, isDone } of checkItems(text)) {
			const title = singleLine(raw);
			const key = splitId(title).id ?? normalTitle(title);
			const old = items.get(key);
			if (title === '' || (old === undefined && items.size >= MAX_ITEMS)) continue;
			items.set(key, {
				title: old?.title ?? title,
				kind: old?.kind === 'plan' ? 'plan' : kind,
				isDone,
				createdMs: old?.createdMs ?? entry.timestampMs,
				completedMs: isDone ? (old?.completedMs ?? entry.timestampMs) : undefined,
				at: entry.uuid,
				plan: plan ?? old?.plan,
			});
		}
	};

	return {
		note(entry) {
			if (!isMessage(entry) || entry.isSidechain) return;
			if (entry.sessionId !== undefined && entry.sessionId !== facts.sessionId) return;
			if (entry.uuid !== undefined && seen.has(entry.uuid)) return;
			if (entry.uuid !== undefined) seen.add(entry.uuid);
			noteLists(entry);
			if (entry.type === 'user') {
				const file = typeof entry.toolUseResult === 'object' ? asText(entry.toolUseResult['filePath']) : undefined;
				if (file !== undefined && PLAN_FILE.test(file)) plans.add(file);
			}
			if (entry.type !== 'assistant' || isAbandoned(entry.uuid) || entry.isApiError) return;
			for (const block of entry.blocks) {
				if (block.type === 'text' && entry.model !== '<synthetic>') noteItems(block.text, 'reply', entry, undefined);
				if (block.type !== 'tool_use') continue;
				const file = asText(block.input['file_path']);
				if (block.name === 'ExitPlanMode') noteItems(asText(block.input['plan']) ?? '', 'plan', entry, undefined);
				else if (file !== undefined && PLAN_FILE.test(file))
					noteItems(asText(block.input['content']) ?? asText(block.input['new_string']) ?? '', 'plan', entry, file);
			}
		},
		plans: () => [...plans],
		close() {
			const listed = [
				...lists.tasks.map((task) => listedTask(task, 'taskList', traces.get(keyOf(task)), checkout)),
				...lists.todos.map((task) => listedTask(task, 'todoList', traces.get(keyOf(task)), checkout)),
			];
			const shown = new Set([...lists.tasks, ...lists.todos].map((task) => task.subject));
			// A newer list leaves out what was done before it; those tasks stay done.
			const earlier = lists.completed
				.filter((subject) => !shown.has(subject))
				.map((subject): FoundTask => {
					const task: Task = { id: undefined, subject, status: 'completed' };
					return listedTask(task, 'todoList', traces.get(keyOf(task)), checkout);
				});
			return [...earlier, ...listed, ...[...items.values()].map((item) => itemTask(item, checkout))];
		},
	};
}

interface Noted {
	readonly uuid: string | undefined;
	readonly timestampMs: number | undefined;
}

/** Claude's number, else the words: a todo has no number. */
function keyOf({ id, subject }: Task): string {
	return id === undefined ? subject : `#${id}`;
}

function traceOf(traces: Map<string, Trace>, task: Task): Trace {
	const known = traces.get(keyOf(task));
	if (known !== undefined) return known;
	const fresh: Trace = {
		createdMs: undefined,
		completedMs: undefined,
		description: undefined,
		formerTitles: [],
		at: undefined,
	};
	traces.set(keyOf(task), fresh);
	return fresh;
}

function listedTask(task: Task, kind: OriginKind, trace: Trace | undefined, checkout: string): FoundTask {
	const { id, title } = splitId(singleLine(task.subject));
	const description = trace?.description === undefined ? '' : singleLine(trace.description);
	return {
		id,
		title,
		formerTitles: (trace?.formerTitles ?? []).map((former) => splitId(singleLine(former)).title),
		status: task.status,
		created: stamp(trace?.createdMs),
		completed: task.status === 'completed' ? stamp(trace?.completedMs) : undefined,
		context: description === '' || normalTitle(description) === normalTitle(title) ? undefined : description,
		files: namedFiles(`${title}\n${description}`, checkout),
		origin: { kind, at: trace?.at },
	};
}

function itemTask(item: CheckItem, checkout: string): FoundTask {
	const { id, title } = splitId(item.title);
	return {
		id,
		title,
		formerTitles: [],
		status: item.isDone ? 'completed' : 'pending',
		created: stamp(item.createdMs),
		completed: item.isDone ? stamp(item.completedMs) : undefined,
		context: item.plan === undefined ? undefined : `Plan: ${item.plan}`,
		files: namedFiles(title, checkout),
		origin: { kind: item.kind, at: item.at },
	};
}

function stamp(ms: number | undefined): string | undefined {
	return ms === undefined ? undefined : utcSeconds(ms);
}
