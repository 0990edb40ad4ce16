// When the settings that hooks and the command line follow as well are shared with them: at the start and after a change.
import * as vscode from 'vscode';
import type { IDisposable } from '../core/base/disposable';
import { settingsSharing } from '../node/keeper/settingsSharing';
import type { Services } from './services';

export function registerSharedSettings({ claude, logger }: Pick<Services, 'claude' | 'logger'>): IDisposable {
	const share = settingsSharing({
		claude,
		logger,
		isTrusted: () => vscode.workspace.isTrusted,
		read: (setting) => {
			const configuration = vscode.workspace.getConfiguration();
			return {
				value: configuration.get(setting),
				isSet: configuration.inspect(setting)?.globalValue !== undefined,
			};
		},
	});
	void share();
	return vscode.workspace.onDidChangeConfiguration((event) => share((setting) => event.affectsConfiguration(setting)));
}
