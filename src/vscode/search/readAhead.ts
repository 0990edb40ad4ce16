// The index of recall reads sessions when a window has read them for its list: the first question need not wait for that.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { everyMs } from '../../core/base/ports';
import type { Project } from '../../node/project/project';
import type { Services } from '../services';
import type { RecallThread } from './bestSessions';

type Needs = Pick<Services, 'claude' | 'clock' | 'logger' | 'sessions' | 'workspace'>;

/** The window's own start comes first. */
const SETTLE_MS = 10_000;

/** Once for each window, in a thread that ends afterwards; later, a question reads what is new. */
export function registerReadAhead(
	{ claude, clock, logger, sessions, workspace }: Needs,
	open: () => Promise<Pick<RecallThread, 'ask' | 'dispose'>> = async () =>
		(await import('./bestSessions')).createRecallThread(),
): IDisposable {
	const store = new DisposableStore();
	const failed = (error: unknown): void => {
		if (!store.isDisposed) logger.error('sessions could not be read for the search', error);
	};
	const readNow = async (projects: readonly Project[]): Promise<void> => {
		const thread = store.add(await open());
		for (const project of projects)
			// Asked again, a thread that was ended would start anew.
			if (!store.isDisposed)
				await thread.ask({ claude, project, questions: [], limit: 0, nowMs: clock.now() }).catch(failed);
		thread.dispose();
	};
	const waiting = store.add(
		everyMs(clock, SETTLE_MS, () => {
			const { projects } = workspace;
			// In Restricted Mode nothing of ours is written.
			if (!sessions.hasReadAll || projects.length === 0 || !vscode.workspace.isTrusted) return;
			waiting.dispose();
			void readNow(projects).catch(failed);
		}),
	);
	return store;
}
