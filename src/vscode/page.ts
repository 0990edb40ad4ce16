// The pages that we show in the editor: under the policy of all our pages, in the person's language.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../core/base/disposable';
import { pageHead } from '../core/base/pageHead';
import { escapeHtml } from '../core/base/shown';
import { registerCommand } from './commandBoundary';
import type { COMMANDS } from './contributions';

interface Page {
	readonly title: string;
	readonly style: string;
	/** HTML. */
	readonly body: string;
	/** What the script is told, as `data-words` of the body. */
	readonly words?: unknown;
	/** Address of its script; nothing for a page that runs none. */
	readonly script?: string;
}

/** A whole page, with a word in its policy that nobody can know. */
export function pageHtml({ title, style, body, words, script }: Page): string {
	const nonce = randomBytes(16).toString('base64');
	const hasScript = script !== undefined;
	const head = pageHead({ language: vscode.env.language, title, style, allowed: `nonce-${nonce}`, hasScript });
	const data = words === undefined ? '' : ` data-words="${escapeHtml(JSON.stringify(words))}"`;
	const end = hasScript ? `<script nonce="${nonce}" src="${escapeHtml(script)}"></script>\n` : '';
	return `${head}<body${data}>\n${body}\n${end}</body>\n</html>\n`;
}

/**
 * A page of which there is one: its command opens it, brings it to the front, or takes the one that VS Code brings back.
 * @param needs see `registerCommand`
 */
export function registerPage(
	command: typeof COMMANDS.openHome | typeof COMMANDS.openInsights,
	needs: Parameters<typeof registerCommand>[1],
	open: () => vscode.WebviewPanel,
	fill: (panel: vscode.WebviewPanel) => void,
): IDisposable {
	const store = new DisposableStore();
	let page: vscode.WebviewPanel | undefined;
	store.add({ dispose: () => page?.dispose() });
	store.add(
		registerCommand(command, needs, (restored?: vscode.WebviewPanel) => {
			if (page === undefined) {
				page = restored ?? open();
				page.onDidDispose(() => (page = undefined));
				fill(page);
			} else if (restored === undefined) page.reveal();
			else restored.dispose();
			return undefined;
		}),
	);
	return store;
}

/** Calls when a page comes to be seen, and not at each change of the focus. */
export function onShown(panel: vscode.WebviewPanel, run: () => void): vscode.Disposable {
	let wasVisible = panel.visible;
	return panel.onDidChangeViewState(() => {
		if (panel.visible && !wasVisible) run();
		wasVisible = panel.visible;
	});
}

/** Lets a page run one of our scripts, and load nothing beside it. @param name of its file. @returns its address. */
export function allowScript(webview: vscode.Webview, extensionUri: vscode.Uri, name: string): string {
	const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'pages');
	webview.options = { enableScripts: true, localResourceRoots: [folder] };
	return String(webview.asWebviewUri(vscode.Uri.joinPath(folder, name)));
}
