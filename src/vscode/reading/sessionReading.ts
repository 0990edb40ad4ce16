// A session as a document to read: rendered piece by piece, shown as soon as its beginning is there.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { MessageLine } from '../../core/reading/markdown';
import type { Logger } from '../../core/base/ports';
import { orCancel } from '../commandBoundary';

const SESSION_SCHEME = 'session-keeper-session';

/** What reading needs to know of a session; it need not be one of this workspace. */
export interface Readable {
	readonly id: string;
	readonly name: string;
	readonly file: string;
}

export interface SessionReader extends IDisposable {
	/** Opens a session, at a message where one is given. */
	open(session: Readable, uuid?: string): Promise<void>;
	/** What is selected in a session that is open, else the message that the cursor stands in. Nothing for other editors. */
	messageIn(editor: vscode.TextEditor): { readonly session: Readable; readonly text: string } | undefined;
}

interface Document {
	readonly session: Readable;
	text: string;
	lines: readonly MessageLine[];
	/** Resolves when all of it is rendered. */
	readonly done: Promise<void>;
}

/** The document is shown when so much of it is there, or all of it. */
const FIRST_PART_CHARACTERS = 256 * 1024;

/** VS Code itself gives up on larger texts. */
const LIMIT_CHARACTERS = 40 * 1024 * 1024;

export function createSessionReader(logger: Logger): SessionReader {
	const store = new DisposableStore();
	const documents = new Map<string, Document>();
	const changed = store.add(new vscode.EventEmitter<vscode.Uri>());
	const uriOf = ({ id, name }: Readable): vscode.Uri =>
		vscode.Uri.from({
			scheme: SESSION_SCHEME,
			path: `/${name.replace(/[\\/:*?"<>|#]+/gu, ' ').trim() || id}.md`,
			query: id,
		});
	const of = (uri: vscode.Uri): Document | undefined => documents.get(uri.query);

	store.add(
		vscode.workspace.registerTextDocumentContentProvider(SESSION_SCHEME, {
			onDidChange: changed.event,
			provideTextDocumentContent: (uri) => of(uri)?.text ?? '',
		}),
	);
	store.add(
		vscode.workspace.onDidCloseTextDocument(
			(document) => void (document.uri.scheme === SESSION_SCHEME && documents.delete(document.uri.query)),
		),
	);
	store.add(
		vscode.languages.registerDocumentSymbolProvider({ scheme: SESSION_SCHEME }, { provideDocumentSymbols: turnsOf }),
	);

	const render = (
		session: Readable,
		uri: vscode.Uri,
	): { readonly document: Document; readonly first: Promise<void> } => {
		let showFirst = (): void => undefined;
		const first = new Promise<void>((resolve) => (showFirst = resolve));
		const parts: string[] = [];
		const lines: MessageLine[] = [];
		let length = 0;
		const fill = async (document: Document): Promise<void> => {
			// Loaded when a session is first read: activation does not wait for a Markdown parser.
			const { readAsMarkdown } = await import('../../node/reading/sessionReading');
			for await (const chunk of readAsMarkdown(session.file, { title: session.name })) {
				if (documents.get(session.id) !== document) return; // Closed, or opened anew meanwhile.
				parts.push(chunk.text);
				lines.push(...chunk.messages);
				length += chunk.text.length;
				if (document.text === '' && length >= FIRST_PART_CHARACTERS) {
					document.text = parts.join('');
					document.lines = lines;
					showFirst();
				}
				if (length > LIMIT_CHARACTERS) {
					parts.push(
						`\n\n*${vscode.l10n.t('The session is longer than an editor can show. Export it to read the rest.')}*\n`,
					);
					break;
				}
			}
			const isShown = document.text !== '';
			document.text = parts.join('');
			document.lines = lines;
			showFirst();
			if (isShown) changed.fire(uri);
		};
		const document: Document = { session, text: '', lines: [], done: Promise.resolve() };
		documents.set(session.id, document);
		const done = fill(document).finally(showFirst);
		return { document: Object.assign(document, { done }), first };
	};

	return {
		async open(session, uuid) {
			const uri = uriOf(session);
			const { document, first } = render(session, uri);
			const work = (): Promise<void> => (uuid === undefined ? first : document.done);
			await vscode.window.withProgress({ location: { viewId: 'sessionKeeper.sessions' } }, work);
			const opened = await vscode.workspace.openTextDocument(uri);
			changed.fire(uri);
			const at = new vscode.Position(document.lines.find((each) => each.uuid === uuid)?.line ?? 0, 0);
			const editor = await vscode.window.showTextDocument(
				await vscode.languages.setTextDocumentLanguage(opened, 'markdown'),
				{ preview: true, selection: new vscode.Range(at, at) },
			);
			editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.AtTop);
			// What fails after the beginning was shown is still said.
			document.done.catch((error: unknown) => logger.error('a session could not be read to its end', error));
			orCancel(document);
		},
		messageIn(editor) {
			const document = of(editor.document.uri);
			if (document === undefined) return undefined;
			const { selection } = editor;
			const text = selection.isEmpty ? messageAt(editor, document.lines) : editor.document.getText(selection);
			return { session: document.session, text };
		},
		dispose: () => store.dispose(),
	};
}

/** The turns of the session are its outline: headings of the second level, which only they have. */
function turnsOf(document: vscode.TextDocument): vscode.DocumentSymbol[] {
	const starts: { readonly line: number; readonly title: string }[] = [];
	for (let line = 0; line < document.lineCount; line++) {
		const { text } = document.lineAt(line);
		if (text.startsWith('## ')) starts.push({ line, title: text.slice(3) });
	}
	return starts.map(({ line, title }, at) => {
		const end = (starts[at + 1]?.line ?? document.lineCount) - 1;
		const range = new vscode.Range(line, 0, end, document.lineAt(end).text.length);
		return new vscode.DocumentSymbol(title, '', vscode.SymbolKind.String, range, document.lineAt(line).range);
	});
}

/** The message that the cursor stands in: from its first line to the next one's. */
function messageAt(editor: vscode.TextEditor, lines: readonly MessageLine[]): string {
	const cursor = editor.selection.active.line;
	const at = lines.findLastIndex((each) => each.line <= cursor);
	const from = lines[at]?.line ?? cursor;
	const to = lines[at + 1]?.line ?? editor.document.lineCount;
	return editor.document
		.getText(new vscode.Range(from, 0, to, 0))
		.replace(/^#+ .*\n/u, '')
		.trim();
}
