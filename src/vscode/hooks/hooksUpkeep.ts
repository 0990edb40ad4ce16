// Keeps an installation alive: the launcher is refreshed at each start (its path never changes, so updates of the extension
// leave the settings alone), and settings out of which a running session took the hooks are noticed.
import * as vscode from 'vscode';
import { hasOurs, isStripped } from '../../core/hooks/doctorFacts';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { COMMANDS, CONTEXT_KEYS } from '../contributions';
import { offerReinstall } from '../notifications';
import type { Services } from '../services';

type Needs = Pick<Services, 'claude' | 'clock' | 'hookBundles' | 'hooks' | 'logger' | 'sessions' | 'workspace'>;

const AGAIN_MS = [15_000, 120_000];

export function registerHooksUpkeep(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { claude, clock, workspace, logger } = services;
	/** Files about which the person was asked in this window. */
	const told = new Set<string>();

	const putLauncher = async (): Promise<void> => {
		const { installLauncher } = await import('../../node/hooks/launcher');
		const written = await installLauncher(claude, services.hookBundles, process.execPath);
		if (written.length > 0) logger.info(`the launcher of the hooks was brought up to date: ${written.length} files`);
	};
	const look = async (): Promise<void> => {
		const { gatherSettings, pluginFacts } = await import('../../node/hooks/hooksDoctor');
		const { projects } = workspace;
		const plugins = await Promise.all(projects.map((project) => pluginFacts(claude, project)));
		const settings = (await Promise.all(projects.map((project) => gatherSettings(claude, project)))).flat();
		const isInstalled = settings.some(hasOurs) || plugins.some((plugin) => plugin !== undefined);
		services.hooks.isInstalled = isInstalled;
		await vscode.commands.executeCommand('setContext', CONTEXT_KEYS.hooks, isInstalled ? 'installed' : 'none');
		const stripped = settings.find((each) => isStripped(each) && !told.has(each.file));
		for (const each of settings) if (hasOurs(each)) told.delete(each.file);
		if (stripped === undefined || !vscode.workspace.isTrusted) return;
		told.add(stripped.file);
		// Not awaited: the message may stay for as long as it likes.
		void offerReinstall(stripped.file).then((choice) => {
			if (choice === 'install') void vscode.commands.executeCommand(COMMANDS.installHooks, stripped.scope);
			if (choice === 'doctor') void vscode.commands.executeCommand(COMMANDS.runDoctor);
		});
	};
	const quietly = (work: () => Promise<void>): void =>
		void work().catch((error: unknown) => logger.error('the hooks could not be looked after', error));

	const lookAgainSoon = (): void => {
		for (const afterMs of AGAIN_MS) store.add(clock.schedule(clock.now() + afterMs, () => quietly(look)));
	};
	const start = async (): Promise<void> => {
		const { isLauncherInstalled } = await import('../../node/hooks/launcher');
		if (vscode.workspace.isTrusted && (await isLauncherInstalled(claude))) await putLauncher();
		await look();
	};
	void services.workspace.whenKnown.then(() => quietly(start));
	// What ended may have written its settings last of all.
	store.add(services.sessions.onDidEnd(() => quietly(look)));
	store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => quietly(start)));
	services.hooks.upkeep = { putLauncher, look, lookAgainSoon };
	return store;
}
