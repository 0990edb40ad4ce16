// When the settings that hooks and the command line follow as well are shared with them: at the start and after a change.
import * as vscode from 'vscode';
import type { IDisposable } from '../core/base/disposable';
import { SHARED_SETTINGS } from '../core/keeper/settings';
import { settingsSharing } from '../node/keeper/settingsSharing';
import { onDidChangeConfiguration, setInEditor } from './configuration';
import type { Services } from './services';

export function registerSharedSettings({ claude, logger }: Pick<Services, 'claude' | 'logger'>): IDisposable {
	const share = settingsSharing({
		claude,
		logger,
		isTrusted: () => vscode.workspace.isTrusted,
		read: () => setInEditor(SHARED_SETTINGS),
	});
	void share();
	return onDidChangeConfiguration(() => void share());
}
