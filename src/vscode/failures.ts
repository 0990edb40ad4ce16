// What a command says when it cannot do its work. It is loaded at every start, so it stands apart from all other messages.
import * as vscode from 'vscode';
import { COMMANDS } from './contributions';

/** Something that was asked for could not be done. */
export async function showFailure(error: unknown): Promise<void> {
	const showLog = vscode.l10n.t('Show Log');
	const reason = error instanceof Error ? error.message : String(error);
	if ((await vscode.window.showErrorMessage(reason, showLog)) === showLog)
		await vscode.commands.executeCommand(COMMANDS.showLog);
}

/** The command writes or runs something, and the folder is not trusted. */
export async function explainTrust(): Promise<void> {
	const manage = vscode.l10n.t('Manage Workspace Trust');
	const message = vscode.l10n.t(
		'In Restricted Mode Session Keeper only reads and shows. Trust this folder to change something.',
	);
	if ((await vscode.window.showWarningMessage(message, manage)) === manage)
		await vscode.commands.executeCommand('workbench.trust.manage');
}
