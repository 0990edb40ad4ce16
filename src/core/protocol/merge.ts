// A session's tasks and what a file holds already become one list. Nothing that was in either is lost.
import type { ContextBlock, ProtocolTask, ProtocolStatus } from './protocol';
import { taskNumber, normalTitle, taskId } from './protocol';
import type { FoundBlock, FoundTask } from './found';

/**
 * `overwrite`: the session knows the file, so what it shows of a task replaces what the file says. `merge`: it does not, so
 * the file's word stands, and only progress counts.
 */
export type MergeMode = 'merge' | 'overwrite';

export interface MergedTasks {
	readonly tasks: readonly ProtocolTask[];
	/** Which task each found one became, in the order of `found`; nothing where a group holds it already. */
	readonly ids: readonly (string | undefined)[];
}

const RANK: Readonly<Record<ProtocolStatus, number>> = { pending: 0, in_progress: 1, completed: 2 };

/**
 * @param now ISO 8601, for what has no time of its own.
 * @param ids gives the next id that nobody ever had.
 */
export function mergeTasks(
	existing: readonly ProtocolTask[],
	found: readonly FoundTask[],
	mode: MergeMode,
	now: string,
	ids: () => string,
): MergedTasks {
	const tasks = [...existing];
	const taken = new Set<number>();
	const byId = new Map(existing.map((task, i) => [task.id, i]));
	const byTitle = titleIndex(existing);
	const isInGroup = groupMembership(existing);
	// Who is named by an id has it for certain, wherever it stands in the list.
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
		const fresh = create(task, ids(), now);
		tasks.push(fresh);
		return fresh.id;
	});
	return { tasks, ids: given };
}

/** Places of single tasks by their titles. */
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
	// What is done and stays so has nothing to gain.
	if (!isSessions && old.status === 'completed' && status === 'completed') return old;
	const completed = status === 'completed' ? (old.completed ?? found.completed ?? now) : null;
	const files = union(old.files ?? [], found.files);
	const context = isSessions ? (found.context ?? old.context) : (old.context ?? found.context);
	return {
		...old,
		// Of a completed task without a time nothing is made up: it was so before.
		...(status === old.status ? {} : { status, completed }),
		...(isSessions && found.id === undefined ? { title: found.title } : {}),
		...optional('priority', isSessions ? (found.priority ?? old.priority) : (old.priority ?? found.priority)),
		...optional('category', isSessions ? (found.category ?? old.category) : (old.category ?? found.category)),
		...optional('context', context),
		...optional('files', files.length === 0 ? old.files : files),
	};
}

/** What came up after it had been completed is work again, whatever else has the same name. */
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

/** A title as it stands between the quotes of a group's summary. */
export function quotable(title: string): string {
	return title.replace(/[“”]/gu, '"');
}

/**
 * Whether a task is in a group already, and has not come up again since: the summaries quote the titles, and an id that was
 * given and is not there any more went into one.
 */
function groupMembership(tasks: readonly ProtocolTask[]): (task: FoundTask, now: string) => boolean {
	const groups = tasks.filter((task) => task.consolidated);
	const byTitle = new Map(
		groups.flatMap((group) =>
			[...(group.context ?? '').matchAll(/“([^“”]*)”/gu)].map((match) => [normalTitle(match[1] ?? ''), group] as const),
		),
	);
	const highest = Math.max(0, ...groups.map((group) => taskNumber(group.id)));
	// Nobody knows into which one a missing id went: the latest time is the one that it cannot be after.
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

/** Blocks of the same title become one, with each line once; a block that gains nothing keeps its time. */
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

/** Gives ids above every one that the tasks have, that a block points to, and that was ever given (`highest`). */
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
