// The tree of parked items. It only shows what the store says.
import * as vscode from 'vscode';
import { shortDuration } from '../../core/base/dates';
import { type ParkedItem, slugOfFileName } from '../../core/parking/item';
import { dueFirst } from '../../core/parking/list';
import { suggestionWords } from '../../core/parking/suggestionWords';
import { singleLine, truncate } from '../../core/base/text';
import type { ProjectState, WorkspaceStore } from '../../node/workspace/workspaceStore';
import { ageWords } from '../ageWords';
import { type ParkedNode, type ParkedItemNode, type SuggestionNode, commandOf } from '../commandArguments';
import { COLORS, COMMANDS } from '../contributions';
import type { Rows } from '../listView';
import type { SuggestedItem } from '../../node/workspace/suggestedItems';
import type { SuggestionState } from '../../node/workspace/suggestionState';
import path from 'node:path';

/** The scheme of the addresses that carry decorations. Our own, so that the Explorer is not decorated by accident. */
const PARKED_SCHEME = 'session-keeper-parked';

/** The items of the open projects, and what nobody parked. */
export function parkedRows(
	workspace: Pick<WorkspaceStore, 'state' | 'whenKnown'>,
	suggestions: Pick<SuggestionState, 'current'>,
	now: () => number,
): Rows<ParkedNode> {
	return {
		ready: () => workspace.whenKnown,
		children(node) {
			const { projects } = workspace.state;
			const offered = suggestions.current;
			if (node?.kind === 'suggestions') return offered.map((shown) => ({ kind: 'suggestion', ...shown }));
			if (node?.kind === 'project') return nodesOf(node.state);
			if (node !== undefined) return [];
			const several = projects.filter((state) => state.parked.length > 0);
			return [
				...(projects.length > 1
					? several.map((state): ParkedNode => ({ kind: 'project', state }))
					: projects.flatMap(nodesOf)),
				...(offered.length > 0 ? [{ kind: 'suggestions', count: offered.length } as const] : []),
			];
		},
		item(node) {
			switch (node.kind) {
				case 'project':
					return projectItem(node.state);
				case 'suggestions':
					return suggestionsItem(node.count);
				case 'suggestion':
					return suggestionItem(node, now());
				case 'item':
					return parkedItem(node, now());
			}
		},
		data(node) {
			if (node.kind === 'item') return [node.item.modifiedMs, node.item.body];
			return node.kind === 'suggestion' ? node.suggestion : undefined;
		},
		tooltip: (node) => (node.kind === 'item' ? tooltipOf(node.item) : undefined),
	};
}

function nodesOf(state: ProjectState): readonly ParkedNode[] {
	return itemsOf(state).map((item) => ({ kind: 'item', state, item }));
}

function parkedItem(node: ParkedItemNode, nowMs: number): vscode.TreeItem {
	const { item } = node;
	const treeItem = new vscode.TreeItem(item.name);
	treeItem.id = item.path;
	treeItem.description = descriptionOf(item, nowMs);
	treeItem.iconPath = iconOf(item);
	treeItem.contextValue = item.isReadable ? 'parked.item.editable' : 'parked.item';
	treeItem.resourceUri = addressOf(item);
	treeItem.command = commandOf(COMMANDS.openParkedItem, vscode.l10n.t('Open'), node);
	treeItem.accessibilityInformation = {
		label: [item.name, ...itemWords(item, nowMs), aboutOf(item)].join(', '),
	};
	if (vscode.workspace.isTrusted)
		treeItem.checkboxState = {
			state: vscode.TreeItemCheckboxState.Unchecked,
			tooltip: vscode.l10n.t('Mark as Done'),
			accessibilityInformation: { label: vscode.l10n.t('Mark “{0}” as done', item.name) },
		};
	return treeItem;
}

/** Where they may go, expired ones go as the list is shown: no row flashes up for them. */
function itemsOf(state: ProjectState): readonly ParkedItem[] {
	return dueFirst(state.parked.filter((item) => item.state !== 'expired' || !vscode.workspace.isTrusted));
}

