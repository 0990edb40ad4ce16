// The tree of sessions: who waits and what runs on top, then what is pinned, then the newest.
import path from 'node:path';
import * as vscode from 'vscode';
import { localDate, readableTokens, shortDuration } from '../../core/base/dates';
import { type Grouping, type SessionGroup, groupSessions, isSorted } from '../../core/sessions/groups';
import { type SessionActivity, activityOf, siftSessions } from '../../core/sessions/order';
import { singleLine } from '../../core/base/text';
import type { TitledSession } from '../../node/backups/storedSessions';
import type { ListedSession } from '../../node/sessions/listedSession';
import type { SessionsStore } from '../../node/sessions/sessionsStore';
import type { WorkspaceStore } from '../../node/workspace/workspaceStore';
import { type DeletedNode, type SessionGroupNode, type SessionNode, commandOf } from '../commandArguments';
import { COMMANDS } from '../contributions';
import type { Rows } from '../listView';
import type { Services } from '../services';
import { sessionDrag } from './sessionDrag';

/** How many rows come at a time. Nobody scrolls through ten thousand; searching them is quicker. */
export const SESSIONS_PAGE = 100;

/** The sessions of a list. */
interface Sifted {
	/** Of these, and as the person wants to see them. */
	readonly from: readonly ListedSession[];
	readonly how: string;
	readonly rows: readonly ListedSession[];
	/** How many more there are. */
	readonly left: number;
	readonly done: readonly ListedSession[];
	/** How many were started by programs. */
	readonly programs: number;
}

/** @param shown what the person wants to see beside the usual rows, and how many rows. */
export function sessionRows(
	{ sessions, clock, workspace }: Pick<Services, 'sessions' | 'clock' | 'workspace'>,
	shown: () => {
		readonly limit: number;
		readonly hidden: boolean;
		readonly programs: boolean;
		readonly grouping: Grouping;
	},
): Rows<SessionNode> {
	/** What there is of which kind. A drawing asks several times, and of ten thousand sessions each time would take its time. */
	const sift = (): Sifted => {
		const { limit, hidden, programs, grouping } = shown();
		const [from, how] = [sessions.all(), [limit, hidden, programs, grouping].join()];
		if (sifted?.from === from && sifted.how === how) return sifted;
		const { shown: all, done, programs: count } = siftSessions(from, { showsHidden: hidden, showsPrograms: programs });
		const rows = all.filter((session, at) => at < limit || isSorted(session, grouping));
		sifted = { from, how, rows, left: all.length - rows.length, done, programs: count };
		return sifted;
	};
	let sifted: Sifted | undefined;
	const grouped = (): Sifted & ReturnType<typeof groupSessions<ListedSession>> => {
		const found = sift();
		const stateOf = (session: ListedSession): string => activityOf(sessions.stateOf(session), session.live);
		return { ...found, ...groupSessions(found.rows, shown().grouping, clock.now(), stateOf) };
	};
	const groupNode = (group: SessionGroup<ListedSession>): SessionNode => ({
		kind: 'group',
		by: shown().grouping,
		group,
	});
	return {
		canSelectMany: true,
		drag: sessionDrag,
		ready: () => Promise.race([workspace.whenKnown, sessions.whenAny]),
		isComplete: () => sessions.hasReadAll,
		children(node) {
			if (node?.kind === 'deleted') return deletedNodes(workspace, sessions);
			if (node?.kind === 'done') return grouped().done.map(sessionNode);
			if (node?.kind === 'group') {
				const { key, sessions: own } = node.group;
				// A row has one parent: under its first tag it is itself, under others another row.
				return own.map((session) => ({
					...sessionNode(session),
					under: node.by === 'tag' && session.tags.indexOf(key) > 0 ? key : undefined,
				}));
			}
			if (node !== undefined) return [];
			const { top, groups, left, done, programs } = grouped();
			const { length: count } = deletedNodes(workspace, sessions);
			return [
				...top.map(sessionNode),
				...groups.map(groupNode),
				...(left > 0 ? [{ kind: 'more', left } as const] : []),
				...(done.length > 0 ? [{ kind: 'done', count: done.length } as const] : []),
				...(programs > 0 ? [{ kind: 'programs', count: programs, isShown: shown().programs } as const] : []),
				...(count > 0 ? [{ kind: 'deleted', count } as const] : []),
			];
		},
		parent(node) {
			if (node.kind !== 'session') return undefined;
			const { groups, done } = grouped();
			const isIn = (own: readonly ListedSession[]): boolean => own.some(({ id }) => id === node.session.id);
			if (isIn(done)) return { kind: 'done', count: done.length };
			// Under its first tag it is itself, wherever that group stands.
			const under = node.under ?? (shown().grouping === 'tag' ? (node.session.tags[0] ?? '') : undefined);
			const group = groups.find(({ key, sessions: own }) => isIn(own) && (under ?? key) === key);
			return group && groupNode(group);
		},
		item(node) {
			switch (node.kind) {
				case 'group':
					return groupItem(node);
				case 'programs':
					return programsItem(node);
				case 'done':
					return doneItem(node.count);
				case 'session':
					return sessionItem(node, sessions, clock.now());
				case 'more':
					return moreItem(node.left);
				case 'deleted':
					return deletedItem(node.count);
				case 'deletedSession':
					return deletedSessionItem(node, clock.now());
			}
		},
		data(node) {
			if (node.kind === 'session') return node.session.file;
			return node.kind === 'deletedSession' ? node.session : undefined;
		},
		async tooltip(node) {
			if (node.kind !== 'session') return undefined;
			const { session } = node;
			const { sessionTooltip } = await import('./sessionTooltip');
			const activity = activityOf(sessions.stateOf(session), session.live);
			const { forkedFrom = '' } = session;
			const state = activityWord(activity, session.live?.waitingFor);
			return sessionTooltip(session, state, tokenWords(session), sessions.get(forkedFrom)?.name);
		},
	};
}

