// Keeps an installation alive: the launcher is refreshed at each start (its path never changes, so updates of the extension
// leave the settings alone), and settings out of which a running session took the hooks are noticed.
import { hasOurs, isStripped } from '../../core/hooks/doctorFacts';
import type { SettingsFacts } from '../../core/hooks/doctorFacts';
import { DisposableStore, Emitter, type IDisposable } from '../../core/base/disposable';
import type { Clock, Logger } from '../../core/base/ports';
import type { ClaudeHome } from '../claude/claudeHome';
import { FolderWatcher } from '../base/folderWatcher';
import { type Project, findProject } from '../project/project';

interface HooksUpkeepOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly logger: Logger;
	/** Folder with the programs of the hooks, as this version brings them. */
	readonly hookBundles: string;
	/** A program that acts as Node, for machines without one. */
	readonly runtime: string;
	/** The open ones. */
	readonly projects: () => readonly Project[];
	/** Whether anything may be written at all. */
	readonly isTrusted: () => boolean;
}

/** An installation is remembered first, and then made. */
const SETTLED_MS = 1_000;

/** A session that runs writes its settings from memory when it next changes one. */
const AGAIN_MS = [15_000, 120_000];

export class HooksUpkeep implements IDisposable {
	private readonly store = new DisposableStore();
	private readonly failed = (error: unknown): void => this.options.logger.error('a listener failed', error);
	private readonly looked = this.store.add(new Emitter<boolean>(this.failed));
	private readonly stripped = this.store.add(new Emitter<SettingsFacts>(this.failed));
	/** Files of which was told that the hooks are gone. */
	private readonly told = new Set<string>();
	private installed: boolean | undefined;
	/** Any program of ours may install them: the command line too. */
	private readonly watcher: FolderWatcher;
	private settling: IDisposable | undefined;

	/** Fires after each look, with whether the hooks are installed. */
	readonly onDidLook = this.looked.event;
	/** Fires once for each settings file out of which somebody else took the hooks, and again after they were back. */
	readonly onDidFindStripped = this.stripped.event;

	constructor(private readonly options: HooksUpkeepOptions) {
		const { clock, logger } = options;
		this.watcher = this.store.add(new FolderWatcher(() => this.lookOnceSettled(), clock, logger));
	}

	/** Whether it was looked at all. */
	get hasLooked(): boolean {
		return this.installed !== undefined;
	}

	/** Whether Claude Code's settings hold hooks of ours, as far as was looked. */
	get isInstalled(): boolean {
		return this.installed === true;
	}

	/** Brings an installation up to date, and looks whether it is whole. Never rejects. */
	async start(): Promise<void> {
		await this.quietly(async () => {
			const { isLauncherInstalled } = await import('./launcher');
			if (this.options.isTrusted() && (await isLauncherInstalled(this.options.claude))) await this.putLauncher();
			const { installRecordsFolder } = await import('./installRecord');
			this.watcher.setFolders([
				{ folder: installRecordsFolder(this.options.claude), area: 'installed', isLarge: true },
			]);
			await this.look();
		});
	}

	/** Puts the launcher in place, or brings it up to date. @throws the file system's error. */
	async putLauncher(): Promise<void> {
		const { claude, hookBundles, runtime, logger } = this.options;
		const { installLauncher } = await import('./launcher');
		const written = await installLauncher(claude, hookBundles, runtime);
		if (written.length > 0) logger.info(`the launcher of the hooks was brought up to date: ${written.length} files`);
	}

	/** Looks whether the hooks are in the settings, and tells of those out of which somebody took them. */
	async look(): Promise<void> {
		const { claude, isTrusted } = this.options;
		const [{ gatherSettings }, { pluginFacts }] = await Promise.all([import('./installedFacts'), import('./plugin')]);
		const open = this.options.projects();
		// Without a folder there are the person's own settings all the same.
		const projects = open.length > 0 ? open : [await findProject(claude, claude.userHome, { isExplicit: true })];
		const plugins = await Promise.all(projects.map((project) => pluginFacts(claude, project)));
		const settings = (await Promise.all(projects.map((project) => gatherSettings(claude, project)))).flat();
		this.installed = settings.some(hasOurs) || plugins.some((plugin) => plugin !== undefined);
		this.looked.fire(this.installed);
		const stripped = settings.find((each) => isStripped(each) && !this.told.has(each.file));
		for (const each of settings) if (hasOurs(each)) this.told.delete(each.file);
		if (stripped === undefined || !isTrusted()) return;
		this.told.add(stripped.file);
		this.stripped.fire(stripped);
	}

	/** The same, without waiting and without failing. */
	hint(): void {
		void this.quietly(() => this.look());
	}

	/** The same in a while: what was just written may be written over. */
	lookAgainSoon(): void {
		const { clock } = this.options;
		for (const afterMs of AGAIN_MS) this.store.add(clock.schedule(clock.now() + afterMs, () => this.hint()));
	}

	dispose(): void {
		this.settling?.dispose();
		this.store.dispose();
	}

	private lookOnceSettled(): void {
		const { clock } = this.options;
		this.settling?.dispose();
		this.settling = clock.schedule(clock.now() + SETTLED_MS, () => this.hint());
	}

	private quietly(work: () => Promise<void>): Promise<void> {
		return work().catch((error: unknown) => this.options.logger.error('the hooks could not be looked after', error));
	}
}
