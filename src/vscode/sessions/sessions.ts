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
import { shownSessionOf } from './sessionPick';
import { SESSIONS_PAGE, sessionRows } from './sessionsTree';

type Needs = Pick<
	Services,
	| 'claude'
	| 'clock'
	| 'configuration'
	| 'home'
	| 'memento'
	| 'preview'
	| 'reader'
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
	// What is rare is loaded when it is asked for.
	onSession(COMMANDS.resumeSession, vscode.l10n.t('Resume Session'), async (session) =>
		(await import('./terminal')).resumeListed(services, session),
	);
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
	/** The row; by a key, which names none, the session that is being read. */
	const readOr = (node: SessionNode | undefined): SessionNode | undefined => {
		const session = node === undefined ? sessions.get(services.reader.page()?.session.id ?? '') : undefined;
		return session === undefined ? node : { kind: 'session', session };
	};
	store.add(
		registerCommand(COMMANDS.renameSession, services, async (node) => {
			const session = await shownSessionOf(services, readOr(node), vscode.l10n.t('Rename Session'));
			await (await import('./sessionLabels')).nameSession(services, session);
		}),
	);
	/** The row that a command is called on, with all that are selected beside it. @param asked without a row */
	const meant = async (
		node: SessionNode | undefined,
		selected: unknown,
		...asked: [title: string, isWanted?: (session: ListedSession) => boolean, none?: string]
	): Promise<readonly ListedSession[]> => {
		const rows = Array.isArray(selected) && selected.includes(node) ? (selected as readonly SessionNode[]) : [];
		const chosen = rows.flatMap((row) => (row.kind === 'session' ? [[row.session.id, row] as const] : []));
		const each = chosen.length > 1 ? [...new Map(chosen).values()] : [node];
		return Promise.all(each.map((row) => shownSessionOf(services, row, ...asked)));
	};
	const sorts = [
		[COMMANDS.tagSession, vscode.l10n.t('Tag Session'), 'tagSeveral'],
		[COMMANDS.groupSession, vscode.l10n.t('Move Session to Group'), 'groupSeveral'],
	] as const;
	for (const [id, title, run] of sorts)
		store.add(
			registerCommand(id, services, async (node?: SessionNode, onto?: unknown, dragged?: unknown) => {
				const isOnto = typeof onto === 'string';
				const all = await meant(readOr(node), isOnto ? dragged : onto, title);
				await (await import('./severalSessions'))[run](services, all, isOnto ? onto : undefined);
			}),
		);
	store.add(
		registerCommand(COMMANDS.forgetSession, services, async (node) => {
			const { keptSessionOf } = await import('./deletedSessions');
			const session = await keptSessionOf(services, node, vscode.l10n.t('Forget Session'));
			await (await import('./forgetSession')).forgetSession(services, session);
			await services.workspace.refresh();
		}),
	);
	const marks: readonly [CommandWith<[row?: SessionNode, selected?: unknown]>, string, SessionMark, none?: string][] = [
		[COMMANDS.pinSession, vscode.l10n.t('Pin Session'), 'pinned'],
		[COMMANDS.unpinSession, vscode.l10n.t('Unpin Session'), 'pinned', vscode.l10n.t('No session is pinned.')],
		[COMMANDS.hideSession, vscode.l10n.t('Hide Session'), 'hidden'],
		[COMMANDS.unhideSession, vscode.l10n.t('Unhide Session'), 'hidden', vscode.l10n.t('No session is hidden.')],
		[COMMANDS.markSessionDone, vscode.l10n.t('Mark Session Done'), 'done'],
		[COMMANDS.unmarkSessionDone, vscode.l10n.t('Unmark Session Done'), 'done', vscode.l10n.t('No session is done.')],
		[COMMANDS.markSessionPrivate, vscode.l10n.t('Mark Session Private'), 'private'],
		[
			COMMANDS.unmarkSessionPrivate,
			vscode.l10n.t('Remove Private Mark'),
			'private',
			vscode.l10n.t('No session is private.'),
		],
	];
	for (const [id, title, mark, none] of marks) {
		const isOn = none === undefined;
		store.add(
			registerCommand(id, services, async (given, selected) => {
				const node = id === COMMANDS.markSessionDone ? readOr(given) : given;
				const all = await meant(
					node,
					selected,
					title,
					(each) => each.marks.has(mark) !== isOn || (mark === 'private' && !isOn && sessions.isPrivate(each.id)),
					none,
				);
				await (await import('./severalSessions')).markSeveral(services, all, mark, isOn);
				// Beside the view nothing else says so.
				if (given === undefined && node !== undefined)
					vscode.window.setStatusBarMessage(vscode.l10n.t('Marked as done: {0}', all[0]?.name ?? ''), 5_000);
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
			if (waiting.live !== undefined && (await (await import('./terminal')).showRunning(waiting.live))) return;
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
