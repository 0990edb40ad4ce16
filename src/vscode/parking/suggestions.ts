// What Claude did not park, offered in the view *Parked*.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { suggestionWords } from '../../core/parking/suggestionWords';
import { dismissSuggestion } from '../../node/parking/suggestionStore';
import type { SuggestedItem } from '../../node/workspace/suggestedItems';
import type { SuggestionState } from '../../node/workspace/suggestionState';
import type { ParkedNode, CommandWith } from '../commandArguments';
import { registerCommand } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import type { Services } from '../services';
import { park } from './parkedActions';

type Needs = Pick<Services, 'claude' | 'clock' | 'hooks' | 'logger' | 'undoStack' | 'workspace'>;

/** Registers what can be done with a suggestion. */
export function registerSuggestions(services: Needs, suggestions: SuggestionState): IDisposable {
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
	const dismiss = async (key: string, isDismissed?: boolean): Promise<void> => {
		await dismissSuggestion(services.claude, key, services.clock.now(), isDismissed);
		suggestions.hint();
	};
	on(COMMANDS.parkSuggestion, vscode.l10n.t('Park Suggestion'), async ({ state, suggestion }) => {
		const { parkRequestOf } = await import('../../core/parking/suggestions');
		await park(services, state, parkRequestOf(suggestion), suggestion.key);
	});
	on(COMMANDS.dismissSuggestion, vscode.l10n.t('Dismiss Suggestion'), async ({ suggestion }) => {
		await dismiss(suggestion.key);
		const undo = (): Promise<boolean> => dismiss(suggestion.key, false).then(() => true);
		services.undoStack.push({ name: suggestion.name, undo });
	});
	return store;
}

async function pickSuggestion(suggestions: SuggestionState, title: string): Promise<SuggestedItem> {
	const picks = suggestions.current.map((shown) => ({
		label: shown.suggestion.name,
		description: shown.session.name,
		detail: suggestionWords(shown.suggestion),
		shown,
	}));
	if (picks.length === 0) throw new Error(vscode.l10n.t('No suggestions.'));
	const picked = await vscode.window.showQuickPick(picks, { title, matchOnDetail: true });
	if (picked === undefined) throw new vscode.CancellationError();
	return picked.shown;
}
