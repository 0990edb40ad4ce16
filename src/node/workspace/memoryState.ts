// The memory of the open folders, read when somebody asks, and again after something may have changed.
import type { IDisposable } from '../../core/base/disposable';
import type { Clock, Logger } from '../../core/base/ports';
import { singleLine } from '../../core/base/text';
import { isInside } from '../base/insideProject';
import { LiveReading } from '../base/liveReading';
import type { ClaudeHome } from '../claude/claudeHome';
import { memoryFolder } from '../memory/memoryFiles';
import type { MemoryHealth, MemoryOverview } from '../memory/memoryHealth';
import { openRedactor } from '../privacy/openRedactor';
import { type Project, memoryFolders } from '../project/project';
import type { ProjectState, WorkspaceStore } from './workspaceStore';
import { memoryHealthOf } from './openStores';

export interface ProjectMemory {
	readonly state: ProjectState;
	readonly health: MemoryHealth;
	readonly overview: MemoryOverview;
	/** Text of a memory as lists may show it: one line, redacted. */
	shown(text: string): string;
}

interface MemoryStateOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly workspace: Pick<WorkspaceStore, 'state' | 'onDidChange'>;
}

const SETTLE_MS = 200;

export class MemoryState implements IDisposable {
	private readonly reading: LiveReading<readonly ProjectMemory[]>;
	private first: Promise<void> | undefined;

	constructor(private readonly options: MemoryStateOptions) {
		const { workspace, clock, logger } = options;
		this.reading = new LiveReading<readonly ProjectMemory[]>({
			clock,
			logger,
			settleMs: SETTLE_MS,
			failure: 'the memory could not be read',
			initial: [],
			look: () => this.look(),
			isSame: (before, after) => shownOf(before) === shownOf(after),
			foldersOf: () =>
				workspace.state.projects.flatMap(({ project }) =>
					foldersOf(project).map((folder) => ({ folder, area: 'parked' }) as const),
				),
			hintedBy: [workspace.onDidChange],
			// Nothing is read for nobody: the first reading is somebody's question.
			isWanted: () => this.first !== undefined,
		});
	}

	/** Fires when it says something else than before. */
	get onDidChange(): LiveReading<readonly ProjectMemory[]>['onDidChange'] {
		return this.reading.onDidChange;
	}

	/** What was read last. */
	list(): readonly ProjectMemory[] {
		return this.reading.current;
	}

	/** What was read last; the first time it is read now. Rejects where that cannot be. */
	async read(): Promise<readonly ProjectMemory[]> {
		this.first ??= this.reading.refresh().catch((error: unknown) => {
			this.first = undefined;
			throw error;
		});
		await this.first;
		return this.reading.current;
	}

	/** Looks now. Rejects where it cannot be read. */
	async refresh(): Promise<void> {
		await this.reading.refresh();
		this.first ??= Promise.resolve();
	}

	/** The project whose memory a file belongs to: Claude's, or what a person keeps beside the code. */
	async ownerOf(file: string): Promise<ProjectMemory | undefined> {
		const all = await this.read();
		return all.find(({ state }) =>
			foldersOf(state.project).some((folder) => file !== folder && isInside(folder, file)),
		);
	}

	dispose(): void {
		this.reading.dispose();
	}

	private async look(): Promise<readonly ProjectMemory[]> {
		const { workspace, claude, clock } = this.options;
		const redactor = await openRedactor(claude);
		return Promise.all(
			workspace.state.projects.map(async (state) => {
				const { project } = state;
				const health = await memoryHealthOf({ claude, project, clock }, () => Promise.resolve(redactor));
				const shown = (text: string): string => singleLine(redactor.text(text).value);
				return { state, health, overview: await health.look(), shown };
			}),
		);
	}
}

function foldersOf(project: Project): readonly string[] {
	return [...memoryFolders(project), memoryFolder(project, 'project')];
}

function shownOf(memories: readonly ProjectMemory[]): string {
	return JSON.stringify(memories.map(({ state, overview }) => [state.project.root, overview]));
}
