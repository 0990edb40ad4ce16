// What belongs to no view: reports, undo, refresh.
import { DisposableStore, type IDisposable } from '../core/base/disposable';
import { findClaudeHome } from '../node/claude/claudeHome';
import { callCommand } from './commandArguments';
import { registerCommand } from './commandBoundary';
import { onDidChangeConfiguration, readConfiguration } from './configuration';
import { COMMANDS } from './contributions';
import type { Services } from './services';
import { registerPreview } from './preview';

type Needs = Pick<Services, 'claude' | 'undoStack' | 'workspace'>;

export function registerGeneral(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { claude, workspace, undoStack } = services;
	store.add(registerPreview());
	// All that is read and watched lies in there: it stays the same while the window is open.
	let folder = claude.configDir;
	store.add(
		onDidChangeConfiguration(() => {
			const { configDir } = findClaudeHome(process.env, readConfiguration().configDir);
			if (configDir !== folder && configDir !== claude.configDir)
				void import('./notifications').then(({ offerReload }) => offerReload(configDir));
			folder = configDir;
		}),
	);
	store.add(registerCommand(COMMANDS.refresh, services, () => workspace.refresh()));
	// Of a window that has changed nothing yet, what was changed before it.
	store.add(
		registerCommand(COMMANDS.undo, services, () =>
			undoStack.isEmpty ? Promise.resolve(callCommand(COMMANDS.undoEarlier)) : undoStack.undo(),
		),
	);
	return store;
}
