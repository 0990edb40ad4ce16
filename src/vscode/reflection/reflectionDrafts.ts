// Drafts of hand-offs in the editor: read, edit, ratify (with a commit where the person wants it, or through their own
// /handoff), discard, undo.
import * as vscode from 'vscode';
import { CancelledError, DisposableStore, type IDisposable } from '../../core/base/disposable';
import { isSamePath } from '../../node/base/insideProject';
import type { DraftFile } from '../../node/reflection/draftFiles';
import type { DraftStore } from '../../node/reflection/draftStore';
import { type CommandWith, callCommand } from '../commandArguments';
import { orCancel, registerCommand } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import { kindWords, redactedIn } from '../../core/privacy/report';
import { offerUndo, sayNoDrafts, sayRedacted } from '../notifications';
import { showInformation } from '../messages';
import type { Services } from '../services';
import { isShownRunning, resumeInTerminal } from '../sessions/terminal';
import { listedAction } from '../listedAction';
import { draftStoreOf } from '../../node/workspace/openStores';
import { ratifyOldDrafts } from '../../node/workspace/oldDrafts';
import type { WaitingReview } from '../../node/workspace/reviewState';

type Needs = Pick<
	Services,
	'claude' | 'clock' | 'configuration' | 'hooks' | 'logger' | 'reflection' | 'undoStack' | 'workspace'
>;

interface WaitingDraft {
	readonly draft: DraftFile;
	readonly store: DraftStore;
}

export function registerDrafts(services: Needs): IDisposable {
	const store = new DisposableStore();
	const pick = async (given: WaitingReview | string | undefined, title: string): Promise<WaitingDraft> => {
		const row = typeof given === 'string' ? undefined : given;
		const wanted = typeof given === 'string' ? given : row?.entry.session;
		const waiting = (await listWaitingDrafts(services)).filter(
			({ store: { project } }) => row === undefined || project.checkout === row.state.project.checkout,
		);
		const named = waiting.find(({ draft }) => draft.session === wanted || draft.file === wanted);
		// The file that is open is the one that is meant.
		const shown = wanted === undefined ? vscode.window.activeTextEditor?.document.uri.fsPath : undefined;
		const found = named ?? waiting.find(({ draft }) => shown !== undefined && isSamePath(draft.file, shown));
		if (found !== undefined) return found;
		if (waiting.length === 0) {
			sayNoDrafts();
			throw new CancelledError();
		}
		const picks = waiting.map((each) => ({
			label: String(each.draft.fields['topic'] ?? each.draft.session),
			description: String(each.draft.fields['workstream'] ?? ''),
			detail: new Date(each.draft.modifiedMs).toLocaleString(),
			each,
		}));
		return orCancel(await vscode.window.showQuickPick(picks, { title, placeHolder: vscode.l10n.t('Select a draft') }))
			.each;
	};
	const onDraft = (
		id: CommandWith<[row?: WaitingReview | string]>,
		title: string,
		run: (waiting: WaitingDraft) => Promise<void>,
	): void => {
		// Called with a session, or on a row of the view *Review*.
		store.add(registerCommand(id, services, async (wanted) => run(await pick(wanted, title))));
	};
	onDraft(COMMANDS.reviewDraft, vscode.l10n.t('Review Hand-off'), async ({ draft }) => {
		await showDraft(draft.file);
		await decide(draft);
	});
	onDraft(COMMANDS.ratifyDraft, vscode.l10n.t('Accept Hand-off'), (waiting) =>
		ratify(services, waiting, services.configuration().reflection.commits),
	);
	onDraft(COMMANDS.ratifyAndCommitDraft, vscode.l10n.t('Accept and Commit Hand-off'), (waiting) =>
		ratify(services, waiting, true),
	);
	onDraft(COMMANDS.discardDraft, vscode.l10n.t('Discard Hand-off Draft'), (waiting) => discard(services, waiting));
	onDraft(COMMANDS.handOffWithClaude, vscode.l10n.t('Write with Claude’s /handoff'), (waiting) =>
		handOver(services, waiting),
	);
	return store;
}

export async function showDraft(file: string): Promise<void> {
	await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
}

/** Ratifies what nobody has looked at for so many days; 0 is never. */
export async function acceptOldDrafts(services: Needs, days: number): Promise<void> {
	if (!vscode.workspace.isTrusted) return;
	const { logger, workspace } = services;
	const files = await ratifyOldDrafts(services, workspace.projects, days, (file, reason) =>
		logger.error(`${file} was not ratified by age: ${reason}`),
	);
	const taken = redactedIn(files.map(({ text }) => text).join('\n'));
	const redacted = taken.length === 0 ? '' : `; redacted: ${kindWords(taken)}`;
	if (files.length > 0) logger.info(`${files.length} drafts were ratified by age${redacted}`);
}

