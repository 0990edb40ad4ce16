// Records of running sessions below the project, and the archive of those that ended.
import * as vscode from 'vscode';
import type { IDisposable } from '../../core/base/disposable';
import { stateFile } from '../../node/keeper/stateFile';
import { openRedactor } from '../../node/privacy/openRedactor';
import { keepRecords } from '../../node/sessions/recordUpkeep';
import type { Services } from '../services';

type Needs = Pick<Services, 'claude' | 'clock' | 'configuration' | 'logger' | 'sessions' | 'workspace'>;

export function registerSessionRecords(services: Needs): IDisposable {
	return keepRecords({
		...services,
		memento: stateFile(services.claude),
		projects: () => services.workspace.projects,
		redactor: () => openRedactor(services.claude),
		isTrusted: () => vscode.workspace.isTrusted,
		archivesOnEnd: () => services.configuration().shared.archiveOnEnd,
	});
}
