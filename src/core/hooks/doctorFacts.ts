// The facts that doctor judges. Gathered by `src/node/hooks/hooksDoctor.ts`; times in milliseconds since 1970.
import type { HookFiring } from '../keeper/hookLog';
import type { OwnSettings } from '../keeper/settings';
import type { SettingsRefusal } from '../claude/refusal';
import type { CleanupSetting, SettingsScope } from '../claude/settings';

export interface DoctorFacts extends InstalledFacts {
	/** The log of what the hooks did, which may not be there yet. */
	readonly logFile: string;
	readonly memory: DoctorMemory;
	/** Environment variables that keep Claude Code from writing a transcript. */
	readonly silencing: readonly string[];
	/** `cleanupPeriodDays`, if it is set. */
	readonly cleanup: CleanupSetting | undefined;
	/** Markers and raw files of backups that no log line mentions. */
	readonly unlogged: readonly string[];
	/** What an older version kept under a name that projects share, and nobody can prove to be anybody's. */
	readonly unproven: readonly string[];
	readonly unknownLines: UnknownLines;
	/** Settings files of ours that count for nothing, with what is wrong with each. */
	readonly brokenSettings: readonly { readonly file: string; readonly message: string }[];
	/** Where git has private files of ours, or could have them. */
	readonly privacy: PrivacyFacts;
}

/** Lines of transcripts of late that this version does not know. */
export interface UnknownLines {
	readonly types: readonly string[];
	/** Of Claude Code, as far as it says. */
	readonly versions: readonly string[];
}

/** What is installed of the hooks, and what ran. */
export interface InstalledFacts {
	readonly settings: readonly SettingsFacts[];
	/** Our hooks as a plugin of Claude Code, where one is turned on for the project. */
	readonly plugin: PluginFacts | undefined;
	readonly launcher: LauncherFacts;
	/** The launcher that the plugin brings, if only the plugin registers the hooks and its place is known. */
	readonly pluginLauncher?: LauncherFacts | undefined;
	/** What a person turned on besides the hooks. */
	readonly options: {
		readonly imports: boolean;
		readonly parkingRule: boolean;
		readonly commands: boolean;
		/** How many of them are there. */
		readonly commandCount: number;
		/** Permission rules that we added, in any settings that are read here. */
		readonly rules: boolean;
		/** How much a session is told of the one before. */
		readonly context: OwnSettings['injectContext'];
	};
	/** Everything that the hook log still knows, oldest first. */
	readonly firings: readonly HookFiring[];
	/** Those of them that were in this project, wherever it was then. */
	readonly ownFirings: readonly HookFiring[];
	/** A person's sessions in this project, newest first. For `hooks status` only where they alone say whether hooks fire. */
	readonly sessions: readonly DoctorSession[];
}

/** One settings file that Claude Code merges hooks from. */
export interface SettingsFacts {
	readonly scope: SettingsScope;
	readonly file: string;
	readonly refusal: SettingsRefusal | undefined;
	readonly isReadByClaude: boolean;
	/** Whether sessions that are started in this folder read the file. */
	readonly isReadHere: boolean;
	readonly disablesHooks: boolean;
	/** Our events whose entry is exactly what this version writes. */
	readonly current: readonly string[];
	/** Our events with an entry of another version, or more entries than one. */
	readonly outdated: readonly string[];
	/** When we last put hooks into this file; nothing if we never did, or took them out again. */
	readonly installedMs: number | undefined;
	/** `event` or `event: type` of hooks that Claude Code does not know. */
	readonly unknownKinds: readonly string[];
}

/** Whether a settings file holds hooks of ours, of this version or another. */
export function hasOurs(settings: SettingsFacts): boolean {
	return settings.current.length + settings.outdated.length > 0;
}

/**
 * Whether hooks that we installed are gone from the settings, though nobody uninstalled them. (If only some are
 * missing, an older version of ours did not know those.)
 */
export function isStripped(settings: SettingsFacts): boolean {
	return settings.refusal === undefined && settings.installedMs !== undefined && !hasOurs(settings);
}

/**
 * Whether our hooks are in any settings of the project, or come from a plugin, or fire all the same, as with settings that
 * were named on the command line.
 */
export function isInstalled(facts: InstalledFacts): boolean {
	return facts.plugin !== undefined || facts.settings.some(hasOurs) || isFiring(facts);
}

/** Whether the log tells of a session of this project that runs now. */
export function isFiring({ firings, sessions }: Pick<InstalledFacts, 'firings' | 'sessions'>): boolean {
	const running = new Set(sessions.flatMap(({ id, isRunning }) => (isRunning ? [id] : [])));
	return firings.some(({ session }) => session !== undefined && running.has(session));
}

export interface PluginFacts {
	/** `session-keeper@<marketplace>`. */
	readonly name: string;
	/** The settings that turn it on. */
	readonly file: string;
	/** Since when it has been there, as far as Claude Code says. */
	readonly installedMs: number | undefined;
	/** Where Claude Code put it; nothing if Claude Code does not say, or names a place outside its plugins. */
	readonly folder: string | undefined;
}

/** Its `damaged` and `probes` are looked for by doctor alone. */
export interface LauncherFacts {
	readonly isInstalled: boolean;
	readonly file: string;
	/** Installed files that are gone or changed; for a plugin nothing is known. */
	readonly damaged: readonly { readonly name: string; readonly isMissing: boolean }[];
	readonly probes: readonly Probe[];
}

/** All hooks that doctor ran. */
export function probesOf({ launcher, pluginLauncher }: InstalledFacts): readonly Probe[] {
	return [...launcher.probes, ...(pluginLauncher?.probes ?? [])];
}

/** A hook that doctor ran. It ran unattended, so it did nothing. */
export interface Probe {
	readonly event: string;
	/** From its start to its end, milliseconds. */
	readonly ms: number;
	/** Version of the Node that ran it; nothing if none did, or if the hook is not installed. */
	readonly node: string | undefined;
	/** The exit code of the bundle itself; the launcher's own is always 0. */
	readonly exitCode: number | undefined;
}

export interface DoctorSession {
	readonly id: string;
	readonly startedMs: number;
	readonly lastMs: number;
	readonly isRunning: boolean;
	/** The last compaction, where there was one. */
	readonly compactedMs: number | undefined;
}

/** Paths are relative to the checkout; folders end with a `/`. */
export interface PrivacyFacts {
	/** What git tracks. */
	readonly tracked: readonly string[];
	/** What a commit holds, of any branch, tag or stash. */
	readonly committed: readonly string[];
	/** What the next commit could take along. */
	readonly inReach: readonly string[];
	/** Git's own list does not name what is private. */
	readonly isUnlisted: boolean;
}

export interface DoctorMemory {
	/** Where we look for memory. */
	readonly folder: string;
	readonly exists: boolean;
	/** What turns auto-memory off, if anything does. */
	readonly turnedOffBy: string | undefined;
	/** The settings file that turns it off; nothing if the environment does. */
	readonly turnedOffIn: string | undefined;
}