function sessionNode(session: ListedSession): Extract<SessionNode, { kind: 'session' }> {
	return { kind: 'session', session };
}

function sessionItem(
	node: Extract<SessionNode, { kind: 'session' }>,
	sessions: SessionsStore,
	nowMs: number,
): vscode.TreeItem {
	const { session: own, under } = node;
	// A fork of a private one is private without a mark of its own.
	const isKept = !own.marks.has('private') && sessions.isPrivate(own.id);
	const session = isKept ? { ...own, marks: new Set([...own.marks, 'private' as const]) } : own;
	const activity = activityOf(sessions.stateOf(session), session.live);
	const treeItem = new vscode.TreeItem(session.name);
	const words = wordsOf(session, activity, nowMs);
	treeItem.id = under === undefined ? session.id : `${session.id}\u0000${under}`;
	treeItem.description = rowWords(session, activity, nowMs).join(' · ');
	treeItem.iconPath = iconOf(activity);
	treeItem.contextValue = contextOf(session);
	treeItem.accessibilityInformation = { label: [session.name, ...words].join(', ') };
	treeItem.command = commandOf(COMMANDS.readSession, vscode.l10n.t('Read'), node);
	return treeItem;
}

/** The name of a session's folder, where more than one is open. */
export function folderWords({ project }: ListedSession): readonly string[] {
	return (vscode.workspace.workspaceFolders?.length ?? 0) > 1 ? [singleLine(path.basename(project.root))] : [];
}

/** A row shows what tells sessions apart: how old it is, and what was said last. The icon says the rest, the tooltip all. */
function rowWords(session: ListedSession, activity: SessionActivity, nowMs: number): readonly string[] {
	const { lastMessageMs, lastPrompt, live, marks, name } = session;
	const said = singleLine(lastPrompt?.text ?? '');
	return [
		...(activity === 'waiting' ? [activityWord(activity, live?.waitingFor)] : []),
		...(lastMessageMs === undefined ? [] : [shortDuration(Math.max(0, nowMs - lastMessageMs))]),
		...folderWords(session),
		...(marks.has('pinned') ? [vscode.l10n.t('pinned')] : []),
		...(marks.has('private') ? [vscode.l10n.t('private')] : []),
		...(marks.has('hidden') ? [vscode.l10n.t('hidden')] : []),
		...session.tags.map((tag) => `#${tag}`),
		...(said === '' || said.startsWith(name.replace(/…$/u, '')) ? [] : [said]),
	];
}

