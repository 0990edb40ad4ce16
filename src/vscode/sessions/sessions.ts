// The view *Sessions* and what can be done with a session.
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { GROUPINGS, type Grouping } from '../../core/sessions/groups';
import type { SessionMark } from '../../core/sessions/marks';
import type { ListedSession } from '../../node/sessions/listedSession';
import type { SessionNode, CommandWith } from '../commandArguments';
import { orCancel, registerCommand } from '../commandBoundary';
import { COMMANDS, VIEWS } from '../contributions';
import { createListView } from '../listView';
import { sayNoSessions } from '../notifications';
import type { Services } from '../services';
import { keptSessionOf, shownSessionOf } from './sessionPick';
import { SESSIONS_PAGE, sessionRows } from './sessionsTree';
import { resumeListed, showRunning } from './terminal';

type Needs = Pick<
	Services,
	| 'claude'
	| 'clock'
	| 'configuration'
	| 'home'
	| 'memento'
	| 'preview'
	| 'sessions'
	| 'shown'
	| 'undoStack'
	| 'workspace'
>;

/** Where it is remembered how the rows are grouped. */
const GROUPING = 'sessions.grouping';

export function registerSessions(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { sessions, shown } = services;
	const grouping = (): Grouping => GROUPINGS.find((each) => each === services.memento.get(GROUPING)) ?? 'day';
	const shownRows = { limit: SESSIONS_PAGE, hidden: false };
	const list = store.add(
		createListView(
			VIEWS.sessions,
			sessionRows(services, () => ({ ...shownRows, programs: shown.programs, grouping: grouping() })),
			services,
		),
	);
	const { view } = list;

	const update = (): void => {
		const waiting = sessions.list().filter((session) => session.live?.status === 'waiting').length;
		list.badge(
			waiting,
			waiting === 1
				? vscode.l10n.t('1 session needs your input')
				: vscode.l10n.t('{0} sessions need your input', waiting),
		);
		view.message = messageOf(services);
		list.refresh();
	};
	store.add(sessions.onDidChange(update));
	store.add(services.workspace.onDidChange(update));

	const onSession = (
		id: CommandWith<[row?: SessionNode]>,
		title: string,
		run: (session: ListedSession) => Promise<unknown> | undefined,
	): void => {
		store.add(registerCommand(id, services, async (node) => run(await shownSessionOf(services, node, title))));
	};
	onSession(COMMANDS.resumeSession, vscode.l10n.t('Resume Session'), (session) => resumeListed(services, session));
	// What is rare is loaded when it is asked for.
	onSession(COMMANDS.showSessionFiles, vscode.l10n.t('Show Changed Files'), async (session) =>
		(await import('./sessionFiles')).showSessionFiles(session, services.preview),
	);
	onSession(COMMANDS.copySessionId, vscode.l10n.t('Copy Session ID'), (session) =>
		Promise.resolve(vscode.env.clipboard.writeText(session.id)),
	);
	onSession(COMMANDS.archiveSession, vscode.l10n.t('Archive Session Record'), async (session) => {
		const { archiveSessionRecord } = await import('../../node/sessions/sessionFold');
		const file = await archiveSessionRecord(session, sessions, services.claude);
		vscode.window.setStatusBarMessage(vscode.l10n.t('Archived: {0}', path.basename(file)), 5_000);
	});
	onSession(COMMANDS.renameSession, vscode.l10n.t('Rename Session'), async (session) =>
		(await import('./sessionLabels')).nameSession(services, session),
	);
	const sorts = [
		[COMMANDS.tagSession, vscode.l10n.t('Tag Session'), 'tagSession'],
		[COMMANDS.groupSession, vscode.l10n.t('Move Session to Group'), 'groupSession'],
	] as const;
	for (const [id, title, run] of sorts)
		store.add(
			registerCommand(id, services, async (node?: SessionNode, onto?: unknown) => {
				const session = await shownSessionOf(services, node, title);
				await (await import('./sessionLabels'))[run](services, session, typeof onto === 'string' ? onto : undefined);
			}),
		);
	store.add(
		registerCommand(COMMANDS.forgetSession, services, async (node) => {
			const session = await keptSessionOf(services, node, vscode.l10n.t('Forget Session'));
			await (await import('./forgetSession')).forgetSession(services, session);
			await services.workspace.refresh();
		}),
	);
	const marks: readonly [CommandWith<[row?: SessionNode]>, string, SessionMark, boolean][] = [
		[COMMANDS.pinSession, vscode.l10n.t('Pin Session'), 'pinned', true],
		[COMMANDS.unpinSession, vscode.l10n.t('Unpin Session'), 'pinned', false],
		[COMMANDS.hideSession, vscode.l10n.t('Hide Session'), 'hidden', true],
		[COMMANDS.unhideSession, vscode.l10n.t('Unhide Session'), 'hidden', false],
		[COMMANDS.markSessionDone, vscode.l10n.t('Mark Session Done'), 'done', true],
		[COMMANDS.unmarkSessionDone, vscode.l10n.t('Unmark Session Done'), 'done', false],
		[COMMANDS.markSessionPrivate, vscode.l10n.t('Mark Session Private'), 'private', true],
		[COMMANDS.unmarkSessionPrivate, vscode.l10n.t('Remove Private Mark'), 'private', false],
	];
	for (const [id, title, mark, isOn] of marks) {
		store.add(
			registerCommand(id, services, async (node) => {
				const session = await shownSessionOf(
					services,
					node,
					title,
					(each) => each.marks.has(mark) !== isOn || (mark === 'private' && !isOn && sessions.isPrivate(each.id)),
				);
				await (await import('./sessionLabels')).markSession(services, session, mark, isOn);
			}),
		);
	}
	const toggle = (id: CommandWith<[]>, change: () => void): void => {
		store.add(registerCommand(id, services, () => Promise.resolve(change()).then(() => list.refresh())));
	};
	toggle(COMMANDS.toggleHiddenSessions, () => (shownRows.hidden = !shownRows.hidden));
	toggle(COMMANDS.toggleProgramSessions, () => (shown.programs = !shown.programs));
	store.add(
		registerCommand(COMMANDS.groupSessions, services, async () => {
			await services.memento.update(GROUPING, await askGrouping(grouping()));
			list.refresh();
		}),
	);
	toggle(COMMANDS.showMoreSessions, () => (shownRows.limit += SESSIONS_PAGE));
	store.add(
		registerCommand(COMMANDS.goToSession, services, async (node) => {
			const own = node?.kind === 'session' ? sessions.get(node.session.id) : undefined;
			const waiting = own ?? sessions.latest();
			if (waiting === undefined) return sayNoSessions();
			if (waiting.live !== undefined && (await showRunning(waiting.live))) return;
			await vscode.commands.executeCommand(`${VIEWS.sessions}.focus`);
			await view.reveal({ kind: 'session', session: waiting }, { select: true, focus: true });
		}),
	);
	return store;
}

async function askGrouping(now: Grouping): Promise<Grouping> {
	const titles: Readonly<Record<Grouping, string>> = {
		day: vscode.l10n.t('Day'),
		branch: vscode.l10n.t('Branch'),
		state: vscode.l10n.t('State'),
		tag: vscode.l10n.t('Tag'),
		group: vscode.l10n.t('Group'),
		none: vscode.l10n.t('No Groups'),
	};
	const picks = GROUPINGS.map((grouping) => ({
		label: titles[grouping],
		description: grouping === now ? vscode.l10n.t('current') : '',
		grouping,
	}));
	return orCancel(await vscode.window.showQuickPick(picks, { title: vscode.l10n.t('Group Sessions By') })).grouping;
}

/** What stands above the rows: that they are still being read, or what could not be. */
function messageOf({ sessions, workspace }: Needs): string {
	if (workspace.state.kind === 'ready' && !sessions.hasReadAll) return vscode.l10n.t('Reading the sessions…');
	const [first] = sessions.unreadable;
	return first === undefined ? '' : vscode.l10n.t('Could not be read: {0}', `${first.path} (${first.code})`);
}
