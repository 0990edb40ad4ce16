// One status bar item: how long the session has been idle, and what waits. Minutes only: nothing on it moves more often.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../core/base/disposable';
import { shortDuration } from '../core/base/dates';
import { singleLine } from '../core/base/text';
import { type WorkspaceStatus, nextMinuteMs, workspaceStatus } from '../node/workspace/workspaceStatus';
import { pendingWords } from './backups/backups';
import { onDidChangeConfiguration } from './configuration';
import { COMMANDS, type CommandId } from './contributions';
import { reviewWords } from './review/review';
import type { Services } from './services';

type Needs = Pick<
	Services,
	'clock' | 'configuration' | 'hooks' | 'reflection' | 'refusals' | 'review' | 'sessions' | 'workspace'
>;

/** A line of the tooltip, with the name of its icon. */
type Line = readonly [icon: string, text: string];

/** Everything the item shows, as plain values: compared before VS Code is told, so that nothing flickers. */
interface Shown {
	readonly text: string;
	readonly lines: readonly Line[];
	readonly isWarning: boolean;
	readonly activity: SessionStatus['activity'] | undefined;
	readonly reflection: ReflectionStatus['kind'] | undefined;
}

type SessionStatus = NonNullable<WorkspaceStatus['session']>;
type ReflectionStatus = NonNullable<WorkspaceStatus['reflection']>;

export function registerStatusBar(services: Needs): IDisposable {
	const store = new DisposableStore();
	const item = store.add(vscode.window.createStatusBarItem('status', vscode.StatusBarAlignment.Left, 10));
	item.name = vscode.l10n.t('Session Keeper');
	item.command = COMMANDS.openHome;
	let shown = '';
	let nextMinute: IDisposable | undefined;
	store.add({ dispose: () => nextMinute?.dispose() });

	const render = (): void => {
		const { state } = services.workspace;
		const isVisible =
			services.configuration().isStatusBarEnabled && (state.kind === 'ready' || state.kind === 'noClaude');
		if (!isVisible) return item.hide();
		const { clock, hooks, reflection, refusals, sessions } = services;
		const session = sessions.latest();
		const nowMs = clock.now();
		const status = workspaceStatus({
			projects: state.projects,
			session,
			review: services.review.current.length,
			hasHooks: hooks.installed !== 'none',
			decision: reflection.decision,
			nowMs,
		});
		const next = shownOf(status, refusals.current, (id) => sessions.get(id)?.name ?? id.slice(0, 8));
		if (shown !== JSON.stringify(next)) {
			shown = JSON.stringify(next);
			item.text = next.text;
			// A session that waits for the person is one click away; everything else is on Home.
			item.command = next.activity === 'waiting' ? COMMANDS.goToSession : COMMANDS.openHome;
			item.accessibilityInformation = {
				label: [vscode.l10n.t('Session Keeper'), ...next.lines.map(([, text]) => text)].join(', '),
				role: 'button',
			};
			item.backgroundColor = next.isWarning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
			item.tooltip = tooltipOf(next);
		}
		item.show();
		nextMinute?.dispose();
		nextMinute = clock.schedule(nextMinuteMs(session, nowMs), render);
	};
	store.add(services.workspace.onDidChange(render));
	store.add(services.sessions.onDidChange(render));
	store.add(services.reflection.onDidChange(render));
	store.add(services.refusals.onDidChange(render));
	store.add(services.review.onDidChange(render));
	store.add(services.hooks.onDidChange(render));
	store.add(onDidChangeConfiguration(render));
	return store;
}

function shownOf(status: WorkspaceStatus, refused: readonly string[], nameOf: (id: string) => string): Shown {
	const { parked, backups, review, session, clock, reflection } = status;
	const marks = [
		...(parked.stale > 0 ? [vscode.l10n.t('{0} stale', parked.stale)] : []),
		...(parked.due > 0 ? [vscode.l10n.t('{0} due', parked.due)] : []),
	];
	const parkedLine =
		parked.open === 1 ? vscode.l10n.t('1 parked item') : vscode.l10n.t('{0} parked items', parked.open);
	const clockText = clock.idleMs === undefined ? '' : ` ${shortDuration(clock.idleMs)}`;
	return {
		text: [
			...(clock.isShown ? [`$(${clockIcon(session)})${clockText}`] : []),
			...counted('bookmark', parked.open),
			...counted('archive', backups.pending),
			...counted('inbox', review),
			...countdown(reflection),
		].join('  '),
		lines: [
			[
				'comment-discussion',
				session === undefined ? vscode.l10n.t('No Claude Code sessions yet') : sessionLine(session),
			],
			['bookmark', `${parkedLine}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`],
			['archive', pendingWords(backups.pending)],
			...only('inbox', review > 0 ? reviewWords(review) : undefined),
			...only('warning', backups.missed > 0 ? missedWords(backups.missed) : undefined),
			...only('warning', backups.damaged > 0 ? damagedWords(backups.damaged) : undefined),
			...only('sparkle', reflection && reflectionLine(reflection, nameOf)),
			...only('warning', refusedLine(refused)),
		],
		isWarning: status.isWarning,
		activity: session?.activity,
		reflection: reflection?.kind,
	};
}

