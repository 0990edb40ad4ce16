// Idle reflection begins with the window, and follows the settings. Whether at all is asked on Home, where drafts stand, too.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { HOUR_MS } from '../../core/base/dates';
import { everyMs } from '../../core/base/ports';
import type { EngineName } from '../../core/reflection/engine';
import { onDidChangeConfiguration, setInEditor } from '../configuration';
import { SHARED_REFLECTION } from '../../core/reflection/settings';
import type { Services } from '../services';

type Needs = Pick<
	Services,
	'claude' | 'clock' | 'configuration' | 'extensionUri' | 'hooks' | 'logger' | 'reflection' | 'undoStack' | 'workspace'
>;

export function registerReflection(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { logger, reflection, workspace } = services;

	const tell =
		(what: string) =>
		(error: unknown): void =>
			logger.error(what, error);
	const ratify = (): void => void ratifyByAge(services).catch(tell('drafts could not be ratified'));
	let isBegun = false;
	const begin = (): void => {
		if (isBegun || workspace.state.kind !== 'ready') return;
		isBegun = true;
		reflection.start();
		ratify();
		void refreshTimer(services).catch(tell('the timer has an older program'));
		// A window stays open for weeks, and may be trusted, or told to, later.
		store.add(everyMs(services.clock, HOUR_MS, ratify));
	};
	store.add(workspace.onDidChange(begin));
	const share = (): void =>
		void reflection
			.share(setInEditor(SHARED_REFLECTION))
			.catch(tell('the settings of reflection could not be written'));
	store.add(onDidChangeConfiguration(share));
	share();
	return store;
}

/** Accepts what nobody has looked at for as long as the person has set. */
async function ratifyByAge(services: Needs): Promise<void> {
	const { ratifyAfterDays } = services.configuration().reflection.shared;
	if (ratifyAfterDays > 0) await (await import('./reflectionDrafts')).acceptOldDrafts(services, ratifyAfterDays);
}

/** The timer of the system has a program of its own, which an update leaves as it was. */
async function refreshTimer({ claude, extensionUri }: Needs): Promise<void> {
	if (!vscode.workspace.isTrusted) return;
	const { refreshProgram } = await import('../../node/reflection/scheduledProgram');
	await refreshProgram(claude, vscode.Uri.joinPath(extensionUri, 'dist').fsPath);
}

/** The person said yes to drafts, made by this engine. */
export async function consent({ reflection }: Pick<Services, 'reflection'>, engine: EngineName): Promise<void> {
	await reflection.consent(engine);
	await vscode.workspace
		.getConfiguration()
		.update(SHARED_REFLECTION.engine.from, engine, vscode.ConfigurationTarget.Global);
}
