// Idle reflection in one window: the timer, the engine that is set, and what the person said about both. Everything behind
// it is loaded when the first look is due, not at activation.
import { DisposableStore, Emitter, type IDisposable } from '../../core/base/disposable';
import type { Clock, Logger, Memento } from '../../core/base/ports';
import type { EngineName } from '../../core/reflection/engine';
import { IdleWatch } from '../../core/reflection/idleWatch';
import { type Schedule, decide } from '../../core/reflection/policy';
import type { ReflectionSettings } from '../../core/reflection/settings';
import type { SettingValue } from '../../core/keeper/settings';
import type { ClaudeHome } from '../claude/claudeHome';
import type { SessionsStore } from '../sessions/sessionsStore';
import { rootsOf } from '../project/formerRoots';
import type { Project } from '../project/project';
import type { LanguageModelEngine } from './engines/languageModel';
import type { ReflectOutcome } from './reflect';
import type { Reflector } from './reflector';

interface IdleReflectionOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly memento: Memento;
	readonly sessions: SessionsStore;
	/** Folder of our bundles. */
	readonly dist: string;
	readonly isEnabled: () => boolean;
	/** Whether anything may be written or run at all. */
	readonly isTrusted: () => boolean;
	/** How Claude Code is started. */
	readonly command: () => string;
	/** The key of the API that the person keeps in the editor; without one the environment is asked. */
	readonly apiKey: () => PromiseLike<string | undefined>;
	/** The language models of the editor. */
	readonly editorEngine: (model: string) => Promise<LanguageModelEngine>;
}

export type HandOffState = 'on' | 'off' | 'paused';

/** Under this key it is remembered that the person said whether at all. */
const ASKED = 'reflection.asked';

