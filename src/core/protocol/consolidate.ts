// Combines completed tasks without losing one, by the format's matrix and not by judgement. Every decision carries its
// reasons.
import { DAY_MS } from '../base/dates';
import { areaTitle, areasOf, filesOf } from './area';
import { quotable } from './merge';
import { type ContextBlock, PRIORITIES, type ProtocolTask, isOpen, weight } from './protocol';

/** How many completed tasks stay single, unless a rule keeps more. */
const SINGLE_LIMIT = 5;
const CRITERIA_NEEDED = 3;
const MANY_RELATED = 5;
const RECENT_MS = 3 * DAY_MS;

/** The four criteria of the matrix, in its order. */
export interface Criteria {
	readonly sameArea: boolean;
	/** More than five completed tasks. */
	readonly manyRelated: boolean;
	readonly noCriticalFindings: boolean;
	/** More than three days since the last one. */
	readonly isQuiet: boolean;
}

/** Why a task stays single, whatever the matrix says. */
type KeepReason = 'criticalBug' | 'uniquePitfall' | 'recent' | 'referenced';

/** Completed tasks that were combined into one. */
export interface Consolidation {
	/** The id of the group itself. */
	readonly id: string;
	readonly title: string;
	readonly members: readonly { readonly id: string; readonly title: string }[];
	readonly criteria: Criteria;
	/** `matrix`: three or more criteria hold. `limit`: more than five would stay single. */
	readonly reason: 'matrix' | 'limit';
}

export interface Consolidated {
	readonly tasks: readonly ProtocolTask[];
	readonly blocks: readonly ContextBlock[];
	readonly groups: readonly Consolidation[];
	/** Completed tasks that rules keep single, and those rules. */
	readonly kept: readonly { readonly id: string; readonly reasons: readonly KeepReason[] }[];
}

const CRITICAL = /\b(?:pitfall|gotcha|critical|root\s+cause|workaround|security|data\s+loss)s?\b/iu;

/**
 * @param nowMs when the protocol is saved.
 * @param ids returns the id of a group.
 */
export function consolidate(
	tasks: readonly ProtocolTask[],
	blocks: readonly ContextBlock[],
	nowMs: number,
	ids: (members: readonly ProtocolTask[]) => string,
): Consolidated {
	const reasons = keepReasons(tasks, nowMs);
	const groups: Consolidation[] = [];
	const moved = new Map<string, string>();
	let now = tasks;
	const form = (members: readonly ProtocolTask[], criteria: Criteria, reason: Consolidation['reason']): void => {
		const group = groupOf(members, ids(members));
		groups.push({
			id: group.id,
			title: group.title,
			members: members.map(({ id, title }) => ({ id, title })),
			criteria,
			reason,
		});
		for (const member of members) moved.set(member.id, group.id);
		now = [...now.filter((task) => !moved.has(task.id)), group];
	};
	const mayMove = (task: ProtocolTask): boolean => !reasons.has(task.id);
	// What one group takes out can change the rest of an area. Repeat until nothing changes, so that saving again does
	// nothing.
	for (let before = -1; before !== groups.length;) {
		before = groups.length;
		for (const area of areasOf(singles(now))) {
			const criteria = criteriaOf(area, nowMs);
			const members = area.filter(mayMove);
			if (members.length > 1 && Object.values(criteria).filter(Boolean).length >= CRITERIA_NEEDED)
				form(members, criteria, 'matrix');
		}
		for (const members of overLimit(singles(now), mayMove)) form(members, criteriaOf(members, nowMs), 'limit');
	}
	return {
		tasks: now,
		blocks: blocks.map((block) => pointed(block, moved)),
		groups,
		kept: [...reasons].map(([id, why]) => ({ id, reasons: why })),
	};
}

function singles(tasks: readonly ProtocolTask[]): readonly ProtocolTask[] {
	return tasks.filter((task) => !isOpen(task) && !task.consolidated);
}

function criteriaOf(area: readonly ProtocolTask[], nowMs: number): Criteria {
	return {
		sameArea: areasOf(area).length === 1 && area.length > 1,
		manyRelated: area.length > MANY_RELATED,
		noCriticalFindings: !area.some((task) => isCriticalBug(task) || hasPitfall(task)),
		isQuiet: nowMs - Math.max(...area.map(completedMs)) > RECENT_MS,
	};
}

/** The oldest of the tasks that may be combined, beyond the limit, by area; those of no area go together. */
function overLimit(
	completed: readonly ProtocolTask[],
	mayMove: (task: ProtocolTask) => boolean,
): readonly (readonly ProtocolTask[])[] {
	const movable = completed.filter(mayMove).sort((a, b) => completedMs(b) - completedMs(a));
	const slots = Math.max(0, SINGLE_LIMIT - (completed.length - movable.length));
	const going = movable.slice(slots);
	if (going.length === 0) return [];
	const areas = areasOf(going);
	const alone = areas.filter((area) => area.length === 1).flat();
	// A group of one is pointless, so it also takes the oldest of the tasks that could stay.
	const company = alone.length === 1 && slots > 0 ? movable.slice(slots - 1, slots) : [];
	return [...areas.filter((area) => area.length > 1), ...(alone.length === 0 ? [] : [[...company, ...alone]])];
}

