// Claude Code in a terminal of VS Code.
import * as vscode from 'vscode';
import type { Services } from '../services';

/**
 * Resumes a session. Its id comes out of a file, so it must look like one before it reaches a shell.
 * @param folder where the terminal starts.
 */
export async function resumeInTerminal(
	services: Services,
	sessionId: string,
	folder: string,
	title: string,
): Promise<void> {
	if (!/^[A-Za-z0-9][A-Za-z0-9-]*$/u.test(sessionId))
		throw new Error(vscode.l10n.t('This is not the id of a session.'));
	const terminal = vscode.window.createTerminal({
		name: `Claude: ${title}`,
		cwd: folder,
		iconPath: new vscode.ThemeIcon('comment-discussion'),
	});
	terminal.show();
	terminal.sendText(`${services.configuration().command} --resume ${sessionId}`);
	return Promise.resolve();
}
