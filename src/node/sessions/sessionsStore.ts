// The sessions of the open projects: the index of their transcripts, who of them runs, and what the person marked.
import path from 'node:path';
import { type RegistryEntry, isProgrammatic } from '../../core/claude/registry';
import { DisposableStore, Emitter, type IDisposable } from '../../core/base/disposable';
import { type RecordedEnd, endAfter } from '../../core/sessions/recordedEnd';
import {
	DEFAULT_LIFECYCLE,
	type LifecycleSettings,
	type SessionSettings,
	type SessionState,
	deriveState,
	lifecycleOf,
	nextStateMs,
	processStatus,
	tellingEntry,
} from '../../core/sessions/state';
import type { Clock, Logger } from '../../core/base/ports';
import type { Redactor } from '../../core/privacy/redaction';
import {
	type LabelChange,
	type LabelNote,
	type LabelledSessions,
	type Sorted,
	compactLabels,
	labelText,
	type AskingModel,
	forkLine,
	sortedAs,
	tagText,
} from '../../core/sessions/labels';
import type { SessionMark } from '../../core/sessions/marks';
import { isKept, unwrittenBeginnings } from '../../core/sessions/privateForks';
import { sortSessions, siftSessions } from '../../core/sessions/order';
import type { ClaudeHome } from '../claude/claudeHome';
import type { IndexedSession } from './index/indexedSession';
import { ListedRow, type ListedSession } from './listedSession';
import { readLiveSessions } from './liveSessions';
import { projectSlug } from '../../core/claude/slug';
import { type Project, belongsTo, sessionOrigin, transcriptFolders } from '../project/project';
import { monotonicMs } from '../base/systemClock';
import { queuedRunner } from '../base/queuedRunner';
import { RecordedEnds } from './recordedEnds';
import { SLICE_MS } from './index/indexPass';
import { SessionIndex } from './index/sessionIndex';
import type { Unreadable } from './index/transcriptFiles';
import { readLabels, writeLabels } from './sessionLabels';

export interface SessionsStoreOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly logger: Logger;
	/** `dist/indexWorker.js`; without it the index is built in slices in this thread. */
	readonly workerFile?: string | undefined;
	/** Where the cache of the index lives. */
	readonly cacheFolder?: string | undefined;
	/** Told how many of the transcripts that are new have been read, where that happens in this thread. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
	/** What the person set; asked again whenever it counts. */
	readonly settings?: () => SessionSettings;
	/** The language model for which it is read, with its session: no other private session is known then. */
	readonly model?: AskingModel | undefined;
	/** Takes secrets out of what a list shows of a session. Loaded with the first opening. */
	readonly redactor: () => Promise<Redactor>;
}

/** A transcript grows many times a second; a list that moves four times a second is as quick as an eye can use. */
const SETTLE_MS = 250;
/** An empty screen is waited for: until so many sessions are known, they are told of sooner. */
const SCREEN = 100;
const EARLY_MS = 40;
/** So many screens are made safe before one is told of. */
const MOST_SCREENS = 3;

/** Texts that are remembered in their redacted form. */
const KEPT_TEXTS = 2_000;
const NO_MARKS: ReadonlySet<SessionMark> = new Set();
const UNSORTED: Sorted = { tags: [], group: undefined };

