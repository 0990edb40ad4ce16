// Opening a session to read it: a page of its own kind of editor, which VS Code brings back after a restart. What draws it
// is loaded with the first one.
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { Logger } from '../../core/base/ports';
import type { ClaudeHome } from '../../node/claude/claudeHome';
import { isInside } from '../../node/base/insideProject';
import type { SessionsStore } from '../../node/sessions/sessionsStore';
import { READER } from '../contributions';
import type { ReaderPage } from './readerPage';
import {
	type Readable,
	type ReadingPlace,
	type SaidText,
	SESSION_SCHEME,
	createSessionDocuments,
	fileName,
} from './sessionDocument';

export interface SessionReader extends IDisposable {
	/** Opens a session, at a message where one is given. */
	open(session: Readable, place?: ReadingPlace): Promise<void>;
	openAsMarkdown(session: Readable): Promise<void>;
	/** What is selected in the session that is read, else the prompt or message that the reader is at. Nothing for other editors. */
	said(): Promise<SaidText | undefined>;
	/** The page of an address; without one, that which has the focus, or had it last while it is on top. */
	page(uri?: vscode.Uri): ReaderPage | undefined;
}

interface Needs {
	readonly claude: ClaudeHome;
	readonly logger: Logger;
	readonly sessions: SessionsStore;
	readonly extensionUri: vscode.Uri;
}

/** A session that is open. It needs nothing: the page reads the transcript. */
interface SessionEditor extends vscode.CustomDocument {
	readonly session: Readable;
}

export function createSessionReader(needs: Needs): SessionReader {
	const store = new DisposableStore();
	const documents = store.add(createSessionDocuments(needs.logger));
	const pages = new Set<ReaderPage>();
	/** Where the page of an address goes that is on top next. */
	const places = new Map<string, ReadingPlace>();
	const pageOf = (uri?: vscode.Uri): ReaderPage | undefined =>
		[...pages].find((page) => (uri === undefined ? page.isActive : String(page.uri) === String(uri)));
	const take = (page: ReaderPage): void => {
		const place = places.get(String(page.uri));
		if (place === undefined) return;
		places.delete(String(page.uri));
		page.go(place);
	};

	store.add(
		vscode.window.registerCustomEditorProvider(
			READER,
			{
				openCustomDocument: (uri): SessionEditor => ({ uri, session: sessionAt(needs, uri), dispose: () => undefined }),
				async resolveCustomEditor({ uri, session }: SessionEditor, panel) {
					const { ReaderPage } = await import('./readerPage');
					const page = new ReaderPage(panel, session, uri, needs);
					pages.add(page);
					panel.onDidDispose(() => {
						pages.delete(page);
						page.dispose();
					});
					panel.onDidChangeViewState(() => page.isActive && take(page));
					take(page);
				},
			},
			{ supportsMultipleEditorsPerDocument: true },
		),
	);
	return {
		async open(session, place) {
			// It may be open under another name, or as the file that it is.
			const uri = [...pages].find((page) => page.file === session.file)?.uri ?? uriOf(session);
			if (place !== undefined) places.set(String(uri), place);
			try {
				await vscode.commands.executeCommand('vscode.openWith', uri, READER, { preview: true });
			} catch (error) {
				places.delete(String(uri));
				throw error;
			}
			const page = pageOf();
			if (page !== undefined && String(page.uri) === String(uri)) take(page);
		},
		openAsMarkdown: (session) => documents.open(session),
		async said() {
			const page = pageOf();
			if (page !== undefined) return page.said();
			const editor = vscode.window.activeTextEditor;
			return editor === undefined ? undefined : documents.messageIn(editor);
		},
		page: pageOf,
		dispose: () => store.dispose(),
	};
}

/** The name is for the tab, the rest says what is read: after a restart nothing else is known. */
function uriOf({ id, name, file }: Readable): vscode.Uri {
	return vscode.Uri.from({
		scheme: SESSION_SCHEME,
		path: `/${fileName(name) || id}`,
		query: new URLSearchParams({ id, name, file }).toString(),
	});
}

/**
 * The session that an address names. It can come from anywhere.
 * @throws where the file is no transcript of Claude Code's.
 * @internal
 */
export function sessionAt(
	{
		claude,
		sessions,
	}: { readonly claude: Pick<ClaudeHome, 'projectsDir'>; readonly sessions: Pick<SessionsStore, 'get'> },
	uri: Pick<vscode.Uri, 'scheme' | 'path' | 'fsPath' | 'query'>,
): Readable {
	const query = new URLSearchParams(uri.query);
	const file = uri.scheme === 'file' ? uri.fsPath : (query.get('file') ?? '');
	const id = uri.scheme === 'file' ? path.basename(file, '.jsonl') : (query.get('id') ?? '');
	if (!isInside(claude.projectsDir, file) || !file.endsWith('.jsonl'))
		throw new Error(vscode.l10n.t('The transcript no longer exists.'));
	return { id, name: sessions.get(id)?.name ?? query.get('name') ?? id, file };
}
