// The view *Sessions* and what can be done with a session.
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { SessionMark } from '../../core/sessions/marks';
import { openRedactor } from '../../node/privacy/openRedactor';
import type { ListedSession } from '../../node/sessions/sessionsStore';
import { registerCommand } from '../commandBoundary';
import { COMMANDS, type CommandId, VIEWS } from '../contributions';
import { sayNoSessions } from '../notifications';
import type { Services } from '../services';
import { shownSessionOf } from './sessionPick';
import { type SessionNode, SessionsTree } from './sessionsTree';
import { resumeSession, showTerminalOf } from './terminal';

type Needs = Pick<Services, 'claude' | 'clock' | 'configuration' | 'sessions' | 'shown' | 'workspace'>;

export function registerSessions(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { sessions, clock, shown } = services;
	const tree = new SessionsTree(sessions, () => clock.now(), services.workspace.whenKnown, shown);
	const view = store.add(vscode.window.createTreeView(VIEWS.sessions, { treeDataProvider: tree }));

	const update = (): void => {
		const waiting = sessions.list().filter((session) => session.live?.status === 'waiting').length;
		view.badge =
			waiting === 0
				? undefined
				: {
						value: waiting,
						tooltip:
							waiting === 1
								? vscode.l10n.t('1 session waits for you')
								: vscode.l10n.t('{0} sessions wait for you', waiting),
					};
		view.message = messageOf(services);
		tree.refresh();
	};
	store.add(sessions.onDidChange(update));
	store.add(services.workspace.onDidChange(update));
	store.add(everyMinute(services, () => view.visible && tree.refresh()));

	const onSession = (
		id: CommandId,
		title: string,
		run: (session: ListedSession) => Promise<unknown> | undefined,
	): void => {
		store.add(
			registerCommand<[SessionNode]>(id, services, async (node) => run(await shownSessionOf(services, node, title))),
		);
	};
	onSession(COMMANDS.resumeSession, vscode.l10n.t('Resume Session'), (session) =>
		resumeSession(services, { id: session.id, name: session.name, cwd: session.cwd ?? session.project.folder }),
	);
	// What is rare is loaded when it is asked for.
	onSession(COMMANDS.showSessionFiles, vscode.l10n.t('Show Files Changed by Session'), async (session) =>
		(await import('./sessionFiles')).showSessionFiles(session),
	);
	onSession(COMMANDS.copySessionId, vscode.l10n.t('Copy Session ID'), (session) =>
		Promise.resolve(vscode.env.clipboard.writeText(session.id)),
	);
	onSession(COMMANDS.archiveSession, vscode.l10n.t('Archive Session Record'), async (session) => {
		const { archiveSessionRecord } = await import('../../node/sessions/sessionFold');
		const file = await archiveSessionRecord(
			session,
			sessions.stateOf(session),
			await openRedactor(services.claude),
			sessions.lifecycle,
		);
		vscode.window.setStatusBarMessage(vscode.l10n.t('Archived: {0}', path.basename(file)), 5_000);
	});
	const marks: readonly [CommandId, string, SessionMark, boolean][] = [
		[COMMANDS.pinSession, vscode.l10n.t('Pin Session'), 'pinned', true],
		[COMMANDS.unpinSession, vscode.l10n.t('Unpin Session'), 'pinned', false],
		[COMMANDS.hideSession, vscode.l10n.t('Hide Session'), 'hidden', true],
		[COMMANDS.unhideSession, vscode.l10n.t('Unhide Session'), 'hidden', false],
		[COMMANDS.markSessionPrivate, vscode.l10n.t('Mark Session Private'), 'private', true],
		[COMMANDS.unmarkSessionPrivate, vscode.l10n.t('Unmark Session Private'), 'private', false],
	];
	for (const [id, title, mark, isOn] of marks) {
		store.add(
			registerCommand<[SessionNode]>(id, services, async (node) => {
				const session = await shownSessionOf(services, node, title, (each) => each.marks.has(mark) !== isOn);
				await sessions.setMark(session.id, mark, isOn);
			}),
		);
	}
	const toggle = (id: CommandId, change: () => void): void => {
		store.add(registerCommand(id, services, () => Promise.resolve(change()).then(() => tree.refresh())));
	};
	toggle(COMMANDS.toggleHiddenSessions, () => (tree.showsHidden = !tree.showsHidden));
	toggle(COMMANDS.toggleProgramSessions, () => (shown.programs = !shown.programs));
	toggle(COMMANDS.showMoreSessions, () => tree.showMore());
	store.add(
		registerCommand(COMMANDS.goToSession, services, async () => {
			const waiting = sessions.list().find((session) => session.live?.status === 'waiting') ?? sessions.latest();
			if (waiting === undefined) return sayNoSessions();
			if (waiting.live !== undefined && (await showTerminalOf(waiting.live))) return;
			await vscode.commands.executeCommand(`${VIEWS.sessions}.focus`);
			await view.reveal({ kind: 'session', session: waiting }, { select: true, focus: true });
		}),
	);
	return store;
}

/** What stands above the rows: that they are still being read, or what could not be. */
function messageOf({ sessions, workspace }: Needs): string {
	if (workspace.state.kind === 'ready' && !sessions.hasReadAll) return vscode.l10n.t('Reading the sessions…');
	const [first] = sessions.unreadable;
	return first === undefined ? '' : vscode.l10n.t('Could not be read: {0}', `${first.path} (${first.code})`);
}

/** Ages are in minutes; rows that are on screen must not stand still. */
function everyMinute(services: Needs, run: () => unknown): IDisposable {
	let timer: IDisposable | undefined;
	const next = (): void => {
		timer = services.clock.schedule(services.clock.now() + 60_000, () => {
			run();
			next();
		});
	};
	next();
	return { dispose: () => timer?.dispose() };
}
