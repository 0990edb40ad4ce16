// One status bar item: how long the session has been idle, and what waits. Minutes only: nothing on it moves more often.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../core/base/disposable';
import { DAY_MS, MINUTE_MS, shortDuration } from '../core/base/dates';
import { singleLine } from '../core/base/text';
import type { ListedSession } from '../node/sessions/sessionsStore';
import { onDidChangeConfiguration } from './configuration';
import { COMMANDS, type CommandId } from './contributions';
import type { Services } from './services';

type Needs = Pick<Services, 'clock' | 'configuration' | 'hooks' | 'reflection' | 'sessions' | 'workspace'>;

/** Everything the item shows, as plain values: compared before VS Code is told, so that nothing flickers. */
interface Status {
	readonly text: string;
	readonly label: string;
	readonly isWarning: boolean;
	readonly isWaiting: boolean;
	/** Of idle reflection. */
	readonly isPaused: boolean;
	readonly isCounting: boolean;
	readonly lines: readonly string[];
}

export function registerStatusBar(services: Needs): IDisposable {
	const store = new DisposableStore();
	const item = store.add(vscode.window.createStatusBarItem('status', vscode.StatusBarAlignment.Left, 10));
	item.name = vscode.l10n.t('Session Keeper');
	item.command = COMMANDS.showMenu;
	let shown = '';
	let nextMinute: IDisposable | undefined;
	store.add({ dispose: () => nextMinute?.dispose() });

	const render = (): void => {
		const { state } = services.workspace;
		const isVisible =
			services.configuration().isStatusBarEnabled && (state.kind === 'ready' || state.kind === 'noClaude');
		if (!isVisible) return item.hide();
		const status = statusOf(services);
		if (shown !== JSON.stringify(status)) {
			shown = JSON.stringify(status);
			item.text = status.text;
			// A session that waits for the person is one click away; everything else is in the menu.
			item.command = status.isWaiting ? COMMANDS.goToSession : COMMANDS.showMenu;
			item.accessibilityInformation = { label: status.label, role: 'button' };
			item.backgroundColor = status.isWarning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
			item.tooltip = tooltipOf(status);
		}
		item.show();
		nextMinute?.dispose();
		nextMinute = services.clock.schedule(nextMinuteOf(services), render);
	};
	store.add(services.workspace.onDidChange(render));
	store.add(services.sessions.onDidChange(render));
	store.add(services.reflection.onDidChange(render));
	store.add(onDidChangeConfiguration(render));
	return store;
}

function nextMinuteOf(services: Needs): number {
	const nowMs = services.clock.now();
	const lastMs = services.sessions.latest()?.lastMessageMs ?? nowMs;
	return nowMs + MINUTE_MS - (Math.max(0, nowMs - lastMs) % MINUTE_MS);
}

function statusOf(services: Needs): Status {
	const { projects } = services.workspace.state;
	// What has expired is no longer open: it goes when the list is next shown.
	const parked = projects.flatMap((state) => state.parked).filter((each) => each.state !== 'expired');
	const backups = projects.flatMap((state) => state.backups);
	const stale = parked.filter((each) => each.state !== 'fresh').length;
	const due = parked.filter((each) => each.isDue).length;
	const damaged = backups.filter((each) => each.isDamaged).length;
	const missed = services.hooks.isInstalled ? backups.filter((each) => each.reason === 'missed').length : 0;
	const session = services.sessions.latest();
	const { decision } = services.reflection;
	const idleMs =
		session?.lastMessageMs === undefined ? undefined : Math.max(0, services.clock.now() - session.lastMessageMs);
	const clockText =
		idleMs === undefined || (session?.live === undefined && idleMs > DAY_MS) ? '' : ` ${shortDuration(idleMs)}`;
	const parkedLine =
		parked.length === 1 ? vscode.l10n.t('1 parked item') : vscode.l10n.t('{0} parked items', parked.length);
	const marks = [
		...(stale > 0 ? [vscode.l10n.t('{0} stale', stale)] : []),
		...(due > 0 ? [vscode.l10n.t('{0} due', due)] : []),
	];
	const lines = [
		...(session === undefined || idleMs === undefined
			? [vscode.l10n.t('No Claude Code session here yet')]
			: [sessionLine(session, idleMs)]),
		`${parkedLine}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`,
		backups.length === 1 ? vscode.l10n.t('1 pending backup') : vscode.l10n.t('{0} pending backups', backups.length),
		...(missed > 0 ? [missedWords(missed)] : []),
		...(damaged > 0 ? [vscode.l10n.t('{0} backups failed their check', damaged)] : []),
		...reflectionLine(services),
	];
	return {
		text: [
			...(clockText === '' && parked.length + backups.length > 0 ? [] : [`$(${clockIcon(session)})${clockText}`]),
			...(parked.length > 0 ? [`$(bookmark) ${parked.length}`] : []),
			...(backups.length > 0 ? [`$(archive) ${backups.length}`] : []),
			...countdown(services),
		].join('  '),
		label: [vscode.l10n.t('Session Keeper'), ...lines].join(', '),
		isWarning: damaged + missed > 0,
		isWaiting: session?.live?.status === 'waiting',
		isPaused: decision?.kind === 'off' && decision.why === 'paused',
		isCounting: decision?.kind === 'counting',
		lines,
	};
}

