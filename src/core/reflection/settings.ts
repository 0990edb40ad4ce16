// What a person set and said about reflection, for all windows and commands: `<home>/reflection/settings.json`.
import { type Setting, type SettingsOf, amount, choice, toggle } from '../keeper/settings';
import { MINUTE_MS } from '../base/dates';
import { ENGINES } from './engine';
import type { IdleSettings } from './policy';

/** The settings that VS Code and the file share, so that a timer without an editor follows them. */
export const SHARED_REFLECTION = {
	engine: choice('sessionKeeper.reflection.engine', ENGINES, 'builtin'),
	/** Model of the `claude` and `anthropic` engines. */
	model: text('sessionKeeper.reflection.model', '' as string),
	thresholdMinutes: amount('sessionKeeper.reflection.idleMinutes', 15, { minimum: 1 }),
	isAdaptive: toggle('sessionKeeper.reflection.adaptive', false),
	waitingMinutes: amount('sessionKeeper.reflection.waitingMinutes', 60, { minimum: 1 }),
	dailyCap: amount('sessionKeeper.reflection.dailyCap', 20, { minimum: 0 }),
	/** US dollars that one run of the `claude` engine may cost. */
	budgetUsd: amount('sessionKeeper.reflection.budgetUsd', 0.5, { exclusiveMinimum: 0 }),
	/** Days after which a draft that nobody looked at is ratified; 0 means never. */
	ratifyAfterDays: amount('sessionKeeper.reflection.ratifyAfterDays', 0, { minimum: 0 }),
	/** Patterns of folders that are never read. */
	privateFolders: list('sessionKeeper.reflection.privateFolders'),
};

export const REFLECTION_SETTINGS = {
	...SHARED_REFLECTION,
	/** ISO 8601; when the person said yes. */
	consent: text<string | undefined, undefined>(undefined, undefined),
	/** Engines that may cost money and that the person agreed to. */
	paid: list(undefined, ENGINES),
	/** ISO 8601, or `always`. */
	pausedUntil: text<string | undefined, undefined>(undefined, undefined),
	/** Roots of projects that are never reflected on. */
	foldersOff: list(undefined),
	/** Seconds that an engine may take. */
	timeoutSeconds: amount(undefined, 180, { exclusiveMinimum: 0 }),
};

export type ReflectionSettings = SettingsOf<typeof REFLECTION_SETTINGS>;

export function idleSettings(settings: ReflectionSettings): IdleSettings {
	return {
		thresholdMs: settings.thresholdMinutes * MINUTE_MS,
		isAdaptive: settings.isAdaptive,
		waitingMs: settings.waitingMinutes * MINUTE_MS,
		dailyCap: settings.dailyCap,
	};
}

function text<T extends string | undefined, F extends string | undefined>(from: F, byDefault: T): Setting<T, F> {
	return { from, type: 'string', default: byDefault };
}

function list<V extends string, F extends string | undefined>(from: F, all?: readonly V[]): Setting<readonly V[], F> {
	return { from, type: 'array', default: [], ...(all === undefined ? {} : { enum: all }) };
}
