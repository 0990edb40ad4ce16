// The buttons of the search. Each writes a filter into what is typed, and the next press the next one: what counts is always
// to be seen, and can be edited.
import path from 'node:path';
import * as vscode from 'vscode';
import { type FilterName, WHO, filterIn, withFilter } from '../../core/search/filter';
import type { Services } from '../services';

/** The tools of Claude Code that people ask about. */
const TOOLS = ['Bash', 'Edit', 'Write', 'Read', 'Grep', 'Task'];
const SINCE = ['today', '7d', '30d'];

interface FilterButton extends vscode.QuickInputButton {
	readonly filter: FilterName;
}

export function scopeButton(isEverywhere: boolean): vscode.QuickInputButton {
	return isEverywhere
		? { iconPath: new vscode.ThemeIcon('root-folder'), tooltip: vscode.l10n.t('Search sessions of this workspace') }
		: { iconPath: new vscode.ThemeIcon('globe'), tooltip: vscode.l10n.t('Search sessions of all projects') };
}

/** In which order sessions are shown. */
export type SearchOrder = 'newest' | 'best';

interface OrderButton extends vscode.QuickInputButton {
	readonly order: SearchOrder;
}

/** Changes to the other order. */
export const orderButton = (now: SearchOrder): OrderButton =>
	now === 'newest'
		? { order: 'best', iconPath: new vscode.ThemeIcon('star'), tooltip: vscode.l10n.t('Show Best First') }
		: { order: 'newest', iconPath: new vscode.ThemeIcon('history'), tooltip: vscode.l10n.t('Show Newest First') };

export function isOrderButton(button: vscode.QuickInputButton): button is OrderButton {
	return 'order' in button;
}

export function filterButtons(): readonly FilterButton[] {
	const button = (filter: FilterName, icon: string, tooltip: string): FilterButton => ({
		filter,
		iconPath: new vscode.ThemeIcon(icon),
		tooltip,
	});
	return [
		button('who', 'account', vscode.l10n.t('Filter by Who Said It')),
		button('since', 'calendar', vscode.l10n.t('Filter by Date')),
		button('branch', 'git-branch', vscode.l10n.t('Filter by Branch')),
		button('file', 'file', vscode.l10n.t('Filter by the Open File')),
		button('tool', 'tools', vscode.l10n.t('Filter by Tool')),
	];
}

export function isFilterButton(button: vscode.QuickInputButton): button is FilterButton {
	return 'filter' in button;
}

/** What was typed with the value that follows; after the last one the filter goes. */
export function nextFilter(filter: FilterName, typed: string, services: Pick<Services, 'sessions'>): string {
	const values = valuesOf(filter, services);
	const now = filterIn(typed, filter);
	return withFilter(typed, filter, values[now === undefined ? 0 : values.indexOf(now) + 1 || values.length]);
}

function valuesOf(filter: FilterName, { sessions }: Pick<Services, 'sessions'>): readonly string[] {
	switch (filter) {
		case 'who':
			return WHO;
		case 'since':
			return SINCE;
		case 'tool':
			return TOOLS;
		case 'branch':
			// Of the newest sessions first.
			return [...new Set(sessions.list().flatMap(({ gitBranch }) => gitBranch ?? []))];
		case 'file': {
			const document = vscode.window.activeTextEditor?.document;
			return document?.uri.scheme === 'file' ? [path.basename(document.fileName)] : [];
		}
	}
}
