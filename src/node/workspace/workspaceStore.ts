// Everything that the views show of the open folders, kept up to date from hints. The only writer of that state.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { projectSlug } from '../../core/claude/slug';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { type ParkedItem, nextChangeMs } from '../../core/parking/item';
import type { Clock, Logger } from '../../core/base/ports';
import { errorCode } from '../base/atomicFile';
import type { BackupStore } from '../backups/backupStore';
import type { TitledSession } from '../backups/storedSessions';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Hint, WatchArea, WatchedFolder } from '../base/folderWatcher';
import { LiveReading } from '../base/liveReading';
import { checkInside } from '../base/insideProject';
import { hasPendingChange } from '../keeper/pendingChanges';
import type { ParkingLot } from '../parking/parkingLot';
import { type Project, findProject, memoryFolders, transcriptFolders } from '../project/project';
import { isLabels } from '../sessions/sessionLabels';
import type { SessionsStore } from '../sessions/sessionsStore';
import type { SessionBackup } from '../timeline/timeline';
import { parkingLotOf } from './openProject';
import { backupStoreOf, openTimeline } from './openStores';
import { mendPrivate } from './privateFiles';

export interface ProjectState {
	readonly project: Project;
	readonly lot: ParkingLot;
	readonly backupStore: BackupStore;
	readonly parked: readonly ParkedItem[];
	/** Those that wait for a person. */
	readonly backups: readonly SessionBackup[];
	/** Those that a hand-off covers, and those without work. */
	readonly folded: readonly SessionBackup[];
	/** Sessions whose transcripts are gone and that can be put back, newest first. */
	readonly deleted: readonly TitledSession[];
	/** Why something could not be read, for the person, by area. */
	readonly problems: Readonly<Partial<Record<WatchArea, string>>>;
}

interface WorkspaceState {
	readonly kind: 'loading' | 'noFolder' | 'noClaude' | 'ready';
	readonly projects: readonly ProjectState[];
}

interface WorkspaceStoreOptions {
	readonly claude: ClaudeHome;
	/** Told what is open and what moved; it keeps the sessions themselves. */
	readonly sessions: SessionsStore;
	readonly clock: Clock;
	readonly logger: Logger;
	/** Whether expired items may be removed now: the list is being shown, in a trusted workspace. */
	readonly mayExpire: () => boolean;
	/** Whether anything may be written at all. */
	readonly isTrusted: () => boolean;
}

/** Several events come at once when a file is written; they are one change. */
const SETTLE_MS = 60;

/** So many deleted sessions are listed, the newest. */
const DELETED = 100;

const UNREADABLE = 'could not read the workspace';

/** What this store reads itself; the rest is passed on. */
const LOOKED_AT = ['parked', 'backups'] as const;
/** What is to be read again. Sessions that are gone have no folder of their own to watch. */
type Due = WatchArea | 'deleted';

export class WorkspaceStore implements IDisposable {
	private readonly store = new DisposableStore();
	private readonly due = new Set<Due>();
	/** Ids of projects of which was said that git's own list could not be told. */
	private readonly unlisted = new Set<string>();
	private nextLook: IDisposable | undefined;
	private hasSessionEnded = false;
	private folders: readonly string[] = [];
	private readonly reading: LiveReading<WorkspaceState>;

	constructor(private readonly options: WorkspaceStoreOptions) {
		const { clock, logger } = options;
		this.reading = this.store.add(
			new LiveReading<WorkspaceState>({
				clock,
				logger,
				settleMs: SETTLE_MS,
				failure: UNREADABLE,
				initial: { kind: 'loading', projects: [] },
				look: () => this.lookNow(),
				isSame: (before, after) => fingerprint(before) === fingerprint(after),
				foldersOf: () => this.foldersToWatch(this.projects),
				onHint: (hint) => this.hint(hint),
			}),
		);
		this.store.add(
			options.sessions.onDidEnd((id) => {
				const session = options.sessions.get(id);
				// The registry is that of the whole machine: sessions of other folders, and of programs, end all the time.
				if (session === undefined || session.isProgram) return;
				this.hasSessionEnded = true;
				this.hint({ area: 'parked', path: undefined });
			}),
		);
		this.store.add(options.sessions.onDidRemove(() => this.lookForDeleted()));
		this.store.add({ dispose: () => this.nextLook?.dispose() });
	}

	/** Resolves when the open folders were looked at for the first time, well or badly, or when this is let go of. */
	get whenKnown(): Promise<void> {
		return this.reading.whenKnown;
	}

	/** Fires after the state has really changed. */
	get onDidChange(): LiveReading<WorkspaceState>['onDidChange'] {
		return this.reading.onDidChange;
	}

	get state(): WorkspaceState {
		return this.reading.current;
	}

	/** The open projects. */
	get projects(): readonly Project[] {
		return this.state.projects.map(({ project }) => project);
	}

	/** Sets the open folders and reads everything. Resolves when it is read. */
	async open(folders: readonly string[]): Promise<void> {
		this.folders = folders;
		await this.refresh();
		// Not with the first look: nobody waits for what is folded away.
		this.lookForDeleted();
	}