export class SessionsStore implements IDisposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.emitter<undefined>();
	private readonly ended = this.emitter<string>();
	private readonly removed = this.emitter<undefined>();
	private readonly index: SessionIndex;
	private readonly endsFile: RecordedEnds;
	private projects: readonly Project[] = [];
	private folders: string | undefined;
	/** The first reading of them. */
	private reading: Promise<void> = Promise.resolve();
	/** Nothing where there is no registry to ask. */
	private registry: readonly RegistryEntry[] | undefined;
	private labelled: LabelledSessions = new Map();
	private ends: ReadonlyMap<string, RecordedEnd> = new Map();
	private listed: readonly ListedSession[] | undefined;
	/** The ids in the order that they were listed in last. */
	private order: readonly string[] = [];
	/** What is listed of a session, and of what the index said of it: of ten thousand, one or two change at a time. */
	private readonly rows = new Map<string, { readonly of: IndexedSession; readonly row: ListedSession | undefined }>();
	private settle: IDisposable | undefined;
	private markAny: () => void = () => undefined;
	private isReady = false;
	private redactor: Redactor | undefined;
	/** What was redacted already: a list is drawn again and again. */
	private readonly safeTexts = new Map<string, string>();

	constructor(private readonly options: SessionsStoreOptions) {
		const { workerFile, cacheFolder, onProgress } = options;
		this.index = this.store.add(new SessionIndex({ workerFile, cacheFolder, onProgress }));
		this.endsFile = new RecordedEnds(options.claude);
		this.store.add(
			this.index.onDidChange((changes) => {
				if (changes.some(({ kind }) => kind === 'removed')) this.removed.fire(undefined);
				// Here they are made a few at a time; when the list is asked for, it would be all of them.
				for (const { kind, id } of changes)
					if (kind === 'removed') this.rows.delete(id);
					else this.get(id);
				this.touch();
			}),
		);
		this.store.add({ dispose: () => this.settle?.dispose() });
	}

	/** Fires, a few times a second at most, after sessions have changed. */
	readonly onDidChange = this.changed.event;
	/** Fires with the id of a session whose process is gone. */
	readonly onDidEnd = this.ended.event;
	/** Fires when a transcript is gone. */
	readonly onDidRemove = this.removed.event;

	/** Resolves when listeners are told of the first session. */
	readonly whenAny = new Promise<void>((resolve) => {
		this.markAny = resolve;
	});

	/** Whether every transcript was read once. */
	get hasReadAll(): boolean {
		return this.isReady;
	}

	/** Folders and transcripts that could not be read: an empty list would be a lie. */
	get unreadable(): readonly Unreadable[] {
		return this.index.unreadable;
	}

	/** Sets what is indexed. Resolves when all of it was read once; the list fills while it runs. */
	async open(projects: readonly Project[]): Promise<void> {
		// At once: a hint that comes while this waits opens what is open, and not what was.
		this.setProjects(projects);
		this.redactor ??= await this.options.redactor();
		await this.refreshRegistry();
		const { claude } = this.options;
		const found = projects.map((project) => transcriptFolders(claude, project, { withCopied: true }));
		const folders = [...new Set((await Promise.all(found)).flat())];
		if (this.store.isDisposed) return;
		this.touch();
		const wanted = folders.join('\n');
		if (wanted === this.folders) return this.reading;
		this.folders = wanted;
		this.isReady = false;
		this.reading = this.index.start(folders);
		// After one that failed, the next look begins anew.
		this.reading.catch(() => {
			if (this.folders === wanted) this.folders = undefined;
		});
		await this.reading;
		// Others were opened meanwhile, and are being read.
		if (wanted !== this.folders) return;
		this.isReady = true;
		this.touch();
		await this.rememberBeginnings();
	}

	/**
	 * Writes down how private sessions begin. One that had no answer when it was marked comes with a later look.
	 * @param isMeant whether a person does something: in Restricted Mode nothing is written else, and nothing is cached.
	 */
	private async rememberBeginnings(isMeant = this.options.cacheFolder !== undefined): Promise<void> {
		if (!isMeant) return;
		for (const [id, begins] of unwrittenBeginnings(this.labelled, this.index.sessions))
			await this.write(id, [{ begins }]).catch((error: unknown) =>
				this.options.logger.error('a label could not be written', error),
			);
	}

	/** Knows one session of a project and nothing else. */
	async openOne(project: Project, file: string): Promise<void> {
		this.setProjects([project]);
		this.redactor ??= await this.options.redactor();
		await Promise.all([this.refreshRegistry(), this.index.startWith(file)]);
	}

	private setProjects(projects: readonly Project[]): void {
		if (JSON.stringify(projects) !== JSON.stringify(this.projects)) this.rows.clear();
		this.projects = projects;
	}

	/** Something may have happened at a path of a transcript; without one, everything is looked at again. */
	hint(path: string | undefined): void {
		if (path !== undefined) return this.index.hint(path);
		if (this.store.isDisposed) return;
		void this.lookAgain().catch((error: unknown) =>
			this.options.logger.error('the index could not be refreshed', error),
		);
	}

	/** Each folder that is watched begins with a hint: they are one look, and not before everything was read once. */
	private readonly lookAgain = queuedRunner(async () => {
		await this.open(this.projects);
		await this.index.refresh();
		await this.rememberBeginnings();
	});

	/** Reads the registry of running sessions, the marks and the recorded ends again. */
	readonly refreshRegistry = queuedRunner(async () => {
		const [registry, labelled, ends] = await Promise.all([
			readLiveSessions(this.options.claude),
			readLabels(this.options.claude),
			this.endsFile.read(),
		]);
		const before = this.registry;
		const isLabelledAsBefore = ends === this.ends && compactLabels(this.labelled, 0) === compactLabels(labelled, 0);
		if (isLabelledAsBefore && JSON.stringify(before) === JSON.stringify(registry)) return;
		if (!isLabelledAsBefore) this.rows.clear();
		for (const { sessionId } of [...(before ?? []), ...(registry ?? [])]) this.rows.delete(sessionId);
		this.registry = registry;
		this.labelled = labelled;
		this.ends = ends;
		this.touch();
		// A registry that has vanished tells of nobody's end.
		if (before === undefined || registry === undefined) return;
		for (const { sessionId } of before)
			if (!registry.some((entry) => entry.sessionId === sessionId)) this.ended.fire(sessionId);
	});

	/** All sessions of the open projects, programs' and hidden ones included: who waits first, then running, pinned, newest. */
	list(): readonly ListedSession[] {
		return this.all().filter(({ from }) => from?.isOthers !== true);
	}

	/** The same, with the sessions of the folders that the open projects are copies of. They are only shown. */
	all(): readonly ListedSession[] {
		if (this.listed !== undefined) return this.listed;
		const { sessions } = this.index;
		// In the order of the last time, which is nearly right, so that sorting hardly takes longer than looking.
		const ids = new Set(this.order);
		for (const id of sessions.keys()) ids.add(id);
		const rows: ListedSession[] = [];
		for (const id of ids) {
			const row = this.get(id);
			if (row !== undefined) rows.push(row);
		}
		this.listed = sortSessions(rows);
		this.order = this.listed.map(({ id }) => id);
		return this.listed;
	}

	get(id: string): ListedSession | undefined {
		const summary = this.index.sessions.get(id);
		if (summary === undefined) return undefined;
		const known = this.rows.get(id);
		if (known?.of === summary) return known.row;
		const row = this.listedOf(summary);
		// What a fork is sorted as also follows from those that it comes from.
		if (this.labelled.size === 0 || summary.forkedFrom === undefined) this.rows.set(id, { of: summary, row });
		return row;
	}

	/** The person's session that counts: one that waits for them, else one that is running, else the one that was active last. */
	latest(): ListedSession | undefined {
		const own = this.list().filter((session) => !session.isProgram);
		const [first] = own;
		// Who waits, and then who runs, is first in the list.
		if (first?.live !== undefined) return first;
		return own.reduce<ListedSession | undefined>(
			(best, next) => ((next.lastMessageMs ?? 0) > (best?.lastMessageMs ?? -1) ? next : best),
			undefined,
		);
	}

	/** How long what takes, as the person has set it. */
	get lifecycle(): LifecycleSettings {
		const settings = this.options.settings?.();
		return settings === undefined ? DEFAULT_LIFECYCLE : lifecycleOf(settings);
	}

	/** Where a session stands now. */
	stateOf(session: ListedSession): SessionState {
		return deriveState({
			...this.timesOf(session),
			endedMs: session.end?.atMs,
			process: processStatus(this.registry, session.id),
		});
	}

	/** Until when sessions stand where they do, while nothing happens. Milliseconds since 1970, or Infinity. */
	holdUntilMs(sessions: readonly ListedSession[]): number {
		return Math.min(Infinity, ...sessions.map((session) => nextStateMs(this.timesOf(session))));
	}

	private timesOf(session: ListedSession): Parameters<typeof nextStateMs>[0] {
		const lastActivityMs = session.lastMessageMs ?? session.modifiedMs;
		const firstActivityMs = session.firstMessageMs ?? lastActivityMs;
		return { firstActivityMs, lastActivityMs, nowMs: this.options.clock.now(), settings: this.lifecycle };
	}

	/** Whether a session, or one that it has words of, is kept from every agent. */
	isPrivate(id: string): boolean {
		return isKept(this.labelled, id, this.index.sessions);
	}

	/** Says something about a session. Not private opens it to agents, also where it begins as a private one does. */
	async label(id: string, changes: readonly LabelChange[]): Promise<void> {
		await this.labelBack(id, changes);
		const isOpened = changes.some((change) => 'mark' in change && change.mark === 'private' && !change.on);
		if (isOpened && this.isPrivate(id)) await this.write(id, [{ begins: '' }]);
	}

	/** Says again what was said before: not private is as private as it begins. Names, groups and tags are kept without secrets. */
	async labelBack(id: string, changes: readonly LabelChange[]): Promise<void> {
		const kept = changes.map((change): LabelChange => {
			if ('mark' in change) return change;
			if ('tag' in change) return { ...change, tag: tagText(this.safeText(change.tag)) };
			return 'name' in change
				? { name: labelText(this.safeText(change.name)) }
				: { group: labelText(this.safeText(change.group)) };
		});
		await this.write(id, kept);
		// Its transcript may go, and a copy of it stay.
		await this.rememberBeginnings(true);
	}

	private async write(id: string, changes: readonly (LabelChange | LabelNote)[]): Promise<void> {
		await writeLabels(this.options.claude, this.options.clock, id, changes);
		await this.refreshRegistry();
	}

	dispose(): void {
		this.store.dispose();
	}

	private emitter<T>(): Emitter<T> {
		return this.store.add(new Emitter((error) => this.options.logger.error('a listener failed', error)));
	}

	private listedOf(summary: IndexedSession): ListedSession | undefined {
		const { cwd } = summary;
		const place = cwd === undefined ? undefined : this.placeOf(summary, cwd);
		if (place === undefined) return undefined;
		const live = tellingEntry(
			this.registry?.filter((each) => each.sessionId === summary.id && !isProgrammatic(each.entrypoint)) ?? [],
		);
		const { model } = this.options;
		if (model !== undefined && model.session !== summary.id && this.isPrivate(summary.id)) return undefined;
		const labels = this.labelled.get(summary.id);
		return new ListedRow(summary, this.safeText, {
			...place,
			live,
			end: endAfter(this.ends.get(summary.id), summary.lastMessageMs ?? summary.modifiedMs, summary.ended === true),
			marks: labels?.marks ?? NO_MARKS,
			ownName: labels?.name,
			...(this.labelled.size === 0 ? UNSORTED : sortedAs(this.labelled, forkLine(summary.id, this.index.sessions))),
		}) as ListedRow & ListedSession;
	}

	private placeOf(summary: IndexedSession, cwd: string): Pick<ListedSession, 'project' | 'from'> | undefined {
		const startedMs = summary.firstMessageMs ?? summary.lastMessageMs;
		const own = this.projects.find((each) => belongsTo(each, cwd, startedMs));
		if (own !== undefined) return { project: own, from: sessionOrigin(own, cwd) };
		const slug = path.basename(path.dirname(summary.file));
		for (const project of this.projects) {
			const from = sessionOrigin(project, cwd);
			if (from?.isOthers !== true) continue;
			// Who went on with it here has a copy of it in the project's own folder.
			const isHere = project.launchRoots.some((root) => projectSlug(root) === slug);
			return { project, from: { ...from, isOthers: !isHere } };
		}
		return undefined;
	}

	private readonly safeText = (text: string): string => {
		const known = this.safeTexts.get(text);
		if (known !== undefined) return known;
		const safe = this.redactor?.text(text).value ?? '';
		if (this.safeTexts.size >= KEPT_TEXTS) this.safeTexts.clear();
		this.safeTexts.set(text, safe);
		return safe;
	};

	private touch(): void {
		this.listed = undefined;
		// What was being read when this was let go of comes to its end, and is told to nobody.
		if (this.store.isDisposed) return;
		const settleMs = !this.isReady && this.order.length < SCREEN ? EARLY_MS : SETTLE_MS;
		this.settle ??= this.options.clock.schedule(this.options.clock.now() + settleMs, () => {
			void this.tell();
		});
	}

	/** Tells of changes. What a screen shows is made safe before: who draws a list looks at all of it at once. */
	private async tell(): Promise<void> {
		const isHeard = this.changed.listenerCount > 0;
		try {
			// Others come into the list meanwhile. Where that does not end, they are told of all the same.
			for (let times = 0; isHeard && times < MOST_SCREENS; times++) {
				const rows = this.screen();
				if (this.isSafe(rows)) break;
				do await new Promise((resolve) => setImmediate(resolve));
				while (!this.isSafe(rows));
			}
		} catch (error) {
			this.options.logger.error('sessions could not be made safe', error);
		}
		this.settle = undefined;
		if (this.store.isDisposed) return;
		if (isHeard && this.all().length > 0) this.markAny();
		this.changed.fire(undefined);
	}

	/** What a list begins with, where nobody has asked for more. */
	private screen(): readonly ListedSession[] {
		return siftSessions(this.all()).shown.slice(0, SCREEN);
	}

	/** Makes rows safe for as long as a slice lasts. @returns whether all of them are */
	private isSafe(rows: readonly ListedSession[]): boolean {
		const untilMs = monotonicMs() + SLICE_MS;
		return rows.every((row) => {
			if (monotonicMs() >= untilMs) return false;
			void [row.name, row.lastPrompt];
			return true;
		});
	}
}
