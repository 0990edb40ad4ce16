// What a command says when it cannot do its work. It is loaded at every start, so it stands apart from all other messages.
// By name, like everything that is in extension.js: for a namespace the bundler needs code of its own, from one more file.
import { commands, l10n, window } from 'vscode';
import { callCommand } from './commandArguments';
import { withoutLinks } from '../core/base/text';
import { COMMANDS } from './contributions';

/** Something that was asked for could not be done. */
export async function showFailure(error: unknown): Promise<void> {
	const showLog = l10n.t('Show Log');
	const reason = error instanceof Error ? error.message : String(error);
	if ((await window.showErrorMessage(withoutLinks(reason), showLog)) === showLog) await callCommand(COMMANDS.showLog);
}

/** The command writes or runs something, and the folder is not trusted. */
export async function explainTrust(): Promise<void> {
	const manage = l10n.t('Manage Workspace Trust');
	const message = l10n.t('Session Keeper is read-only in Restricted Mode. Trust this folder to make changes.');
	if ((await window.showWarningMessage(message, manage)) === manage)
		await commands.executeCommand('workbench.trust.manage');
}
