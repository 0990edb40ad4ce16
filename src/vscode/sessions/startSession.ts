// A new session in a terminal, from a document or a protocol. Loaded on demand.
import * as vscode from 'vscode';
import type { Services } from '../services';

/**
 * Starts Claude Code in a terminal, with a first prompt of any length and content. The prompt never is a part of a command
 * line: the person's shell gets it as an argument of its own, behind a `--`, and stays when Claude Code has ended.
 * @param folder where the session starts.
 * @param line what sends Claude to what the prompt is about, for the shells of Windows: none takes many lines as one argument.
 */
export function startSession(
	services: Pick<Services, 'configuration'>,
	name: string,
	folder: string,
	prompt: string,
	line = prompt.slice(0, prompt.search(/\n|$/u)),
): void {
	const { command } = services.configuration();
	const options = { name: `Claude: ${name}`, cwd: folder, iconPath: new vscode.ThemeIcon('comment-discussion') };
	if (process.platform === 'win32') {
		const terminal = vscode.window.createTerminal(options);
		terminal.show();
		// What means something to one of these shells may stand in a path: no name there has a `?`, which finds it.
		const safe = line
			.replaceAll('\\', '/')
			.replace(/[“”]/gu, "'")
			.replace(/[^\p{L}\p{N} .,:;_/()'~+#=-]/gu, '?');
		terminal.sendText(`${command} "${safe}"`);
		return;
	}
	const shell = vscode.env.shell === '' ? '/bin/sh' : vscode.env.shell;
	const shellArgs = /(?:^|\/)fish$/u.test(shell)
		? ['-l', '-i', '-c', `${command} -- $argv[1]; exec '${shell}' -i`, '--', prompt]
		: ['-l', '-i', '-c', `${command} -- "$1"; exec "$0" -i`, shell, prompt];
	vscode.window.createTerminal({ ...options, shellPath: shell, shellArgs }).show();
}
