// The table of contents of the extension: what shows or does something by itself, in the order in which it starts, and what
// is loaded on demand (onDemand.ts).
import * as vscode from 'vscode';
import type { DisposableStore, IDisposable } from '../core/base/disposable';
import type { Logger } from '../core/base/ports';
import { speakThrough } from '../core/base/say';
import { watchSessions } from '../node/backups/sessionWatch';
import { stateFile } from '../node/keeper/stateFile';
import { openRedactor } from '../node/privacy/openRedactor';
import { keepRecords } from '../node/sessions/recordUpkeep';
import { onDidChangeConfiguration, readConfiguration } from './configuration';
import { COMMANDS, type CommandId } from './contributions';
import { registerBackups } from './backups/backups';
import { registerBeforeCleanup } from './backups/beforeCleanup';
import { registerGeneral } from './general';
import { registerHooksUpkeep } from './hooks/hooksUpkeep';
import { registerMemory } from './memory/memory';
import { registerParked } from './parking/parked';
import { registerReading } from './reading/reading';
import { registerReflection } from './reflection/reflection';
import { registerReview } from './review/review';
import { registerProblemActions } from './search/problemActions';
import { registerReadAhead } from './search/readAhead';
import { registerSessions } from './sessions/sessions';
import { registerSharedSettings } from './sharedSettings';
import { registerStatusBar } from './statusBar';
import { registerModelTools } from './workspace/modelTools';
import type { ChannelLogger } from './logger';
import { onDemandLoader } from './onDemand';
import { createServices } from './services';

/**
 * Starts what shows or does something by itself.
 * @returns what loads the feature that a command belongs to.
 */
export function startFeatures(
	context: vscode.ExtensionContext,
	logger: ChannelLogger,
	store: DisposableStore,
): (id: CommandId) => Promise<void> {
	speakThrough((text, ...values) => vscode.l10n.t(text, ...values));
	const services = store.add(createServices(context, logger));
	const { claude, configuration, workspace } = services;
	const kept = {
		...services,
		memento: stateFile(claude),
		projects: () => workspace.projects,
		isTrusted: () => vscode.workspace.isTrusted,
	};
	for (const [name, register] of [
		['general', registerGeneral],
		['parked', registerParked],
		['backups', registerBackups],
		['hooks', registerHooksUpkeep],
		['sessions', registerSessions],
		['reading', registerReading],
		[
			'session records',
			() =>
				keepRecords({
					...kept,
					redactor: () => openRedactor(claude),
					archivesOnEnd: () => configuration().shared.archiveOnEnd,
				}),
		],
		['review', registerReview],
		['memory', registerMemory],
		[
			'session watch',
			() =>
				watchSessions({
					...kept,
					isWanted: () => configuration().watchesSessions,
					onBackUp: () => workspace.refresh(),
				}),
		],
		['reflection', registerReflection],
		['before clean-up', registerBeforeCleanup],
		['shared settings', registerSharedSettings],
		['problem actions', registerProblemActions],
		['reading ahead', registerReadAhead],
		['model tools', registerModelTools],
		['status bar', registerStatusBar],
	] as const)
		store.add(registerFeature(name, logger, () => register(services)));
	void services.start();
	services.home.started();
	const load = onDemandLoader(services, (feature) => store.add(feature));
	const loadLines = (): void => {
		if (readConfiguration().showsLineSessions) void load(COMMANDS.toggleLineSessions);
	};
	loadLines();
	store.add(onDidChangeConfiguration(loadLines));
	return load;
}

/** Registers a feature. One that throws is logged and left out; the others still load. */
function registerFeature(name: string, logger: Logger, register: () => IDisposable): IDisposable {
	try {
		return register();
	} catch (error) {
		logger.error(`the feature “${name}” could not be registered`, error);
		return { dispose: () => undefined };
	}
}
