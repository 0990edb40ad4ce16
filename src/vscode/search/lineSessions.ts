// Which session wrote a line: asked for by a command, and, where the person switched it on, beside the lines and over them.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { BlamedLines } from '../../node/search/blameFile';
import type { LineChange } from '../../node/search/lineBlame';
import { agoWords } from '../ageWords';
import type { LinePlace } from '../commandArguments';
import { registerCommand } from '../commandBoundary';
import { onDidChangeConfiguration, readConfiguration } from '../configuration';
import { COMMANDS, SETTINGS } from '../contributions';
import type { Services } from '../services';
import { LineOrigins } from './lineOrigins';
import { nameOfChange, showLineSession } from './lineSession';

type Needs = Pick<Services, 'claude' | 'clock' | 'logger' | 'reader' | 'sessions' | 'workspace'>;

/** Typing goes on meanwhile. */
const DEBOUNCE_MS = 600;
/** A bar in the margin, to be seen on dark and light. */
const BAR = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="7" width="3" height="16" fill="#a371f7"/></svg>`;

export function registerLineSessions(services: Needs): IDisposable {
	const store = new DisposableStore();
	const origins = new LineOrigins(services);
	store.add(
		registerCommand(COMMANDS.showLineSession, services, (at) =>
			showLineSession(services, origins, typeof at === 'object' && 'line' in at ? at : undefined),
		),
	);
	store.add(
		registerCommand(COMMANDS.toggleLineSessions, services, async () => {
			const settings = vscode.workspace.getConfiguration();
			await settings.update(SETTINGS.lineSessions, !readConfiguration().showsLineSessions, true);
		}),
	);
	let shown: IDisposable | undefined;
	const follow = (): void => {
		const isOn = readConfiguration().showsLineSessions;
		if (isOn === (shown !== undefined)) return;
		shown?.dispose();
		shown = isOn ? showLines(services, origins) : undefined;
	};
	follow();
	store.add(onDidChangeConfiguration(follow));
	store.add({ dispose: () => shown?.dispose() });
	return store;
}

function showLines(services: Needs, origins: LineOrigins): IDisposable {
	const store = new DisposableStore();
	const bar = store.add(
		vscode.window.createTextEditorDecorationType({
			gutterIconPath: vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(BAR).toString('base64')}`),
			gutterIconSize: 'contain',
		}),
	);
	const ask = (document: vscode.TextDocument): Promise<BlamedLines | undefined> =>
		origins.of(document).catch((error: unknown) => {
			services.logger.error('who wrote the lines of a file could not be told', error);
			return undefined;
		});
	const draw = async (editor: vscode.TextEditor): Promise<void> => {
		const { version } = editor.document;
		const told = await ask(editor.document);
		if (told === undefined || editor.document.version !== version) return;
		const lines = told.changes.flatMap((change, line) => (change ? [new vscode.Range(line, 0, line, 0)] : []));
		editor.setDecorations(bar, lines);
	};
	const drawAll = (): void => {
		for (const editor of vscode.window.visibleTextEditors) void draw(editor);
	};
	let waiting: NodeJS.Timeout | undefined;
	const drawSoon = (): void => {
		clearTimeout(waiting);
		waiting = setTimeout(drawAll, DEBOUNCE_MS);
	};
	drawAll();
	store.add({ dispose: () => clearTimeout(waiting) });
	store.add(vscode.window.onDidChangeVisibleTextEditors(drawAll));
	store.add(vscode.workspace.onDidChangeTextDocument(drawSoon));
	store.add(services.sessions.onDidChange(drawSoon));
	store.add(
		vscode.languages.registerHoverProvider(
			{ scheme: 'file' },
			{
				provideHover: async (document, { line }) => {
					const change = (await ask(document))?.changes[line];
					return change && new vscode.Hover(hoverText(services, change, { uri: document.uri.toString(), line }));
				},
			},
		),
	);
	return store;
}

/** `Claude, “checkout”, 3h ago`, and the way there. */
function hoverText(services: Needs, change: LineChange, at: LinePlace): vscode.MarkdownString {
	const name = nameOfChange(services, change);
	const text = new vscode.MarkdownString();
	text.isTrusted = { enabledCommands: [COMMANDS.showLineSession] };
	text.appendText(
		change.atMs === undefined
			? vscode.l10n.t('Claude, “{0}”', name)
			: vscode.l10n.t('Claude, “{0}”, {1}', name, agoWords(change.atMs, services.clock.now())),
	);
	const link = `command:${COMMANDS.showLineSession}?${encodeURIComponent(JSON.stringify([at]))}`;
	text.appendMarkdown(` · [${vscode.l10n.t('Open Session')}](${link})`);
	return text;
}
