// Idle reflection begins with the window, and follows the settings. Whether at all is asked on Home, where drafts stand, too.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { HOUR_MS } from '../../core/base/dates';
import { everyMs } from '../../core/base/ports';
import type { EngineName } from '../../core/reflection/engine';
import { onDidChangeConfiguration, setInEditor } from '../configuration';
import { SHARED_REFLECTION } from '../../core/reflection/settings';
import { isFile } from '../../node/base/lookAt';
import { scheduledProgram } from '../../node/reflection/reflectionHome';
import type { Services } from '../services';

type Needs = Pick<
	Services,
	'claude' | 'clock' | 'configuration' | 'extensionUri' | 'logger' | 'reflection' | 'undoStack' | 'workspace'
>;

export function registerReflection(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { logger, reflection, workspace } = services;

	const ratify = (): void =>
		void ratifyByAge(services).catch((error: unknown) => logger.error('drafts could not be ratified', error));
	let isBegun = false;
	const begin = (): void => {
		if (isBegun || workspace.state.kind !== 'ready') return;
		isBegun = true;
		reflection.start();
		ratify();
		void refreshTimer(services).catch((error: unknown) => logger.error('the timer has an older program', error));
		// A window stays open for weeks, and may be trusted, or told to, later.
		store.add(everyMs(services.clock, HOUR_MS, ratify));
	};
	store.add(workspace.onDidChange(begin));
	const share = (): void =>
		void reflection
			.share(setInEditor(SHARED_REFLECTION))
			.catch((error: unknown) => logger.error('the settings of reflection could not be written', error));
	store.add(onDidChangeConfiguration(share));
	share();
	return store;
}

/** Accepts what nobody has looked at for as long as the person has set. */
async function ratifyByAge(services: Needs): Promise<void> {
	const { ratifyAfterDays } = services.configuration().reflection.shared;
	if (ratifyAfterDays > 0) await (await import('./reflectionDrafts')).ratifyOldDrafts(services, ratifyAfterDays);
}

/** After an update, the timer of the system still starts a copy of the version before. */
async function refreshTimer({ claude, extensionUri }: Needs): Promise<void> {
	if (!vscode.workspace.isTrusted || !(await isFile(scheduledProgram(claude)))) return;
	const { installProgram } = await import('../../node/reflection/scheduler');
	await installProgram(claude, vscode.Uri.joinPath(extensionUri, 'dist', 'cli.js').fsPath);
}

/** The person said yes to drafts, made by this engine. */
export async function consent({ reflection }: Pick<Services, 'reflection'>, engine: EngineName): Promise<void> {
	await reflection.consent(engine);
	await vscode.workspace
		.getConfiguration()
		.update(SHARED_REFLECTION.engine.from, engine, vscode.ConfigurationTarget.Global);
}