	/** Finds the projects anew and reads everything. */
	async refresh(): Promise<void> {
		if (this.options.isTrusted()) await this.endCut();
		for (const area of LOOKED_AT) this.due.add(area);
		if (this.state.kind !== 'loading') this.due.add('deleted');
		await this.reading.refresh().catch((error: unknown) => this.options.logger.error(UNREADABLE, error));
		if (!this.store.isDisposed) this.options.sessions.hint(undefined);
	}

	/** What another process did not live to end is ended, and told in the log. */
	private async endCut(): Promise<void> {
		const { claude, clock, logger } = this.options;
		try {
			if (!(await hasPendingChange(claude))) return;
			const [{ interruptedWords }, { endCut }] = await Promise.all([
				import('../keeper/cutChanges'),
				import('./endCut'),
			]);
			for (const ended of await endCut(claude, clock)) logger.warn(interruptedWords(ended));
		} catch (error) {
			logger.error('an interrupted change could not be ended', error);
		}
	}

	dispose(): void {
		this.store.dispose();
	}

	private hint(hint: Hint): void {
		if (hint.area === 'transcripts') return this.options.sessions.hint(hint.path);
		if (hint.area === 'registry') void this.options.sessions.refreshRegistry();
		// Backups are called what people call their sessions.
		const area = hint.area === 'registry' && isLabels(hint.path) ? 'backups' : hint.area;
		if (area === 'registry') return;
		this.due.add(area);
		if (area === 'backups') this.due.add('deleted');
		this.reading.hint();
	}

	private lookForDeleted(): void {
		this.due.add('deleted');
		this.reading.hint();
	}

	private async lookNow(): Promise<WorkspaceState> {
		const areas = new Set(this.due);
		this.due.clear();
		// Taken along with what is due: a session that ends during this look is the next one's.
		const hasSessionEnded = this.hasSessionEnded;
		this.hasSessionEnded = false;
		const projects = await this.findProjects();
		// Not awaited, and first: a reading of gigabytes must not hold up what is small, nor a thousand parked items its first rows.
		if (!this.store.isDisposed)
			void this.options.sessions
				.open(projects)
				.catch((error: unknown) => this.options.logger.error('could not index the sessions', error));
		const next = await Promise.all(projects.map((project) => this.readProject(project, areas, hasSessionEnded)));
		const kind = await this.kindOf(next);
		if (!this.store.isDisposed) this.scheduleNextLook(next);
		return { kind, projects: next };
	}

	/** Several open folders may be one project: subfolders, worktrees. */
	private async findProjects(): Promise<readonly Project[]> {
		const { claude } = this.options;
		const found = await Promise.all(this.folders.map((folder) => findProject(claude, folder)));
		const byRoot = new Map<string, Project>();
		for (const project of found) if (!byRoot.has(project.root)) byRoot.set(project.root, project);
		const projects = [...byRoot.values()];
		// Where Claude Code never was, there is nothing to remember.
		const hasClaude = (await stat(claude.configDir).catch(() => undefined)) !== undefined;
		if (!this.options.isTrusted() || !hasClaude) return projects;
		if (projects.every(({ identity }) => identity.news === undefined)) return projects;
		const { rememberProject } = await import('../backups/rememberProject');
		await Promise.all(projects.map((project) => rememberProject(claude, project)));
		// As the next look will find them.
		return projects.map((project) => ({ ...project, identity: { ...project.identity, news: undefined } }));
	}

	private async readProject(
		project: Project,
		areas: ReadonlySet<Due>,
		hasSessionEnded: boolean,
	): Promise<ProjectState> {
		const before = this.state.projects.find((state) => JSON.stringify(state.project) === JSON.stringify(project));
		const place = { ...this.options, project };
		const lot = before?.lot ?? parkingLotOf(place);
		const backupStore = before?.backupStore ?? backupStoreOf(place);
		const problems: Partial<Record<WatchArea, string>> = { ...before?.problems };
		const read = async <T>(
			area: WatchArea,
			isDue: boolean,
			old: T | undefined,
			reader: () => Promise<T>,
			empty: T,
		): Promise<T> => {
			if (!isDue && before !== undefined && old !== undefined) return old;
			try {
				const value = await reader();
				delete problems[area];
				return value;
			} catch (error) {
				problems[area] = error instanceof Error ? error.message : String(error);
				return empty;
			}
		};
		const { backups, folded } = await read(
			'backups',
			areas.has('backups'),
			before,
			() => this.readBackups(project, backupStore),
			{ backups: [], folded: [] },
		);
		const deleted = areas.has('deleted') ? await this.readDeleted(project) : (before?.deleted ?? []);
		const parked = await read(
			'parked',
			areas.has('parked') || hasSessionEnded,
			before?.parked,
			() => this.readParked(lot, hasSessionEnded),
			[],
		);
		return { project, lot, backupStore, parked, backups, folded, deleted, problems };
	}

