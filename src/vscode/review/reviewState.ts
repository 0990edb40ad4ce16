// What waits for a review in the open folders, read anew whenever a file of it may have changed.
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { ReviewEntry } from '../../core/review/entry';
import { FolderWatcher } from '../../node/base/folderWatcher';
import { queueFolder } from '../../node/memory/memoryQueue';
import { queuedRunner } from '../../node/base/queuedRunner';
import type { ReviewStore } from '../../node/review/reviewStore';
import type { ProjectState } from '../../node/workspace/workspaceStore';
import { CONTEXT_KEYS } from '../contributions';
import type { Services } from '../services';
import { reviewStoreOf } from '../../node/workspace/openStores';

type Needs = Pick<Services, 'claude' | 'clock' | 'configuration' | 'logger' | 'reflection' | 'workspace'>;

/** A row of the view. */
export interface ReviewNode {
	readonly state: ProjectState;
	readonly store: ReviewStore;
	readonly entry: ReviewEntry;
}

/** Several files change at once. */
const SETTLE_MS = 150;

export class ReviewState implements IDisposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<undefined>());
	/** Fires when something else waits than before. */
	readonly onDidChange = this.changed.event;
	private readonly watcher: FolderWatcher;
	private settle: IDisposable | undefined;
	private shown: readonly ReviewNode[] = [];
	private fingerprint = '';
	private readonly look = queuedRunner(() => this.lookNow());

	constructor(private readonly services: Needs) {
		const { workspace, clock, logger } = services;
		this.watcher = this.store.add(new FolderWatcher(() => this.hint(), clock, logger));
		this.store.add(workspace.onDidChange(() => this.hint()));
		// A first draft makes the folder that is watched from then on.
		this.store.add(services.reflection.onDidChange(() => this.hint()));
		this.store.add({ dispose: () => this.settle?.dispose() });
		this.hint();
	}

	/** Newest first. */
	list(): readonly ReviewNode[] {
		return this.shown;
	}

	refresh(): Promise<void> {
		return this.look();
	}

	dispose(): void {
		this.store.dispose();
	}

	private hint(): void {
		this.settle ??= this.services.clock.schedule(this.services.clock.now() + SETTLE_MS, () => {
			this.settle = undefined;
			void this.look().catch((error: unknown) => this.services.logger.error('the review could not be read', error));
		});
	}

	private async lookNow(): Promise<void> {
		if (this.store.isDisposed) return;
		const { workspace, claude, clock } = this.services;
		const { projects } = workspace.state;
		const lists = await Promise.all(
			projects.map(async (state): Promise<readonly ReviewNode[]> => {
				const place = (): 'claude' | 'project' => this.services.configuration().memoryPlace;
				const store = await reviewStoreOf({ claude, clock, project: state.project }, place);
				return (await store.list()).map((entry) => ({ state, store, entry }));
			}),
		);
		this.watcher.setFolders(
			[
				queueFolder(claude),
				claude.keeperHome,
				...projects.flatMap(({ project }) => [project.memoryDir, path.join(project.checkout, 'docs', 'sessions')]),
			].map((folder) => ({ folder, area: 'parked', isLarge: folder === claude.keeperHome })),
		);
		this.shown = lists.flat().sort((a, b) => b.entry.atMs - a.entry.atMs);
		const fingerprint = JSON.stringify(this.shown.map(({ state, entry }) => [state.project.root, entry]));
		if (fingerprint === this.fingerprint) return;
		this.fingerprint = fingerprint;
		await vscode.commands.executeCommand('setContext', CONTEXT_KEYS.hasReview, this.shown.length > 0);
		this.changed.fire(undefined);
	}
}
