// What Home shows, kept up to date for as long as somebody sees it: the same live readings as the views, and what else takes a
// look at the disk.
import { DisposableStore, Emitter, type IDisposable } from '../../core/base/disposable';
import type { Clock, Logger } from '../../core/base/ports';
import { siftSessions } from '../../core/sessions/order';
import { canBeLatest } from '../../core/timeline/timeline';
import { LiveReading } from '../base/liveReading';
import type { ClaudeHome } from '../claude/claudeHome';
import { cleanupDays } from '../project/cleanupSetting';
import type { Project } from '../project/project';
import type { HandOffState } from '../reflection/idleReflection';
import type { ListedSession } from '../sessions/listedSession';
import type { SessionsStore } from '../sessions/sessionsStore';
import type { SessionRow, Timeline } from '../timeline/timeline';
import { type Home, type SafetyNet, homeOf } from './home';
import { openTimeline } from './openStores';
import type { ReviewState, WaitingReview } from './reviewState';
import type { ProjectState, WorkspaceStore } from './workspaceStore';

interface HomeStateOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly workspace: WorkspaceStore;
	readonly sessions: SessionsStore;
	readonly review: ReviewState;
	/** What else it can change with. */
	readonly hintedBy: readonly ((listener: () => void) => IDisposable)[];
	/** Whether what is said in a project is kept. */
	readonly readNet: (state: ProjectState) => Promise<SafetyNet>;
	/** Whether hand-offs are drafted in some projects. */
	readonly readHandOffs: (projects: readonly Project[]) => Promise<HandOffState>;
	/** Whether it is time to ask about drafts of hand-offs. */
	readonly isTimeToAsk: () => Promise<boolean>;
	/** Whether the person wants to be asked before Claude Code deletes. */
	readonly asksCleanup: () => boolean;
	/** What a repository brings is not for us to repeat in one that is not trusted. */
	readonly isTrusted: () => boolean;
	/** What happens while nobody sees it is looked at when somebody does. */
	readonly isSeen: () => boolean;
}

/** What Home says. A part that was not looked at yet is there, and empty. */
export interface HomeView {
	readonly kind: 'noFolder' | 'open';
	readonly home: Home<ProjectState, ListedSession, WaitingReview>;
	/** Those that the view Sessions has on top. */
	readonly recent: readonly ListedSession[];
	/** How many there are. */
	readonly count: number;
	readonly asks: {
		/** Whether hand-offs may be drafted. */
		readonly drafts: boolean;
		/** Days after which Claude Code deletes, where the person is to say what becomes of those sessions. */
		readonly cleanupDays: number | undefined;
	};
	/** Whether hand-offs are drafted; nothing before the first look. */
	readonly handOffs: HandOffState | undefined;
	readonly hasLooked: { readonly folders: boolean; readonly sessions: boolean; readonly disk: boolean };
}

/** What takes a look at the disk. */
interface Disk {
	readonly latest: readonly { readonly root: string; readonly session: SessionRow }[];
	readonly nets: readonly SafetyNet[];
	readonly handOffs: HandOffState;
	readonly asksDrafts: boolean;
	readonly cleanupDays: number;
}

/** Many things change at once when a session ends. */
const SETTLE_MS = 400;
const RECENT = 6;

/** So many sessions are looked at for one that the repository has not brought. */
const LOOKED_AT = 12;

async function latestOf(timeline: Timeline, isTrusted: boolean): Promise<SessionRow | undefined> {
	if (isTrusted) return (await timeline.latest(undefined, true)).session;
	const { rows } = await timeline.list(LOOKED_AT);
	const own = rows.find((row) => row.isReadable && canBeLatest(row, undefined));
	return own && { ...own, documents: [] };
}

export interface HomeState extends IDisposable {
	readonly onDidChange: (listener: () => void) => IDisposable;
	current(): HomeView;
	/** Something was done that no file tells of. */
	hint(): void;
}

export function followHome(options: HomeStateOptions): HomeState {
	const { workspace, sessions, review, clock, logger, claude, isSeen, isTrusted } = options;
	const store = new DisposableStore();
	const changed = store.add(new Emitter<undefined>((error) => logger.error('a listener failed', error)));
	const disk = store.add(
		new LiveReading<Disk | undefined>({
			clock,
			logger,
			settleMs: SETTLE_MS,
			failure: 'Home could not be read',
			initial: undefined,
			look: async () => {
				await workspace.whenKnown;
				const { projects } = workspace.state;
				const read = await Promise.all(
					projects.map(async (state) => {
						const { project, backupStore } = state;
						const net = await options.readNet(state);
						const timeline = await openTimeline({ claude, clock, project }, backupStore);
						const session = await latestOf(timeline, isTrusted());
						return { net, latest: session === undefined ? [] : [{ root: project.root, session }] };
					}),
				);
				const [first] = projects;
				return {
					latest: read.flatMap(({ latest }) => latest),
					nets: read.map(({ net }) => net),
					handOffs: await options.readHandOffs(projects.map(({ project }) => project)),
					asksDrafts: await options.isTimeToAsk(),
					cleanupDays: first === undefined ? 0 : await cleanupDays(claude, first.project),
				};
			},
			isSame: (before, after) => JSON.stringify(before) === JSON.stringify(after),
			// The log of the hooks lies there.
			foldersOf: () => [{ folder: claude.keeperHome, area: 'registry' }],
			isWanted: isSeen,
		}),
	);
	const tell = (): void => changed.fire(undefined);
	store.add(disk.onDidChange(() => isSeen() && tell()));
	let seen = '';
	/** A running session says something all the time; where others were left does not change by that. */
	const onSessions = (): void => {
		if (!isSeen()) return;
		tell();
		const now = JSON.stringify(
			sessions.list().map(({ id, live, lastMessageMs }) => [id, live === undefined ? lastMessageMs : live.status]),
		);
		if (now !== seen) disk.hint();
		seen = now;
	};
	const onOther = (): void => {
		if (!isSeen()) return;
		tell();
		disk.hint();
	};
	store.add(sessions.onDidChange(onSessions));
	for (const event of [workspace.onDidChange, review.onDidChange, ...options.hintedBy]) store.add(event(onOther));
	disk.hint();
	return {
		onDidChange: changed.event,
		hint: onOther,
		dispose: () => store.dispose(),
		current(): HomeView {
			const { projects, kind } = workspace.state;
			const listed = siftSessions(sessions.list()).shown;
			const found = disk.current;
			const home = homeOf({
				projects,
				waiting: listed.filter(({ live }) => live?.status === 'waiting'),
				// A draft that a repository brings is not for us to speak of.
				review: review.current.filter(({ entry }) => entry.kind !== 'draft' || isTrusted()),
				latest: (found?.latest ?? []).flatMap(({ root, session }) => {
					const of = projects.find(({ project }) => project.root === root);
					return of === undefined ? [] : [{ of, session }];
				}),
				nets: found?.nets ?? [],
			});
			const asksCleanup = home.net.leaving > 0 && options.asksCleanup();
			return {
				kind: kind === 'noFolder' ? 'noFolder' : 'open',
				home,
				recent: listed.slice(0, RECENT),
				count: listed.length,
				asks: {
					drafts: found?.asksDrafts === true,
					cleanupDays: asksCleanup ? found?.cleanupDays : undefined,
				},
				handOffs: found?.handOffs,
				hasLooked: { folders: kind !== 'loading', sessions: sessions.hasReadAll, disk: found !== undefined },
			};
		},
	};
}
