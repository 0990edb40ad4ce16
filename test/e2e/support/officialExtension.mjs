// A stand-in for the official extension of Claude Code: its id, and the address that opens a session. Like the real one it
// finds a session only among those of the window's first folder, and opens an empty one for any other id; it handles
// addresses only once it is active. It notes what arrives.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const MANIFEST = {
	publisher: 'anthropic',
	name: 'claude-code',
	displayName: 'Claude Code',
	version: '2.1.329',
	engines: { vscode: '^1.90.0' },
	activationEvents: [],
	main: './extension.js',
};

const PROGRAM = `
const { appendFileSync, existsSync, readFileSync, realpathSync, watchFile } = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
const [notes, links] = [process.env.OFFICIAL_NOTES, process.env.OFFICIAL_LINKS];
const note = (text) => appendFileSync(notes, text + '\\n');
exports.activate = (context) => {
	note('active');
	const handleUri = (uri) => {
		const session = new URLSearchParams(uri.query).get('session');
		const folder = realpathSync(vscode.workspace.workspaceFolders[0].uri.fsPath).replace(/[^a-zA-Z0-9]/g, '-');
		const file = path.join(process.env.HOME, '.claude/projects', folder, session + '.jsonl');
		const isFound = uri.path === '/open' && existsSync(file);
		note((isFound ? 'opened ' : 'empty ') + session);
		const title = isFound ? 'Claude Code: ' + session.slice(0, 8) : 'Claude Code: New Session';
		vscode.window.createWebviewPanel('claude', title, vscode.ViewColumn.Active, {});
	};
	context.subscriptions.push(vscode.window.registerUriHandler({ handleUri }));
	// In a browser the system's part is missing: it would give the address back to VS Code.
	watchFile(links, { interval: 100 }, () =>
		vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(readFileSync(links, 'utf8'))),
	);
};
`;

/** Writes the extension below `dir`. @returns its folder, what the extension host's environment needs, and what it noted. */
export function writeOfficialExtension(dir) {
	const folder = path.join(dir, 'anthropic.claude-code-2.1.329');
	const [notes, links] = [path.join(dir, 'official-notes'), path.join(dir, 'official-link')];
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify(MANIFEST));
	writeFileSync(path.join(folder, 'extension.js'), PROGRAM);
	return {
		folder,
		env: { OFFICIAL_NOTES: notes, OFFICIAL_LINKS: links },
		notes: () => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []),
		/** What the system does with an address that VS Code asked it to open. */
		giveBack: (link) => writeFileSync(links, link),
	};
}