/** The rules that keep a completed task single; a task that no rule keeps is not in it. */
function keepReasons(tasks: readonly ProtocolTask[], nowMs: number): ReadonlyMap<string, readonly KeepReason[]> {
	const open = tasks.filter(isOpen);
	const openText = open.flatMap(strings).join('\n');
	const openFiles = new Set(open.flatMap(filesOf));
	const named = new Set(openText.match(/\bTASK_\d+\b/gu) ?? []);
	const isReferenced = (task: ProtocolTask): boolean =>
		named.has(task.id) || filesOf(task).some((file) => openFiles.has(file) || standsIn(openText, file));
	return new Map(
		singles(tasks).flatMap((task): [string, readonly KeepReason[]][] => {
			const why: KeepReason[] = [
				...(isCriticalBug(task) ? ['criticalBug' as const] : []),
				...(hasPitfall(task) ? ['uniquePitfall' as const] : []),
				...(nowMs - completedMs(task) < RECENT_MS ? ['recent' as const] : []),
				...(isReferenced(task) ? ['referenced' as const] : []),
			];
			return why.length === 0 ? [] : [[task.id, why]];
		}),
	);
}

function isCriticalBug(task: ProtocolTask): boolean {
	return task.priority === 'P1' && task.category === 'BUGFIX';
}

function hasPitfall(task: ProtocolTask): boolean {
	return CRITICAL.test(task.context ?? '');
}

/** For a completed task without a completion time, its creation time counts. */
function completedMs(task: ProtocolTask): number {
	return Date.parse(task.completed ?? task.created);
}

/** Every text in a task but its own id, unknown fields included. */
function strings(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, field]) => (key === 'id' ? [] : strings(field)));
}

/** Whether a text names a file, and not only as part of another file's name. */
function standsIn(text: string, file: string): boolean {
	if (file === '') return false;
	for (let at = text.indexOf(file); at >= 0; at = text.indexOf(file, at + 1)) {
		const [before, after] = [text[at - 1] ?? ' ', text.slice(at + file.length, at + file.length + 2)];
		if (!/[\p{L}\p{N}_./-]/u.test(before) && !/^(?:[\p{L}\p{N}_/-]|\.[\p{L}\p{N}])/u.test(after)) return true;
	}
	return false;
}

function groupOf(members: readonly ProtocolTask[], id: string): ProtocolTask {
	const count = members.reduce((sum, task) => sum + weight(task), 0);
	const priority = PRIORITIES.find((each) => members.some((task) => task.priority === each));
	const [category, other] = [...new Set(members.map((task) => task.category))];
	const files = [...new Set(members.flatMap((task) => task.files ?? []))];
	return {
		...unknownFields(members),
		id,
		title: areaTitle(members) ?? 'Earlier completed work',
		status: 'completed',
		...(priority === undefined ? {} : { priority }),
		...(category === undefined || other !== undefined ? {} : { category }),
		created: extreme(members, (task) => task.created, -1),
		completed: extreme(members, (task) => task.completed ?? task.created, 1),
		consolidated: true,
		consolidated_count: count,
		context: summaryOf(members, count, files),
		...(files.length === 0 ? {} : { files }),
	};
}

/** All titles, and what was noted about them. Titles are in quotes: a later save recognises the tasks by these. */
function summaryOf(members: readonly ProtocolTask[], count: number, files: readonly string[]): string {
	const parts = members.map(({ title, context = '' }) => {
		const note = quotable(context).trim();
		return `“${quotable(title)}”${note === '' ? '' : ` (${note})`}`;
	});
	const see = files.length === 0 ? '' : ` See: ${files.join(', ')}`;
	return `Summary (${count === 1 ? '1 task' : `${count} tasks`}): ${parts.join('; ')}.${see}`;
}

function extreme(members: readonly ProtocolTask[], stampOf: (task: ProtocolTask) => string, sign: 1 | -1): string {
	return members
		.map(stampOf)
		.reduce((best, stamp) => (sign * (Date.parse(stamp) - Date.parse(best)) > 0 ? stamp : best));
}

const KNOWN = new Set(
	'id title status priority category created completed consolidated consolidated_count context files'.split(' '),
);

/** Unknown fields are kept too: once if all have the same value, else each of them. */
function unknownFields(members: readonly ProtocolTask[]): Readonly<Record<string, unknown>> {
	const values = new Map<string, Map<string, unknown>>();
	for (const member of members)
		for (const [key, value] of Object.entries(member)) {
			if (KNOWN.has(key)) continue;
			const seen = values.get(key) ?? new Map<string, unknown>();
			values.set(key, seen.set(JSON.stringify(value), value));
		}
	return Object.fromEntries(
		[...values].map(([key, seen]) => [key, seen.size === 1 ? [...seen.values()][0] : [...seen.values()]]),
	);
}

function pointed(block: ContextBlock, moved: ReadonlyMap<string, string>): ContextBlock {
	const related = block.related_tasks;
	if (related === undefined || !related.some((id) => moved.has(id))) return block;
	return { ...block, related_tasks: [...new Set(related.map((id) => moved.get(id) ?? id))] };
}