const counted = (icon: string, count: number): readonly string[] => (count > 0 ? [`$(${icon}) ${count}`] : []);
const only = (icon: string, text: string | undefined): readonly Line[] => (text === undefined ? [] : [[icon, text]]);

/** The first, and how many more: the log has all. */
function refusedLine([first, ...more]: readonly string[]): string | undefined {
	if (first === undefined) return undefined;
	const words = more.length === 0 ? first : vscode.l10n.t('{0} and {1} more', first, more.length);
	return vscode.l10n.t('Some files could not be read or written, so what is shown may be incomplete: {0}', words);
}

function damagedWords(count: number): string {
	return count === 1 ? vscode.l10n.t('1 backup is damaged') : vscode.l10n.t('{0} backups are damaged', count);
}

function missedWords(count: number): string {
	return count === 1
		? vscode.l10n.t('1 session ended without a backup: check the hooks')
		: vscode.l10n.t('{0} sessions ended without a backup: check the hooks', count);
}

/** Minutes to the next reflection, where one is near. */
function countdown(reflection: ReflectionStatus | undefined): readonly string[] {
	if (reflection?.kind === 'counting') return [`$(sparkle) ${reflection.minutes}m`];
	return reflection?.kind === 'drafting' && reflection.isHere ? ['$(sync~spin)'] : [];
}

function reflectionLine(reflection: ReflectionStatus, nameOf: (id: string) => string): string {
	switch (reflection.kind) {
		case 'counting': {
			const { minutes } = reflection;
			const name = nameOf(reflection.session);
			return minutes === 1
				? vscode.l10n.t('Drafts a hand-off of “{0}” in 1 min', name)
				: vscode.l10n.t('Drafts a hand-off of “{0}” in {1} min', name, minutes);
		}
		case 'drafting':
			return reflection.session === undefined
				? vscode.l10n.t('Drafting a hand-off')
				: vscode.l10n.t('Drafting a hand-off of “{0}”', nameOf(reflection.session));
		case 'soon':
			return vscode.l10n.t('Drafts a hand-off of “{0}” soon', nameOf(reflection.session));
		case 'capReached':
			return vscode.l10n.t('The daily limit of hand-off drafts is reached');
		case 'paused':
			return vscode.l10n.t('Automatic hand-offs are paused');
	}
}

function clockIcon(session: SessionStatus | undefined): string {
	return { working: 'pulse', waiting: 'bell-dot', idle: 'watch', past: 'history' }[session?.activity ?? 'past'];
}

function sessionLine({ name, idleMs, activity, waitingFor }: SessionStatus): string {
	switch (activity) {
		case 'past':
			return vscode.l10n.t('Last session: “{0}” ({1} ago)', name, shortDuration(idleMs));
		case 'working':
			return vscode.l10n.t('“{0}” is working', name);
		case 'waiting':
			return vscode.l10n.t('“{0}” needs your input: {1}', name, singleLine(waitingFor ?? ''));
		case 'idle':
			return vscode.l10n.t('“{0}”: idle for {1}', name, shortDuration(idleMs));
	}
}

/** Titles are text out of files: appended as text, so no link or markup in them works. */
function tooltipOf(shown: Shown): vscode.MarkdownString {
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
	for (const [icon, text] of shown.lines) tooltip.appendMarkdown(`$(${icon}) `).appendText(text).appendMarkdown('  \n');
	const links: readonly (readonly [string, CommandId])[] = [
		[vscode.l10n.t('Park Item…'), COMMANDS.parkItem],
		[vscode.l10n.t('Open Summary'), COMMANDS.showSummary],
		[vscode.l10n.t('Draft Hand-off…'), COMMANDS.reflectSession],
		...(shown.reflection === 'paused'
			? [[vscode.l10n.t('Resume Drafting'), COMMANDS.resumeReflection] as const]
			: shown.reflection === 'counting'
				? [[vscode.l10n.t('Pause Drafting…'), COMMANDS.pauseReflection] as const]
				: []),
	];
	tooltip.appendMarkdown(`\n${links.map(([title, command]) => `[${title}](command:${command})`).join(' · ')}`);
	return tooltip;
}