	/** Expired items go when the list is shown and when a session ends; in an untrusted workspace nothing goes. */
	private async readParked(lot: ParkingLot, hasSessionEnded: boolean): Promise<readonly ParkedItem[]> {
		const isMoment = this.options.mayExpire() || (hasSessionEnded && this.options.isTrusted());
		if (!isMoment) return lot.list();
		const { expired, problem } = await lot.expire();
		if (expired.length > 0) this.options.logger.info(`${expired.length} expired items went to the trash`);
		if (problem !== undefined) this.options.logger.error('expired items could not be removed', problem);
		return lot.list();
	}

	private async readBackups(project: Project, store: BackupStore): Promise<Pick<ProjectState, 'backups' | 'folded'>> {
		// A branch switch or a clean-up takes ignore files away under our eyes.
		if (this.options.isTrusted()) await this.lookAfterPrivate(project);
		const { claude, clock } = this.options;
		const isAny = (await store.list()).pending.length > 0;
		const all = isAny ? await (await openTimeline({ claude, clock, project }, store)).backups() : [];
		return { backups: all.filter((each) => each.isPending), folded: all.filter((each) => !each.isPending) };
	}

	private async lookAfterPrivate(project: Project): Promise<void> {
		const { claude, logger } = this.options;
		const { inReach, problem, unlisted } = await mendPrivate({ claude, project });
		if (inReach.length > 0)
			logger.info(`git could have taken private files, and they are kept out now: ${inReach.join(', ')}`);
		if (problem !== undefined) logger.error('private files may be in the reach of git', problem);
		if (unlisted === undefined || this.unlisted.has(project.id)) return;
		this.unlisted.add(project.id);
		logger.warn(`ignore files alone keep private files out of git: ${unlisted}`);
	}

	private async readDeleted(project: Project): Promise<readonly TitledSession[]> {
		try {
			// Loaded with the first reading: nothing that starts waits for what reads records and archives.
			const { deletedSessions } = await import('../backups/storedSessions');
			return (await deletedSessions(this.options.claude, project, DELETED)).sessions;
		} catch (error) {
			this.options.logger.error('could not look for deleted sessions', error);
			return [];
		}
	}

	private async kindOf(projects: readonly ProjectState[]): Promise<WorkspaceState['kind']> {
		if (this.folders.length === 0) return 'noFolder';
		const hasClaude = (await stat(this.options.claude.configDir).catch(() => undefined)) !== undefined;
		return hasClaude || projects.some((state) => state.parked.length > 0 || state.backups.length > 0)
			? 'ready'
			: 'noClaude';
	}

	private async foldersToWatch(projects: readonly Project[]): Promise<readonly WatchedFolder[]> {
		const { claude } = this.options;
		const perProject = await Promise.all(
			projects.map(async (project): Promise<WatchedFolder[]> => {
				const memory = path.join(project.filesRoot, '.claude', 'memory');
				// The folder of a first session does not exist yet; it is expected all the same.
				const expected = project.launchRoots.map((root) => path.join(claude.projectsDir, projectSlug(root)));
				const transcripts = new Set([...(await transcriptFolders(claude, project)), ...expected]);
				const own = [memory, path.join(memory, 'raw')];
				return [
					...memoryFolders(project).map((folder) => ({ folder, area: 'parked' }) as const),
					...(await insideOnly(project, own)).map((folder) => ({ folder, area: 'backups' }) as const),
					...[...transcripts].map((folder) => ({ folder, area: 'transcripts' }) as const),
				];
			}),
		);
		return projects.length === 0
			? []
			: [
					...perProject.flat(),
					{ folder: claude.sessionsDir, area: 'registry' },
					// Marks that another window or the command line sets.
					{ folder: claude.keeperHome, area: 'registry' },
				];
	}

	/** Items age without any file changing: the next birthday of any of them is a hint too. */
	private scheduleNextLook(projects: readonly ProjectState[]): void {
		const nowMs = this.options.clock.now();
		const moments = projects.flatMap((state) => state.parked.map((item) => nextChangeMs(item, nowMs)));
		this.nextLook?.dispose();
		this.nextLook =
			moments.length === 0
				? undefined
				: this.options.clock.schedule(Math.min(...moments), () => this.hint({ area: 'parked', path: undefined }));
	}
}

/** A link in a repository may lead anywhere: what lies there is not watched either. */
async function insideOnly(project: Project, folders: readonly string[]): Promise<readonly string[]> {
	const checked = await Promise.all(
		folders.map((folder) =>
			checkInside(project.filesRoot, folder).then(
				() => [folder],
				// A root of ours that is not there yet leads nowhere.
				(error: unknown) => (errorCode(error) === 'ENOENT' ? [folder] : []),
			),
		),
	);
	return checked.flat();
}

/** What two states must share to look the same: everything but the objects that do the work. */
function fingerprint(state: WorkspaceState): string {
	return JSON.stringify([state.kind, state.projects.map(({ lot: _lot, backupStore: _store, ...shown }) => shown)]);
}
