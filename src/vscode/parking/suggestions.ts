// What Claude did not park, offered in the view *Parked*.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { LiveReading } from '../../node/base/liveReading';
import { dismissSuggestion } from '../../node/parking/suggestionStore';
import type { SuggestedItem, SuggestedItems } from '../../node/workspace/suggestedItems';
import type { ParkedNode, CommandWith } from '../commandArguments';
import { registerCommand } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import type { Services } from '../services';
import { park } from './parkedActions';

type Needs = Pick<Services, 'claude' | 'clock' | 'logger' | 'sessions' | 'undoStack' | 'workspace'>;

/** Sessions tell of changes in bursts of their own. */
const SETTLE_MS = 50;

export interface Suggestions extends IDisposable {
	/** Newest first. */
	list(): readonly SuggestedItem[];
	/** Fires when other suggestions are offered than before. */
	readonly onDidChange: LiveReading<readonly SuggestedItem[]>['onDidChange'];
	/** Something that they depend on has changed. */
	hint(): void;
}

/** @param isVisible nothing is read for a view that nobody looks at. */
export function createSuggestions(services: Needs, isVisible: () => boolean): Suggestions {
	const { clock, logger, sessions, workspace } = services;
	let items: SuggestedItems | undefined;
	const store = new DisposableStore();
	const reading = store.add(
		new LiveReading<readonly SuggestedItem[]>({
			clock,
			logger,
			settleMs: SETTLE_MS,
			failure: 'suggestions could not be made',
			initial: [],
			look: async () => {
				const { SuggestedItems: Items } = await import('../../node/workspace/suggestedItems');
				return (items ??= new Items(services)).read();
			},
			isSame: (before, after) => keysOf(before) === keysOf(after),
		}),
	);
	const hint = (): void => void (isVisible() && reading.hint());
	store.add(sessions.onDidChange(hint));
	store.add(workspace.onDidChange(hint));
	return {
		list: () => reading.current,
		onDidChange: reading.onDidChange,
		hint,
		dispose: () => store.dispose(),
	};
}

/** Registers what can be done with a suggestion. */
export function registerSuggestions(services: Needs, suggestions: Suggestions): IDisposable {
	const store = new DisposableStore();
	const on = (
		id: CommandWith<[row?: ParkedNode]>,
		title: string,
		run: (shown: SuggestedItem) => Promise<unknown>,
	): void =>
		void store.add(
			registerCommand(id, services, async (node) =>
				run(node?.kind === 'suggestion' ? node : await pickSuggestion(suggestions, title)),
			),
		);
	on(COMMANDS.parkSuggestion, vscode.l10n.t('Park Suggestion'), async ({ state, suggestion }) => {
		const { parkRequestOf } = await import('../../core/parking/suggestions');
		await park(services, state, parkRequestOf(suggestion));
		suggestions.hint();
	});
	on(COMMANDS.dismissSuggestion, vscode.l10n.t('Dismiss Suggestion'), async ({ suggestion }) => {
		await dismissSuggestion(services.claude, suggestion.key, services.clock.now());
		suggestions.hint();
	});
	return store;
}

async function pickSuggestion(suggestions: Suggestions, title: string): Promise<SuggestedItem> {
	const picks = suggestions.list().map((shown) => ({
		label: shown.suggestion.name,
		description: shown.session.name,
		detail: shown.suggestion.text,
		shown,
	}));
	if (picks.length === 0) throw new Error(vscode.l10n.t('No suggestions.'));
	const picked = await vscode.window.showQuickPick(picks, { title, matchOnDetail: true });
	if (picked === undefined) throw new vscode.CancellationError();
	return picked.shown;
}

function keysOf(items: readonly SuggestedItem[]): string {
	return items.map(({ suggestion }) => suggestion.key).join(' ');
}
