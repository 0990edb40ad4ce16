// When the hooks are looked after, and the offer to put them back where somebody took them out.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { callCommand } from '../commandArguments';
import { COMMANDS, CONTEXT_KEYS } from '../contributions';
import { offerReinstall } from '../notifications';
import type { Services } from '../services';

export function registerHooksUpkeep({
	hooks,
	sessions,
	unasked,
	workspace,
}: Pick<Services, 'hooks' | 'sessions' | 'unasked' | 'workspace'>): IDisposable {
	const store = new DisposableStore();
	store.add(
		hooks.onDidChange(() => void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.hooks, hooks.installed)),
	);
	store.add(
		// Not awaited: the message may stay for as long as it likes.
		hooks.onDidFindStripped(
			({ file, scope, root }) =>
				void unasked(() => offerReinstall(file)).then((choice) => {
					if (choice === 'install') void callCommand(COMMANDS.installHooks, scope, undefined, root);
					if (choice === 'doctor') void callCommand(COMMANDS.runDoctor, root);
				}),
		),
	);
	void workspace.whenKnown.then(() => hooks.start());
	// What ended may have written its settings last of all.
	store.add(sessions.onDidEnd(() => hooks.hint()));
	store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => void hooks.start()));
	return store;
}
