// What belongs to no view: reports, undo, refresh.
import { DisposableStore, type IDisposable } from '../core/base/disposable';
import { callCommand } from './commandArguments';
import { registerCommand } from './commandBoundary';
import { COMMANDS } from './contributions';
import type { Services } from './services';
import { registerPreview } from './preview';

type Needs = Pick<Services, 'undoStack' | 'workspace'>;

export function registerGeneral(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { workspace, undoStack } = services;
	store.add(registerPreview());
	store.add(registerCommand(COMMANDS.refresh, services, () => workspace.refresh()));
	// Of a window that has changed nothing yet, what was changed before it.
	store.add(
		registerCommand(COMMANDS.undo, services, () =>
			undoStack.isEmpty ? Promise.resolve(callCommand(COMMANDS.undoEarlier)) : undoStack.undo(),
		),
	);
	return store;
}
