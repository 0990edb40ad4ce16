// The tree of sessions: who waits and what runs on top, then what is pinned, then the newest.
import path from 'node:path';
import * as vscode from 'vscode';
import { readableTokens, shortDuration } from '../../core/base/dates';
import { type SessionActivity, activityOf, visibleSessions } from '../../core/sessions/order';
import { singleLine } from '../../core/base/text';
import type { ListedSession, SessionsStore } from '../../node/sessions/sessionsStore';
import { COMMANDS } from '../contributions';

export type SessionNode =
	{ readonly kind: 'session'; readonly session: ListedSession } | { readonly kind: 'more'; readonly left: number };

/** How many rows come at a time. Nobody scrolls through ten thousand; searching them is quicker. */
const PAGE = 100;

export class SessionsTree implements vscode.TreeDataProvider<SessionNode> {
	private readonly changed = new vscode.EventEmitter<undefined>();
	readonly onDidChangeTreeData = this.changed.event;
	private limit = PAGE;
	private drawn = '';
	showsHidden = false;

	constructor(
		private readonly sessions: SessionsStore,
		private readonly now: () => number,
		private readonly ready: Promise<void>,
		private readonly shown: { readonly programs: boolean },
	) {}

	private get visible(): readonly ListedSession[] {
		const { showsHidden, shown } = this;
		return visibleSessions(this.sessions.list(), { showsHidden, showsPrograms: shown.programs });
	}

	/** While a tree is drawn anew, a click on one of its rows comes without the row: it is drawn only when it differs. */
	refresh(): void {
		const rows = this.visible;
		const nowMs = this.now();
		const shown = JSON.stringify([
			rows.length,
			this.limit,
			rows.slice(0, this.limit).map((session) => {
				const activity = activityOf(this.sessions.stateOf(session), session.live);
				return [
					session.id,
					session.name,
					session.file,
					activity,
					contextOf(session),
					wordsOf(session, activity, nowMs),
				];
			}),
		]);
		if (shown === this.drawn) return;
		this.drawn = shown;
		this.changed.fire(undefined);
	}

	showMore(): void {
		this.limit += PAGE;
		this.refresh();
	}

	async getChildren(node?: SessionNode): Promise<SessionNode[]> {
		await this.ready;
		if (node !== undefined) return [];
		const { visible } = this;
		const rows = visible.slice(0, this.limit).map((session): SessionNode => ({ kind: 'session', session }));
		return visible.length > this.limit ? [...rows, { kind: 'more', left: visible.length - this.limit }] : rows;
	}

	getParent(): undefined {
		return undefined;
	}

	getTreeItem(node: SessionNode): vscode.TreeItem {
		if (node.kind === 'more') return moreItem(node.left);
		const { session } = node;
		const activity = activityOf(this.sessions.stateOf(session), session.live);
		const treeItem = new vscode.TreeItem(session.name);
		const words = wordsOf(session, activity, this.now());
		treeItem.id = session.id;
		treeItem.description = words.join(' · ');
		treeItem.iconPath = iconOf(activity);
		treeItem.contextValue = contextOf(session);
		treeItem.accessibilityInformation = { label: [session.name, ...words].join(', ') };
		treeItem.command = { command: COMMANDS.readSession, title: vscode.l10n.t('Read'), arguments: [node] };
		return treeItem;
	}

	resolveTreeItem(treeItem: vscode.TreeItem, node: SessionNode): vscode.TreeItem {
		if (node.kind === 'session') treeItem.tooltip = tooltipOf(node.session, this.sessions);
		return treeItem;
	}
}

/** What an activity is called. */
export function activityWord(activity: SessionActivity, waitingFor?: string): string {
	switch (activity) {
		case 'working':
			return vscode.l10n.t('working');
		case 'waiting':
			return waitingFor === undefined
				? vscode.l10n.t('waits for you')
				: vscode.l10n.t('waits: {0}', singleLine(waitingFor));
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
	const { lastMessageMs, gitBranch, tokens, contextTokens, marks } = session;
	return [
		activityWord(activity, session.live?.waitingFor),
		...(lastMessageMs === undefined ? [] : [shortDuration(Math.max(0, nowMs - lastMessageMs))]),
		...(marks.has('pinned') ? [vscode.l10n.t('pinned')] : []),
		...(marks.has('private') ? [vscode.l10n.t('private')] : []),
		...(marks.has('hidden') ? [vscode.l10n.t('hidden')] : []),
		...(gitBranch === undefined || gitBranch === 'HEAD' ? [] : [singleLine(gitBranch)]),
		vscode.l10n.t('{0} tokens', readableTokens(tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite)),
		...(contextTokens === undefined ? [] : [vscode.l10n.t('{0} in context', readableTokens(contextTokens))]),
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

/** A small grammar: `session`, then what it has: `.pinned`, `.hidden`, `.private`. */
function contextOf(session: ListedSession): string {
	return ['session', ...[...session.marks].sort()].join('.');
}

/** Titles and prompts are text out of files: appended as text, so that nothing in them works. */
function tooltipOf(session: ListedSession, sessions: SessionsStore): vscode.MarkdownString {
	const { tokens, forkedFrom } = session;
	const tooltip = new vscode.MarkdownString('', true);
	const row = (icon: string, text: string): void =>
		void tooltip.appendMarkdown(`$(${icon}) `).appendText(text).appendMarkdown('  \n');
	tooltip.appendMarkdown('**').appendText(session.name).appendMarkdown('**\n\n');
	if (session.lastPrompt !== undefined) tooltip.appendText(`${session.lastPrompt.text}\n`).appendMarkdown('\n---\n\n');
	row(
		'comment',
		vscode.l10n.t('{0} prompts, {1} turns, {2} compactions', session.prompts, session.turns, session.compactions),
	);
	row(
		'symbol-numeric',
		vscode.l10n.t(
			'{0} tokens in, {1} out, {2} from the cache',
			readableTokens(tokens.input + tokens.cacheWrite),
			readableTokens(tokens.output),
			readableTokens(tokens.cacheRead),
		),
	);
	if (forkedFrom !== undefined)
		row('repo-forked', vscode.l10n.t('Fork of {0}', sessions.get(forkedFrom)?.name ?? singleLine(forkedFrom)));
	if (session.model !== undefined) row('hubot', session.model);
	if (session.firstMessageMs !== undefined) row('calendar', new Date(session.firstMessageMs).toLocaleString());
	row('folder', session.lastCwd ?? session.cwd ?? path.dirname(session.file));
	row('key', session.id);
	return tooltip;
}

function moreItem(left: number): vscode.TreeItem {
	const treeItem = new vscode.TreeItem(vscode.l10n.t('Show More…'));
	treeItem.description = vscode.l10n.t('{0} older', left);
	treeItem.iconPath = new vscode.ThemeIcon('ellipsis');
	treeItem.command = { command: COMMANDS.showMoreSessions, title: vscode.l10n.t('Show More') };
	return treeItem;
}
