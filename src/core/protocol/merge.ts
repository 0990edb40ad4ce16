// Merges a session's tasks with those that a file already holds. Nothing from either is lost.
import type { ContextBlock, ProtocolTask, ProtocolStatus } from './protocol';
import { taskNumber, normalTitle, taskId } from './protocol';
import type { FoundBlock, FoundTask } from './found';

/**
 * `overwrite`: the session has read the file, so its version of a task replaces the file's. `merge`: it has not, so the
 * file's version stays and only progress is taken over.
 */
export type MergeMode = 'merge' | 'overwrite';

export interface MergedTasks {
	readonly tasks: readonly ProtocolTask[];
	/** The task that each found one became, in the order of `found`; nothing if a group already holds it. */
	readonly ids: readonly (string | undefined)[];
}

const RANK: Readonly<Record<ProtocolStatus, number>> = { pending: 0, in_progress: 1, completed: 2 };

/**
 * @param now ISO 8601, for tasks without a time of their own.
 * @param ids the id of a task that is not in the file.
 */
export function mergeTasks(
	existing: readonly ProtocolTask[],
	found: readonly FoundTask[],
	mode: MergeMode,
	now: string,
	ids: (task: FoundTask) => string,
): MergedTasks {
	const tasks = [...existing];
	const taken = new Set<number>();
	const byId = new Map(existing.map((task, i) => [task.id, i]));
	const byTitle = titleIndex(existing);
	const isInGroup = groupMembership(existing);
	// Tasks with an id come first: the id is certain, whatever the order of the list.
	const named = found.map((task) => {
		const at = task.id === undefined ? undefined : byId.get(task.id);
		if (at === undefined || taken.has(at) || existing[at]?.consolidated !== false) return undefined;
		taken.add(at);
		return at;
	});
	const matched = found.map((task, i) => {
		if (named[i] !== undefined) return named[i];
		const free = [task.title, ...task.formerTitles]
			.flatMap((title) => byTitle.get(normalTitle(title)) ?? [])
			.filter((at) => !taken.has(at));
		const open = free.find((at) => existing[at]?.status !== 'completed');
		const at = open ?? (task.status === 'completed' && isInGroup(task, now) ? undefined : free[0]);
		if (at !== undefined) taken.add(at);
		return at;
	});
	const given = found.map((task, i) => {
		const at = matched[i];
		const old = at === undefined ? undefined : tasks[at];
		if (at !== undefined && old !== undefined) {
			tasks[at] = update(old, task, mode, now);
			return old.id;
		}
		if (isInGroup(task, now)) return undefined;
		const fresh = create(task, ids(task), now);
		tasks.push(fresh);
		return fresh.id;
	});
	return { tasks, ids: given };
}

/** Indexes of single tasks, by title. */
function titleIndex(tasks: readonly ProtocolTask[]): ReadonlyMap<string, readonly number[]> {
	const index = new Map<string, number[]>();
	tasks.forEach((task, i) => {
		if (task.consolidated) return;
		const title = normalTitle(task.title);
		index.set(title, [...(index.get(title) ?? []), i]);
	});
	return index;
}

function update(old: ProtocolTask, found: FoundTask, mode: MergeMode, now: string): ProtocolTask {
	const isSessions = mode === 'overwrite';
	const isProgress = RANK[found.status] > RANK[old.status] || isAgain(found, old.completed, now);
	const status = isSessions || isProgress ? found.status : old.status;
	// A task that is completed and stays so does not change.
	if (!isSessions && old.status === 'completed' && status === 'completed') return old;
	const completed = status === 'completed' ? (old.completed ?? found.completed ?? now) : null;
	const files = union(old.files ?? [], found.files);
	const context = isSessions ? (found.context ?? old.context) : (old.context ?? found.context);
	return {
		...old,
		// A completed task without a completion time gets none: it had none before.
		...(status === old.status ? {} : { status, completed }),
		...(isSessions && found.id === undefined ? { title: found.title } : {}),
		...optional('priority', isSessions ? (found.priority ?? old.priority) : (old.priority ?? found.priority)),
		...optional('category', isSessions ? (found.category ?? old.category) : (old.category ?? found.category)),
		...optional('context', context),
		...optional('files', files.length === 0 ? old.files : files),
	};
}

