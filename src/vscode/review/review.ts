// The view *Review*: what was said that could be remembered, and drafts of hand-offs. It is there while something waits.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { ReviewEntry, ReviewOutcome } from '../../core/review/entry';
import { ageWords } from '../ageWords';
import { type CommandWith, type OnReview, callCommand, commandOf } from '../commandArguments';
import { orCancel, registerCommand } from '../commandBoundary';
import { COMMANDS, CONTEXT_KEYS, VIEWS } from '../contributions';
import { createListView } from '../listView';
import { showInformation } from '../messages';
import { askFullIndex, askReplace, offerUndo, sayGone, sayNothingToReview } from '../notifications';
import type { Services } from '../services';
import { createReviewDocuments, PROPOSAL_SCHEME, type ReviewDocuments } from './reviewDocuments';
import type { ReviewState, WaitingReview } from '../../node/workspace/reviewState';

type Needs = Pick<Services, 'clock' | 'home' | 'review' | 'sessions' | 'undoStack' | 'workspace'>;

export function registerReview(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { clock, review: state } = services;
	const documents: ReviewDocuments = store.add(
		createReviewDocuments(
			() => clock.now(),
			async (key) => {
				await state.whenKnown;
				const node = state.current.find((each) => [editedKey(each), beforeKey(each)].includes(key));
				if (node !== undefined) await putSides(node, documents, state);
			},
		),
	);
	const list = store.add(
		createListView<WaitingReview>(
			VIEWS.review,
			{
				ready: () => state.whenKnown,
				children: (node) => (node === undefined ? state.current : []),
				item: (node) => treeItemOf(node, clock.now()),
				data: ({ entry }) => entry,
			},
			services,
		),
	);
	store.add(
		state.onDidChange(() => {
			const count = state.current.length;
			list.badge(count, reviewWords(count));
			void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.hasReview, count > 0);
			list.refresh();
		}),
	);
	const command = (id: CommandWith<OnReview>, title: string, run: (node: WaitingReview) => Promise<unknown>): void => {
		store.add(
			registerCommand(id, services, async (given) =>
				run(rowOf(state, given) ?? (await pick(state, clock.now(), title))),
			),
		);
	};
	command(COMMANDS.showProposal, vscode.l10n.t('Open Proposal'), (node) => show(node, documents, state));
	command(COMMANDS.acceptProposal, vscode.l10n.t('Accept'), (node) => accept(services, state, node));
	command(COMMANDS.rejectProposal, vscode.l10n.t('Reject'), async (node) => {
		const outcome = await node.store.reject(node.entry);
		await decided(services, state, node, outcome, 'rejected');
	});
	command(COMMANDS.openProposalSource, vscode.l10n.t('Open Source Session'), (node) => showSource(services, node));
	return store;
}

function treeItemOf(node: WaitingReview, nowMs: number): vscode.TreeItem {
	const { entry, state } = node;
	const words = [kindOf(entry), ageWords(nowMs - entry.atMs), ...(entry.isEdited ? [vscode.l10n.t('edited')] : [])];
	const item = new vscode.TreeItem(entry.title);
	item.id = `${state.project.root}\u0000${entry.kind}\u0000${entry.id}`;
	item.description = words.join(' · ');
	item.iconPath = new vscode.ThemeIcon(iconOf(entry));
	item.contextValue = `review.${entry.kind}${entry.session === undefined ? '' : '.session'}`;
	item.tooltip = new vscode.MarkdownString('', true)
		.appendText(entry.title)
		.appendMarkdown('\n\n---\n\n')
		.appendText(words.join(' · '))
		.appendMarkdown(entry.session === undefined ? '' : '  \n$(comment-discussion) ')
		.appendText(entry.session ?? '');
	item.accessibilityInformation = { label: [entry.title, ...words].join(', ') };
	item.command = commandOf(COMMANDS.showProposal, vscode.l10n.t('Show'), node);
	return item;
}

/** The type of a memory as people say it. */
function kindOf(entry: ReviewEntry): string {
	if (entry.kind === 'draft') return vscode.l10n.t('hand-off draft');
	const words: Readonly<Record<string, string>> = {
		user: vscode.l10n.t('user'),
		feedback: vscode.l10n.t('preference'),
		project: vscode.l10n.t('project'),
		reference: vscode.l10n.t('reference'),
	};
	return words[entry.label] ?? entry.label;
}

function iconOf({ kind, label }: ReviewEntry): string {
	if (kind === 'draft') return 'notebook';
	return { user: 'account', feedback: 'megaphone', project: 'project', reference: 'link' }[label] ?? 'lightbulb';
}

async function show(given: WaitingReview, documents: ReviewDocuments, state: ReviewState): Promise<void> {
	const node = state.current.find((each) => editedKey(each) === editedKey(given)) ?? given;
	const put = await putSides(node, documents, state);
	if (put === undefined) return sayGone(node.entry.title);
	const { left, right } = put;
	const { before, notes, entry } = put.proposal;
	const title =
		before === undefined
			? vscode.l10n.t('Proposed: {0}', entry.title)
			: vscode.l10n.t('Proposed: {0} (compared with the current text)', entry.title);
	await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
	if (notes.length > 0) void showInformation(notes.join(' '));
}

