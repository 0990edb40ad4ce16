// What saving and loading a protocol ask, all of it with the keyboard.
import * as vscode from 'vscode';
import { type ProposedTask, type TaskEdit } from '../../core/protocol/compose';
import type { Consolidation } from '../../core/protocol/consolidate';
import type { OriginKind } from '../../core/protocol/found';
import { CATEGORIES, PRIORITIES, type ProtocolStatus } from '../../core/protocol/protocol';
import { singleLine } from '../../core/base/text';
import type { PreparedSave, ProtocolLoad } from '../../node/protocol/protocolStore';
import { orCancel } from '../commandBoundary';

/** The tasks with where each was found; all are ticked. @returns ids of those that the person took out. */
export async function askTasks(title: string, { proposed }: PreparedSave): Promise<ReadonlySet<string>> {
	const picks = proposed.map(({ task, origin, change }) => ({
		label: `${icon(task.status)} ${singleLine(task.title)}`,
		description: [task.id, ...(origin === undefined ? [] : [originWords(origin.kind)]), changeWords(change)].join(
			' · ',
		),
		detail: task.context === undefined || task.context === '' ? '' : singleLine(task.context),
		picked: true,
		id: task.id,
	}));
	const kept = orCancel(
		await vscode.window.showQuickPick(picks, {
			title,
			placeHolder: vscode.l10n.t('Select the tasks to save'),
			canPickMany: true,
			matchOnDescription: true,
			matchOnDetail: true,
			ignoreFocusOut: true,
		}),
	);
	const ids = new Set(kept.map(({ id }) => id));
	return new Set(picks.flatMap(({ id }) => (ids.has(id) ? [] : [id])));
}

/** What was redacted and consolidated, a line each. */
export function saveSummary({ redacted, consolidation }: PreparedSave): string {
	return [
		...[...new Set(redacted.map(({ kind, where }) => `${kind} · ${singleLine(where)}`))].map((place) =>
			vscode.l10n.t('Redacted: {0}', place),
		),
		...consolidation.groups.flatMap((group) => [
			`${vscode.l10n.t('Merged {0} tasks', group.members.length)} → ${group.id} ${singleLine(group.title)}`,
			`  ${whyConsolidated(group)}`,
		]),
	].join('\n');
}

/** A task's priority and category. @returns nothing where the person went back. */
export async function askEdit(
	title: string,
	proposed: readonly ProposedTask[],
	edits: ReadonlyMap<string, TaskEdit>,
): Promise<(TaskEdit & { readonly id: string }) | undefined> {
	const picks = proposed.map(({ task }) => {
		const edit = edits.get(task.id);
		return {
			label: `${icon(task.status)} ${singleLine(task.title)}`,
			description: [task.id, edit?.priority ?? task.priority, edit?.category ?? task.category]
				.filter(Boolean)
				.join(' · '),
			task,
		};
	});
	const picked = await vscode.window.showQuickPick(picks, {
		title,
		placeHolder: vscode.l10n.t('Select a task'),
		matchOnDescription: true,
		ignoreFocusOut: true,
	});
	if (picked === undefined) return undefined;
	const { id } = picked.task;
	const known = edits.get(id);
	const priority = await askOne(PRIORITIES, vscode.l10n.t('Priority'), picked.task.title);
	const category = await askOne(CATEGORIES, vscode.l10n.t('Category'), picked.task.title);
	return { id, priority: priority ?? known?.priority, category: category ?? known?.category };
}

async function askOne<T extends string>(
	values: readonly T[],
	placeHolder: string,
	title: string,
): Promise<T | undefined> {
	const same = vscode.l10n.t('Keep');
	const picks = [
		...values.map((value) => ({ label: value as string, value: value as T | undefined })),
		{ label: same, value: undefined },
	];
	return (await vscode.window.showQuickPick(picks, { title: singleLine(title), placeHolder, ignoreFocusOut: true }))
		?.value;
}

export type AfterLoad = 'start' | 'resume' | 'tasks';

/** The report in its own words, and what to do next. @param resumable name of the session that saved it, if it is known. */
export async function askAfterLoad(
	report: string,
	{ warnings, hasBoth }: ProtocolLoad,
	resumable: string | undefined,
): Promise<AfterLoad> {
	const [title = '', ...lines] = report.split('\n');
	const notes = [...warnings.map(({ message }) => message), ...(hasBoth ? [vscode.l10n.t('sp.json was ignored')] : [])];
	const picks = [
		{
			label: vscode.l10n.t('Start a Session with These Tasks'),
			iconPath: new vscode.ThemeIcon('comment-discussion'),
			detail: vscode.l10n.t('The tasks are its first prompt.'),
			answer: 'start' as const,
		},
		{
			label: vscode.l10n.t('Resume a Session…'),
			iconPath: new vscode.ThemeIcon('debug-continue'),
			detail: resumable ?? vscode.l10n.t('You choose which one.'),
			answer: 'resume' as const,
		},
		{
			label: vscode.l10n.t('Show All Tasks'),
			iconPath: new vscode.ThemeIcon('checklist'),
			detail: vscode.l10n.t('Opens the file as a page.'),
			answer: 'tasks' as const,
		},
		...(notes.length === 0
			? []
			: [
					{
						label: vscode.l10n.t('For your information'),
						kind: vscode.QuickPickItemKind.Separator,
						answer: 'tasks' as const,
					},
					...notes.map((note) => ({
						label: note,
						iconPath: new vscode.ThemeIcon('warning'),
						answer: 'tasks' as const,
					})),
				]),
	];
	const placeHolder = lines.map((line) => line.replace(/^- /u, '')).join(' · ');
	return orCancel(await vscode.window.showQuickPick(picks, { title, placeHolder, ignoreFocusOut: true })).answer;
}

function icon(status: ProtocolStatus): string {
	return { pending: '$(circle-large-outline)', in_progress: '$(play-circle)', completed: '$(pass)' }[status];
}

function originWords(kind: OriginKind): string {
	return {
		given: vscode.l10n.t('given'),
		claude: vscode.l10n.t('handed in by Claude'),
		taskList: vscode.l10n.t('task list'),
		todoList: vscode.l10n.t('todo list'),
		plan: vscode.l10n.t('step of a plan'),
		reply: vscode.l10n.t('checklist in a reply'),
		parked: vscode.l10n.t('parked item'),
		question: vscode.l10n.t('open question'),
		putOff: vscode.l10n.t('put off'),
		nextStep: vscode.l10n.t('next step'),
	}[kind];
}

function changeWords(change: ProposedTask['change']): string {
	return { new: vscode.l10n.t('new'), updated: vscode.l10n.t('updated'), kept: vscode.l10n.t('in the file') }[change];
}

function whyConsolidated({ criteria, reason }: Consolidation): string {
	return [
		...(reason === 'limit' ? [vscode.l10n.t('more than 5 are completed')] : []),
		...(criteria.sameArea ? [vscode.l10n.t('same area of work')] : []),
		...(criteria.manyRelated ? [vscode.l10n.t('more than 5 are related')] : []),
		...(criteria.noCriticalFindings ? [vscode.l10n.t('no problems')] : []),
		...(criteria.isQuiet ? [vscode.l10n.t('last completed more than 3 days ago')] : []),
	].join(' · ');
}
