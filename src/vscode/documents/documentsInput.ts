// What a person is asked about session documents.
import * as vscode from 'vscode';
import { singleLine } from '../../core/base/text';
import type { Fact } from '../../core/documents/projectMemory';
import { withoutPointers } from '../../core/handoff/statement';
import { documentToTakeUp, isPending } from '../../core/timeline/timeline';
import type { Resumable } from '../../node/timeline/resume';
import type { SessionRow, Timeline } from '../../node/timeline/timeline';
import type { ProjectState } from '../../node/workspace/workspaceStore';
import { ageWords } from '../ageWords';
import { orCancel } from '../commandBoundary';
import { sayNoDocuments } from './documentMessages';
import type { DocumentFile } from '../../node/documents/documentFiles';

/** What a person picks to go on with, and the list that it is of. */
export interface Picked {
	readonly state: ProjectState;
	readonly timeline: Timeline;
	readonly wanted: Resumable;
}

/** What is offered: of a document alone, its session need not be read. */
interface Offered {
	readonly wanted: { readonly session: SessionRow | undefined; readonly document: DocumentFile | undefined };
}

/** Which one is meant. @param all newest first. */
export async function pickResumable<T extends Offered>(title: string, all: readonly T[], nowMs: number): Promise<T> {
	if (all.length === 0) {
		sayNoDocuments();
		throw new vscode.CancellationError();
	}
	const picks = all.map((picked) => ({ ...labelsOf(picked.wanted, nowMs), choice: picked }));
	const options = {
		title,
		placeHolder: vscode.l10n.t('Select a session document'),
		matchOnDescription: true,
		matchOnDetail: true,
	};
	return orCancel(await vscode.window.showQuickPick(picks, options)).choice;
}

function labelsOf({ session, document }: Offered['wanted'], nowMs: number): vscode.QuickPickItem {
	const shown = document ?? (session && documentToTakeUp(session));
	const description = [
		...(shown?.branch === undefined ? [] : [shown.branch]),
		ageWords(Math.max(0, nowMs - (shown?.atMs ?? session?.lastMs ?? nowMs))),
		...(shown?.isDraft === true ? [vscode.l10n.t('draft')] : []),
		...(shown === undefined ? [vscode.l10n.t('no document yet')] : []),
		...(session !== undefined && session.waiting.length > 0 && isPending(session)
			? [vscode.l10n.t('backup pending')]
			: []),
		...(session?.isLive === true ? [vscode.l10n.t('still running')] : []),
		...(shown?.problem === undefined ? [] : [vscode.l10n.t('can’t read front matter')]),
	].join(' · ');
	const [next] = shown?.next ?? [];
	const place = shown?.path ?? session?.id ?? '';
	return {
		label: shown?.topic ?? singleLine(session?.title ?? ''),
		description,
		detail: next === undefined ? place : `${vscode.l10n.t('Next')}: ${withoutPointers(next)} — ${place}`,
	};
}

/** What to do with one of the list. @param path of its document; nothing where it has none yet. */
export async function askAction(
	title: string,
	topic: string,
	path: string | undefined,
): Promise<'resume' | 'view' | 'keep' | 'done'> {
	const picks = [
		{
			label: vscode.l10n.t('Resume'),
			iconPath: new vscode.ThemeIcon('debug-continue'),
			description: vscode.l10n.t('with what has changed since'),
			action: 'resume' as const,
			enabled: vscode.workspace.isTrusted,
		},
		{
			label: vscode.l10n.t('View'),
			iconPath: new vscode.ThemeIcon('go-to-file'),
			description: path ?? vscode.l10n.t('no document yet'),
			action: 'view' as const,
			enabled: true,
		},
		{
			label: vscode.l10n.t('Save Facts…'),
			iconPath: new vscode.ThemeIcon('bookmark'),
			description: 'project-memory.md',
			action: 'keep' as const,
			enabled: vscode.workspace.isTrusted && path !== undefined,
		},
		{ label: vscode.l10n.t('Done'), iconPath: new vscode.ThemeIcon('check'), action: 'done' as const, enabled: true },
	];
	const shown = picks.filter(({ enabled }) => enabled);
	return orCancel(await vscode.window.showQuickPick(shown, { title, placeHolder: topic })).action;
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
		title: vscode.l10n.t('Save Facts to project-memory.md'),
		placeHolder: vscode.l10n.t('Select facts to keep for every session'),
		canPickMany: true as const,
		ignoreFocusOut: true,
	};
	return orCancel(await vscode.window.showQuickPick(picks, options)).map(({ label }) => label);
}
