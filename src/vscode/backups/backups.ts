// The view *Pending Backups*, its commands, and the one announcement of a pending backup.
import * as vscode from 'vscode';
import { reasonWords } from '../../core/claude/reasons';
import { type BackupState, backupTitle } from '../../core/backups/pending';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { readableSize, shortDuration } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import type { SessionBackup } from '../../node/timeline/timeline';
import { ageWords } from '../ageWords';
import { type BackupNode, callCommand, commandOf } from '../commandArguments';
import { orCancel, registerCommand } from '../commandBoundary';
import { COLORS, COMMANDS, VIEWS } from '../contributions';
import { createListView } from '../listView';
import { announceBackups, sayNoBackups, sayNoneCovered } from '../notifications';
import type { Services } from '../services';
import { problemOf } from '../projects';
import type * as Actions from './backupActions';

type Needs = Pick<
	Services,
	'claude' | 'clock' | 'configuration' | 'home' | 'memento' | 'shown' | 'unasked' | 'undoStack' | 'workspace'
>;

/** Where it is remembered that a pending backup was announced. */
const ANNOUNCED = 'announcedBackups';
/** And here, by the root of a project, which backups the view was unfolded for. */
const UNFOLDED = 'unfoldedBackups';
/** What cannot wait is said before. */
const ANNOUNCE_MS = 8_000;

/** What is asked for seldom is loaded when it is. */
const actions = (): Promise<typeof Actions> => import('./backupActions');

export function registerBackups(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { workspace, clock } = services;
	const list = store.add(
		createListView<BackupNode | FoldedNode>(
			VIEWS.backups,
			{
				ready: () => workspace.whenKnown,
				children: (node) => childrenOf(services, node),
				item: (node) =>
					'folded' in node
						? foldedItem(node.folded)
						: treeItemOf(node, workspace.state.projects.length > 1, clock.now()),
				data: (node) => ('folded' in node ? node.folded.length : node.backup),
				canSelectMany: true,
			},
			services,
		),
	);
	store.add(
		workspace.onDidChange(({ projects }) => {
			const count = projects.flatMap((state) => state.backups).length;
			list.badge(count, pendingWords(count));
			list.view.message = problemOf(projects, 'backups');
			list.refresh();
		}),
	);
	// The view is folded while it is empty. It unfolds for what needs somebody, beside our other views and without the focus;
	// who folds or hides it has seen that, and is left alone until something new comes.
	const unfold = (): void => {
		if (!services.shown.parked) return;
		const seen = services.memento.get<Readonly<Record<string, readonly string[]>>>(UNFOLDED) ?? {};
		const first = nodesOf(services).find(
			({ state, backup }) => seen[state.project.root]?.includes(backup.raw) !== true,
		);
		if (first === undefined) return;
		const now = workspace.state.projects.map(({ project, backups }) => [project.root, backups.map(({ raw }) => raw)]);
		void services.memento.update(UNFOLDED, { ...seen, ...Object.fromEntries(now) });
		if (!list.view.visible) void list.view.reveal(first, { select: false, focus: false });
	};
	store.add(workspace.onDidChange(unfold));
	store.add(services.home.onDidReveal(unfold));
	store.add(
		registerCommand(COMMANDS.openBackup, services, async (node) =>
			(await actions()).openBackup(await backupNode(services, node, vscode.l10n.t('Open Backup'))),
		),
	);
	store.add(
		registerCommand(COMMANDS.resumeBackup, services, async (node) =>
			(await actions()).resumeBackup(
				services,
				await backupNode(services, node, vscode.l10n.t('Resume Backed-up Session')),
			),
		),
	);
	store.add(
		registerCommand(COMMANDS.discardBackup, services, async (node, selected = []) => {
			const own = chosenOf(node, selected);
			await (await actions()).discardBackups(services, own.length > 0 ? own : await pickSeveral(services));
		}),
	);
	store.add(
		registerCommand(COMMANDS.discardCoveredBackups, services, async () => {
			const covered = foldedOf(services).filter(({ backup }) => backup.isCovered);
			if (covered.length === 0) return sayNoneCovered();
			return (await actions()).discardBackups(services, covered);
		}),
	);
	void workspace.whenKnown.then(() =>
		store.add(clock.schedule(clock.now() + ANNOUNCE_MS, () => void announce(services))),
	);
	return store;
}

/** A row for the backups that nobody needs to look at. */
interface FoldedNode {
	readonly folded: readonly BackupNode[];
}

/** A row for one backup: while the view is drawn anew, a click may come with none. */
function isBackup(node: object | undefined): node is BackupNode {
	return node !== undefined && 'backup' in node && node.backup !== undefined;
}

/** The rows that a command is about. @param selected of the view, the folded rows among them. */
export function chosenOf(node: object | undefined, selected: readonly object[]): readonly BackupNode[] {
	const chosen = [node, ...selected].filter(isBackup);
	// A row beside the selection is meant alone.
	return node !== undefined && !selected.includes(node) ? chosen.slice(0, 1) : [...new Set(chosen)];
}

/** Those that wait for a person. */
function nodesOf(services: Needs): BackupNode[] {
	return services.workspace.state.projects.flatMap((state) => state.backups.map((backup) => ({ state, backup })));
}

function foldedOf(services: Needs): BackupNode[] {
	return services.workspace.state.projects.flatMap((state) => state.folded.map((backup) => ({ state, backup })));
}

function childrenOf(services: Needs, node: BackupNode | FoldedNode | undefined): readonly (BackupNode | FoldedNode)[] {
	if (node !== undefined) return 'folded' in node ? node.folded : [];
	const folded = foldedOf(services);
	return [...nodesOf(services), ...(folded.length === 0 ? [] : [{ folded }])];
}

