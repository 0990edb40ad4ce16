// The view *Parked* and its commands.
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { ParkedItem } from '../../core/parking/item';
import { renderList } from '../../core/parking/list';
import { renderSummary } from '../../core/parking/summary';
import { openRedactor } from '../../node/privacy/openRedactor';
import { followSuggestions } from '../../node/workspace/suggestionState';
import { type ParkedNode, type ParkedItemNode, type ArgumentsOf, callCommand } from '../commandArguments';
import { registerCommand } from '../commandBoundary';
import { COMMANDS, CONTEXT_KEYS, type CommandId, VIEWS } from '../contributions';
import { createListView } from '../listView';
import { showWarning } from '../messages';
import { sayGone, sayNothingParked, sayNothingToRestore } from '../notifications';
import type { Services } from '../services';
import { askProject, problemOf, projectNamed } from '../projects';
import { parkedDecorations, parkedRows } from './parkedTree';
import { showMarkdown } from '../preview';
import { registerSuggestions } from './suggestions';
import { archiveItem, park, parkedQuestions, pushRemoval } from './parkedActions';

type Needs = Pick<
	Services,
	'claude' | 'clock' | 'home' | 'hooks' | 'logger' | 'reader' | 'sessions' | 'shown' | 'undoStack' | 'workspace'
>;

export function registerParked(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { workspace, clock } = services;
	const suggestions = store.add(followSuggestions({ ...services, isWanted: () => services.shown.parked }));
	store.add(registerSuggestions(services, suggestions));
	const list = store.add(
		createListView(
			VIEWS.parked,
			parkedRows(workspace, suggestions, () => clock.now()),
			services,
		),
	);
	const { view } = list;
	store.add(suggestions.onDidChange(() => list.refresh()));
	store.add(vscode.window.registerFileDecorationProvider(parkedDecorations));

	const update = (): void => {
		const items = workspace.state.projects.flatMap((state) => state.parked);
		void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.hasParked, items.length > 0);
		const waiting = items.filter((item) => item.state === 'stale' || item.isDue).length;
		list.badge(
			waiting,
			waiting === 1
				? vscode.l10n.t('1 parked item needs attention')
				: vscode.l10n.t('{0} parked items need attention', waiting),
		);
		view.message = problemOf(workspace.state.projects, 'parked');
		list.refresh();
	};
	store.add(workspace.onDidChange(update));
	const onVisible = (): void => {
		services.shown.parked = view.visible;
		// Expired items go when the list is shown.
		if (view.visible) void workspace.refresh();
		suggestions.hint();
	};
	store.add(view.onDidChangeVisibility(onVisible));
	services.shown.parked = view.visible;
	store.add(view.onDidChangeCheckboxState((event) => void archiveTicked(event.items, () => list.redraw())));

	const command = <Id extends CommandId>(id: Id, run: (...args: ArgumentsOf<Id>) => Promise<unknown>): void => {
		store.add(registerCommand(id, services, run));
	};
	command(COMMANDS.parkItem, async () =>
		park(services, await askProject(workspace), await (await parkedQuestions()).askParkRequest()),
	);
	command(COMMANDS.parkSelection, () => parkSelection(services));
	command(COMMANDS.parkMessage, () => parkMessage(services));
	command(COMMANDS.openParkedItem, async (node) => {
		const { item } = await itemNode(services, node, vscode.l10n.t('Open Parked Item'));
		await vscode.window.showTextDocument(vscode.Uri.file(item.path), { preview: true });
	});
	command(COMMANDS.archiveParkedItem, async (node) =>
		archiveItem(services, await itemNode(services, node, vscode.l10n.t('Mark Parked Item as Done'))),
	);
	command(COMMANDS.restoreParkedItem, () => restore(services));
	command(COMMANDS.setDueDate, async (node) => {
		const { state, item } = await itemNode(services, node, vscode.l10n.t('Set Due Date'));
		const setDue = async (due: string | undefined): Promise<boolean> => {
			const isThere = await state.lot.setDue(item, due);
			await workspace.refresh();
			return isThere;
		};
		if (!(await setDue(await (await parkedQuestions()).askDueDate(item, clock.now())))) return sayGone(item.name);
		services.undoStack.push({ name: vscode.l10n.t('Due date of {0}', item.name), undo: () => setDue(item.due) });
	});
	command(COMMANDS.copyParkedItem, async (node) => {
		const { item } = await itemNode(services, node, vscode.l10n.t('Copy Parked Item'));
		await vscode.env.clipboard.writeText(`${item.name} — ${item.description}\n\n${item.body.trim()}\n`);
	});
	command(COMMANDS.listParkedItems, async () => {
		const { lot } = await askProject(workspace);
		const items = vscode.workspace.isTrusted ? (await lot.expire()).open : await lot.list();
		await showMarkdown('Session Pending', renderList(items, clock.now()));
	});
	command(COMMANDS.showSummary, async () => {
		const { lot } = await askProject(workspace);
		const { gatherSummary } = await import('../../node/parking/sessionSummary');
		await showMarkdown('Session Summary', renderSummary(await gatherSummary(services.claude, lot, clock), clock.now()));
	});
	return store;
}

