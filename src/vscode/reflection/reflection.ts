// Idle reflection as a person meets it: the question whether at all, and the notice at the next opening.
import * as vscode from 'vscode';
import { localTime } from '../../core/base/dates';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { type EngineName, costsMoney } from '../../core/reflection/engine';
import { decide } from '../../core/reflection/policy';
import { queuedRunner } from '../../node/base/queuedRunner';
import { onDidChangeConfiguration } from '../configuration';
import { SHARED_REFLECTION } from '../../core/reflection/settings';
import { COMMANDS } from '../contributions';
import { announceDraft, askForReflection } from '../notifications';
import type { Services } from '../services';

type Needs = Pick<
	Services,
	'claude' | 'clock' | 'configuration' | 'logger' | 'memento' | 'reflection' | 'sessions' | 'undoStack' | 'workspace'
>;

/** Remembered over windows and restarts: nobody is asked twice. */
const ASKED = 'reflection.asked';
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
	store.add(
		onDidChangeConfiguration(() => void share(services).catch((error: unknown) => logger.error('not shared', error))),
	);
	void share(services).catch((error: unknown) =>
		logger.error('the settings of reflection could not be written', error),
	);
	return store;
}

/** Asks once whether at all, and only where a session was left that a draft would be made of. */
async function offer(services: Needs): Promise<void> {
	const { reflection, memento, clock } = services;
	const { decision } = reflection;
	if (decision?.kind !== 'off' || decision.why !== 'noConsent' || memento.get(ASKED) === true) return;
	const { candidates, surroundings } = await (await reflection.open()).look();
	const nowMs = clock.now();
	const would = decide(candidates, {
		...surroundings,
		hasConsent: true,
		nowMs,
		wokeMs: undefined,
		sinceMs: nowMs,
		catchUpLeft: 1,
	});
	if (would.kind !== 'reflect' || memento.get(ASKED) === true) return;
	await memento.update(ASKED, true);
	const answer = await askForReflection();
	if (answer === 'yes') await consent(services, 'builtin');
	else if (answer === 'choose') await vscode.commands.executeCommand(COMMANDS.setUpReflection);
}

/** What was written while the person was away, once for each draft. */
async function announce(services: Needs): Promise<void> {
	const { memento, configuration } = services;
	const { listWaitingDrafts, ratifyOldDrafts } = await import('./reflectionDrafts');
	await ratifyOldDrafts(services, configuration().reflection.shared.ratifyAfterDays);
	const known = memento.get<readonly string[]>(ANNOUNCED, []);
	const waiting = (await listWaitingDrafts(services)).map(({ draft, key }) => ({ draft, key }));
	const fresh = waiting.filter(({ key }) => !known.includes(key));
	const [newest] = fresh.sort((a, b) => b.draft.modifiedMs - a.draft.modifiedMs);
	if (newest === undefined) return;
	// Before it is shown: another window must not show it as well.
	await memento.update(
		ANNOUNCED,
		waiting.map(({ key }) => key),
	);
	const at = localTime(newest.draft.modifiedMs);
	if ((await announceDraft(at, fresh.length)) === 'review')
		await vscode.commands.executeCommand(COMMANDS.reviewDraft, newest.draft.session);
}

/** The settings of the editor hold for the command line and its timer, too. */
async function share({ configuration, reflection }: Needs): Promise<void> {
	if (!vscode.workspace.isTrusted) return;
	const { shared } = configuration().reflection;
	const known = await reflection.settings();
	const isSame = JSON.stringify({ ...known, ...shared }) === JSON.stringify(known);
	if (!isSame) await reflection.change(() => shared);
}

/** The person said yes to drafts, made by this engine. */
export async function consent({ reflection, clock }: Needs, engine: EngineName): Promise<void> {
	await reflection.change((now) => ({
		consent: now.consent ?? new Date(clock.now()).toISOString(),
		engine,
		paid: costsMoney(engine) ? [...new Set([...now.paid, engine])] : now.paid,
	}));
	await vscode.workspace
		.getConfiguration()
		.update(SHARED_REFLECTION.engine.from, engine, vscode.ConfigurationTarget.Global);
}
