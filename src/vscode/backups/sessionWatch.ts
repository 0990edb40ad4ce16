// Sessions that end without a hook are backed up from here; about full backups the person decides.
import * as vscode from 'vscode';
import { readableSize } from '../../core/base/dates';
import type { IDisposable } from '../../core/base/disposable';
import { SHARED_SETTINGS } from '../../core/keeper/settings';
import { watchSessions } from '../../node/backups/sessionWatch';
import { stateFile } from '../../node/keeper/stateFile';
import { VIEWS } from '../contributions';
import { askOverCap } from '../notifications';
import type { Services } from '../services';

type Needs = Pick<Services, 'claude' | 'clock' | 'configuration' | 'logger' | 'sessions' | 'unasked' | 'workspace'>;

export function registerSessionWatch(services: Needs): IDisposable {
	const { workspace, configuration, unasked } = services;
	return watchSessions({
		...services,
		memento: stateFile(services.claude),
		projects: () => workspace.projects,
		isTrusted: () => vscode.workspace.isTrusted,
		isWanted: () => configuration().watchesSessions,
		onBackUp: () => workspace.refresh(),
		// Not awaited: the message may stay for as long as it likes.
		onOverCap: (bytes, overBytes) =>
			void unasked(() => askOverCap(readableSize(bytes), readableSize(overBytes))).then((choice) => {
				if (choice === 'show') void vscode.commands.executeCommand(`${VIEWS.backups}.focus`);
				if (choice === 'more')
					void vscode.commands.executeCommand(
						'workbench.action.openSettings',
						SHARED_SETTINGS.backupsMaxMegabytes.from,
					);
			}),
	});
}
