// What waits for a review in the open folders, read anew whenever a file of it may have changed.
import type { Event } from '../../core/base/disposable';
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

/** All that waits, the newest first. It is read by itself from now on. */
export type ReviewState = LiveReading<readonly WaitingReview[]>;

export function followReview(options: ReviewStateOptions): ReviewState {
	const { clock, logger, workspace, onDidDraft } = options;
	const reading = new LiveReading<readonly WaitingReview[]>({
		clock,
		logger,
		settleMs: SETTLE_MS,
		failure: 'the review could not be read',
		initial: [],
		look: () => readWaiting(options),
		isSame: (before, after) => shownOf(before) === shownOf(after),
		foldersOf: () => foldersOf(options),
		hintedBy: [workspace.onDidChange, onDidDraft],
	});
	reading.hint();
	return reading;
}

async function readWaiting({ claude, clock, workspace, place }: ReviewStateOptions): Promise<readonly WaitingReview[]> {
	const lists = await Promise.all(
		workspace.state.projects.map(async (state): Promise<readonly WaitingReview[]> => {
			const store = await reviewStoreOf({ claude, clock, project: state.project }, place);
			return (await store.list()).map((entry) => ({ state, store, entry }));
		}),
	);
	return lists.flat().sort((a, b) => b.entry.atMs - a.entry.atMs);
}

function foldersOf({ claude, workspace }: ReviewStateOptions): readonly WatchedFolder[] {
	const own = workspace.state.projects.flatMap(({ project }) => [project.memoryDir, draftFolder(project)]);
	return [queueFolder(claude), claude.keeperHome, ...own].map((folder) => ({ folder, area: 'parked' }));
}

function shownOf(waiting: readonly WaitingReview[]): string {
	return JSON.stringify(waiting.map(({ state, entry }) => [state.project.root, entry]));
}
