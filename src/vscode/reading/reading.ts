// What is done to read a session: shown as a document, or exported as a file.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { registerCommand } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import type { Services } from '../services';
import { shownSessionOf } from '../sessions/sessionPick';
import type { SessionNode } from '../sessions/sessionsTree';

type Needs = Pick<Services, 'claude' | 'clock' | 'reader' | 'sessions' | 'shown' | 'workspace'>;

export function registerReading(services: Needs): IDisposable {
	const store = new DisposableStore();
	store.add(
		registerCommand<[SessionNode, string]>(COMMANDS.readSession, services, async (node, uuid) =>
			services.reader.open(
				await shownSessionOf(services, node, vscode.l10n.t('Read Session')),
				// A view passes what else is selected in the second place.
				typeof uuid === 'string' ? uuid : undefined,
			),
		),
	);
	store.add(
		registerCommand<[SessionNode]>(COMMANDS.exportSession, services, async (node) => {
			const session = await shownSessionOf(services, node, vscode.l10n.t('Export Session'));
			// What is rare is loaded when it is asked for.
			const { exportSession } = await import('./sessionExport');
			await exportSession(services, session);
		}),
	);
	return store;
}