export class IdleReflection implements IDisposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(
		new Emitter<undefined>((error) => this.options.logger.error('a listener failed', error)),
	);
	private watch: IdleWatch | undefined;
	private opening: Promise<Reflector> | undefined;
	private reflector: Reflector | undefined;

	/** Fires when another decision holds, or a draft came or went. */
	readonly onDidChange = this.changed.event;

	constructor(private readonly options: IdleReflectionOptions) {}

	/** What happens next; nothing before the first look. */
	get decision(): Schedule | undefined {
		return this.watch?.decision;
	}

	/** Begins to watch. */
	start(): void {
		if (this.watch !== undefined) return;
		const { clock, logger, sessions } = this.options;
		const watch = this.store.add(
			new IdleWatch({
				clock,
				look: async () => (await this.open()).look(),
				reflect: async (session, why) => {
					await this.reflect(session, why).catch((error: unknown) =>
						logger.error(`the reflection on ${session} failed`, error),
					);
				},
				onError: (error) => logger.error('idle reflection failed', error),
			}),
		);
		this.watch = watch;
		this.store.add(watch.onDidChange(() => this.changed.fire(undefined)));
		this.store.add(sessions.onDidChange(() => void watch.hint()));
		void watch.hint();
	}

	/** Something that the decision goes by has changed. */
	hint(): void {
		void this.watch?.hint();
		this.changed.fire(undefined);
	}

	async open(): Promise<Reflector> {
		this.opening ??= this.load();
		return this.opening;
	}

	async reflect(session: string, trigger: Parameters<Reflector['reflect']>[1]): Promise<ReflectOutcome> {
		const outcome = await (await this.open()).reflect(session, trigger);
		this.options.logger.info(`reflection on ${session}: ${outcome.kind}`);
		this.changed.fire(undefined);
		return outcome;
	}

	/** Ends the run that is under way. */
	stop(): void {
		this.reflector?.stop();
	}

	async settings(): Promise<ReflectionSettings> {
		return (await import('./reflectionSettings')).readReflectionSettings(this.options.claude);
	}

	async change(change: (now: ReflectionSettings) => Partial<ReflectionSettings>): Promise<void> {
		const { changeReflectionSettings } = await import('./reflectionSettings');
		await changeReflectionSettings(this.options.claude, change);
		this.hint();
	}

	/** What is set in the editor holds for the command line and its timer, too. */
	async share(values: ReadonlyMap<string, SettingValue>): Promise<void> {
		const { claude, isTrusted, logger } = this.options;
		if (!isTrusted()) return;
		const { shareSettings } = await import('../keeper/shareSettings');
		const { reflectionSettingsPlace } = await import('./reflectionSettings');
		const { isChanged, problem } = await shareSettings(claude, reflectionSettingsPlace(claude), values);
		if (problem !== undefined) logger.warn(`the settings of reflection could not be written: ${problem}`);
		if (isChanged) this.hint();
	}

	/** Whether an engine may be used; else the person is to be asked. */
	async mayUse(engine: EngineName): Promise<boolean> {
		return (await import('./reflectionSettings')).mayUse(await this.settings(), engine);
	}

	/** Whether drafts are wanted at all, and the engine that is set may make them. */
	async isSetUp(): Promise<boolean> {
		return this.options.isEnabled() && this.mayUse((await this.settings()).engine);
	}

	/** Whether a draft is made when a session of one of these projects is left. */
	async stateIn(projects: readonly Pick<Project, 'root' | 'identity'>[]): Promise<HandOffState> {
		const { isFolderOff, pausedUntilMs } = await import('./reflectionSettings');
		const settings = await this.settings();
		const isWatched = this.watch !== undefined && this.options.isTrusted();
		const isOff = projects.every((project) => isFolderOff(settings, project));
		if (!isWatched || isOff || !(await this.isSetUp())) return 'off';
		return this.options.clock.now() < (pausedUntilMs(settings) ?? 0) ? 'paused' : 'on';
	}

	/** The person said yes to drafts, made by this engine. */
	async consent(engine: EngineName): Promise<void> {
		const { claude, clock } = this.options;
		await (await import('./reflectionSettings')).consentTo(claude, engine, clock, { isSet: true });
		this.hint();
	}

	/**
	 * Whether to ask the person whether at all: only where a session was left that a draft would be made of, and until they
	 * have answered.
	 */
	async isTimeToAsk(): Promise<boolean> {
		const { memento, clock } = this.options;
		const isOff = this.decision?.kind === 'off' && this.decision.why === 'noConsent';
		if (!isOff || memento.get(ASKED) === true) return false;
		const { candidates, surroundings } = await (await this.open()).look();
		const nowMs = clock.now();
		const world = { ...surroundings, hasConsent: true, nowMs, wokeMs: undefined, sinceMs: nowMs, catchUpLeft: 1 };
		return decide(candidates, world).kind === 'reflect';
	}

	/** The person said no: they are not asked again, in no window. */
	async decline(): Promise<void> {
		await this.options.memento.update(ASKED, true);
		this.changed.fire(undefined);
	}

	/** Turns reflection off for a project, or on again. @returns whether it is on now. */
	async toggleProject(project: Pick<Project, 'root' | 'identity'>): Promise<boolean> {
		const roots = rootsOf(project);
		const isOff = (await this.settings()).foldersOff.some((each) => roots.includes(each));
		await this.change(({ foldersOff }) => ({
			foldersOff: isOff ? foldersOff.filter((each) => !roots.includes(each)) : [...foldersOff, project.root],
		}));
		return isOff;
	}

	/** An engine by its name; nothing for the built-in rules. @throws Error that says what is missing. */
	async engineOf(name: EngineName, settings: ReflectionSettings): Promise<LanguageModelEngine | undefined> {
		const { claude, apiKey, dist, command, editorEngine } = this.options;
		if (name === 'vscode') return editorEngine(settings.model);
		const { openEngine } = await import('./openEngine');
		return openEngine(name, {
			claude,
			command: command(),
			settings,
			apiKey: async () => (await apiKey()) ?? claude.env['ANTHROPIC_API_KEY'],
			dist,
		});
	}

	/** Ends what runs, children included: the window closes. */
	dispose(): void {
		this.stop();
		this.store.dispose();
	}

	private async load(): Promise<Reflector> {
		const { Reflector } = await import('./reflector');
		this.reflector = new Reflector({
			...this.options,
			engine: (settings) => settings.engine,
			open: (settings) => this.engineOf(settings.engine, settings),
		});
		if (this.store.isDisposed) this.reflector.stop();
		return this.reflector;
	}
}
