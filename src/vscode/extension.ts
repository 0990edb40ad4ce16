// Activation is a table of contents: it builds, registers and returns. Reading starts afterwards, asynchronously.
import type * as vscode from 'vscode';
import { registerBackupCommands } from './features/backupCommands';
import { registerBackups } from './features/backups';
import { registerBeforeCleanup } from './features/beforeCleanup';
import { registerDocuments } from './features/documents';
import { registerGeneral } from './features/general';
import { registerHooks } from './features/hooks';
import { registerMemory } from './features/memory';
import { registerParked } from './features/parked';
import { registerProtocol } from './features/protocol';
import { registerReflection } from './features/reflection';
import { registerReview } from './features/review';
import { registerSessionWatch } from './features/sessionWatch';
import { registerSessionRecords } from './features/sessionRecords';
import { registerSessions } from './features/sessions';
import { registerSharedSettings } from './features/sharedSettings';
import { registerStatusBar } from './features/statusBar';
import { registerFeature } from './registerFeature';
import { createServices } from './services';

export function activate(context: vscode.ExtensionContext): void {
	const begun = performance.now();
	const services = createServices(context);
	context.subscriptions.push(
		services,
		registerFeature('general', services.logger, () => registerGeneral(services)),
		registerFeature('parked', services.logger, () => registerParked(services)),
		registerFeature('backups', services.logger, () => registerBackups(services)),
		registerFeature('backup commands', services.logger, () => registerBackupCommands(services)),
		registerFeature('documents', services.logger, () => registerDocuments(services)),
		registerFeature('hooks', services.logger, () => registerHooks(services)),
		registerFeature('sessions', services.logger, () => registerSessions(services)),
		registerFeature('protocol', services.logger, () => registerProtocol(services)),
		registerFeature('session records', services.logger, () => registerSessionRecords(services)),
		registerFeature('review', services.logger, () => registerReview(services)),
		registerFeature('memory', services.logger, () => registerMemory(services)),
		registerFeature('session watch', services.logger, () => registerSessionWatch(services)),
		registerFeature('reflection', services.logger, () => registerReflection(services)),
		registerFeature('before clean-up', services.logger, () => registerBeforeCleanup(services)),
		registerFeature('shared settings', services.logger, () => registerSharedSettings(services)),
		registerFeature('status bar', services.logger, () => registerStatusBar(services)),
	);
	void services.start();
	services.logger.info(`activated in ${(performance.now() - begun).toFixed(1)} ms`);
}