function missedWords(count: number): string {
	return count === 1
		? vscode.l10n.t('1 session ended without its hook: run the doctor')
		: vscode.l10n.t('{0} sessions ended without their hook: run the doctor', count);
}

/** Minutes to the next reflection, where one is near: the same decision that the timer acts on. */
function countdown({ reflection, clock }: Needs): readonly string[] {
	const { decision } = reflection;
	if (decision?.kind === 'reflect' || (decision?.kind === 'held' && decision.why === 'here')) return ['$(sync~spin)'];
	if (decision?.kind !== 'counting') return [];
	return [`$(sparkle) ${minutesUntil(decision.dueMs, clock.now())}m`];
}

function minutesUntil(dueMs: number, nowMs: number): number {
	return Math.max(1, Math.ceil((dueMs - nowMs) / MINUTE_MS));
}

function reflectionLine({ reflection, sessions, clock }: Needs): readonly string[] {
	const { decision } = reflection;
	const nameOf = (id: string): string => sessions.get(id)?.name ?? id.slice(0, 8);
	switch (decision?.kind) {
		case undefined:
		case 'nothing':
			return [];
		case 'counting': {
			const minutes = minutesUntil(decision.dueMs, clock.now());
			return [
				minutes === 1
					? vscode.l10n.t('A hand-off of “{0}” is drafted in a minute', nameOf(decision.session))
					: vscode.l10n.t('A hand-off of “{0}” is drafted in {1} minutes', nameOf(decision.session), minutes),
			];
		}
		case 'reflect':
			return [vscode.l10n.t('A hand-off of “{0}” is being drafted', nameOf(decision.session))];
		case 'held':
			switch (decision.why) {
				case 'capReached':
					return [vscode.l10n.t('The daily limit of reflections is reached')];
				case 'here':
				case 'elsewhere':
					return [vscode.l10n.t('A hand-off is being drafted')];
				case 'justWoke':
					return [vscode.l10n.t('A hand-off of “{0}” is drafted soon', nameOf(decision.session))];
			}
			break;
		case 'off':
			return decision.why === 'paused' ? [vscode.l10n.t('Idle reflection is paused')] : [];
	}
	return [];
}

function clockIcon(session: ListedSession | undefined): string {
	if (session?.live === undefined) return 'history';
	return session.live.status === 'waiting' ? 'bell-dot' : session.live.status === 'busy' ? 'pulse' : 'watch';
}

function sessionLine(session: ListedSession, idleMs: number): string {
	const title = session.name;
	const age = shortDuration(idleMs);
	if (session.live === undefined) return vscode.l10n.t('Last session “{0}”, {1} ago', title, age);
	if (session.live.status === 'busy') return vscode.l10n.t('“{0}” is working', title);
	if (session.live.status === 'waiting')
		return vscode.l10n.t('“{0}” waits for you: {1}', title, singleLine(session.live.waitingFor ?? ''));
	return vscode.l10n.t('“{0}” has been idle for {1}', title, age);
}

/** Titles are text out of files: appended as text, so no link or markup in them works. */
function tooltipOf(status: Status): vscode.MarkdownString {
	const icons = ['comment-discussion', 'bookmark', 'archive', 'warning', 'warning'];
	const tooltip = new vscode.MarkdownString('', true);
	tooltip.isTrusted = {
		enabledCommands: [
			COMMANDS.parkItem,
			COMMANDS.showSummary,
			COMMANDS.pauseReflection,
			COMMANDS.resumeReflection,
			COMMANDS.reflectSession,
		],
	};
	tooltip.appendMarkdown(`**${vscode.l10n.t('Session Keeper')}**\n\n`);
	status.lines.forEach((line, at) =>
		tooltip
			.appendMarkdown(`$(${icons[at] ?? 'info'}) `)
			.appendText(line)
			.appendMarkdown('  \n'),
	);
	const links: readonly (readonly [string, CommandId])[] = [
		[vscode.l10n.t('Park an Item…'), COMMANDS.parkItem],
		[vscode.l10n.t('Show Summary'), COMMANDS.showSummary],
		[vscode.l10n.t('Draft a Hand-off Now…'), COMMANDS.reflectSession],
		...(status.isPaused
			? [[vscode.l10n.t('Resume Drafting'), COMMANDS.resumeReflection] as const]
			: status.isCounting
				? [[vscode.l10n.t('Pause Drafting…'), COMMANDS.pauseReflection] as const]
				: []),
	];
	tooltip.appendMarkdown(`\n${links.map(([title, command]) => `[${title}](command:${command})`).join(' · ')}`);
	return tooltip;
}
