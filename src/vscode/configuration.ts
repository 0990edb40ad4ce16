import * as vscode from 'vscode';
import {
	SHARED_SETTINGS,
	type Setting,
	type SettingValue,
	type SettingsOf,
	type SharedSettings,
	readSettingsOf,
	sensible,
} from '../core/keeper/settings';
import { type EngineName, isEngineName } from '../core/reflection/engine';
import { SHARED_REFLECTION } from '../core/reflection/settings';
import { type FiledSettings, NOTHING_FILED } from '../node/workspace/filedSettings';
import { SETTINGS } from './contributions';

/** The settings, as one immutable snapshot. */
export interface Configuration {
	/** Stands in for `CLAUDE_CONFIG_DIR`; empty for none. */
	readonly configDir: string;
	/** Starts Claude Code in a terminal. */
	readonly command: string;
	/** When Home opens by itself. */
	readonly homeOpens: 'once' | 'startup' | 'never';
	readonly isStatusBarEnabled: boolean;
	readonly notifiesOfBackups: boolean;
	readonly resumeIn: 'auto' | 'terminal';
	/** Lines that sessions wrote are marked, and say so. */
	readonly showsLineSessions: boolean;
	/** Sessions that end without a hook are backed up from here. */
	readonly watchesSessions: boolean;
	/** What happens to transcripts that Claude Code is about to delete. */
	readonly beforeCleanup: 'ask' | 'always' | 'never';
	/** Where accepted memories go: where Claude loads them, or beside the project's code. */
	readonly memoryPlace: 'claude' | 'project';
	/** Who adds to session documents. */
	readonly documentsEngine: EngineName;
	/** What the command line and the hooks follow as well, under the same names. */
	readonly shared: SharedSettings;
	readonly reflection: ReflectionConfiguration;
}

interface ReflectionConfiguration {
	/** What the command line and its timer follow as well, under the same names. */
	readonly shared: SettingsOf<typeof SHARED_REFLECTION>;
	readonly isEnabled: boolean;
	/** A ratified draft is committed, and pushed. */
	readonly commits: boolean;
	readonly pushes: boolean;
}

/** @param filed what counts of the shared settings where nothing is set in the editor */
export function readConfiguration(filed: FiledSettings = NOTHING_FILED): Configuration {
	const settings = vscode.workspace.getConfiguration();
	const setHere = (key: string): unknown => {
		const { workspaceFolderValue, workspaceValue, globalValue } = settings.inspect(key) ?? {};
		return workspaceFolderValue ?? workspaceValue ?? globalValue;
	};
	return {
		configDir: settings.get<string>(SETTINGS.configDir, ''),
		command: settings.get<string>(SETTINGS.command, 'claude'),
		homeOpens: homeOpensFrom(settings.get<string>(SETTINGS.home)),
		isStatusBarEnabled: settings.get<boolean>(SETTINGS.statusBar, true),
		notifiesOfBackups: settings.get<boolean>(SETTINGS.notifyBackups, true),
		resumeIn: settings.get<string>(SETTINGS.resumeIn) === 'terminal' ? 'terminal' : 'auto',
		showsLineSessions: settings.get<boolean>(SETTINGS.lineSessions, false),
		watchesSessions: settings.get<boolean>(SETTINGS.watchSessions, true),
		beforeCleanup: beforeCleanupOf(settings.get<string>(SETTINGS.beforeCleanup)),
		memoryPlace: settings.get<string>(SETTINGS.memoryPlace) === 'project' ? 'project' : 'claude',
		documentsEngine: engineFrom(settings.get<string>(SETTINGS.documentsEngine)),
		shared: readSettingsOf(SHARED_SETTINGS, (key, { from }) => setHere(from) ?? filed.own[key]),
		reflection: {
			shared: readSettingsOf(SHARED_REFLECTION, (key, { from }) => setHere(from) ?? filed.reflection[key]),
			isEnabled: settings.get<boolean>(SETTINGS.reflectionEnabled, true),
			commits: settings.get<boolean>(SETTINGS.reflectionCommits, false),
			pushes: settings.get<boolean>(SETTINGS.reflectionPushes, false),
		},
	};
}

function homeOpensFrom(value: string | undefined): Configuration['homeOpens'] {
	return value === 'startup' || value === 'never' ? value : 'once';
}

function beforeCleanupOf(value: string | undefined): Configuration['beforeCleanup'] {
	return value === 'always' || value === 'never' ? value : 'ask';
}

function engineFrom(value: string | undefined): EngineName {
	return value !== undefined && isEngineName(value) ? value : 'builtin';
}

/**
 * What the person set here of what our files share, by the keys of the file. What makes no sense is not set, and what a
 * workspace says holds in its windows only.
 */
export function setInEditor(
	table: Readonly<Record<string, Setting<unknown, string>>>,
): ReadonlyMap<string, SettingValue> {
	const settings = vscode.workspace.getConfiguration();
	return new Map(
		Object.entries(table).flatMap(([key, setting]) => {
			const value = sensible(setting, settings.inspect(setting.from)?.globalValue);
			return value === undefined ? [] : [[key, value] as const];
		}),
	);
}

/** Calls back after any setting of ours has changed. A folder's own count from when it is trusted. */
export function onDidChangeConfiguration(listener: () => void): vscode.Disposable {
	return vscode.Disposable.from(
		vscode.workspace.onDidChangeConfiguration((event) => {
			if (event.affectsConfiguration('sessionKeeper')) listener();
		}),
		vscode.workspace.onDidGrantWorkspaceTrust(() => listener()),
	);
}