/** What is said of an item beside its name and description, in words. */
function itemWords(item: ParkedItem, nowMs: number): readonly string[] {
	return [
		...(item.state === 'stale' ? [vscode.l10n.t('stale')] : []),
		...(item.state === 'expired' ? [vscode.l10n.t('expired')] : []),
		...dueWords(item),
		...(item.ageDays === 0
			? [ageWords(nowMs - item.modifiedMs)]
			: [item.ageDays === 1 ? vscode.l10n.t('1 day old') : vscode.l10n.t('{0} days old', item.ageDays)]),
		...placeWords(item),
	];
}

function dueWords({ isDue, due }: ParkedItem): readonly string[] {
	if (isDue) return [vscode.l10n.t('due')];
	return due === undefined ? [] : [vscode.l10n.t('due {0}', due)];
}

function placeWords({ place, from }: ParkedItem): readonly string[] {
	return [
		...(place === 'formula' ? [vscode.l10n.t('other folder')] : []),
		...(from === undefined ? [] : [vscode.l10n.t('from {0}', from)]),
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
		...dueWords(item),
		item.ageDays === 0 ? shortDuration(nowMs - item.modifiedMs) : `${item.ageDays}d`,
		...placeWords(item),
	];
	const about = aboutOf(item);
	return `${marks.join(' · ')}${about === '' ? '' : `  ${about}`}`;
}

/** What an item says of itself, or that it cannot be read. */
function aboutOf({ isReadable, description }: ParkedItem): string {
	return isReadable ? description : vscode.l10n.t('can’t read front matter');
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
	if (!item.isReadable) tooltip.appendText(`${aboutOf(item)}\n\n`);
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

function suggestionsItem(count: number): vscode.TreeItem {
	const treeItem = new vscode.TreeItem(vscode.l10n.t('Suggestions'), vscode.TreeItemCollapsibleState.Expanded);
	treeItem.id = 'suggestions';
	treeItem.description = String(count);
	treeItem.tooltip = vscode.l10n.t('From your recent sessions');
	treeItem.contextValue = 'parked.suggestions';
	treeItem.accessibilityInformation = {
		label: count === 1 ? vscode.l10n.t('Suggestions (1)') : vscode.l10n.t('Suggestions ({0})', count),
	};
	return treeItem;
}

/** Asked, and not answered; or put off, and not parked. */
function suggestionItem(node: SuggestionNode, nowMs: number): vscode.TreeItem {
	const { suggestion, session } = node;
	const treeItem = new vscode.TreeItem(suggestion.name);
	const age = ageOf(node, nowMs);
	const words = suggestionWords(suggestion);
	const kind = suggestion.kind === 'question' ? vscode.l10n.t('not answered') : vscode.l10n.t('put off');
	treeItem.id = `suggestion/${suggestion.key}`;
	treeItem.description = `${[kind, age].join(' · ')}  ${singleLine(words)}`;
	treeItem.iconPath = new vscode.ThemeIcon(suggestion.kind === 'question' ? 'question' : 'lightbulb-empty');
	treeItem.contextValue = 'parked.suggestion';
	treeItem.command = commandOf(
		COMMANDS.readSession,
		vscode.l10n.t('Read Session'),
		{ kind: 'session', session },
		suggestion.uuid,
	);
	treeItem.tooltip = new vscode.MarkdownString('', true)
		.appendText(words)
		.appendMarkdown('\n\n---\n\n$(comment-discussion) ')
		.appendText(session.name);
	treeItem.accessibilityInformation = {
		label: [suggestion.name, vscode.l10n.t('suggestion'), kind, age, singleLine(words)].join(', '),
	};
	return treeItem;
}

function ageOf({ suggestion, session }: SuggestedItem, nowMs: number): string {
	return shortDuration(Math.max(0, nowMs - (suggestion.atMs ?? session.lastMessageMs ?? nowMs)));
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