async function decide(draft: DraftFile): Promise<void> {
	const choices = [
		{ label: vscode.l10n.t('Accept'), iconPath: new vscode.ThemeIcon('check'), run: COMMANDS.ratifyDraft },
		{
			label: vscode.l10n.t('Accept and Commit'),
			iconPath: new vscode.ThemeIcon('git-commit'),
			run: COMMANDS.ratifyAndCommitDraft,
		},
		{
			label: vscode.l10n.t('Write with Claude’s /handoff'),
			iconPath: new vscode.ThemeIcon('terminal'),
			run: COMMANDS.handOffWithClaude,
		},
		{ label: vscode.l10n.t('Discard'), iconPath: new vscode.ThemeIcon('trash'), run: COMMANDS.discardDraft },
		{ label: vscode.l10n.t('Edit'), iconPath: new vscode.ThemeIcon('edit'), run: undefined },
	];
	const { run } = orCancel(
		await vscode.window.showQuickPick(choices, {
			title: vscode.l10n.t('Hand-off Draft'),
			placeHolder: vscode.l10n.t('Not used until you accept it'),
			ignoreFocusOut: true,
		}),
	);
	if (run !== undefined) await callCommand(run, draft.session);
}

async function draftStores(services: Needs): Promise<readonly DraftStore[]> {
	const { claude, clock, workspace } = services;
	return Promise.all(workspace.state.projects.map(({ project }) => draftStoreOf({ claude, clock, project })));
}

/** Newest first. */
export async function listWaitingDrafts(services: Needs): Promise<readonly WaitingDraft[]> {
	const lists = await Promise.all(
		(await draftStores(services)).map(async (store) => (await store.list()).map((draft) => ({ draft, store }))),
	);
	return lists.flat().sort((a, b) => b.draft.modifiedMs - a.draft.modifiedMs);
}

async function ratify(services: Needs, { draft, store }: WaitingDraft, isCommitted: boolean): Promise<void> {
	await saveOpen(draft.file);
	const ratified = await store.ratify(draft.session);
	if (ratified === undefined) throw new Error(vscode.l10n.t('The draft no longer exists.'));
	// At once: what follows may fail, and the draft is accepted all the same.
	const { file, text, title } = ratified;
	const action = await undoable(services, store, draft, title);
	sayRedacted(redactedIn(text));
	services.reflection.hint();
	await closeTabs(draft.file);
	await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
	if (isCommitted) {
		const { commitFile } = await import('../../node/reflection/commit');
		const { pushes } = services.configuration().reflection;
		const hash = await commitFile(store.project, ratified, { env: process.env, isPushed: pushes });
		// What is committed is taken back by git.
		for (const id of action.ids ?? []) services.undoStack.drop(id);
		vscode.window.setStatusBarMessage(vscode.l10n.t('Accepted and committed: {0}', hash), 5_000);
		return;
	}
	if (await offerUndo('accepted', title)) await services.undoStack.undo(action);
}

async function discard(services: Needs, { draft, store }: WaitingDraft): Promise<void> {
	if (!(await store.discard(draft.session))) throw new Error(vscode.l10n.t('The draft no longer exists.'));
	const title = String(draft.fields['topic'] ?? draft.session);
	const action = await undoable(services, store, draft, title);
	services.reflection.hint();
	await closeTabs(draft.file);
	if (await offerUndo('discarded', title)) await services.undoStack.undo(action);
}

/** Puts on the stack what takes a decision about a draft back. */
async function undoable(services: Needs, { project }: DraftStore, { session }: DraftFile, name: string) {
	const { draftIdOf } = await import('../../node/reflection/draftReview');
	const id = draftIdOf(session);
	const action = listedAction(services, project, { id, name }, () => services.reflection.hint());
	services.undoStack.push(action);
	return action;
}

/** Goes on with the session, and types the person's own /handoff: their way of handing off is the only one. */
async function handOver(services: Needs, { draft, store }: WaitingDraft): Promise<void> {
	const { session: id, fields } = draft;
	if (await isShownRunning(services, { id, name: String(fields['topic'] ?? id) }))
		return void showInformation(vscode.l10n.t('The session runs in this terminal. Type /handoff there.'));
	resumeInTerminal(services, { id, name: '/handoff', cwd: store.project.checkout }, ' "/handoff"');
}

/** What the person has typed into the draft is part of it. */
async function saveOpen(file: string): Promise<void> {
	for (const document of vscode.workspace.textDocuments)
		if (document.uri.scheme === 'file' && isSamePath(document.uri.fsPath, file) && document.isDirty)
			// VS Code says why it was not saved.
			if (!(await document.save())) throw new vscode.CancellationError();
}

async function closeTabs(file: string): Promise<void> {
	const tabs = vscode.window.tabGroups.all
		.flatMap((group) => group.tabs)
		.filter(
			(tab) => tab.input instanceof vscode.TabInputText && isSamePath(tab.input.uri.fsPath, file) && !tab.isDirty,
		);
	if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
}
