// The index of recall reads sessions when a window has read them for its list: the first question need not wait for that.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { everyMs } from '../../core/base/ports';
import type { Services } from '../services';
import { type RecallThread, openRecallThread } from './bestSessions';

type Needs = Pick<Services, 'claude' | 'clock' | 'logger' | 'sessions' | 'workspace'>;

/** The window's own start comes first. */
const SETTLE_MS = 10_000;

/** Once for each window, in a thread that ends afterwards; later, a question reads what is new. */
export function readAhead(
	{ claude, clock, logger, sessions, workspace }: Needs,
	open: () => Pick<RecallThread, 'ask' | 'dispose'> = openRecallThread,
): IDisposable {
	const store = new DisposableStore();
	const waiting = store.add(
		everyMs(clock, SETTLE_MS, () => {
			const { projects } = workspace;
			// In Restricted Mode nothing of ours is written.
			if (!sessions.hasReadAll || projects.length === 0 || !vscode.workspace.isTrusted) return;
			waiting.dispose();
			const thread = store.add(open());
			const asked = { claude, questions: [], limit: 0, nowMs: clock.now() };
			void Promise.all(projects.map((project) => thread.ask({ ...asked, project })))
				.catch((error: unknown) => {
					if (!store.isDisposed) logger.error('sessions could not be read for the search', error);
				})
				.finally(() => thread.dispose());
		}),
	);
	return store;
}
