// What a person sets for every face. The editor writes its settings into `<home>/settings.json`, so that the hooks and the
// command line follow them; reflection has a file and a table of its own (core/reflection/settings.ts).

import { type Result, fail, ok } from '../base/result';

type From = string | undefined;
export type SettingValue = boolean | number | string | readonly string[];

/** One key of a settings file. */
export interface Setting<T, F extends From = From> {
	/** The VS Code setting that is written under this key; not set where only the file has the key. */
	readonly from: F;
	readonly type: 'boolean' | 'number' | 'string' | 'array';
	readonly default: T;
	readonly minimum?: number;
	/** The value must be greater than this. */
	readonly exclusiveMinimum?: number;
	/** The allowed texts; for an array, the allowed items. */
	readonly enum?: readonly string[];
}

type SettingsTable = Readonly<Record<string, Setting<unknown>>>;
export type SettingsOf<T extends SettingsTable> = {
	readonly [K in keyof T]: T[K] extends Setting<infer V> ? V : never;
};

export const toggle = <F extends From>(from: F, byDefault: boolean): Setting<boolean, F> => ({
	from,
	type: 'boolean',
	default: byDefault,
});

export const amount = <F extends From>(
	from: F,
	byDefault: number,
	limits: Pick<Setting<number>, 'minimum' | 'exclusiveMinimum'>,
): Setting<number, F> => ({ from, type: 'number', default: byDefault, ...limits });

export const choice = <V extends string, F extends From>(
	from: F,
	all: readonly V[],
	byDefault: NoInfer<V>,
): Setting<V, F> => ({ from, type: 'string', default: byDefault, enum: all });

/** What VS Code and our own file share. */
export const SHARED_SETTINGS = {
	/** Minutes without activity after which a session is idle. */
	idleMinutes: amount('sessionKeeper.sessions.idleMinutes', 30, { minimum: 1 }),
	/** Hours after its start at which a session without a process has ended. */
	maxHours: amount('sessionKeeper.sessions.maxHours', 8, { minimum: 1 }),
	/** Whether a record goes to the archive when its session has ended. */
	archiveOnEnd: toggle('sessionKeeper.sessions.archiveOnEnd', true),
	/** What the raw backups of a project may hold. */
	backupsMaxMegabytes: amount('sessionKeeper.backups.maxMegabytes', 2048, { minimum: 1 }),
	/** What the archive of transcripts may hold, over all projects, compressed. */
	archiveMaxMegabytes: amount('sessionKeeper.archive.maxMegabytes', 4096, { minimum: 1 }),
	/** A session's transcript is archived when an item is parked from it. */
	archiveWhenParked: toggle('sessionKeeper.archive.whenParked', true),
	/** PreCompact names the open parked items in the instructions of the compaction. */
	carryOpenItems: toggle('sessionKeeper.hooks.carryOpenItems', false),
	/**
	 * How much SessionStart tells Claude about the session that is taken up. It prints nothing unless somebody asked
	 * for it.
	 */
	injectContext: choice('sessionKeeper.hooks.injectContext', ['off', 'brief', 'normal', 'full'], 'off'),
};

export const OWN_SETTINGS = {
	...SHARED_SETTINGS,
	/** SessionStart tells Claude the rule by which it parks by itself. The installer writes it. */
	parkingRule: toggle(undefined, false),
};

export type SharedSettings = SettingsOf<typeof SHARED_SETTINGS>;
export type OwnSettings = SettingsOf<typeof OWN_SETTINGS>;

/**
 * The values of settings. A value that is missing or makes no sense counts as not set.
 * @param get returns what was set for a key; it may be anything.
 */
export function readSettingsOf<T extends SettingsTable>(
	table: T,
	get: (key: string, setting: T[keyof T]) => unknown,
): SettingsOf<T> {
	const values = Object.entries(table).map(([key, setting]) => [
		key,
		sensible(setting, get(key, setting as T[keyof T])) ?? setting.default,
	]);
	return Object.fromEntries(values) as SettingsOf<T>;
}

/** Whether a value may be set; of a list each item. */
export function maySet(setting: Setting<unknown>, value: unknown): value is SettingValue {
	return setting.type === 'array'
		? Array.isArray(value) && value.every((each) => typeof each === 'string' && isAllowed(setting, each))
		: typeof value === setting.type && isAllowed(setting, value);
}

/** The value that the words of a command line say, or what a setting allows, for people: `true or false`. */
export function settingFrom(setting: Setting<unknown>, words: readonly string[]): Result<SettingValue, string> {
	const text = words.join(' ');
	const value =
		setting.type === 'array'
			? // An entry without words matches nothing that anybody could mean.
				words.every((word) => word.trim() !== '') && words
			: setting.type === 'string'
				? text
				: setting.type === 'number'
					? text.trim() === ''
						? undefined
						: Number(text)
					: { true: true, false: false }[text];
	return maySet(setting, value) ? ok(value) : fail(allowedIn(setting));
}

function allowedIn({ type, enum: all, minimum, exclusiveMinimum }: Setting<unknown>): string {
	if (all !== undefined) return all.join(', ');
	if (type === 'boolean') return 'true or false';
	if (type === 'array') return 'words that are not empty';
	if (type !== 'number') return 'any text';
	return minimum === undefined ? `a number greater than ${exclusiveMinimum ?? 0}` : `a number of at least ${minimum}`;
}

/** What counts of a value; nothing where it makes no sense. */
export function sensible(setting: Setting<unknown>, value: unknown): SettingValue | undefined {
	if (setting.type !== 'array') return maySet(setting, value) ? value : undefined;
	// One entry that makes no sense does not invalidate the others: folders that are never read stay unread.
	return Array.isArray(value)
		? value.filter((each): each is string => typeof each === 'string' && isAllowed(setting, each))
		: undefined;
}

function isAllowed(
	{ minimum = -Infinity, exclusiveMinimum = -Infinity, ...setting }: Setting<unknown>,
	value: unknown,
) {
	if (typeof value === 'number') return Number.isFinite(value) && value >= minimum && value > exclusiveMinimum;
	return typeof value !== 'string' || setting.enum === undefined || setting.enum.includes(value);
}
