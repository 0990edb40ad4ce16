// The command line on the person's PATH, as VS Code offers it of its own: one command puts the link there, another takes it
// away. The launcher that it points to is brought up to date at every start of the extension.
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { type PathLink, type PathLinkProblem, putPathLink, removePathLink } from '../../node/keeper/pathLink';
import { registerCommand } from '../commandBoundary';
import { callCommand } from '../commandArguments';
import { COMMANDS } from '../contributions';
import { showInformation, showWarning } from '../messages';
import type { Services } from '../services';

export function registerPathCommand({ claude, hooks }: Pick<Services, 'claude' | 'hooks'>): IDisposable {
	const store = new DisposableStore();
	const install = async (): Promise<void> => {
		await hooks.putLauncher();
		const put = await putPathLink(claude);
		if (put.ok) await sayInstalled(put.value);
		else void showWarning(problemText(put.error));
	};
	const uninstall = async (): Promise<void> => {
		const removed = await removePathLink(claude);
		void showInformation(
			removed === undefined
				? vscode.l10n.t('The command “session-keeper” was not installed by Session Keeper, so nothing was removed.')
				: vscode.l10n.t('Removed {0}.', removed.file),
		);
	};
	store.add(registerCommand(COMMANDS.installInPath, {}, install));
	store.add(registerCommand(COMMANDS.uninstallFromPath, {}, uninstall));
	return store;
}

async function sayInstalled({ file, isOnPath }: PathLink): Promise<void> {
	const undo = vscode.l10n.t('Undo');
	const choice = isOnPath
		? await showInformation(vscode.l10n.t('“session-keeper” is installed: {0}.', file), undo)
		: await showWarning(
				vscode.l10n.t(
					'“session-keeper” is installed: {0}. Add {1} to PATH, so that your shell finds it.',
					file,
					path.dirname(file),
				),
				undo,
			);
	if (choice === undo) await callCommand(COMMANDS.uninstallFromPath);
}

function problemText(problem: PathLinkProblem): string {
	return problem === 'foreign'
		? vscode.l10n.t('Another “session-keeper” already exists. Nothing was changed.')
		: vscode.l10n.t('On Windows, install the command with npm: npm install --global session-keeper');
}
