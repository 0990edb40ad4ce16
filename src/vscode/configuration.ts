import * as vscode from 'vscode';
import { SETTINGS } from './contributions';

/** The settings, as one immutable snapshot. */
export interface Configuration {
	/** Stands in for `CLAUDE_CONFIG_DIR`; empty for none. */
	readonly configDir: string;
	/** Starts Claude Code in a terminal. */
	readonly command: string;
	readonly isStatusBarEnabled: boolean;
	readonly notifiesOfBackups: boolean;
}

export function readConfiguration(): Configuration {
	const settings = vscode.workspace.getConfiguration();
	return {
		configDir: settings.get<string>(SETTINGS.configDir, ''),
		command: settings.get<string>(SETTINGS.command, 'claude'),
		isStatusBarEnabled: settings.get<boolean>(SETTINGS.statusBar, true),
		notifiesOfBackups: settings.get<boolean>(SETTINGS.notifyBackups, true),
	};
}

/** Calls back after any setting of ours has changed. */
export function onDidChangeConfiguration(listener: () => void): vscode.Disposable {
	return vscode.workspace.onDidChangeConfiguration((event) => {
		if (event.affectsConfiguration('sessionKeeper')) listener();
	});
}
