// A session as a file to keep or to hand on: Markdown, redacted unless the person says otherwise.
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { openRedactor } from '../../node/openRedactor';
import { exportToFile } from '../../node/sessionExport';
import { orCancel } from '../commandBoundary';
import type { Services } from '../services';
import type { Readable } from './sessionReading';

export async function exportSession(services: Services, session: Readable): Promise<void> {
	const picks = [
		{
			label: vscode.l10n.t('Redacted'),
			description: vscode.l10n.t('without secrets, e-mail addresses and home paths'),
			isRaw: false,
		},
		{
			label: vscode.l10n.t('As it is'),
			description: vscode.l10n.t('$(warning) with every secret and path that was said'),
			isRaw: true,
		},
	] as const;
	const { isRaw } = orCancel(
		await vscode.window.showQuickPick(picks, { title: vscode.l10n.t('Export “{0}”', session.name) }),
	);
	const name = `${session.name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/gu, '') || session.id}.md`;
	const target = orCancel(
		await vscode.window.showSaveDialog({
			defaultUri: vscode.Uri.file(path.join(homedir(), name)),
			filters: { Markdown: ['md'] },
		}),
	);
	await vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Exporting “{0}”', session.name) },
		async () => {
			await exportToFile(session, isRaw ? undefined : await openRedactor(services.claude), target.fsPath);
		},
	);
	await vscode.commands.executeCommand('vscode.open', target);
}
