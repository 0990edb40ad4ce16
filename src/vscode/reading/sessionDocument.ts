// A session as Markdown in an editor, for who wants its text: rendered piece by piece, shown as soon as its beginning is there.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { MarkdownChunk, MessageLine } from '../../core/reading/markdown';
import type { Logger } from '../../core/base/ports';

export const SESSION_SCHEME = 'session-keeper-session';

/** What reading needs to know of a session; it need not be one of this workspace. */
export interface Readable {
	readonly id: string;
	readonly name: string;
	readonly file: string;
}

/** Where a session is opened. */
export interface ReadingPlace {
	readonly uuid?: string | undefined;
	/** Of the message's line in the file, in bytes, where that is known. */
	readonly offset?: number | undefined;
	/** Words that are marked. */
	readonly words?: readonly string[];
}

/** Words of a session, to be parked. */
export interface SaidText {
	readonly session: Readable;
	readonly text: string;
}

export interface SessionDocuments extends IDisposable {
	open(session: Readable): Promise<void>;
	/** What is selected in a session that is open, else the message that the cursor stands in. Nothing for other editors. */
	messageIn(editor: vscode.TextEditor): SaidText | undefined;
}

interface Document {
	readonly session: Readable;
	text: string;
	lines: readonly MessageLine[];
}

/** The document is shown when so much of it is there, or all of it. */
const FIRST_PART_CHARACTERS = 256 * 1024;

/** VS Code itself gives up on larger texts. */
const LIMIT_CHARACTERS = 40 * 1024 * 1024;

export function createSessionDocuments(logger: Logger): SessionDocuments {
	const store = new DisposableStore();
	const documents = new Map<string, Document>();
	const changed = store.add(new vscode.EventEmitter<vscode.Uri>());
	const uriOf = ({ id, name }: Readable): vscode.Uri =>
		vscode.Uri.from({
			scheme: SESSION_SCHEME,
			path: `/${fileName(name) || id}.md`,
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
	): { readonly done: Promise<void>; readonly first: Promise<void> } => {
		let showFirst = (): void => undefined;
		const first = new Promise<void>((resolve) => (showFirst = resolve));
		const parts: string[] = [];
		const lines: MessageLine[] = [];
		let length = 0;
		const fill = async (document: Document): Promise<void> => {
			// Loaded when a session is first read: activation does not wait for a Markdown parser.
			const [{ readAsMarkdown }, { withPlain }] = await Promise.all([
				import('../../node/reading/sessionReading'),
				import('../../node/backups/compress'),
			]);
			await withPlain(session.file, (file) => fillFrom(readAsMarkdown(file, { title: session.name }), document));
		};
		const fillFrom = async (chunks: AsyncIterable<MarkdownChunk>, document: Document): Promise<void> => {
			for await (const chunk of chunks) {
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
						`\n\n*${vscode.l10n.t('This session is too long to show completely. Export it to read the rest.')}*\n`,
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
		const document: Document = { session, text: '', lines: [] };
		documents.set(session.id, document);
		const done = fill(document);
		return { done, first };
	};

	return {
		async open(session) {
			const uri = uriOf(session);
			const { done, first } = render(session, uri);
			await vscode.window.withProgress({ location: { viewId: 'sessionKeeper.sessions' } }, () =>
				Promise.race([first, done]),
			);
			const opened = await vscode.workspace.openTextDocument(uri);
			changed.fire(uri);
			await vscode.window.showTextDocument(await vscode.languages.setTextDocumentLanguage(opened, 'markdown'));
			// What fails after the beginning was shown is still said.
			done.catch((error: unknown) => logger.error('a session could not be read to its end', error));
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

/** A name as the last part of a path, which a tab shows. */
export function fileName(name: string): string {
	return name.replace(/[\\/:*?"<>|#]+/gu, ' ').trim();
}

/** The turns of the session are its outline: headings of the second level, with the next number. In code others look like them. */
function turnsOf(document: vscode.TextDocument): vscode.DocumentSymbol[] {
	const starts: { readonly line: number; readonly title: string }[] = [];
	for (let line = 0; line < document.lineCount; line++) {
		const { text } = document.lineAt(line);
		if (text.startsWith(`## ${starts.length + 1} · `)) starts.push({ line, title: text.slice(3) });
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
