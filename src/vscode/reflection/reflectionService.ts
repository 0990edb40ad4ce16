// Idle reflection in this window: the timer, the engine that is set, and what a person said about both. Everything behind
// it is loaded when the first look is due, not at activation.
import * as vscode from 'vscode';
import { DisposableStore, Emitter, type IDisposable } from '../../core/base/disposable';
import type { EngineName } from '../../core/reflection/engine';
import { IdleWatch } from '../../core/reflection/idleWatch';
import type { Schedule } from '../../core/reflection/policy';
import type { Clock, Logger } from '../../core/base/ports';
import type { ClaudeHome } from '../../node/claude/claudeHome';
import type { LanguageModelEngine } from '../../node/reflection/engines/languageModel';
import type { ReflectOutcome } from '../../node/reflection/reflect';
import type { ReflectionSettings } from '../../core/reflection/settings';
import type { Reflector } from '../../node/reflection/reflector';
import type { SessionsStore } from '../../node/sessions/sessionsStore';
import type { Configuration } from '../configuration';

export const KEY_SECRET = 'sessionKeeper.anthropicKey';

interface ReflectionServiceOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly sessions: SessionsStore;
	readonly secrets: vscode.SecretStorage;
	/** Folder of our bundles. */
	readonly dist: string;
	readonly configuration: () => Configuration;
}

export class ReflectionService implements IDisposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(
		new Emitter<undefined>((error) => this.options.logger.error('a listener failed', error)),
	);
	private readonly drafted = this.store.add(
		new Emitter<ReflectOutcome>((error) => this.options.logger.error('a listener failed', error)),
	);
	private watch: IdleWatch | undefined;
	private opening: Promise<Reflector> | undefined;
	private reflector: Reflector | undefined;

	/** Fires when another decision holds, or a draft came or went. */
	readonly onDidChange = this.changed.event;
	/** Fires after a reflection, by whomever it was asked for. */
	readonly onDidReflect = this.drafted.event;

	constructor(private readonly options: ReflectionServiceOptions) {}

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
		this.drafted.fire(outcome);
		this.changed.fire(undefined);
		return outcome;
	}

	async settings(): Promise<ReflectionSettings> {
		return (await import('../../node/reflection/reflectionSettings')).readReflectionSettings(this.options.claude);
	}

	async change(change: (now: ReflectionSettings) => Partial<ReflectionSettings>): Promise<void> {
		const { changeReflectionSettings } = await import('../../node/reflection/reflectionSettings');
		await changeReflectionSettings(this.options.claude, change);
		this.hint();
	}

	/** Ends what runs, children included: the window closes. */
	dispose(): void {
		this.reflector?.stop();
		this.store.dispose();
	}

	private async load(): Promise<Reflector> {
		const { Reflector } = await import('../../node/reflection/reflector');
		const { claude, clock, sessions } = this.options;
		this.reflector = new Reflector({
			claude,
			clock,
			sessions,
			isEnabled: () => this.options.configuration().reflection.isEnabled,
			isTrusted: () => vscode.workspace.isTrusted,
			engine: (settings) => this.engineOf(settings.engine, settings),
		});
		if (this.store.isDisposed) this.reflector.stop();
		return this.reflector;
	}

	/** An engine by its name; nothing for the built-in rules. @throws Error that says what is missing. */
	async engineOf(name: EngineName, settings: ReflectionSettings): Promise<LanguageModelEngine | undefined> {
		if (name === 'vscode') {
			const { vscodeEngine } = await import('./vscodeEngine');
			return vscodeEngine(settings.model);
		}
		const { openEngine } = await import('../../node/reflection/openEngine');
		const { claude, secrets, dist, configuration } = this.options;
		return openEngine(name, {
			claude,
			command: configuration().command,
			model: settings.model,
			budgetUsd: settings.budgetUsd,
			timeoutMs: settings.timeoutSeconds * 1_000,
			apiKey: async () => (await secrets.get(KEY_SECRET)) ?? claude.env['ANTHROPIC_API_KEY'],
			dist,
		});
	}
}
