// What Home says in each of its parts, in words, and what can be done about it.
import * as vscode from 'vscode';
import { readableSize } from '../../core/base/dates';
import { idleSentence } from '../../core/keeper/idleHooks';
import { SHARED_SETTINGS } from '../../core/keeper/settings';
import { reasonWords } from '../../core/claude/reasons';
import { activityOf } from '../../core/sessions/order';
import type { ListedSession } from '../../node/sessions/listedSession';
import type { HomeView } from '../../node/workspace/homeState';
import { agoWords } from '../ageWords';
import { decideCleanup } from '../backups/cleanupQuestion';
import { canOpen, canResume } from '../backups/backups';
import { COMMANDS, VIEWS } from '../contributions';
import { cleanupWords } from '../notifications';
import { consent } from '../reflection/reflection';
import { activityWord, folderWords } from '../sessions/sessionsTree';
import type { Services } from '../services';
import { type HomeAction, type HomePart, type HomeRow, calling, editorCommand } from './homeHtml';

export type HomeNeeds = Pick<
	Services,
	| 'claude'
	| 'clock'
	| 'configuration'
	| 'extensionUri'
	| 'hooks'
	| 'logger'
	| 'memento'
	| 'reflection'
	| 'review'
	| 'sessions'
	| 'unasked'
	| 'workspace'
>;

/** So many of a kind stand on the page; the view has all. */
const SHOWN = 3;
const SHOWN_TASKS = 6;

export function homeParts(services: HomeNeeds, view: HomeView): readonly HomePart[] {
	if (view.kind === 'noFolder')
		return [
			{
				...part('needs', vscode.l10n.t('No Folder Open')),
				empty: vscode.l10n.t('Open a folder to see its Claude Code sessions.'),
				actions: [editorCommand('workbench.action.files.openFolder', vscode.l10n.t('Open Folder…'))],
			},
		];
	return [
		needsPart(services, view),
		leftPart(services, view),
		stillOpenPart(view),
		recentPart(services, view),
		safetyPart(services, view),
		morePart(),
	];
}

/** A part without rows. */
function part(id: string, title: string): HomePart {
	return { id, title, rows: [], empty: '', actions: [] };
}

function needsPart(services: HomeNeeds, { home, asks, hasLooked }: HomeView): HomePart {
	const { sessions, backups, due, review } = home.needs;
	const nowMs = services.clock.now();
	const rows: readonly HomeRow[] = [
		...sessions.map((session) => sessionNeed(session, nowMs)),
		...firstOf(due, VIEWS.parked, vscode.l10n.t('Show All Due Items'), ({ state, item }) => {
			const node = { kind: 'item', state, item } as const;
			return {
				kind: vscode.l10n.t('Due'),
				title: item.name,
				opens: calling(COMMANDS.openParkedItem, '', item.path, node),
				details: [item.description],
				actions: [
					{ ...calling(COMMANDS.archiveParkedItem, vscode.l10n.t('Mark as Done'), item.path, node), isMinor: true },
				],
			};
		}),
		...firstOf(backups, VIEWS.backups, vscode.l10n.t('Show All Backups'), (node) => {
			const { state, backup } = node;
			// Two projects may have backups of one name.
			const subject = `${state.project.root} ${backup.raw}`;
			return {
				kind: vscode.l10n.t('Backup'),
				title: backup.title ?? backup.raw,
				...(canOpen(backup) ? { opens: calling(COMMANDS.openBackup, '', subject, node) } : {}),
				isUrgent: backup.isDamaged,
				details: [
					[
						...(backup.isDamaged ? [vscode.l10n.t('damaged: wrong size')] : []),
						reasonWords(backup.reason),
						agoWords(backup.sinceMs, nowMs),
						readableSize(backup.sizeBytes),
					].join(' · '),
				],
				actions: [
					...(canResume(backup) ? [calling(COMMANDS.resumeBackup, vscode.l10n.t('Resume'), subject, node)] : []),
					calling(COMMANDS.discardBackup, vscode.l10n.t('Discard'), subject, node),
				],
			};
		}),
		...firstOf(review, VIEWS.review, vscode.l10n.t('Show All to Review'), (node) => {
			const { kind, title, id, session, atMs } = node.entry;
			const name = services.sessions.get(session ?? '')?.name;
			return {
				kind: kind === 'draft' ? vscode.l10n.t('Hand-off draft') : vscode.l10n.t('Memory'),
				title,
				details: [
					[
						...(name === undefined || name === title ? [] : [vscode.l10n.t('from “{0}”', name)]),
						agoWords(atMs, nowMs),
					].join(' · '),
				],
				actions: [calling(COMMANDS.showProposal, vscode.l10n.t('Review'), `${node.state.project.root} ${id}`, node)],
			};
		}),
		...overLimit(home.net.overLimit),
		...questions(services, home.net, asks),
	];
	const isKnown = hasLooked.folders && hasLooked.disk;
	return {
		...part('needs', vscode.l10n.t('Needs You')),
		count: sessions.length + backups.length + due.length + review.length,
		rows: isKnown || rows.length > 0 ? rows : undefined,
		empty: vscode.l10n.t('Nothing needs you right now.'),
	};
}

