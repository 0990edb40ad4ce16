// Keeps an installation alive: the launcher is refreshed at each start (its path never changes, so updates of the extension
// leave the settings alone), and settings out of which a running session took the hooks are noticed.
import { hasOurs, isStripped } from '../../core/hooks/doctorFacts';
import type { SettingsFacts } from '../../core/hooks/doctorFacts';
import { Emitter } from '../../core/base/disposable';
import type { Clock, Logger } from '../../core/base/ports';
import type { ClaudeHome } from '../claude/claudeHome';
import { LiveReading } from '../base/liveReading';
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

/** What a look finds. */
interface Found {
	/** Which of the projects have hooks of ours, by Claude Code's settings or by a plugin. */
	readonly installed: 'none' | 'some' | 'all';
	readonly isTrusted: boolean;
	readonly settings: readonly ProjectSettings[];
}

/** A settings file, and the project that it was looked at for. */
interface ProjectSettings extends SettingsFacts {
	readonly root: string;
}

/** An installation is remembered first, and then made. */
const SETTLE_MS = 1_000;

/** A session that runs writes its settings from memory when it next changes one. */
const AGAIN_MS = [15_000, 120_000];

const FAILURE = 'the hooks could not be looked after';

export class HooksUpkeep extends LiveReading<Found | undefined> {
	private readonly stripped = this.store.add(
		new Emitter<ProjectSettings>((error) => this.own.logger.error('a listener failed', error)),
	);
	/** Files of which was told that the hooks are gone. */
	private readonly told = new Set<string>();

	/** Fires once for each settings file out of which somebody else took the hooks, and again after they were back. */
	readonly onDidFindStripped = this.stripped.event;

	constructor(private readonly own: HooksUpkeepOptions) {
		super({
			clock: own.clock,
			logger: own.logger,
			settleMs: SETTLE_MS,
			failure: FAILURE,
			initial: undefined,
			look: () => look(own),
			isSame: (before, after) => JSON.stringify(before) === JSON.stringify(after),
			// Any program of ours may install them: the command line too.
			foldersOf: async () => {
				const { installRecordsFolder } = await import('./installRecord');
				return [{ folder: installRecordsFolder(own.claude), area: 'installed' }];
			},
		});
		this.store.add(this.onDidChange((found) => found?.isTrusted === true && this.tellOfStripped(found.settings)));
	}

	/** Which projects have the hooks, as far as was looked. */
	get installed(): Found['installed'] {
		return this.current?.installed ?? 'none';
	}

	/** Brings an installation up to date, and looks whether it is whole. Never rejects. */
	async start(): Promise<void> {
		try {
			const { isLauncherInstalled } = await import('./launcher');
			if (this.own.isTrusted() && (await isLauncherInstalled(this.own.claude))) await this.putLauncher();
			await this.refresh();
		} catch (error) {
			this.own.logger.error(FAILURE, error);
		}
	}

	/** Puts the launcher in place, or brings it up to date. @throws the file system's error. */
	async putLauncher(): Promise<void> {
		const { claude, hookBundles, runtime, logger } = this.own;
		const { installLauncher } = await import('./launcher');
		const written = await installLauncher(claude, hookBundles, runtime);
		if (written.length > 0) logger.info(`the launcher of the hooks was brought up to date: ${written.length} files`);
	}

	/** Looks again in a while: what was just written may be written over. */
	lookAgainSoon(): void {
		const { clock } = this.own;
		for (const afterMs of AGAIN_MS) this.store.add(clock.schedule(clock.now() + afterMs, () => this.hint()));
	}

	private tellOfStripped(settings: readonly ProjectSettings[]): void {
		for (const each of settings) {
			if (hasOurs(each)) this.told.delete(each.file);
			if (!isStripped(each) || this.told.has(each.file)) continue;
			this.told.add(each.file);
			this.stripped.fire(each);
		}
	}
}

async function look({ claude, isTrusted, projects: openOnes }: HooksUpkeepOptions): Promise<Found> {
	const { readHooks } = await import('./installedFacts');
	const open = openOnes();
	// Without a folder there are the person's own settings all the same.
	const projects = open.length > 0 ? open : [await findProject(claude, claude.userHome, { isExplicit: true })];
	const found = await Promise.all(
		projects.map(async (project) => {
			const { whyIdle, settings } = await readHooks(claude, project);
			return {
				isInstalled: whyIdle !== 'notInstalled',
				settings: settings.map((each) => ({ ...each, root: project.root })),
			};
		}),
	);
	return {
		installed: found.every(({ isInstalled }) => isInstalled)
			? 'all'
			: found.some(({ isInstalled }) => isInstalled)
				? 'some'
				: 'none',
		isTrusted: isTrusted(),
		settings: found.flatMap(({ settings }) => settings),
	};
}
