// Settings that hooks and the command line follow as well: they know nothing of VS Code, so what a person sets here is
// written into `<home>/settings.json`. What is not set here stays as it is there.
import * as vscode from 'vscode';
import type { IDisposable } from '../core/base/disposable';
import { SHARED_SETTINGS } from '../core/keeper/settings';
import { queuedRunner } from '../node/base/queuedRunner';
import type { Services } from './services';

type Needs = Pick<Services, 'claude' | 'logger'>;

/** Names in the file, and the settings that they come from. */
const SHARED = Object.entries(SHARED_SETTINGS).map(([key, { from }]) => [from, key] as const);

export function registerSharedSettings(services: Needs): IDisposable {
	/** Settings that a person took back to their default are written, too; else the old value would live on in the file. */
	const changed = new Set<string>();
	const write = queuedRunner(async () => {
		if (!vscode.workspace.isTrusted) return;
		const configuration = vscode.workspace.getConfiguration();
		const values = SHARED.flatMap(([setting, key]) => {
			const isSet = configuration.inspect(setting)?.globalValue !== undefined;
			const value = configuration.get<boolean | number | string>(setting);
			return (isSet || changed.has(setting)) && value !== undefined ? [[key, value] as const] : [];
		});
		if (values.length === 0) return;
		const { shareSettings } = await import('../node/keeper/shareSettings');
		const problem = await shareSettings(services.claude, new Map(values));
		if (problem !== undefined) services.logger.warn(`the settings of the hooks could not be written: ${problem}`);
	});
	const failed = (error: unknown): void => services.logger.error('the shared settings could not be written', error);
	void write().catch(failed);
	return vscode.workspace.onDidChangeConfiguration((event) => {
		const moved = SHARED.filter(([setting]) => event.affectsConfiguration(setting));
		for (const [setting] of moved) changed.add(setting);
		if (moved.length > 0) void write().catch(failed);
	});
}