/** What is there, and what is proposed, as documents; nothing where it waits no longer. */
async function putSides(node: WaitingReview, documents: ReviewDocuments, state: ReviewState) {
	const proposal = await node.store.propose(node.entry);
	if (proposal === undefined) return undefined;
	const { before, after, editable } = proposal;
	const left = documents.put(
		beforeKey(node),
		before?.name ?? vscode.l10n.t('nothing yet'),
		before === undefined ? '' : `${before.text.trimEnd()}\n`,
	);
	const save = async (text: string): Promise<void> => {
		const outcome = await node.store.edit(node.entry, text);
		if (outcome.kind === 'refused') throw new Error(outcome.message);
		await state.refresh();
	};
	return { proposal, left, right: documents.put(editedKey(node), after.name, `${editable.trimEnd()}\n`, save) };
}

async function accept(services: Needs, state: ReviewState, node: WaitingReview): Promise<void> {
	// What the person typed into the proposal counts, saved or not.
	const open = vscode.workspace.textDocuments.find(
		({ uri, isDirty }) => isDirty && uri.scheme === PROPOSAL_SCHEME && uri.query === editedKey(node),
	);
	// VS Code says why it was not saved.
	if (open !== undefined && !(await open.save())) throw new vscode.CancellationError();
	const proposal = await node.store.propose(node.entry);
	if (node.entry.kind === 'draft' && proposal !== undefined) {
		// There is one way to accept drafts: it knows whether they are committed, and says what it redacted.
		await closeProposal(node);
		await callCommand(COMMANDS.ratifyDraft, node);
		return;
	}
	const before = proposal?.before;
	const isReplacing = before !== undefined && orCancel(await askReplace(before.name));
	const options = { isReplacing, ...(before === undefined ? {} : { seen: before }) };
	let outcome = await node.store.accept(node.entry, options);
	if (outcome.kind === 'refused' && outcome.code === 'full' && (await askFullIndex(outcome.message)))
		outcome = await node.store.accept(node.entry, { ...options, isForced: true });
	await decided(services, state, node, outcome, 'accepted');
}

async function decided(
	services: Needs,
	state: ReviewState,
	node: WaitingReview,
	outcome: ReviewOutcome,
	verdict: 'accepted' | 'rejected',
): Promise<void> {
	await closeProposal(node);
	await state.refresh();
	if (outcome.kind === 'gone') return sayGone(node.entry.title);
	if (outcome.kind === 'refused') throw new Error(`${outcome.message} ${outcome.hint}`);
	const action = {
		name: outcome.title,
		// The list of everything that can be undone has an accepted memory by its change.
		ids: [node.entry.id, ...(outcome.change === undefined ? [] : [outcome.change])],
		undo: async (): Promise<boolean> => {
			const undone = await node.store.undo(node.entry);
			await state.refresh();
			if (undone.kind === 'refused') throw new Error(`${undone.message} ${undone.hint}`);
			return undone.kind === 'done';
		},
	};
	services.undoStack.offer(action, offerUndo(verdict, outcome.title));
}

export function reviewWords(count: number): string {
	return count === 1 ? vscode.l10n.t('1 to review') : vscode.l10n.t('{0} to review', count);
}

/** The session, at the message that said it. */
async function showSource(services: Needs, { entry }: WaitingReview): Promise<void> {
	const session = services.sessions.list().find(({ id }) => id === entry.session);
	if (session === undefined) throw new Error(vscode.l10n.t('The source session no longer exists.'));
	await callCommand(COMMANDS.readSession, { kind: 'session', session }, entry.message);
}

async function pick(state: ReviewState, nowMs: number, title: string): Promise<WaitingReview> {
	const nodes = state.current;
	if (nodes.length === 0) {
		sayNothingToReview();
		throw new vscode.CancellationError();
	}
	const picks = nodes.map((node) => ({
		label: node.entry.title,
		description: `${kindOf(node.entry)} · ${ageWords(nowMs - node.entry.atMs)}`,
		node,
	}));
	return orCancel(await vscode.window.showQuickPick(picks, { title, matchOnDescription: true })).node;
}

async function closeProposal(node: WaitingReview): Promise<void> {
	const tabs = vscode.window.tabGroups.all
		.flatMap((group) => group.tabs)
		.filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.query === editedKey(node));
	await vscode.window.tabGroups.close(tabs);
}

/** What is meant by a row, or by the proposal whose title bar has the button. */
function rowOf(state: ReviewState, given: OnReview[0]): WaitingReview | undefined {
	if (!(given instanceof vscode.Uri)) return given;
	return state.current.find((each) => given.query === editedKey(each));
}

/** What names the side of a proposal that can be edited: two projects may have heard the same words. */
const editedKey = ({ entry: { kind, id }, state }: WaitingReview): string =>
	`${kind}-${id}-after ${state.project.checkout}`;

const beforeKey = (node: WaitingReview): string => `before-${editedKey(node)}`;
