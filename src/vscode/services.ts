// The composition root: builds the adapters and the store, and starts nothing.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../core/base/disposable';
import type { Clock } from '../core/base/ports';
import { type ClaudeHome, findClaudeHome } from '../node/claude/claudeHome';
import { cacheFolderOf } from '../node/keeper/cacheFolder';
import { clockFromEnvironment } from '../node/base/systemClock';
import { HooksUpkeep } from '../node/hooks/hooksUpkeep';
import { IdleReflection } from '../node/reflection/idleReflection';
import { removeCaches } from '../node/sessions/index/indexCache';
import type { SessionsStore } from '../node/sessions/sessionsStore';
import { WorkspaceStore } from '../node/workspace/workspaceStore';
import { type Configuration, readConfiguration } from './configuration';
import { CONTEXT_KEYS } from './contributions';
import { type ChangePreview, createChangePreview } from './changePreview';
import type { ChannelLogger } from './logger';
import { type SessionReader, createSessionReader } from './reading/reader';
import { type Unasked, createUnasked } from './unasked';
import { UndoStack } from './undoStack';
import { type HomeOpening, createHomeOpening } from './workspace/homeOpening';
import { followFiledSettings } from '../node/workspace/filedSettings';
import { Refusals } from '../node/workspace/refusals';
import { type ReviewState, followReview } from '../node/workspace/reviewState';
import { sessionsStoreOf } from '../node/workspace/openSessions';

/** The secret storage keeps the key for the Anthropic API under this name. */
export const KEY_SECRET = 'sessionKeeper.anthropicKey';

export interface Services extends IDisposable {
	readonly clock: Clock;
	readonly logger: ChannelLogger;
	readonly claude: ClaudeHome;
	/** Looks after the hooks. */
	readonly hooks: HooksUpkeep;
	readonly workspace: WorkspaceStore;
	readonly sessions: SessionsStore;
	/** Shows sessions to be read. */
	readonly reader: SessionReader;
	readonly reflection: IdleReflection;
	readonly secrets: vscode.SecretStorage;
	readonly undoStack: UndoStack;
	/** Shows changes before they are made. */
	readonly preview: ChangePreview;
	/** Remembers, over windows and restarts, what was announced. */
	readonly memento: vscode.Memento;
	/** Shows notices that nobody asked for. */
	readonly unasked: Unasked;
	readonly home: HomeOpening;
	/** What waits for a review. */
	readonly review: ReviewState;
	/** What could not be read or written of late. */
	readonly refusals: Refusals;
	/** Where we are installed: our pictures, and the scripts of pages. */
	readonly extensionUri: vscode.Uri;
	configuration(): Configuration;
	/** Views tell here what is on screen: the parked items, for expired ones go then; sessions of programs, to be picked. */
	readonly shown: { parked: boolean; programs: boolean };
	/** Begins to read and watch. After the views exist, so that the first paint says *loading* and not *empty*. */
	start(): Promise<void>;
}

export function createServices(context: vscode.ExtensionContext, logger: ChannelLogger): Services {
	const store = new DisposableStore();
	const clock = clockFromEnvironment(process.env);
	const claude = findClaudeHome(process.env, readConfiguration().configDir);
	const shown = { parked: false, programs: false };
	const isTrusted = (): boolean => vscode.workspace.isTrusted;
	const filed = store.add(followFiledSettings({ claude, clock, logger }));
	const configuration = (): Configuration => readConfiguration(filed.current);
	const sessions = store.add(
		sessionsStoreOf({
			claude,
			clock,
			logger,
			workerFile: context.asAbsolutePath('dist/indexWorker.js'),
			// In Restricted Mode nothing of ours is written.
			cacheFolder: isTrusted() ? cacheFolderOf(claude) : undefined,
			settings: () => configuration().shared,
		}),
	);
	const workspace = store.add(
		new WorkspaceStore({
			claude,
			sessions,
			clock,
			logger,
			isTrusted,
			mayExpire: () => shown.parked && isTrusted(),
		}),
	);
	const reflection = store.add(
		new IdleReflection({
			claude,
			clock,
			logger,
			memento: context.globalState,
			sessions,
			dist: context.asAbsolutePath('dist'),
			isEnabled: () => configuration().reflection.isEnabled,
			isTrusted,
			command: () => configuration().command,
			apiKey: () => context.secrets.get(KEY_SECRET),
			editorEngine: async (model) => (await import('./reflection/vscodeEngine')).vscodeEngine(model),
		}),
	);
	const review = store.add(
		followReview({
			claude,
			clock,
			logger,
			workspace,
			onDidDraft: reflection.onDidChange,
			place: () => configuration().memoryPlace,
		}),
	);
	// Where versions before this one kept their cache.
	if (isTrusted()) void removeCaches(context.globalStorageUri.fsPath).catch(() => undefined);
	const home = store.add(createHomeOpening(context.globalState, configuration, logger));
	store.add(
		workspace.onDidChange((state) => void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.state, state.kind)),
	);
	store.add(filed.onDidChange(() => void workspace.refresh()));
	const open = (): Promise<void> => workspace.open(localFolders());
	store.add(vscode.workspace.onDidChangeWorkspaceFolders(() => void open()));
	store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => void workspace.refresh()));
	// Coming back to the window is the moment at which a person would notice something old.
	store.add(vscode.window.onDidChangeWindowState((state) => void (state.focused && workspace.refresh())));
	return {
		clock,
		logger,
		claude,
		hooks: store.add(
			new HooksUpkeep({
				claude,
				clock,
				logger,
				isTrusted,
				hookBundles: context.asAbsolutePath('dist/hooks'),
				runtime: process.execPath,
				projects: () => workspace.projects,
			}),
		),
		workspace,
		sessions,
		shown,
		reader: store.add(createSessionReader({ claude, logger, sessions, extensionUri: context.extensionUri })),
		reflection,
		secrets: context.secrets,
		undoStack: new UndoStack(),
		preview: store.add(createChangePreview()),
		memento: context.globalState,
		unasked: createUnasked(clock, context.globalState, home),
		home,
		review,
		refusals: store.add(new Refusals({ clock, logger })),
		extensionUri: context.extensionUri,
		configuration,
		// What is shown goes by the settings, from the first time on.
		start: () => filed.refresh().then(open),
		dispose: () => store.dispose(),
	};
}

/** Folders on a disk; Claude Code knows no others. */
function localFolders(): readonly string[] {
	return (vscode.workspace.workspaceFolders ?? [])
		.filter((folder) => folder.uri.scheme === 'file')
		.map((folder) => folder.uri.fsPath);
}
