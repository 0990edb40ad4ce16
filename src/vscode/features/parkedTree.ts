// The tree of parked items. It only shows what the store says.
import * as vscode from 'vscode';
import { shortDuration } from '../../core/dates';
import { type ParkedItem, UNREADABLE, slugOfFileName } from '../../core/parking/item';
import { sortItems } from '../../core/parking/list';
import { truncate } from '../../core/text';
import type { ProjectState, WorkspaceStore } from '../../node/workspaceStore';
import { ageWords } from '../ageWords';
import { COLORS, COMMANDS } from '../contributions';
import path from 'node:path';

/** What the tree consists of: projects where several are open, and their items. */
export type ParkedNode = { readonly kind: 'project'; readonly state: ProjectState } | ParkedItemNode;
export interface ParkedItemNode {
	readonly kind: 'item';
	readonly state: ProjectState;
	readonly item: ParkedItem;
}

/** The scheme of the addresses that carry decorations. Our own, so that the Explorer is not decorated by accident. */
export const PARKED_SCHEME = 'session-keeper-parked';

export class ParkedTree implements vscode.TreeDataProvider<ParkedNode> {
	private readonly changed = new vscode.EventEmitter<undefined>();
	readonly onDidChangeTreeData = this.changed.event;

	constructor(
		private readonly workspace: WorkspaceStore,
		private readonly now: () => number,
		/** Resolves when the first reading is done; until then the view shows that it is loading. */
		private readonly ready: Promise<void>,
	) {}

	refresh(): void {
		this.changed.fire(undefined);
	}

	async getChildren(node?: ParkedNode): Promise<ParkedNode[]> {
		await this.ready;
		const { projects } = this.workspace.state;
		if (node === undefined && projects.length > 1)
			return projects.filter((state) => state.parked.length > 0).map((state) => ({ kind: 'project', state }));
		const shown = node === undefined ? projects : node.kind === 'project' ? [node.state] : [];
		return shown.flatMap((state) => itemsOf(state).map((item): ParkedNode => ({ kind: 'item', state, item })));
	}

	getParent(node: ParkedNode): ParkedNode | undefined {
		return node.kind === 'item' && this.workspace.state.projects.length > 1
			? { kind: 'project', state: node.state }
			: undefined;
	}

	getTreeItem(node: ParkedNode): vscode.TreeItem {
		return node.kind === 'project' ? projectItem(node.state) : this.itemOf(node);
	}

	resolveTreeItem(treeItem: vscode.TreeItem, node: ParkedNode): vscode.TreeItem {
		if (node.kind === 'item') treeItem.tooltip = tooltipOf(node.item);
		return treeItem;
	}

	private itemOf(node: ParkedItemNode): vscode.TreeItem {
		const { item } = node;
		const treeItem = new vscode.TreeItem(item.name);
		treeItem.id = item.path;
		treeItem.description = descriptionOf(item, this.now());
		treeItem.iconPath = iconOf(item);
		treeItem.contextValue = item.isReadable ? 'parked.item.editable' : 'parked.item';
		treeItem.resourceUri = addressOf(item);
		treeItem.command = { command: COMMANDS.openParkedItem, title: vscode.l10n.t('Open'), arguments: [node] };
		treeItem.accessibilityInformation = {
			label: [item.name, ...wordsOf(item, this.now()), item.description].join(', '),
		};
		if (vscode.workspace.isTrusted)
			treeItem.checkboxState = {
				state: vscode.TreeItemCheckboxState.Unchecked,
				tooltip: vscode.l10n.t('Archive'),
				accessibilityInformation: { label: vscode.l10n.t('Archive {0}', item.name) },
			};
		return treeItem;
	}
}

/** Due ones first, for their day has come; then newest first. */
function itemsOf(state: ProjectState): readonly ParkedItem[] {
	// Where they may go, expired ones go as the list is shown: no row flashes up for them.
	const shown = state.parked.filter((item) => item.state !== 'expired' || !vscode.workspace.isTrusted);
	const sorted = sortItems(shown);
	return [...sorted.filter((item) => item.isDue), ...sorted.filter((item) => !item.isDue)];
}

