// Texts that are no files: reports, as rendered Markdown, and what is packed. Nothing is written to look at them.
import * as vscode from 'vscode';
import type { IDisposable } from '../core/base/disposable';
import { inertMarkdown } from '../core/base/text';

const SCHEME = 'session-keeper';
type Read = () => string | Promise<string>;
const texts = new Map<string, Read>();
const changed = new vscode.EventEmitter<vscode.Uri>();

/** Registers the documents that `textUri` names. */
export function registerPreview(): IDisposable {
	return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
		onDidChange: changed.event,
		provideTextDocumentContent: (uri) => texts.get(uri.path)?.() ?? '',
	});
}

/** Shows a text in the Markdown preview, under a title; the same title replaces what was shown before. */
export function showMarkdown(title: string, text: string): Promise<void> {
	return showSafeMarkdown(title, inertMarkdown(text));
}

/** The same for Markdown in which nothing can load or call something. */
export async function showSafeMarkdown(title: string, text: string): Promise<void> {
	await vscode.commands.executeCommand(
		'markdown.showPreview',
		textUri(`/${title}.md`, () => text),
	);
}

/** Names a read-only document. @param read is called as often as the document is opened. */
export function textUri(path: string, read: Read): vscode.Uri {
	const uri = vscode.Uri.from({ scheme: SCHEME, path });
	texts.set(path, read);
	changed.fire(uri);
	return uri;
}
