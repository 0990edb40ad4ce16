// Activation is a table of contents: it builds, registers and returns. Reading starts afterwards, asynchronously.
import type * as vscode from 'vscode';
import { registerBackups } from './features/backups';
import { registerGeneral } from './features/general';
import { registerHooks } from './features/hooks';
import { registerParked } from './features/parked';
import { registerSessions } from './features/sessions';
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
		registerFeature('hooks', services.logger, () => registerHooks(services)),
		registerFeature('sessions', services.logger, () => registerSessions(services)),
		registerFeature('status bar', services.logger, () => registerStatusBar(services)),
	);
	void services.start();
	services.logger.info(`activated in ${(performance.now() - begun).toFixed(1)} ms`);
}
