// Idle reflection as a person meets it: the question whether at all, and the notice at the next opening.
import * as vscode from 'vscode';
import { localTime } from '../../core/base/dates';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { EngineName } from '../../core/reflection/engine';
import { queuedRunner } from '../../node/base/queuedRunner';
import { isOfThisMachine } from '../../node/reflection/draftNotice';
import { onDidChangeConfiguration, setInEditor } from '../configuration';
import { callCommand } from '../commandArguments';
import { SHARED_REFLECTION } from '../../core/reflection/settings';
import { COMMANDS } from '../contributions';
import { announceDraft, askForReflection } from '../notifications';
import type { Services } from '../services';

type Needs = Pick<
	Services,
	'claude' | 'clock' | 'configuration' | 'logger' | 'memento' | 'reflection' | 'sessions' | 'undoStack' | 'workspace'
>;

/** Remembered over windows and restarts: nobody is told twice. */
const ANNOUNCED = 'reflection.announced';

export function registerReflection(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { logger, reflection, workspace } = services;

	let isBegun = false;
	const begin = (): void => {
		if (isBegun || workspace.state.kind !== 'ready') return;
		isBegun = true;
		reflection.start();
		// At the opening only: what is drafted from now on waits for the next one.
		void announce(services).catch((error: unknown) => logger.error('drafts could not be announced', error));
	};
	store.add(workspace.onDidChange(begin));
	const offerOnce = queuedRunner(() => offer(services));
	const mayOffer = (): void => void offerOnce().catch((error: unknown) => logger.error('nobody could be asked', error));
	store.add(reflection.onDidChange(mayOffer));
	// The first decision is made before the sessions are read.
	store.add(services.sessions.onDidChange(mayOffer));
	const share = (): void =>
		void reflection
			.share(setInEditor(SHARED_REFLECTION))
			.catch((error: unknown) => logger.error('the settings of reflection could not be written', error));
	store.add(onDidChangeConfiguration(share));
	share();
	return store;
}

/** Asks once whether at all. */
async function offer(services: Needs): Promise<void> {
	if (!(await services.reflection.isTimeToAsk())) return;
	const answer = await askForReflection();
	if (answer === 'yes') await consent(services, 'builtin');
	else if (answer === 'choose') await callCommand(COMMANDS.setUpReflection);
}

/** What was written while the person was away, once for each draft. */
async function announce(services: Needs): Promise<void> {
	const { memento, configuration } = services;
	const { listWaitingDrafts, ratifyOldDrafts } = await import('./reflectionDrafts');
	await ratifyOldDrafts(services, configuration().reflection.shared.ratifyAfterDays);
	const known = memento.get<readonly string[]>(ANNOUNCED, []);
	const waiting = await listWaitingDrafts(services);
	const unknown = waiting.filter(({ key }) => !known.includes(key));
	const isOurs = await Promise.all(unknown.map(({ draft }) => isOfThisMachine(services.claude, draft.session)));
	const fresh = unknown.filter((_, at) => isOurs[at] === true);
	const [newest] = fresh;
	if (newest === undefined) return;
	// Before it is shown: another window must not show it as well.
	await memento.update(
		ANNOUNCED,
		waiting.map(({ key }) => key),
	);
	const at = localTime(newest.draft.modifiedMs);
	if ((await announceDraft(at, fresh.length)) === 'review')
		await callCommand(COMMANDS.reviewDraft, newest.draft.session);
}

/** The person said yes to drafts, made by this engine. */
export async function consent({ reflection }: Needs, engine: EngineName): Promise<void> {
	await reflection.consent(engine);
	await vscode.workspace
		.getConfiguration()
		.update(SHARED_REFLECTION.engine.from, engine, vscode.ConfigurationTarget.Global);
}
