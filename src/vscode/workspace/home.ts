// Home: one page in an editor tab that says what needs the person, where they left off, what is open, and whether their
// sessions are kept. What would else ask in a notice asks here.
import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { Drawing } from '../../core/base/drawing';
import { asText, asRecord } from '../../core/base/result';
import { guarded, registerCommand } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import { explainTrust } from '../failures';
import type { Services } from '../services';
import { type HomeAction, type HomeSection, pageHtml, sectionOf } from './homeHtml';
import { homeParts } from './homeParts';
import { type HomeNeeds, type HomeState, openHomeState } from './homeState';

export function registerHome(services: Services): IDisposable {
	const store = new DisposableStore();
	let page: vscode.WebviewPanel | undefined;
	store.add({ dispose: () => page?.dispose() });
	store.add(
		// It opens before the folders were looked at, and says that it is looking.
		registerCommand(COMMANDS.openHome, {}, async () => {
			services.home.noteOpened();
			if (page === undefined) {
				page = openPage(services);
				page.onDidDispose(() => (page = undefined));
			} else page.reveal();
			return Promise.resolve();
		}),
	);
	return store;
}

function openPage(services: HomeNeeds): vscode.WebviewPanel {
	const { clock, media, logger } = services;
	const store = new DisposableStore();
	const panel = vscode.window.createWebviewPanel(
		'sessionKeeper.home',
		vscode.l10n.t('Session Keeper Home'),
		// It may have been opened by the side bar, which the person has just gone to.
		{ viewColumn: vscode.ViewColumn.Active, preserveFocus: true },
		{ enableScripts: true, localResourceRoots: [media] },
	);
	panel.iconPath = vscode.Uri.joinPath(media, 'icon.png');
	const state = store.add(openHomeState(services));
	const actions = new Map<string, HomeAction>();
	const look = (): readonly HomeSection[] => {
		actions.clear();
		return homeParts(services, state.current()).map((part) =>
			sectionOf(part, vscode.workspace.isTrusted, (action) => actions.set(action.key, action)),
		);
	};
	let shown = new Map<string, string>();
	const send = (sections: readonly HomeSection[]): void => {
		if (sections.some(({ id }) => !shown.has(id)) || sections.length !== shown.size) return drawWhole();
		const changed = sections.filter(({ id, html }) => shown.get(id) !== html);
		shown = new Map(sections.map(({ id, html }) => [id, html]));
		if (changed.length > 0) void panel.webview.postMessage({ sections: changed });
	};
	const drawing = store.add(new Drawing({ clock, look, isVisible: () => panel.visible, draw: () => send(look()) }));
	const file = (name: string): string => panel.webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
	const drawWhole = (): void => {
		const sections = look();
		shown = new Map(sections.map(({ id, html }) => [id, html]));
		panel.webview.html = pageHtml(
			sections,
			{
				csp: panel.webview.cspSource,
				nonce: randomBytes(16).toString('base64'),
				style: file('home.css'),
				script: file('home.js'),
			},
			(vscode.workspace.workspaceFolders ?? []).map(({ name }) => name).join(', '),
			vscode.workspace.isTrusted,
		);
		drawing.noteDrawn();
	};
	store.add(
		panel.webview.onDidReceiveMessage((message: unknown) => {
			const said = asRecord(message) ?? {};
			// It was hidden, or has just begun: what came meanwhile never reached it.
			if (said['isReady'] === true) {
				return void panel.webview.postMessage({ sections: look() });
			}
			const action = actions.get(asText(said['run']) ?? '');
			if (action !== undefined) void carryOut(action, state, logger);
		}),
	);
	store.add(state.onDidChange(() => drawing.refresh()));
	store.add(vscode.workspace.onDidGrantWorkspaceTrust(drawWhole));
	store.add(vscode.workspace.onDidChangeWorkspaceFolders(drawWhole));
	panel.onDidDispose(() => store.dispose());
	drawWhole();
	return panel;
}

async function carryOut(action: HomeAction, state: HomeState, logger: Services['logger']): Promise<void> {
	if (action.needsTrust && !vscode.workspace.isTrusted) return explainTrust();
	await guarded(COMMANDS.openHome, logger, async () => action.run());
	state.hint();
}
