// *Before Claude deletes*: the question about transcripts that Claude Code's own clean-up is about to take, and what was
// archived of them.
import * as vscode from 'vscode';
import { HOUR_MS } from '../../core/base/dates';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { everyMs } from '../../core/base/ports';
import type { Services } from '../services';

type Needs = Pick<Services, 'claude' | 'clock' | 'configuration' | 'logger' | 'memento' | 'unasked' | 'workspace'>;

/** Reading what is about to go can wait until everything that is looked at is there. */
const DELAY_MS = 5_000;
/** A window stays open for weeks: what is due later, and what is trusted or set later, is found by a later look. */
const AGAIN_MS = HOUR_MS;

export function registerBeforeCleanup(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { clock, logger } = services;
	const tried = new Set<string>();
	const look = (): void => {
		if (!vscode.workspace.isTrusted) return;
		void import('./cleanupQuestion')
			.then(({ lookAhead }) => lookAhead(services, tried))
			.catch((error: unknown) => logger.error('transcripts could not be archived', error));
	};
	void services.workspace.whenKnown.then(() => {
		store.add(clock.schedule(clock.now() + DELAY_MS, look));
		store.add(everyMs(clock, AGAIN_MS, look));
	});
	return store;
}
