// The files that a session changed, one by one or all of them in one view: what it did to them, whatever came later.
import path from 'node:path';
import * as vscode from 'vscode';
import { filesChanged } from '../../node/sessions/ownChanges';
import type { ListedSession } from '../../node/sessions/listedSession';
import type { ChangePreview } from '../changePreview';
import { orCancel } from '../commandBoundary';
import { sayNoChangeLeft, sayNothingTouched } from '../notifications';

/** Asks for one file or all of them. */
export async function showSessionFiles(session: ListedSession, preview: ChangePreview): Promise<void> {
	const files = await filesChanged(session, session.lastCwd ?? session.project.checkout);
	if (files.length === 0) return sayNothingTouched(session.name);
	const picks = files.map((file) => ({
		label: path.basename(file.path),
		iconPath: new vscode.ThemeIcon(file.isCreated ? 'diff-added' : 'diff-modified'),
		description: path.relative(session.project.checkout, path.dirname(file.path)),
		detail: file.changes === 1 ? vscode.l10n.t('changed once') : vscode.l10n.t('changed {0} times', file.changes),
		chosen: [file],
	}));
	const all = {
		label: vscode.l10n.t('All changes'),
		iconPath: new vscode.ThemeIcon('diff-multiple'),
		description: vscode.l10n.t('{0} files in one view', files.length),
		detail: vscode.l10n.t('Only what this session and its subagents did, before and after'),
		chosen: files,
	};
	const { chosen } = orCancel(
		await vscode.window.showQuickPick(files.length > 1 ? [all, ...picks] : picks, {
			title: vscode.l10n.t('Files changed by “{0}”', session.name),
			matchOnDescription: true,
		}),
	);
	const changes = chosen.flatMap(({ path: file, texts }) =>
		texts.map(({ before, after }) => ({ file, before, after })),
	);
	// Nothing is left of what it did, or the transcript does not say it.
	const untold = chosen.filter(({ texts }) => texts.length === 0).map((file) => path.basename(file.path));
	if (untold.length > 0) sayNoChangeLeft(untold);
	if (changes.length === 0) return;
	await preview.show(vscode.l10n.t('Changed by “{0}”', session.name), changes);
}
