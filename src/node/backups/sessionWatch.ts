// The second path: backs up sessions that end without a hook, and keeps backups under their cap.
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { Clock, Logger, Memento } from '../../core/base/ports';
import { endedUnwatched, watchedAfter, watchedSince } from '../../core/sessions/missed';
import { queuedRunner } from '../base/queuedRunner';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';
import type { ListedSession } from '../sessions/listedSession';
import type { SessionsStore } from '../sessions/sessionsStore';
import { readWatched, writeWatched } from '../sessions/watchedProjects';

interface SessionWatchOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly memento: Memento;
	readonly sessions: Pick<SessionsStore, 'get' | 'list' | 'hasReadAll' | 'onDidChange' | 'onDidEnd'>;
	/** The open ones. */
	readonly projects: () => readonly Project[];
	/** Whether anything may be written at all. */
	readonly isTrusted: () => boolean;
	/** Whether the person wants sessions to be backed up without a hook. */
	readonly isWanted: () => boolean;
	/** Something was backed up. */
	readonly onBackUp: () => Promise<void>;
}

/** A hook that fires writes its marker long before. */
const GRACE_MS = 8_000;
/** After the hooks, which may still be copying. */
const RETAIN_MS = 60_000;

export function watchSessions(options: SessionWatchOptions): IDisposable {
	const store = new DisposableStore();
	const { sessions, clock, logger, memento } = options;
	const quietly = (work: () => Promise<unknown>): void =>
		void work().catch((error: unknown) => logger.error('what no hook caught could not be backed up', error));
	const later = (afterMs: number, work: () => Promise<unknown>): void =>
		void store.add(clock.schedule(clock.now() + afterMs, () => quietly(work)));

	store.add(
		sessions.onDidEnd((id) =>
			later(GRACE_MS, async () => {
				const session = sessions.get(id);
				if (session === undefined) return;
				await catchUp(options, session.project, [session]);
				later(RETAIN_MS, () => retain(options, session.project));
			}),
		),
	);
	/** Roots of projects. Each has its turn once in a window, those of folders that are opened later as well. */
	const begun = new Set<string>();
	const begin = queuedRunner(async () => {
		if (!options.isTrusted() || !sessions.hasReadAll || store.isDisposed) return;
		const projects = options.projects().filter(({ root }) => !begun.has(root));
		if (projects.length === 0) return;
		let watched = readWatched(memento);
		for (const project of projects) {
			const { root } = project;
			begun.add(root);
			const [sinceMs, nowMs] = [watchedSince(watched, root), clock.now()];
			if (sinceMs !== undefined)
				await catchUp(options, project, endedUnwatched(sessions.list(), { root, sinceMs, nowMs }));
			watched = watchedAfter(watched, root, nowMs);
		}
		await writeWatched(memento, watched);
		for (const project of projects) await retain(options, project);
	});
	store.add(sessions.onDidChange(() => quietly(begin)));
	quietly(begin);
	return store;
}

/** Backs up those of the sessions that no hook did. Sessions of programs are as invisible to us as to the hooks. */
async function catchUp(
	{ claude, clock, logger, isTrusted, isWanted, onBackUp }: SessionWatchOptions,
	project: Project,
	sessions: readonly ListedSession[],
): Promise<void> {
	if (!isTrusted() || !isWanted()) return;
	const watched = sessions.flatMap(({ id, lastMessageMs, live, isProgram }) =>
		isProgram || lastMessageMs === undefined ? [] : [{ id, lastMessageMs, isLive: live !== undefined }],
	);
	if (watched.length === 0) return;
	const { backUpMissed } = await import('./backupMissed');
	const caught = await backUpMissed(claude, project, watched, clock);
	if (caught.length === 0) return;
	logger.info(`backed up without a hook: ${caught.join(', ')}`);
	await onBackUp();
}

async function retain({ claude, logger, isTrusted }: SessionWatchOptions, project: Project): Promise<void> {
	if (!isTrusted()) return;
	const { retainBackups } = await import('./backupRetention');
	const report = await retainBackups(claude, project);
	if (report === undefined) return;
	const { compressed, removed } = report;
	if (compressed.length + removed.length > 0)
		logger.info(`backups: ${compressed.length} compressed, ${removed.length} aged out`);
}