/** A task that was found after its completion is open again, whatever else has the same name. */
function isAgain(found: FoundTask, completed: string | null, now: string): boolean {
	return found.status !== 'completed' && completed !== null && Date.parse(found.created ?? now) > Date.parse(completed);
}

function create(found: FoundTask, id: string, now: string): ProtocolTask {
	return {
		id,
		title: found.title,
		status: found.status,
		...optional('priority', found.priority),
		...optional('category', found.category),
		created: found.created ?? found.completed ?? now,
		completed: found.status === 'completed' ? (found.completed ?? now) : null,
		consolidated: false,
		consolidated_count: 0,
		...optional('context', found.context),
		...optional('files', found.files.length === 0 ? undefined : found.files),
	};
}

function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
	return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

function union(a: readonly string[], b: readonly string[]): readonly string[] {
	return [...new Set([...a, ...b])];
}

/** A title as it is quoted in a group's summary. */
export function quotable(title: string): string {
	return title.replace(/[“”]/gu, '"');
}

/**
 * Whether a task is in a group already and has not come up again since. The summaries quote the titles; an id that was
 * given and is missing now is in some group.
 */
function groupMembership(tasks: readonly ProtocolTask[]): (task: FoundTask, now: string) => boolean {
	const groups = tasks.filter((task) => task.consolidated);
	const byTitle = new Map(
		groups.flatMap((group) =>
			[...(group.context ?? '').matchAll(/“([^“”]*)”/gu)].map((match) => [normalTitle(match[1] ?? ''), group] as const),
		),
	);
	const highest = Math.max(0, ...groups.map((group) => taskNumber(group.id)));
	// Nobody knows which group has a missing id. The task was completed no later than the latest group.
	const latest = groups.reduce<string | null>(
		(last, { completed }) => (completed !== null && (last === null || completed > last) ? completed : last),
		null,
	);
	return (task, now) => {
		const titles = [task.title, ...task.formerTitles].map(normalTitle);
		const group = titles.map((title) => byTitle.get(title)).find(Boolean);
		if (group !== undefined) return !isAgain(task, group.completed, now);
		return task.id !== undefined && taskNumber(task.id) < highest && !isAgain(task, latest, now);
	};
}

/** Merges blocks of the same title, with each line once; a block that gains nothing keeps its time. */
export function mergeBlocks(
	existing: readonly ContextBlock[],
	found: readonly FoundBlock[],
	now: string,
): readonly ContextBlock[] {
	const blocks = [...existing];
	for (const { title, lines } of found) {
		const at = blocks.findIndex((block) => normalTitle(block.title) === normalTitle(title));
		const old = blocks[at];
		const had = new Set((old?.content ?? '').split('\n').map(normalTitle));
		const fresh = [...new Set(lines)].filter((line) => !had.has(normalTitle(line)));
		if (fresh.length === 0) continue;
		if (old === undefined) blocks.push({ title, content: fresh.join('\n'), updated: now });
		else
			blocks[at] = {
				...old,
				content: [...(old.content === '' ? [] : [old.content]), ...fresh].join('\n'),
				updated: now,
			};
	}
	return blocks;
}

/** Returns ids above all that tasks have, that blocks refer to, or that were ever given (`highest`). */
export function idSource(
	tasks: readonly ProtocolTask[],
	blocks: readonly ContextBlock[],
	highest: number,
): () => string {
	const numbers = [...tasks.map((task) => task.id), ...blocks.flatMap((block) => block.related_tasks ?? [])].map(
		taskNumber,
	);
	let last = numbers.reduce((most, number) => Math.max(most, number), highest);
	return () => taskId(++last);
}