async function parkSelection(services: Needs): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	const text = editor?.document.getText(editor.selection) ?? '';
	if (editor === undefined || text.trim() === '') throw new Error(vscode.l10n.t('Select text to park.'));
	const state = await askProject(services.workspace);
	const { uri } = editor.document;
	const place = `${path.relative(state.project.checkout, uri.fsPath).replaceAll('\\', '/')}:${editor.selection.start.line + 1}`;
	// What was never saved is nowhere.
	const seen = uri.scheme === 'file' ? { why: vscode.l10n.t('Seen at {0}', place) } : {};
	await park(services, state, await (await parkedQuestions()).askParkRequest({ text, ...seen }));
}

/** Of the session that is being read. */
async function parkMessage(services: Needs): Promise<void> {
	const message = await services.reader.said();
	if (message === undefined) throw new Error(vscode.l10n.t('Open a session and place the cursor in a message.'));
	const redactor = await openRedactor(services.claude);
	const request = await (
		await parkedQuestions()
	).askParkRequest({
		// It leaves the session here, for a memory that every later session loads.
		text: redactor.text(message.text).value,
		session: message.session.id,
		why: vscode.l10n.t('Said in the session “{0}”', message.session.name),
	});
	const { sessions, workspace } = services;
	await park(services, await projectNamed(workspace, sessions.get(message.session.id)?.project.root), request);
}

async function archiveTicked(
	items: readonly [ParkedNode, vscode.TreeItemCheckboxState][],
	redraw: () => void,
): Promise<void> {
	for (const [node, state] of items) {
		if (node.kind !== 'item' || state !== vscode.TreeItemCheckboxState.Checked) continue;
		// Through the command, so that a failure is said like any other; and the tick goes away again if nothing was done.
		await callCommand(COMMANDS.archiveParkedItem, node);
	}
	redraw();
}

async function restore(services: Needs): Promise<void> {
	const state = await askProject(services.workspace);
	const { lot } = state;
	const taken = await lot.taken();
	if (taken.length === 0) return sayNothingToRestore();
	const picked = await (await parkedQuestions()).pickTaken(taken);
	let outcome = await lot.restore(picked.entry, { keepTime: false });
	if (outcome.kind === 'limit') {
		const restoreAnyway = vscode.l10n.t('Reopen Anyway');
		const question = vscode.l10n.t(
			'You already have {0} parked items. Reopen “{1}” anyway?',
			outcome.open.length,
			picked.name,
		);
		if ((await showWarning(question, { modal: true }, restoreAnyway)) !== restoreAnyway) return;
		outcome = await lot.restore(picked.entry, { keepTime: false, overLimit: true });
	}
	await services.workspace.refresh();
	if (outcome.kind === 'restored') pushRemoval(services, state, { path: outcome.path, name: picked.name });
	else sayGone(picked.name);
}

/** The item that a command is about: the one it was called on, or the one that the person picks. */
async function itemNode(services: Needs, node: ParkedNode | undefined, title: string): Promise<ParkedItemNode> {
	if (node?.kind === 'item') return node;
	const all = services.workspace.state.projects.flatMap((state) =>
		state.parked.map((item: ParkedItem) => ({ state, item })),
	);
	if (all.length === 0) {
		sayNothingParked();
		throw new vscode.CancellationError();
	}
	const item = await (
		await parkedQuestions()
	).pickItem(
		all.map((each) => each.item),
		title,
		vscode.l10n.t('Type part of the name or text'),
	);
	const found = all.find((each) => each.item === item);
	if (found === undefined) throw new vscode.CancellationError();
	return { kind: 'item', ...found };
}
