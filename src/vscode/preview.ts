// Reports are shown as rendered Markdown, out of memory: nothing is written to look at them.
import * as vscode from 'vscode';
import type { IDisposable } from '../core/base/disposable';
import { inertMarkdown } from '../core/base/text';

const SCHEME = 'session-keeper';
const texts = new Map<string, string>();
const changed = new vscode.EventEmitter<vscode.Uri>();

/** Registers the documents that `showMarkdown` opens. */
export function registerPreview(): IDisposable {
	return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
		onDidChange: changed.event,
		provideTextDocumentContent: (uri) => texts.get(uri.path) ?? '',
	});
}

/** Shows a text in the Markdown preview, under a title; the same title replaces what was shown before. */
export function showMarkdown(title: string, text: string): Promise<void> {
	return showSafeMarkdown(title, inertMarkdown(text));
}

/** The same for Markdown in which nothing can load or call something. */
export async function showSafeMarkdown(title: string, text: string): Promise<void> {
	const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title}.md` });
	texts.set(uri.path, text);
	changed.fire(uri);
	await vscode.commands.executeCommand('markdown.showPreview', uri);
}
