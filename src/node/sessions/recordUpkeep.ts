// Keeps the records of running sessions below the project while somebody watches, and the archive of those that ended.
import { MINUTE_MS } from '../../core/base/dates';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { type Memento, everyMs } from '../../core/base/ports';
import { endedUnseen } from '../../core/sessions/missed';
import { HintedTask } from '../base/hintedTask';
import type { RecordKeeper } from './recordKeeper';
import type { SessionsStore } from './sessionsStore';
import { readWatched } from './watchedProjects';

interface RecordUpkeepOptions extends Omit<ConstructorParameters<typeof RecordKeeper>[0], 'sessions'> {
	readonly sessions: SessionsStore;
	readonly memento: Memento;
	/** Whether anything may be written at all. */
	readonly isTrusted: () => boolean;
}

/** After an end: the hooks write theirs, and the registry settles. */
const SETTLE_MS = 2_000;

export function keepRecords(options: RecordUpkeepOptions): IDisposable {
	const store = new DisposableStore();
	const { sessions, clock, logger, memento, projects, isTrusted } = options;
	let keeper: RecordKeeper | undefined;
	/** Roots of projects in which what stopped while no window was open has its record. */
	const caughtUp = new Set<string>();
	const update = async (): Promise<void> => {
		if (!isTrusted() || !sessions.hasReadAll) return;
		// Loaded with the first session: activation does not wait for it.
		const { RecordKeeper: Keeper } = await import('./recordKeeper');
		keeper ??= new Keeper(options);
		await keeper.update();
		const fresh = new Set(projects().flatMap(({ root }) => (caughtUp.has(root) ? [] : [root])));
		if (fresh.size === 0) return;
		for (const root of fresh) caughtUp.add(root);
		const missed = endedUnseen(sessions.list(), readWatched(memento)).filter(({ project }) => fresh.has(project.root));
		await keeper.keepMissed(missed.map(({ id }) => id));
	};
	const failure = 'the records of sessions could not be written';
	const task = store.add(new HintedTask({ clock, logger, settleMs: SETTLE_MS, failure }, update));
	store.add(sessions.onDidChange(() => task.hint()));
	// Idle is a matter of time alone.
	store.add(everyMs(clock, MINUTE_MS, () => task.hint()));
	return store;
}