function groupItem({ by, group: { key, sessions } }: SessionGroupNode): vscode.TreeItem {
	const treeItem = new vscode.TreeItem(groupTitle(by, key), vscode.TreeItemCollapsibleState.Expanded);
	treeItem.id = `group\u0000${by}\u0000${key}`;
	treeItem.description = String(sessions.length);
	treeItem.contextValue = 'group';
	return treeItem;
}

function groupTitle(by: Grouping, key: string): string {
	if (by === 'state') return activityWord(key as SessionActivity);
	if (by === 'tag') return key === '' ? vscode.l10n.t('No Tag') : `#${key}`;
	if (by === 'group') return key === '' ? vscode.l10n.t('No Group') : key;
	if (by === 'branch') return key === '' ? vscode.l10n.t('No Branch') : singleLine(key);
	const days: Readonly<Record<string, string>> = {
		today: vscode.l10n.t('Today'),
		yesterday: vscode.l10n.t('Yesterday'),
		week: vscode.l10n.t('Last 7 Days'),
		month: vscode.l10n.t('Last 30 Days'),
		older: vscode.l10n.t('Older'),
	};
	return days[key] ?? key;
}

function programsItem({ count, isShown }: { readonly count: number; readonly isShown: boolean }): vscode.TreeItem {
	const title = isShown
		? vscode.l10n.t('Hide sessions started by programs')
		: count === 1
			? vscode.l10n.t('1 more was started by a program')
			: vscode.l10n.t('{0} more were started by programs', count);
	const treeItem = new vscode.TreeItem(title);
	treeItem.id = 'programs';
	treeItem.iconPath = new vscode.ThemeIcon(isShown ? 'eye-closed' : 'eye');
	treeItem.command = commandOf(COMMANDS.toggleProgramSessions, title);
	return treeItem;
}

function doneItem(count: number): vscode.TreeItem {
	const treeItem = new vscode.TreeItem(vscode.l10n.t('Done'), vscode.TreeItemCollapsibleState.Collapsed);
	treeItem.id = 'done';
	treeItem.description = String(count);
	return treeItem;
}

/** What an activity is called. */
export function activityWord(activity: SessionActivity, waitingFor?: string): string {
	switch (activity) {
		case 'working':
			return vscode.l10n.t('working');
		case 'waiting':
			return waitingFor === undefined
				? vscode.l10n.t('needs your input')
				: vscode.l10n.t('needs input: {0}', singleLine(waitingFor));
		case 'active':
			return vscode.l10n.t('active');
		case 'idle':
			return vscode.l10n.t('idle');
		case 'suspended':
			return vscode.l10n.t('suspended');
		case 'ended':
			return vscode.l10n.t('ended');
	}
}

function wordsOf(session: ListedSession, activity: SessionActivity, nowMs: number): readonly string[] {
	const { lastMessageMs, gitBranch, marks } = session;
	return [
		activityWord(activity, session.live?.waitingFor),
		...(lastMessageMs === undefined ? [] : [shortDuration(Math.max(0, nowMs - lastMessageMs))]),
		...(marks.has('pinned') ? [vscode.l10n.t('pinned')] : []),
		...(marks.has('private') ? [vscode.l10n.t('private')] : []),
		...(marks.has('hidden') ? [vscode.l10n.t('hidden')] : []),
		...(marks.has('done') ? [vscode.l10n.t('done')] : []),
		...session.tags.map((tag) => `#${tag}`),
		...(session.group === undefined ? [] : [vscode.l10n.t('in the group {0}', session.group)]),
		...folderWords(session),
		...(gitBranch === undefined ? [] : [singleLine(gitBranch)]),
		...tokenWords(session),
	];
}

