// Records of running sessions below the project, and the archive of those that ended.
import * as vscode from 'vscode';
import { MINUTE_MS } from '../../core/base/dates';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { openRedactor } from '../../node/privacy/openRedactor';
import type { RecordKeeper } from '../../node/sessions/recordKeeper';
import type { ListedSession } from '../../node/sessions/sessionsStore';
import type { Services } from '../services';
import { watchedSince } from './sessionWatch';

type Needs = Pick<Services, 'claude' | 'clock' | 'configuration' | 'logger' | 'memento' | 'sessions' | 'workspace'>;

/** After an end: the hooks write theirs, and the registry settles. */
const SETTLE_MS = 2_000;

export function registerSessionRecords(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { sessions, clock, logger, claude } = services;
	let keeper: RecordKeeper | undefined;
	let due: IDisposable | undefined;
	/** Roots of projects in which what stopped while no window was open has its record. */
	const caughtUp = new Set<string>();
	const update = async (): Promise<void> => {
		if (!vscode.workspace.isTrusted || !sessions.hasReadAll) return;
		if (keeper === undefined) {
			// Loaded with the first session: activation does not wait for it.
			const { RecordKeeper: Keeper } = await import('../../node/sessions/recordKeeper');
			keeper ??= new Keeper({
				sessions,
				projects: () => services.workspace.projects,
				redactor: () => openRedactor(claude),
				archivesOnEnd: () => services.configuration().shared.archiveOnEnd,
				clock,
				logger,
			});
		}
		await keeper.update();
		const fresh = services.workspace.projects.filter(({ root }) => !caughtUp.has(root));
		if (fresh.length === 0) return;
		for (const { root } of fresh) caughtUp.add(root);
		const missed = missedSessions(services).filter(({ project }) => fresh.some(({ root }) => root === project.root));
		await keeper.keepMissed(missed.map(({ id }) => id));
	};
	const soon = (afterMs: number): void => {
		due ??= clock.schedule(clock.now() + afterMs, () => {
			due = undefined;
			update().catch((error: unknown) => logger.error('the records of sessions could not be written', error));
		});
	};
	store.add(sessions.onDidChange(() => soon(SETTLE_MS)));
	// Idle is a matter of time alone.
	let minute: IDisposable | undefined;
	const everyMinute = (): void => {
		minute = clock.schedule(clock.now() + MINUTE_MS, () => {
			soon(0);
			everyMinute();
		});
	};
	everyMinute();
	store.add({ dispose: () => due?.dispose() });
	store.add({ dispose: () => minute?.dispose() });
	return store;
}

/** Sessions without a process that spoke since their project is watched, and that no hook saw the end of. */
function missedSessions(services: Needs): readonly ListedSession[] {
	return services.sessions.list().filter(({ project, live, end, lastMessageMs }) => {
		const since = watchedSince(services, project.root);
		return (
			live === undefined &&
			end?.reason === undefined &&
			since !== undefined &&
			lastMessageMs !== undefined &&
			lastMessageMs > since
		);
	});
}
