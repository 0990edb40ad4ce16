// What belongs to no view: reports, undo, refresh.
import { DisposableStore, type IDisposable } from '../core/base/disposable';
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
	store.add(registerCommand(COMMANDS.undo, services, () => undoStack.undo()));
	return store;
}