function sessionNeed(session: ListedSession, nowMs: number): HomeRow {
	const node = { kind: 'session', session } as const;
	return {
		kind: vscode.l10n.t('Session'),
		title: session.name,
		opens: calling(COMMANDS.readSession, '', session.id, node),
		isUrgent: true,
		details: [
			`${activityWord('waiting', session.live?.waitingFor)} · ${agoWords(session.lastMessageMs ?? nowMs, nowMs)}`,
		],
		actions: [calling(COMMANDS.goToSession, vscode.l10n.t('Go to Session'), session.id, node)],
	};
}

/** What waits is only ever compressed: the person decides what goes. */
function overLimit({ bytes, overBytes }: HomeView['home']['net']['overLimit']): readonly HomeRow[] {
	if (overBytes === 0) return [];
	const setting = SHARED_SETTINGS.backupsMaxMegabytes.from;
	return [
		{
			kind: vscode.l10n.t('Backup'),
			title: vscode.l10n.t('Backups are over their limit'),
			isUrgent: true,
			details: [
				vscode.l10n.t(
					'Pending backups use {0}, {1} over the limit. Resume or discard some, or raise the limit.',
					readableSize(bytes),
					readableSize(overBytes),
				),
			],
			actions: [
				focus(VIEWS.backups, vscode.l10n.t('Show All Backups')),
				editorCommand('workbench.action.openSettings', vscode.l10n.t('Allow More…'), setting),
			],
		},
	];
}

/** What is asked in the first minutes, and until it is answered. */
function questions(services: HomeNeeds, net: HomeView['home']['net'], asks: HomeView['asks']): readonly HomeRow[] {
	const { reflection } = services;
	// Each of them would write something.
	if (!vscode.workspace.isTrusted) return [];
	return [
		...(asks.cleanupDays === undefined
			? []
			: [
					{
						kind: vscode.l10n.t('Deleted soon'),
						title: vscode.l10n.t('Keep sessions that Claude Code is about to delete?'),
						isUrgent: true,
						details: [cleanupWords(net.leaving, asks.cleanupDays)],
						actions: [
							answer('cleanup archive', vscode.l10n.t('Archive'), () => decideCleanup(services, 'archive')),
							answer('cleanup longer', vscode.l10n.t('Change Claude’s Limit…'), () =>
								decideCleanup(services, 'longer'),
							),
							answer('cleanup never', vscode.l10n.t('Don’t Archive'), () => decideCleanup(services, 'never')),
						],
					},
				]),
		...(services.hooks.current !== undefined && services.hooks.installed !== 'all'
			? [
					{
						kind: vscode.l10n.t('Set up'),
						title: vscode.l10n.t('Back up every session automatically?'),
						details: [
							vscode.l10n.t(
								'Hooks back up each conversation when a session ends or is compacted, even while VS Code is closed. You review the change to your settings first.',
							),
						],
						actions: [calling(COMMANDS.installHooks, vscode.l10n.t('Install Hooks…'), '')],
					},
				]
			: []),
		...(asks.drafts
			? [
					{
						kind: vscode.l10n.t('Set up'),
						title: vscode.l10n.t('Draft a hand-off when you leave a session?'),
						details: [vscode.l10n.t('It is created on this machine, without a language model.')],
						actions: [
							answer('drafts yes', vscode.l10n.t('Draft Hand-offs'), () => consent(services, 'builtin')),
							calling(COMMANDS.setUpReflection, vscode.l10n.t('Options…'), ''),
							answer('drafts no', vscode.l10n.t('No'), () => reflection.decline()),
						],
					},
				]
			: []),
	];
}

