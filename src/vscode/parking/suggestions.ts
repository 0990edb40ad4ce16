// What Claude did not park: read off the latest sessions of the open folders, offered in the view *Parked*.
import * as vscode from 'vscode';
import { DAY_MS } from '../../core/base/dates';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { slugOf } from '../../core/parking/draft';
import type { ParkingSuggestion, SuggestionState } from '../../core/parking/suggestions';
import type { Redactor } from '../../core/privacy/redaction';
import { openRedactor } from '../../node/privacy/openRedactor';
import { queuedRunner } from '../../node/base/queuedRunner';
import type { SuggestionReader } from '../../node/parking/suggestionReader';
import { dismissSuggestion, readDismissed } from '../../node/parking/suggestionStore';
import { registerCommand } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import type { Services } from '../services';
import { park } from './parkedActions';
import type { ListedSession } from '../../node/sessions/sessionsStore';
import type { ProjectState } from '../../node/workspace/workspaceStore';

type Needs = Pick<Services, 'claude' | 'clock' | 'logger' | 'sessions' | 'undoStack' | 'workspace'>;

/** What came up in older sessions is not offered any more. */
const RECENT_MS = 14 * DAY_MS;

/** So many sessions are read, the newest. */
const SESSIONS = 12;

/** So many are offered, the newest: more would be a list of its own to work off. */
const OFFERED = 8;

export class Suggestions implements IDisposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<undefined>());
	/** Fires when other suggestions are offered than before. */
	readonly onDidChange = this.changed.event;
	private reader: SuggestionReader | undefined;
	private readonly states = new Map<string, SuggestionState>();
	private shown: readonly ShownSuggestion[] = [];
	private redactor: Redactor | undefined;
	private readonly look = queuedRunner(() => this.lookNow());

	/** @param isVisible nothing is read for a view that nobody looks at. */
	constructor(
		private readonly services: Needs,
		private readonly isVisible: () => boolean,
	) {
		const { sessions, workspace } = services;
		this.store.add(sessions.onDidChange(() => this.refresh()));
		this.store.add(workspace.onDidChange(() => this.refresh()));
	}

	/** Newest first. */
	list(): readonly ShownSuggestion[] {
		return this.shown;
	}

	refresh(): void {
		if (!this.isVisible()) return;
		this.look().catch((error: unknown) => this.services.logger.error('suggestions could not be made', error));
	}

	dispose(): void {
		this.store.dispose();
	}

	private async lookNow(): Promise<void> {
		const { sessions, workspace, claude, clock } = this.services;
		const sinceMs = clock.now() - RECENT_MS;
		const recent = sessions
			.list()
			.filter((each) => !each.isProgram && !each.marks.has('private') && !each.marks.has('hidden'))
			.filter((each) => (each.lastMessageMs ?? each.modifiedMs) >= sinceMs)
			.sort((a, b) => (b.lastMessageMs ?? b.modifiedMs) - (a.lastMessageMs ?? a.modifiedMs))
			.slice(0, SESSIONS);
		// Loaded when somebody looks at the view: reading what was said takes as much code as everything else in it.
		const [{ SuggestionReader: Reader }, { suggestionsOf }] = await Promise.all([
			import('../../node/parking/suggestionReader'),
			import('../../core/parking/suggestions'),
		]);
		const reader = (this.reader ??= new Reader());
		reader.keepOnly(new Set(recent.map(({ file }) => file)));
		for (const session of recent) {
			// Their sizes are known: what did not grow is not opened.
			if (reader.readTo(session.file) !== session.sizeBytes || !this.states.has(session.file))
				this.states.set(session.file, await reader.read(session));
		}
		const dismissed = await readDismissed(claude);
		const redactor = (this.redactor ??= await openRedactor(claude));
		const offered = recent.flatMap((session) => {
			const state = workspace.state.projects.find(({ project }) => project.root === session.project.root);
			const known = this.states.get(session.file);
			if (state === undefined || known === undefined) return [];
			return suggestionsOf(known, dismissed, state.parked).map((suggestion) => ({
				state,
				session,
				suggestion: redacted(suggestion, redactor),
			}));
		});
		const newest = offered.sort((a, b) => (b.suggestion.atMs ?? 0) - (a.suggestion.atMs ?? 0)).slice(0, OFFERED);
		const isSame = keysOf(newest) === keysOf(this.shown);
		this.shown = newest;
		if (!isSame) this.changed.fire(undefined);
	}
}

/** Registers what can be done with a suggestion. */
export function registerSuggestions(services: Needs, suggestions: Suggestions): IDisposable {
	const store = new DisposableStore();
	const on = (
		id: Parameters<typeof registerCommand>[0],
		title: string,
		run: (shown: ShownSuggestion) => Promise<unknown>,
	): void =>
		void store.add(
			registerCommand<[Partial<ShownSuggestion>]>(id, services, async (node) =>
				run(isShown(node) ? node : await pickSuggestion(suggestions, title)),
			),
		);
	on(COMMANDS.parkSuggestion, vscode.l10n.t('Park Suggestion'), async ({ state, suggestion }) => {
		const { parkRequestOf } = await import('../../core/parking/suggestions');
		await park(services, state, parkRequestOf(suggestion));
		suggestions.refresh();
	});
	on(COMMANDS.dismissSuggestion, vscode.l10n.t('Dismiss Suggestion'), async ({ suggestion }) => {
		await dismissSuggestion(services.claude, suggestion.key, services.clock.now());
		suggestions.refresh();
	});
	return store;
}

async function pickSuggestion(suggestions: Suggestions, title: string): Promise<ShownSuggestion> {
	const picks = suggestions.list().map((shown) => ({
		label: shown.suggestion.name,
		description: shown.session.name,
		detail: shown.suggestion.text,
		shown,
	}));
	if (picks.length === 0) throw new Error(vscode.l10n.t('There is nothing to suggest at the moment.'));
	const picked = await vscode.window.showQuickPick(picks, { title, matchOnDetail: true });
	if (picked === undefined) throw new vscode.CancellationError();
	return picked.shown;
}

function isShown(node: Partial<ShownSuggestion> | undefined): node is ShownSuggestion {
	return node?.suggestion !== undefined && node.state !== undefined && node.session !== undefined;
}

function redacted(suggestion: ParkingSuggestion, redactor: Redactor): ParkingSuggestion {
	const safe = (text: string): string => redactor.text(text).value;
	const text = safe(suggestion.text);
	// The name is made of words of the text, in a form in which no secret is known again.
	const name = text === suggestion.text ? suggestion.name : slugOf(text.split(' ').slice(0, 6).join(' '));
	return { ...suggestion, name, text, why: safe(suggestion.why), how: safe(suggestion.how) };
}

function keysOf(shown: readonly ShownSuggestion[]): string {
	return shown.map(({ suggestion }) => suggestion.key).join(' ');
}

/** A suggestion as the view shows it, redacted. */
export interface ShownSuggestion {
	readonly state: ProjectState;
	readonly session: ListedSession;
	readonly suggestion: ParkingSuggestion;
}
