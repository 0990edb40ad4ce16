// Home: one page in an editor tab that says what needs the person, where they left off, what is open, and whether their
// sessions are kept. What would else ask in a notice asks here.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { Drawing } from '../../core/base/drawing';
import type { FromHome, HomeSection, ToHome } from '../../core/workspace/homeMessages';
import { readSafetyNet } from '../../node/hooks/safetyNet';
import { type HomeState, followHome } from '../../node/workspace/homeState';
import { guarded } from '../commandBoundary';
import { COMMANDS, HOME } from '../contributions';
import { explainTrust } from '../failures';
import type { Services } from '../services';
import { allowScript, onShown, registerPage } from '../page';
import { type HomeAction, homeHtml, sectionOf } from './homeHtml';
import { type HomeNeeds, homeParts } from './homeParts';

// It opens before the folders were looked at, and says that it is looking.
export const registerHome = (services: Services): IDisposable =>
	registerPage(COMMANDS.openHome, {}, newPanel, (panel) => {
		services.home.noteOpened();
		fill(panel, services);
	});

function newPanel(): vscode.WebviewPanel {
	return vscode.window.createWebviewPanel(
		HOME,
		vscode.l10n.t('Session Keeper Home'),
		// It may have been opened by the side bar, which the person has just gone to.
		{ viewColumn: vscode.ViewColumn.Active, preserveFocus: true },
	);
}

function fill(panel: vscode.WebviewPanel, services: HomeNeeds): void {
	const { claude, clock, extensionUri, logger, hooks, reflection } = services;
	const store = new DisposableStore();
	const script = allowScript(panel.webview, extensionUri, 'home.js');
	panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
	const state = store.add(
		followHome({
			...services,
			hintedBy: [hooks.onDidChange, reflection.onDidChange],
			readNet: async ({ project, backupStore }) => readSafetyNet({ claude, clock, project }, await backupStore.list()),
			readHandOffs: (projects) => reflection.stateIn(projects),
			isTimeToAsk: () => reflection.isTimeToAsk(),
			asksCleanup: () => services.configuration().beforeCleanup === 'ask',
			isTrusted: () => vscode.workspace.isTrusted,
			isSeen: () => panel.visible,
		}),
	);
	const actions = new Map<string, HomeAction>();
	/** As it was looked at last, and as the page has it. */
	let sections: readonly HomeSection[] = [];
	let shown = new Map<string, string>();
	const look = (): readonly HomeSection[] => {
		actions.clear();
		sections = homeParts(services, state.current()).map((part) =>
			sectionOf(part, vscode.workspace.isTrusted, (action) => actions.set(action.key, action)),
		);
		return sections;
	};
	const noteShown = (): void => void (shown = new Map(sections.map(({ id, html }) => [id, html])));
	const send = (changed: readonly HomeSection[]): void => {
		noteShown();
		if (changed.length > 0) void panel.webview.postMessage({ sections: changed } satisfies ToHome);
	};
	const draw = (): void => {
		if (sections.length !== shown.size || sections.some(({ id }) => !shown.has(id))) return drawWhole();
		send(sections.filter(({ id, html }) => shown.get(id) !== html));
	};
	const drawing = store.add(new Drawing({ clock, look, isVisible: () => panel.visible, draw }));
	const drawWhole = (): void => {
		drawing.noteDrawn();
		noteShown();
		const folders = (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name).join(', ');
		panel.webview.html = homeHtml(sections, folders, vscode.workspace.isTrusted, script);
	};
	store.add(
		panel.webview.onDidReceiveMessage((message: FromHome) => {
			if (message.type === 'ready') {
				// It was hidden, or has just begun: what came meanwhile never reached it.
				drawing.noteDrawn();
				return send(sections);
			}
			const action = actions.get(message.key);
			if (action !== undefined) void carryOut(action, state, logger);
		}),
	);
	store.add(onShown(panel, () => state.hint()));
	store.add(state.onDidChange(() => drawing.refresh()));
	store.add(vscode.workspace.onDidGrantWorkspaceTrust(drawWhole));
	store.add(vscode.workspace.onDidChangeWorkspaceFolders(drawWhole));
	panel.onDidDispose(() => store.dispose());
	drawWhole();
}

async function carryOut(action: HomeAction, state: HomeState, logger: Services['logger']): Promise<void> {
	if (action.needsTrust && !vscode.workspace.isTrusted) return explainTrust();
	await guarded(COMMANDS.openHome, logger, async () => action.run());
	state.hint();
}