function answer(key: string, label: string, run: () => Promise<unknown>): HomeAction {
	return { key, label, needsTrust: true, run };
}

/** The first of some things, and a row that leads to the others. */
function firstOf<T>(all: readonly T[], view: string, label: string, row: (each: T) => HomeRow): readonly HomeRow[] {
	const left = all.length - SHOWN;
	const rows = all.slice(0, left === 1 ? all.length : SHOWN).map(row);
	if (left <= 1) return rows;
	return [...rows, { title: vscode.l10n.t('{0} more', left), details: [], actions: [focus(view, label)] }];
}

function focus(view: string, label: string): HomeAction {
	return { ...editorCommand(`${view}.focus`, label), isMinor: true };
}

function leftPart({ clock, sessions }: HomeNeeds, { home, hasLooked }: HomeView): HomePart {
	const { leftOff } = home;
	const empty = {
		...part('left', vscode.l10n.t('Where You Left Off')),
		empty: vscode.l10n.t('No finished session with work in this folder yet. Start Claude Code, and it appears here.'),
	};
	if (leftOff === undefined) return hasLooked.disk ? empty : { ...empty, rows: undefined };
	const { of, session, document } = leftOff;
	const listed = session.id === undefined ? undefined : sessions.get(session.id);
	const node = listed && ({ kind: 'session', session: listed } as const);
	const saved = document === undefined || document.isDraft ? undefined : document;
	const nowMs = clock.now();
	const [next] = document?.next ?? [];
	const continued = vscode.l10n.t('Continue');
	return {
		...empty,
		rows: [
			{
				title: session.title,
				...(node === undefined ? {} : { opens: calling(COMMANDS.readSession, '', node.session.id, node) }),
				details: [
					...(next === undefined ? [] : [vscode.l10n.t('Next: {0}', next)]),
					[
						vscode.l10n.t('last message {0}', agoWords(session.lastMs, nowMs)),
						...(document === undefined
							? []
							: document.isDraft
								? [vscode.l10n.t('hand-off drafted {0}', agoWords(document.atMs, nowMs))]
								: [vscode.l10n.t('handed off {0}', agoWords(document.atMs, nowMs))]),
					].join(' · '),
				],
				actions: [
					saved === undefined
						? calling(COMMANDS.resumeLatest, continued, session.id ?? '', of.project.root)
						: calling(COMMANDS.resumeFrom, continued, saved.file, { state: of, document: saved }),
					...(node === undefined
						? []
						: [calling(COMMANDS.resumeSession, vscode.l10n.t('Resume Session'), node.session.id, node)]),
				],
			},
		],
	};
}

function stillOpenPart({ home, hasLooked }: HomeView): HomePart {
	const { parked, stale, tasks, questions: asked } = home.open;
	const parkedTitle = parked === 1 ? vscode.l10n.t('1 parked item') : vscode.l10n.t('{0} parked items', parked);
	const rows: readonly HomeRow[] = [
		...tasks.slice(0, SHOWN_TASKS).map((task) => ({ kind: vscode.l10n.t('Task'), title: task, details: [] })),
		...asked.slice(0, SHOWN).map((question) => ({ kind: vscode.l10n.t('Question'), title: question, details: [] })),
		...(parked === 0
			? []
			: [
					{
						title: stale === 0 ? parkedTitle : `${parkedTitle}, ${vscode.l10n.t('{0} stale', stale)}`,
						details: [],
						actions: [focus(VIEWS.parked, vscode.l10n.t('Show Parked Items'))],
					},
				]),
	];
	return {
		...part('open', vscode.l10n.t('Still Open')),
		rows: hasLooked.folders ? rows : undefined,
		empty: vscode.l10n.t('No open tasks, questions or parked items.'),
		actions: [calling(COMMANDS.parkItem, vscode.l10n.t('Park Item…'), '')],
	};
}

