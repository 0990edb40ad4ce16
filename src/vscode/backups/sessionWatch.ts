// Sessions that end without a hook are backed up from here.
import * as vscode from 'vscode';
import type { IDisposable } from '../../core/base/disposable';
import { watchSessions } from '../../node/backups/sessionWatch';
import { stateFile } from '../../node/keeper/stateFile';
import type { Services } from '../services';

type Needs = Pick<Services, 'claude' | 'clock' | 'configuration' | 'logger' | 'sessions' | 'workspace'>;

export function registerSessionWatch(services: Needs): IDisposable {
	const { workspace, configuration } = services;
	return watchSessions({
		...services,
		memento: stateFile(services.claude),
		projects: () => workspace.projects,
		isTrusted: () => vscode.workspace.isTrusted,
		isWanted: () => configuration().watchesSessions,
		onBackUp: () => workspace.refresh(),
	});
}
