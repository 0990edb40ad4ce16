// The second path: sessions that end without a hook are backed up from here, and what backups hold is kept under its cap.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { DAY_MS, MINUTE_MS, readableSize } from '../../core/base/dates';
import { SHARED_SETTINGS } from '../../core/keeper/settings';
import type { Project } from '../../node/project/project';
import { queuedRunner } from '../../node/base/queuedRunner';
import type { ListedSession } from '../../node/sessions/sessionsStore';
import { VIEWS } from '../contributions';
import { askOverCap } from '../notifications';
import type { Services } from '../services';

type Needs = Pick<Services, 'claude' | 'clock' | 'configuration' | 'logger' | 'memento' | 'sessions' | 'workspace'>;

/** Since when each project is watched. What ended before is not ours to back up: a first start must not copy years of sessions. */
const WATCHED_SINCE = 'watchedSince';
/** A session may be silent for so long before it is killed, after VS Code was closed. */
const LOOKED_BACK_MS = 2 * DAY_MS;
const PROJECTS_KEPT = 200;
/** A hook that fires writes its marker long before. */
const GRACE_MS = 8_000;
/** Without a registry of running sessions (older versions have none), only silence tells that one has ended. */
const SILENT_MS = 10 * MINUTE_MS;
/** After the hooks, which may still be copying. */
const RETAIN_MS = 60_000;
/** More sessions than that have not been killed since yesterday. */
const CAUGHT_UP = 20;
/** Projects about whose full backups this window has asked. */
const asked = new Set<string>();

export function registerSessionWatch(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { sessions, clock, logger } = services;
	const quietly = (work: () => Promise<unknown>): void =>
		void work().catch((error: unknown) => logger.error('what no hook caught could not be backed up', error));
	const later = (afterMs: number, work: () => Promise<unknown>): void =>
		void store.add(clock.schedule(clock.now() + afterMs, () => quietly(work)));

	store.add(
		sessions.onDidEnd((id) =>
			later(GRACE_MS, async () => {
				const session = sessions.get(id);
				if (session === undefined) return;
				await catchUp(services, [session]);
				later(RETAIN_MS, () => retain(services, [session.project]));
			}),
		),
	);
	/** Roots of projects. Each has its turn once in a window, those of folders that are opened later as well. */
	const begun = new Set<string>();
	const begin = queuedRunner(async () => {
		if (!sessions.hasReadAll) return;
		const projects = services.workspace.projects.filter(({ root }) => !begun.has(root));
		if (projects.length === 0) return;
		const since = new Map(services.memento.get<[string, number][]>(WATCHED_SINCE, []));
		for (const { root } of projects) {
			begun.add(root);
			const known = since.get(root);
			if (known !== undefined) await catchUp(services, endedSince(services, root, known));
			// The one that was looked at last comes last, so that the others are forgotten first.
			since.delete(root);
			since.set(root, Math.max(known ?? clock.now(), clock.now() - LOOKED_BACK_MS));
		}
		await services.memento.update(WATCHED_SINCE, [...since].slice(-PROJECTS_KEPT));
		await retain(services, projects);
	});
	store.add(sessions.onDidChange(() => quietly(begin)));
	quietly(begin);
	return store;
}

/** Since when a project is watched, two days back at most, in milliseconds since 1970; nothing where it never was before this window. */
export function watchedSince({ memento }: Needs, root: string): number | undefined {
	return new Map(memento.get<[string, number][]>(WATCHED_SINCE, [])).get(root);
}

function endedSince({ sessions, clock }: Needs, root: string, sinceMs: number): readonly ListedSession[] {
	const isSilent = (ms: number): boolean => ms > sinceMs && ms < clock.now() - SILENT_MS;
	return sessions
		.list()
		.filter(({ project }) => project.root === root)
		.filter(({ live, lastMessageMs }) => live === undefined && lastMessageMs !== undefined && isSilent(lastMessageMs))
		.slice(0, CAUGHT_UP);
}

/** Backs up those of the sessions that no hook did. Sessions of programs are as invisible to us as to the hooks. */
async function catchUp(services: Needs, sessions: readonly ListedSession[]): Promise<void> {
	if (!vscode.workspace.isTrusted || !services.configuration().watchesSessions) return;
	const { backUpMissed } = await import('../../node/backups/backupMissed');
	const own = sessions.filter(({ isProgram }) => !isProgram);
	for (const [project, theirs] of byProject(own)) {
		const watched = theirs.flatMap(({ id, lastMessageMs, live }) =>
			lastMessageMs === undefined ? [] : [{ id, lastMessageMs, isLive: live !== undefined }],
		);
		const caught = await backUpMissed(services.claude, project, watched, services.clock);
		if (caught.length === 0) continue;
		services.logger.info(`backed up without a hook: ${caught.join(', ')}`);
		await services.workspace.refresh();
	}
}

function byProject(sessions: readonly ListedSession[]): ReadonlyMap<Project, readonly ListedSession[]> {
	const groups = new Map<Project, ListedSession[]>();
	for (const session of sessions) groups.set(session.project, [...(groups.get(session.project) ?? []), session]);
	return groups;
}

/** Keeps backups under their cap. What waits is only ever compressed; beyond that the person decides, once for a window. */
async function retain(services: Needs, projects: readonly Project[]): Promise<void> {
	if (!vscode.workspace.isTrusted) return;
	const { retainBackups } = await import('../../node/backups/backupRetention');
	for (const project of projects) {
		const report = await retainBackups(services.claude, project);
		if (report === undefined) continue;
		const { compressed, removed, bytes, overBytes } = report;
		if (compressed.length + removed.length > 0)
			services.logger.info(`backups: ${compressed.length} compressed, ${removed.length} aged out`);
		if (overBytes === 0 || asked.has(project.root)) continue;
		asked.add(project.root);
		// Not awaited: the message may stay for as long as it likes.
		void askOverCap(readableSize(bytes), readableSize(overBytes)).then((choice) => {
			if (choice === 'show') void vscode.commands.executeCommand(`${VIEWS.backups}.focus`);
			if (choice === 'more')
				void vscode.commands.executeCommand('workbench.action.openSettings', SHARED_SETTINGS.backupsMaxMegabytes.from);
		});
	}
}