/** How many tokens a session took, and how many its context has, where that is known. */
function tokenWords({ usedTokens: tokens, contextTokens }: ListedSession): readonly [string, ...string[]] {
	return [
		vscode.l10n.t('{0} tokens', readableTokens(tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite)),
		...(contextTokens === undefined ? [] : [vscode.l10n.t('context: {0}', readableTokens(contextTokens))]),
	];
}

function iconOf(activity: SessionActivity): vscode.ThemeIcon {
	const colour = (id: string): vscode.ThemeColor => new vscode.ThemeColor(id);
	switch (activity) {
		case 'waiting':
			return new vscode.ThemeIcon('bell-dot', colour('notificationsWarningIcon.foreground'));
		case 'working':
			return new vscode.ThemeIcon('pulse', colour('charts.green'));
		case 'active':
			return new vscode.ThemeIcon('circle-filled', colour('charts.green'));
		case 'idle':
			return new vscode.ThemeIcon('circle-outline', colour('charts.green'));
		case 'suspended':
			return new vscode.ThemeIcon('debug-pause');
		case 'ended':
			return new vscode.ThemeIcon('comment-discussion');
	}
}

/** A small grammar: `session`, then its marks: `.done`, `.hidden`, `.pinned`, `.private`. */
function contextOf(session: ListedSession): string {
	return ['session', ...[...session.marks].sort()].join('.');
}

function moreItem(left: number): vscode.TreeItem {
	const treeItem = new vscode.TreeItem(vscode.l10n.t('Show More…'));
	treeItem.description = vscode.l10n.t('{0} older', left);
	treeItem.iconPath = new vscode.ThemeIcon('ellipsis');
	treeItem.command = commandOf(COMMANDS.showMoreSessions, vscode.l10n.t('Show More'));
	return treeItem;
}

/** What was put back meanwhile is in the list already. */
export function deletedNodes(
	{ state }: Pick<WorkspaceStore, 'state'>,
	sessions: Pick<SessionsStore, 'get'>,
): readonly DeletedNode[] {
	return state.projects.flatMap(({ project, deleted }) =>
		deleted
			.filter(({ id }) => sessions.get(id) === undefined)
			.map((session) => ({ kind: 'deletedSession', project, session }) as const),
	);
}

function deletedItem(count: number): vscode.TreeItem {
	const treeItem = new vscode.TreeItem(vscode.l10n.t('Deleted'), vscode.TreeItemCollapsibleState.Collapsed);
	treeItem.id = 'deleted';
	treeItem.description = count === 1 ? vscode.l10n.t('1 can be restored') : vscode.l10n.t('{0} can be restored', count);
	// Without an icon, like the other groups: VS Code would indent the rows beside it.
	treeItem.accessibilityInformation = {
		label:
			count === 1
				? vscode.l10n.t('1 deleted session can be restored')
				: vscode.l10n.t('{0} deleted sessions can be restored', count),
	};
	return treeItem;
}

function deletedSessionItem(node: DeletedNode, nowMs: number): vscode.TreeItem {
	const { session } = node;
	const name = titleOfDeleted(session);
	const words = [shortDuration(Math.max(0, nowMs - session.lastMs)), ...copiesOf(session)];
	const treeItem = new vscode.TreeItem(name);
	treeItem.id = `deleted\u0000${session.id}`;
	treeItem.description = words.join(' · ');
	treeItem.iconPath = new vscode.ThemeIcon('archive');
	treeItem.contextValue = 'deleted.session';
	treeItem.tooltip = vscode.l10n.t('Session {0}', session.id);
	treeItem.accessibilityInformation = { label: [name, vscode.l10n.t('deleted'), ...words].join(', ') };
	treeItem.command = commandOf(COMMANDS.readSession, vscode.l10n.t('Read'), node);
	return treeItem;
}

/** What a session that is gone is called. */
export function titleOfDeleted({ id, title }: TitledSession): string {
	return singleLine(title ?? id);
}

/** What is there of it. */
export function copiesOf({ backups, archived }: TitledSession): readonly string[] {
	const [newest] = archived;
	return [
		...(backups.length === 0 ? [] : [vscode.l10n.t('backup')]),
		...(newest === undefined ? [] : [vscode.l10n.t('archived {0}', localDate(newest.archivedMs))]),
	];
}
