// The pages that we show in the editor: under the policy of all our pages, in the person's language.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../core/base/disposable';
import { pageHead } from '../core/base/pageHead';
import { escapeHtml } from '../core/base/shown';
import { registerCommand } from './commandBoundary';
import type { COMMANDS } from './contributions';

/** Its text, or the address of its file. */
export type PageScript = { readonly code: string } | { readonly address: string };

interface Page {
	readonly title: string;
	readonly style: string;
	/** HTML. */
	readonly body: string;
	/** What the script is told, as `data-words` of the body. */
	readonly words?: unknown;
	/** Nothing for a page that runs none. */
	readonly script?: PageScript;
}

/** A whole page, with a word in its policy that nobody can know. */
export function pageHtml({ title, style, body, words, script }: Page): string {
	const nonce = randomBytes(16).toString('base64');
	const allowed = `nonce-${nonce}`;
	const head = pageHead({ language: vscode.env.language, title, style, allowed, hasScript: script !== undefined });
	const data = words === undefined ? '' : ` data-words="${escapeHtml(JSON.stringify(words))}"`;
	return `${head}<body${data}>\n${body}\n${script === undefined ? '' : scriptHtml(script, nonce)}</body>\n</html>\n`;
}

function scriptHtml(script: PageScript, nonce: string): string {
	if ('address' in script) return `<script nonce="${nonce}" src="${escapeHtml(script.address)}"></script>\n`;
	return `<script nonce="${nonce}">${script.code.replaceAll(/<\/(?=script)/giu, '<\\/')}</script>\n`;
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

/**
 * Lets a page run one of our scripts, and load nothing. The script is part of the page: one that comes after it would miss
 * who presses a button as soon as it is there. @param name of its file.
 */
export function allowScript(webview: vscode.Webview, extensionUri: vscode.Uri, name: string): PageScript {
	webview.options = { enableScripts: true, localResourceRoots: [] };
	return { code: readFileSync(vscode.Uri.joinPath(pagesFolder(extensionUri), name).fsPath, 'utf8') };
}

/** The same for a script that is too large to be sent with a page, whose buttons it makes itself. The page loads nothing else. */
export function allowLargeScript(webview: vscode.Webview, extensionUri: vscode.Uri, name: string): PageScript {
	const folder = pagesFolder(extensionUri);
	webview.options = { enableScripts: true, localResourceRoots: [folder] };
	return { address: String(webview.asWebviewUri(vscode.Uri.joinPath(folder, name))) };
}

const pagesFolder = (extensionUri: vscode.Uri): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'dist', 'pages');
