// The reports, worded exactly as the format describes them.
import { DAY_MS, HOUR_MS } from '../base/dates';
import { type GitDrift, branchWords, commitWords, isBranchChanged, savedBranch, shortCommit } from '../project/drift';
import { singleLine } from '../base/text';
import { PRIORITIES, type Protocol, type ProtocolTask, taskNumber, isOpen, weight } from './protocol';

/** What a protocol holds, in numbers. */
interface ProtocolCounts {
	readonly pending: number;
	readonly inProgress: number;
	/** All completed tasks, counting each one in a group. */
	readonly done: number;
	readonly individual: number;
	readonly groups: number;
	/** Tasks in groups. */
	readonly consolidated: number;
	/** Pending tasks by priority; none for a priority that no task has. */
	readonly byPriority: Readonly<Partial<Record<string, number>>>;
}

export function countTasks(tasks: readonly ProtocolTask[]): ProtocolCounts {
	const pending = tasks.filter((task) => task.status === 'pending');
	const completed = tasks.filter((task) => task.status === 'completed');
	const groups = completed.filter((task) => task.consolidated);
	const consolidated = groups.reduce((sum, group) => sum + weight(group), 0);
	const individual = completed.length - groups.length;
	return {
		pending: pending.length,
		inProgress: tasks.filter((task) => task.status === 'in_progress').length,
		done: individual + consolidated,
		individual,
		groups: groups.length,
		consolidated,
		byPriority: Object.fromEntries(
			PRIORITIES.flatMap((priority) => {
				const count = pending.filter((task) => task.priority === priority).length;
				return count === 0 ? [] : [[priority, count]];
			}),
		),
	};
}

/**
 * What to continue with: the first task in progress, else the first pending one; most urgent first, then in file order.
 */
export function nextTask(tasks: readonly ProtocolTask[]): ProtocolTask | undefined {
	const rank = ({ priority }: ProtocolTask): number =>
		priority === undefined ? PRIORITIES.length : PRIORITIES.indexOf(priority);
	const first = (status: ProtocolTask['status']): ProtocolTask | undefined =>
		tasks
			.filter((task) => task.status === status)
			.reduce<ProtocolTask | undefined>(
				(best, task) => (best === undefined || rank(task) < rank(best) ? task : best),
				undefined,
			);
	return first('in_progress') ?? first('pending');
}

/** Whole days; below one day, whole hours: `2d old`, `5h old`. */
export function protocolAge({ metadata }: Protocol, nowMs: number): string {
	const age = Math.max(0, nowMs - Date.parse(metadata.updated));
	return age < DAY_MS ? `${Math.floor(age / HOUR_MS)}h old` : `${Math.floor(age / DAY_MS)}d old`;
}

/** The message after a protocol was written. @param file as the person knows it. */
export function saveReport(protocol: Protocol, file: string): string {
	const counts = countTasks(protocol.tasks);
	return [
		`Saved → ${file}`,
		`- ${[`${counts.pending} pend${priorities(counts)}`, ...inProgress(counts)].join(', ')}`,
		`- ${counts.done} done${consolidation(counts, true)}`,
		...gitLine(protocol, undefined),
		nextLine(protocol),
	].join('\n');
}

/** The message after a protocol was read. @param drift since it was written. */
export function loadReport(protocol: Protocol, file: string, nowMs: number, drift: GitDrift | undefined): string {
	const counts = countTasks(protocol.tasks);
	return [
		`Loaded ${file} (${protocolAge(protocol, nowMs)})`,
		`- ${[`${counts.pending} pend`, ...inProgress(counts), `${counts.done} done${consolidation(counts, false)}`].join(', ')}`,
		...gitLine(protocol, drift),
		...branchLine(drift),
		nextLine(protocol),
	].join('\n');
}

/** Both in one sentence, for a notification: `Saved 3 pend, 3 done (5 consolidated). Next: TASK_001 - Fix auth`. */
export function shortReport(protocol: Protocol, verb: 'Saved' | 'Loaded'): string {
	const counts = countTasks(protocol.tasks);
	const done = `${counts.done} done${counts.consolidated === 0 ? '' : ` (${counts.consolidated} consolidated)`}`;
	return `${verb} ${[`${counts.pending} pend`, ...inProgress(counts), done].join(', ')}. ${nextLine(protocol)}`;
}

function priorities({ byPriority }: ProtocolCounts): string {
	const parts = Object.entries(byPriority).map(([priority, count]) => `${count} ${priority}`);
	return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function inProgress({ inProgress: count }: ProtocolCounts): readonly string[] {
	return count === 0 ? [] : [`${count} prog`];
}

function consolidation(counts: ProtocolCounts, saysIndividual: boolean): string {
	if (counts.groups === 0) return '';
	const individual = saysIndividual ? `${counts.individual} individual, ` : '';
	return ` (${individual}${counts.groups} consolidated from ${counts.consolidated})`;
}

/** Where the work stood; nothing if it was not in git. */
function gitLine({ metadata }: Protocol, drift: GitDrift | undefined): readonly string[] {
	const { git_branch: branch, git_commit: commit } = metadata;
	if (branch === null && commit === null) return [];
	const words = drift === undefined ? undefined : commitWords(drift.commits);
	const at = commit === null ? '' : ` @ ${singleLine(shortCommit(commit))}`;
	return [`- Git: ${singleLine(branchWords(branch))}${at}${words === undefined ? '' : ` (${words})`}`];
}

function branchLine(drift: GitDrift | undefined): readonly string[] {
	if (drift === undefined || !isBranchChanged(drift)) return [];
	const now = branchWords(savedBranch(drift.now));
	return [`- Branch: ${singleLine(branchWords(drift.saved.branch ?? null))} → ${singleLine(now)}`];
}

function nextLine({ tasks }: Protocol): string {
	const next = nextTask(tasks);
	return next === undefined ? 'Next: none' : `Next: ${next.id} - ${singleLine(next.title)}`;
}

/** Open tasks first, the next one on top; within each group and status in file order. */
export function tasksInReadingOrder(tasks: readonly ProtocolTask[]): readonly ProtocolTask[] {
	const next = nextTask(tasks);
	const rank = (task: ProtocolTask): number =>
		task === next ? 0 : task.status === 'in_progress' ? 1 : isOpen(task) ? 2 : task.consolidated ? 4 : 3;
	return [...tasks].sort((a, b) => rank(a) - rank(b) || taskNumber(a.id) - taskNumber(b.id));
}