function recentPart({ clock, sessions }: HomeNeeds, { recent, count, hasLooked }: HomeView): HomePart {
	const nowMs = clock.now();
	return {
		...part('recent', vscode.l10n.t('Recent Sessions')),
		rows:
			recent.length === 0 && !hasLooked.sessions
				? undefined
				: recent.map((session): HomeRow => {
						const { id, name, live, lastMessageMs, gitBranch } = session;
						return {
							title: name,
							opens: calling(COMMANDS.readSession, '', id, { kind: 'session', session }),
							details: [
								[
									activityWord(activityOf(sessions.stateOf(session), live), live?.waitingFor),
									...(lastMessageMs === undefined ? [] : [agoWords(lastMessageMs, nowMs)]),
									...folderWords(session),
									...(gitBranch === undefined ? [] : [gitBranch]),
								].join(' · '),
							],
						};
					}),
		empty: vscode.l10n.t('No Claude Code sessions in this folder yet.'),
		actions:
			count === 0
				? []
				: [
						calling(COMMANDS.searchSessions, vscode.l10n.t('Search Sessions…'), ''),
						focus(VIEWS.sessions, vscode.l10n.t('Show All Sessions ({0})', count)),
					],
	};
}

function safetyPart({ hooks, clock }: HomeNeeds, { home: { net }, handOffs, hasLooked }: HomeView): HomePart {
	const nowMs = clock.now();
	const since = (ms: number | undefined, never: string): string => (ms === undefined ? never : agoWords(ms, nowMs));
	const row = (title: string, detail: string): HomeRow => ({ title, details: [detail] });
	return {
		...part('safety', vscode.l10n.t('Safety')),
		rows: !hasLooked.disk
			? undefined
			: [
					row(
						vscode.l10n.t('Hooks'),
						net.whyIdle === undefined
							? vscode.l10n.t('installed, last run: {0}', since(net.lastHookMs, vscode.l10n.t('never')))
							: net.whyIdle === 'notInstalled'
								? vscode.l10n.t('not installed')
								: idleSentence(net.whyIdle),
					),
					row(vscode.l10n.t('Last backup'), since(net.lastBackupMs, vscode.l10n.t('none yet'))),
					row(
						vscode.l10n.t('Deleted by Claude Code within a week'),
						net.leaving === 0
							? vscode.l10n.t('none')
							: net.leaving === 1
								? vscode.l10n.t('1 session without a copy')
								: vscode.l10n.t('{0} sessions without a copy', net.leaving),
					),
					row(
						vscode.l10n.t('Automatic hand-offs'),
						handOffs === 'on'
							? vscode.l10n.t('on')
							: handOffs === 'paused'
								? vscode.l10n.t('paused')
								: vscode.l10n.t('off'),
					),
				],
		actions:
			hooks.installed === 'all'
				? [calling(COMMANDS.runDoctor, vscode.l10n.t('Check Hooks'), '')]
				: [calling(COMMANDS.installHooks, vscode.l10n.t('Install Hooks…'), '')],
	};
}

function morePart(): HomePart {
	return {
		...part('more', vscode.l10n.t('More')),
		empty: vscode.l10n.t('All other commands are in the menu.'),
		actions: [
			calling(COMMANDS.showMenu, vscode.l10n.t('Open Menu'), ''),
			calling(COMMANDS.openInsights, vscode.l10n.t('Insights'), ''),
			editorCommand(
				'workbench.action.openWalkthrough',
				vscode.l10n.t('Get Started'),
				'session-keeper.session-keeper#gettingStarted',
			),
			editorCommand('workbench.action.openSettings', vscode.l10n.t('Settings'), 'sessionKeeper'),
		],
	};
}