function foldedItem(folded: readonly BackupNode[]): vscode.TreeItem {
	const covered = folded.filter(({ backup }) => backup.isCovered).length;
	const words = [
		...(covered === 0 ? [] : [vscode.l10n.t('{0} covered by a document', covered)]),
		...(covered === folded.length ? [] : [vscode.l10n.t('{0} without work', folded.length - covered)]),
	];
	const item = new vscode.TreeItem(words.join(', '), vscode.TreeItemCollapsibleState.Collapsed);
	item.id = 'folded';
	return item;
}

function treeItemOf({ state, backup }: BackupNode, hasSeveral: boolean, nowMs: number): vscode.TreeItem {
	const treeItem = new vscode.TreeItem(backupTitle(backup));
	const words = [
		...stateWords(backup),
		reasonWords(backup.reason),
		ageWords(nowMs - backup.sinceMs),
		...(backup.sizeBytes > 0 ? [readableSize(backup.sizeBytes)] : []),
	];
	treeItem.id = `${state.project.root}\u0000${backup.raw}`;
	treeItem.description = words.join(' · ');
	treeItem.iconPath = iconOf(backup);
	treeItem.contextValue = `backup.${backup.state}${canResume(backup) ? '.session' : ''}`;
	treeItem.tooltip = [
		backup.raw,
		...(hasSeveral ? [state.project.root] : []),
		...(backup.session === undefined ? [] : [vscode.l10n.t('Session {0}', singleLine(backup.session))]),
	].join('\n');
	treeItem.accessibilityInformation = { label: [backupTitle(backup), ...words].join(', ') };
	if (canOpen(backup)) treeItem.command = commandOf(COMMANDS.openBackup, vscode.l10n.t('Open'), { state, backup });
	return treeItem;
}

export function pendingWords(count: number): string {
	return count === 1 ? vscode.l10n.t('1 pending backup') : vscode.l10n.t('{0} pending backups', count);
}

/** Whether there is something to go on from: of a lost one neither the transcript nor a copy is there. */
export const canResume = ({ session, state }: SessionBackup): boolean => session !== undefined && state !== 'lost';

/** Whether there is a file to look at. */
export const canOpen = ({ state }: SessionBackup): boolean => state === 'pending' || state === 'unknown';

function stateWords(backup: SessionBackup): readonly string[] {
	const words: Record<BackupState, readonly string[]> = {
		pending: [],
		unfinished: [vscode.l10n.t('incomplete')],
		lost: [vscode.l10n.t('both copies are missing')],
		unknown: [vscode.l10n.t('unknown backup')],
	};
	return [
		...(backup.isCovered ? [vscode.l10n.t('covered by a document')] : []),
		...(backup.isHomeOnly === true ? [vscode.l10n.t('only the second copy exists')] : []),
		...(backup.isDamaged ? [`⚠ ${vscode.l10n.t('wrong size')}`] : []),
		...words[backup.state],
	];
}

function iconOf(backup: SessionBackup): vscode.ThemeIcon {
	if (backup.isDamaged) return new vscode.ThemeIcon('warning', new vscode.ThemeColor(COLORS.stale));
	const icons: Record<BackupState, string> = {
		pending: 'archive',
		unfinished: 'sync-ignored',
		lost: 'circle-slash',
		unknown: 'question',
	};
	return new vscode.ThemeIcon(icons[backup.state]);
}

/** The backup that a command is about: the one it was called on, or the one that the person picks. */
async function backupNode(services: Needs, node: BackupNode | undefined, title: string): Promise<BackupNode> {
	if (node !== undefined) return node;
	return orCancel(await vscode.window.showQuickPick(picksOf(services), { title, matchOnDescription: true })).node;
}

async function pickSeveral(services: Needs): Promise<readonly BackupNode[]> {
	const picks = picksOf(services);
	const [only] = picks;
	if (picks.length === 1 && only !== undefined) return [only.node];
	const picked = orCancel(
		await vscode.window.showQuickPick(picks, {
			title: vscode.l10n.t('Discard Backup'),
			canPickMany: true,
			matchOnDescription: true,
		}),
	);
	if (picked.length === 0) throw new vscode.CancellationError();
	return picked.map((pick) => pick.node);
}

type BackupPick = vscode.QuickPickItem & { readonly node: BackupNode };

/** Those that wait first, then those that nobody needs to look at. */
function picksOf(services: Needs): BackupPick[] {
	const nodes = [...nodesOf(services), ...foldedOf(services)];
	if (nodes.length === 0) {
		sayNoBackups();
		throw new vscode.CancellationError();
	}
	return nodes.map((node) => ({
		label: backupTitle(node.backup),
		description: [
			...stateWords(node.backup),
			reasonWords(node.backup.reason),
			shortDuration(services.clock.now() - node.backup.sinceMs),
		].join(' · '),
		node,
	}));
}

/** Pending backups stand on Home. Who never opened that is told of them, once. Unlogged files are not announced. */
async function announce(services: Needs): Promise<void> {
	const { clock, configuration, home, memento } = services;
	const isWanted = configuration().notifiesOfBackups && vscode.workspace.isTrusted;
	if (!isWanted || home.wasOpened || memento.get(ANNOUNCED) !== undefined) return;
	const pending = nodesOf(services).filter(({ backup }) => backup.state === 'pending');
	const [newest] = pending;
	if (newest === undefined) return;
	const choice = await services.unasked(async () => {
		await memento.update(ANNOUNCED, true);
		return announceBackups(pending.length, backupTitle(newest.backup), ageWords(clock.now() - newest.backup.sinceMs));
	});
	if (choice === 'resume') await callCommand(COMMANDS.resumeBackup, newest);
	if (choice === 'home') await callCommand(COMMANDS.openHome);
}
