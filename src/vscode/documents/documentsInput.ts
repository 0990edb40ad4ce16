// What a person is asked about session documents.
import * as vscode from 'vscode';
import type { Fact } from '../../core/documents/projectMemory';
import { withoutPointers } from '../../core/handoff/statement';
import type { DocumentFile } from '../../node/documents/documentFiles';
import type { TitledBackup } from '../../node/workspace/workspaceStore';
import { ageWords } from '../ageWords';
import type { DocumentNode } from '../commandArguments';
import { orCancel } from '../commandBoundary';
import { sayNoDocuments } from '../notifications';

/** Which document is meant. @param nodes newest first. */
export async function pickDocument(
	title: string,
	nodes: readonly DocumentNode[],
	nowMs: number,
): Promise<DocumentNode> {
	if (nodes.length === 0) {
		sayNoDocuments();
		throw new vscode.CancellationError();
	}
	const picks = nodes.map((node) => {
		const { document } = node;
		const [next] = document.next;
		return {
			label: document.topic,
			description: [
				...(document.branch === undefined ? [] : [document.branch]),
				ageWords(Math.max(0, nowMs - document.atMs)),
				...(document.problem === undefined ? [] : [vscode.l10n.t('unreadable front matter')]),
			].join(' · '),
			detail:
				next === undefined ? document.path : `${vscode.l10n.t('Next')}: ${withoutPointers(next)} — ${document.path}`,
			node,
		};
	});
	const options = {
		title,
		placeHolder: vscode.l10n.t('Which session document?'),
		matchOnDescription: true,
		matchOnDetail: true,
	};
	return orCancel(await vscode.window.showQuickPick(picks, options)).node;
}

/** A pending backup is newer than any document. @returns whether the person wants it first. */
export async function pendingFirst(
	title: string,
	pending: readonly (Pick<TitledBackup, 'raw'> & Partial<TitledBackup>)[],
): Promise<boolean> {
	const [newest] = pending;
	if (newest === undefined) return false;
	const picks = [
		{
			label: `$(archive) ${vscode.l10n.t('Process the pending backup first')}`,
			description: newest.title ?? newest.raw,
			detail: vscode.l10n.t('It may be newer. A session document is made of it, and it waits no more.'),
			isFirst: true,
		},
		{ label: `$(debug-continue) ${vscode.l10n.t('Resume the document all the same')}`, isFirst: false },
	];
	const placeHolder =
		pending.length === 1
			? vscode.l10n.t('A backup is pending.')
			: vscode.l10n.t('{0} backups are pending.', pending.length);
	return orCancel(await vscode.window.showQuickPick(picks, { title, placeHolder })).isFirst;
}

/** What to do with a document of the list. */
export async function askAction(title: string, document: DocumentFile): Promise<'resume' | 'view' | 'keep' | 'done'> {
	const picks = [
		{
			label: `$(debug-continue) ${vscode.l10n.t('Resume')}`,
			description: vscode.l10n.t('load its state, and show what has changed since'),
			action: 'resume' as const,
			enabled: vscode.workspace.isTrusted,
		},
		{
			label: `$(go-to-file) ${vscode.l10n.t('View')}`,
			description: document.path,
			action: 'view' as const,
			enabled: true,
		},
		{
			label: `$(bookmark) ${vscode.l10n.t('Keep Facts…')}`,
			description: 'project-memory.md',
			action: 'keep' as const,
			enabled: vscode.workspace.isTrusted,
		},
		{ label: `$(check) ${vscode.l10n.t('Done')}`, action: 'done' as const, enabled: true },
	];
	const shown = picks.filter(({ enabled }) => enabled);
	return orCancel(await vscode.window.showQuickPick(shown, { title, placeHolder: document.topic })).action;
}

/** Which facts stay for good. @returns their texts. */
export async function askFacts(facts: readonly Fact[]): Promise<readonly string[]> {
	const picks = facts
		.filter(({ isKnown }) => !isKnown)
		.map(({ text, kind }) => ({
			label: text,
			description: kind === 'fact' ? '' : kind === 'failure' ? vscode.l10n.t('did not work') : vscode.l10n.t('decided'),
			picked: false,
		}));
	const options = {
		title: vscode.l10n.t('Keep Facts in project-memory.md'),
		placeHolder: vscode.l10n.t('What stays true of this project? Every session loads it.'),
		canPickMany: true as const,
		ignoreFocusOut: true,
	};
	return orCancel(await vscode.window.showQuickPick(picks, options)).map(({ label }) => label);
}
