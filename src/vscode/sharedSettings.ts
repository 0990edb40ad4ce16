// Settings that hooks and the command line follow as well: they know nothing of VS Code, so what a person sets here is
// written into `<home>/settings.json`. What is not set here stays as it is there.
import * as vscode from 'vscode';
import type { IDisposable } from '../core/base/disposable';
import { queuedRunner } from '../node/base/queuedRunner';
import { SETTINGS } from './contributions';
import type { Services } from './services';

type Needs = Pick<Services, 'claude' | 'logger'>;

/** The setting, and its name in the file. */
const SHARED: readonly (readonly [string, string])[] = [
	[SETTINGS.backupsMax, 'backupsMaxMegabytes'],
	[SETTINGS.archiveMax, 'archiveMaxMegabytes'],
	[SETTINGS.archiveWhenParked, 'archiveWhenParked'],
	[SETTINGS.carryOpenItems, 'carryOpenItems'],
	[SETTINGS.injectContext, 'injectContext'],
	[SETTINGS.archiveOnEnd, 'archiveOnEnd'],
	[SETTINGS.idleMinutes, 'idleMinutes'],
	[SETTINGS.maxHours, 'maxHours'],
];

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
