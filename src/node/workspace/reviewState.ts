// What waits for a review in the open folders, read anew whenever a file of it may have changed.
import { DisposableStore, type Event, type IDisposable } from '../../core/base/disposable';
import type { Clock, Logger } from '../../core/base/ports';
import type { ReviewEntry } from '../../core/review/entry';
import type { WatchedFolder } from '../base/folderWatcher';
import { LiveReading } from '../base/liveReading';
import type { ClaudeHome } from '../claude/claudeHome';
import { draftFolder } from '../documents/draftPlace';
import type { MemoryPlace } from '../memory/memoryFiles';
import { queueFolder } from '../memory/memoryQueue';
import type { ReviewStore } from '../review/reviewStore';
import type { ProjectState, WorkspaceStore } from './workspaceStore';
import { reviewStoreOf } from './openStores';

/** Something that waits, and where. */
export interface WaitingReview {
	readonly state: ProjectState;
	readonly store: ReviewStore;
	readonly entry: ReviewEntry;
}

interface ReviewStateOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly workspace: Pick<WorkspaceStore, 'state' | 'onDidChange'>;
	/** A draft came or went: a first one makes the folder that is watched from then on. */
	readonly onDidDraft: Event<undefined>;
	/** Where accepted memories go. */
	readonly place: () => MemoryPlace;
}

/** Several files change at once. */
const SETTLE_MS = 150;

export class ReviewState implements IDisposable {
	private readonly store = new DisposableStore();
	private readonly reading: LiveReading<readonly WaitingReview[]>;

	constructor(private readonly options: ReviewStateOptions) {
		const { clock, logger, workspace, onDidDraft } = options;
		this.reading = this.store.add(
			new LiveReading<readonly WaitingReview[]>({
				clock,
				logger,
				settleMs: SETTLE_MS,
				failure: 'the review could not be read',
				initial: [],
				look: () => this.look(),
				isSame: (before, after) => shownOf(before) === shownOf(after),
				foldersOf: () => this.folders(),
			}),
		);
		this.store.add(workspace.onDidChange(() => this.reading.hint()));
		this.store.add(onDidDraft(() => this.reading.hint()));
		this.reading.hint();
	}

	/** Resolves when it was looked for the first time. */
	get whenKnown(): Promise<void> {
		return this.reading.whenKnown;
	}

	/** Fires when something else waits than before. */
	get onDidChange(): LiveReading<readonly WaitingReview[]>['onDidChange'] {
		return this.reading.onDidChange;
	}

	/** Newest first. */
	list(): readonly WaitingReview[] {
		return this.reading.current;
	}

	/** Looks now. Rejects where it cannot be read. */
	refresh(): Promise<void> {
		return this.reading.refresh();
	}

	dispose(): void {
		this.store.dispose();
	}

	private async look(): Promise<readonly WaitingReview[]> {
		const { claude, clock, workspace, place } = this.options;
		const lists = await Promise.all(
			workspace.state.projects.map(async (state): Promise<readonly WaitingReview[]> => {
				const store = await reviewStoreOf({ claude, clock, project: state.project }, place);
				return (await store.list()).map((entry) => ({ state, store, entry }));
			}),
		);
		return lists.flat().sort((a, b) => b.entry.atMs - a.entry.atMs);
	}

	private folders(): readonly WatchedFolder[] {
		const { claude, workspace } = this.options;
		const own = workspace.state.projects.flatMap(({ project }) => [project.memoryDir, draftFolder(project)]);
		return [queueFolder(claude), claude.keeperHome, ...own].map((folder) => ({
			folder,
			area: 'parked',
			isLarge: folder === claude.keeperHome,
		}));
	}
}

function shownOf(waiting: readonly WaitingReview[]): string {
	return JSON.stringify(waiting.map(({ state, entry }) => [state.project.root, entry]));
}