/** What is said of an item beside its name and description, in words. */
export function wordsOf(item: ParkedItem, nowMs: number): readonly string[] {
	return [
		...(item.state === 'stale' ? [vscode.l10n.t('stale')] : []),
		...(item.state === 'expired' ? [vscode.l10n.t('expired')] : []),
		...(item.isDue ? [vscode.l10n.t('due')] : item.due === undefined ? [] : [vscode.l10n.t('due {0}', item.due)]),
		...(item.ageDays === 0
			? [ageWords(nowMs - item.modifiedMs)]
			: [item.ageDays === 1 ? vscode.l10n.t('1 day old') : vscode.l10n.t('{0} days old', item.ageDays)]),
		...(item.place === 'formula' ? [vscode.l10n.t('formula folder')] : []),
	];
}

/** The address that an item's decoration hangs on. The state is part of it, so a change of state is a new address. */
function addressOf(item: ParkedItem): vscode.Uri {
	const state = item.state === 'fresh' ? (item.isDue ? 'due' : 'fresh') : item.state;
	return vscode.Uri.from({ scheme: PARKED_SCHEME, path: `/${item.fileName}`, query: `${state}&${item.ageDays}` });
}

function descriptionOf(item: ParkedItem, nowMs: number): string {
	const marks = [
		...(item.state === 'stale'
			? [`⚠ ${vscode.l10n.t('stale')}`]
			: item.state === 'expired'
				? [`⚠ ${vscode.l10n.t('expired')}`]
				: []),
		...(item.isDue ? [vscode.l10n.t('due')] : item.due === undefined ? [] : [vscode.l10n.t('due {0}', item.due)]),
		item.ageDays === 0 ? shortDuration(nowMs - item.modifiedMs) : `${item.ageDays}d`,
		...(item.place === 'formula' ? [vscode.l10n.t('formula folder')] : []),
	];
	return `${marks.join(' · ')}${item.description === '' ? '' : `  ${item.description}`}`;
}

function iconOf(item: ParkedItem): vscode.ThemeIcon {
	if (!item.isReadable) return new vscode.ThemeIcon('circle-slash');
	if (item.isDue) return new vscode.ThemeIcon('bell', new vscode.ThemeColor('notificationsInfoIcon.foreground'));
	if (item.state !== 'fresh') return new vscode.ThemeIcon('warning', new vscode.ThemeColor(COLORS.stale));
	// The three kinds of open loop begin with a sentence of their own.
	if (item.body.trimStart().startsWith('User raised:')) return new vscode.ThemeIcon('question');
	return new vscode.ThemeIcon(item.body.trimStart().startsWith('Side idea:') ? 'lightbulb' : 'bookmark');
}

/** Text out of a file is shown as text: no link in it works, no HTML counts. */
function tooltipOf(item: ParkedItem): vscode.MarkdownString {
	const tooltip = new vscode.MarkdownString('', true);
	tooltip
		.appendMarkdown(item.isReadable ? '**' : '$(circle-slash) **')
		.appendText(item.name)
		.appendMarkdown('**\n\n');
	if (!item.isReadable) tooltip.appendText(`${UNREADABLE}\n\n`);
	tooltip.appendText(truncate(item.body.trim(), 1200));
	tooltip.appendMarkdown('\n\n---\n\n').appendText(slugOfFileName(item.fileName));
	if (item.session !== undefined) tooltip.appendMarkdown('  \n$(comment-discussion) ').appendText(item.session);
	return tooltip;
}

function projectItem(state: ProjectState): vscode.TreeItem {
	const treeItem = new vscode.TreeItem(path.basename(state.project.root), vscode.TreeItemCollapsibleState.Expanded);
	treeItem.id = state.project.root;
	treeItem.iconPath = vscode.ThemeIcon.Folder;
	treeItem.contextValue = 'parked.project';
	return treeItem;
}

/** Stale items are coloured and badged wherever their address is shown. */
export const parkedDecorations: vscode.FileDecorationProvider = {
	provideFileDecoration(uri) {
		if (uri.scheme !== PARKED_SCHEME) return undefined;
		const [state, days] = uri.query.split('&');
		if (state === 'due') return new vscode.FileDecoration('●', vscode.l10n.t('Due'));
		if (state !== 'stale' && state !== 'expired') return undefined;
		return new vscode.FileDecoration(
			'!',
			vscode.l10n.t('Stale: {0} days old', days ?? ''),
			new vscode.ThemeColor(COLORS.stale),
		);
	},
};
