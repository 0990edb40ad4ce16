// What VS Code loads and calls at every start: it tells of the commands and returns. Everything else is in files beside it
// (scripts/lib/extensionBundle.mjs says which) and is loaded when VS Code has stopped waiting for us.
import type * as vscode from 'vscode';
import { DisposableStore } from '../core/base/disposable';
import { announceCommands, registerCommand } from './commandBoundary';
import { COMMANDS, type CommandId } from './contributions';
import { showFailure } from './failures';
import { createLogger } from './logger';

export function activate(context: vscode.ExtensionContext): void {
	const begun = performance.now();
	const store = new DisposableStore();
	context.subscriptions.push(store);
	const logger = store.add(createLogger());
	let features: Promise<(id: CommandId) => Promise<void>> | undefined;
	const load = (): NonNullable<typeof features> =>
		(features ??= import('./features').then(({ startFeatures }) => startFeatures(context, logger, store)));
	store.add(registerCommand(COMMANDS.showLog, {}, () => Promise.resolve(logger.show())));
	store.add(announceCommands(logger, async (id) => (await load())(id)));
	setImmediate(() => {
		// The window may have been closed meanwhile.
		if (store.isDisposed) return;
		load().catch((error: unknown) => {
			logger.error('the extension could not be started', error);
			void showFailure(error);
		});
	});
	logger.info(`activated in ${(performance.now() - begun).toFixed(1)} ms`);
}
