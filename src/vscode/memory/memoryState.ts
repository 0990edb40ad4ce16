// The memory of the open folders, read when somebody asks, and again after something may have changed.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { singleLine } from '../../core/base/text';
import { FolderWatcher } from '../../node/base/folderWatcher';
import type { MemoryHealth, MemoryOverview } from '../../node/memory/memoryHealth';
import { memoryFolder } from '../../node/memory/memoryFiles';
import { openRedactor } from '../../node/privacy/openRedactor';
import type { ProjectState } from '../../node/workspace/workspaceStore';
import type { Services } from '../services';
import type { HealthFinding } from '../../core/memory/health';
import { memoryHealthOf } from '../../node/workspace/openStores';

type Needs = Pick<Services, 'claude' | 'clock' | 'logger' | 'workspace'>;

export interface ProjectMemory {
	readonly state: ProjectState;
	readonly health: MemoryHealth;
	readonly overview: MemoryOverview;
	/** Text of a memory as lists may show it: one line, redacted. */
	shown(text: string): string;
}

const SETTLE_MS = 200;

export class MemoryState implements IDisposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<readonly ProjectMemory[]>());
	/** Fires after it was read anew. */
	readonly onDidChange = this.changed.event;
	private readonly watcher: FolderWatcher;
	private settle: IDisposable | undefined;
	private reading: Promise<readonly ProjectMemory[]> | undefined;

	constructor(private readonly services: Needs) {
		const { workspace, clock, logger } = services;
		this.watcher = this.store.add(new FolderWatcher(() => this.hint(), clock, logger));
		this.store.add(workspace.onDidChange(() => this.hint()));
		this.store.add({ dispose: () => this.settle?.dispose() });
	}

	/** Reads it, or gives what was read last, if nothing has changed since. */
	read(): Promise<readonly ProjectMemory[]> {
		return (this.reading ??= this.readNow());
	}

	async refresh(): Promise<void> {
		this.reading = undefined;
		this.changed.fire(await this.read());
	}

	/** Whether a file is one that Claude or a person keeps memory in. */
	async ownerOf(file: string): Promise<ProjectMemory | undefined> {
		const all = await this.read();
		return all.find(({ overview, state }) =>
			[overview.folder, ...state.project.formulaDirs, memoryFolder(state.project, 'project')].some(
				(folder) => file.startsWith(`${folder}/`) || file.startsWith(`${folder}\\`),
			),
		);
	}

	dispose(): void {
		this.store.dispose();
	}

	/** Nothing is read for nobody: the first reading is somebody's question. */
	private hint(): void {
		if (this.reading === undefined) return;
		this.settle ??= this.services.clock.schedule(this.services.clock.now() + SETTLE_MS, () => {
			this.settle = undefined;
			void this.refresh().catch((error: unknown) => this.services.logger.error('the memory could not be read', error));
		});
	}

	private async readNow(): Promise<readonly ProjectMemory[]> {
		const { workspace, claude, clock } = this.services;
		const redactor = await openRedactor(claude);
		const { projects } = workspace.state;
		this.watcher.setFolders(
			projects.flatMap(({ project }) =>
				[project.memoryDir, ...project.formulaDirs, memoryFolder(project, 'project')].map(
					(folder) => ({ folder, area: 'parked', isLarge: false }) as const,
				),
			),
		);
		return Promise.all(
			projects.map(async (state) => {
				const place = { claude, clock, project: state.project };
				const health = await memoryHealthOf(place, () => Promise.resolve(redactor));
				const shown = (text: string): string => singleLine(redactor.text(text).value);
				return { state, health, overview: await health.look(), shown };
			}),
		);
	}
}

/** What a fix does, in words. */
export function fixWords({ fix: mend }: HealthFinding): string {
	switch (mend.kind) {
		case 'shorten':
			return vscode.l10n.t('move what does not fit into more-memories.md');
		case 'addPointer':
			return vscode.l10n.t('add a line to MEMORY.md');
		case 'removeLine':
			return vscode.l10n.t('remove the line');
		case 'trash':
			return vscode.l10n.t('move the memory to the trash');
		case 'redact':
			return vscode.l10n.t('take the secret out');
		case 'move':
			return vscode.l10n.t('move the memory to where it belongs');
	}
}
