// *Did We Have This Before?* on a problem: VS Code offers what can be done about one as its fixes, in the editor and in the
// view *Problems*.
import * as vscode from 'vscode';
import type { IDisposable } from '../../core/base/disposable';
import { commandOf } from '../commandArguments';
import { COMMANDS } from '../contributions';

export const registerProblemActions = (): IDisposable =>
	vscode.languages.registerCodeActionsProvider(
		{ scheme: 'file' },
		{
			provideCodeActions(_document, _range, { diagnostics: [problem] }) {
				if (problem === undefined || problem.message.trim() === '' || !vscode.workspace.isTrusted) return [];
				const title = vscode.l10n.t('Did We Have This Before?');
				const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
				action.diagnostics = [problem];
				action.command = commandOf(COMMANDS.askPast, title, problem.message);
				return [action];
			},
		},
		{ providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
	);
