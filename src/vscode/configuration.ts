import * as vscode from 'vscode';
import { HOUR_MS, MINUTE_MS } from '../core/base/dates';
import { DEFAULT_LIFECYCLE, type LifecycleSettings } from '../core/sessions/state';
import { type EngineName, isEngineName } from '../core/reflection/engine';
import { SETTINGS } from './contributions';

/** The settings, as one immutable snapshot. */
export interface Configuration {
	/** Stands in for `CLAUDE_CONFIG_DIR`; empty for none. */
	readonly configDir: string;
	/** Starts Claude Code in a terminal. */
	readonly command: string;
	readonly isStatusBarEnabled: boolean;
	readonly notifiesOfBackups: boolean;
	readonly resumeIn: 'auto' | 'terminal';
	/** Sessions that end without a hook are backed up from here. */
	readonly watchesSessions: boolean;
	/** What happens to transcripts that Claude Code is about to delete. */
	readonly beforeCleanup: 'ask' | 'always' | 'never';
	/** Whether a record goes to the archive when its session has ended. */
	readonly archivesOnEnd: boolean;
	/** Where accepted memories go: where Claude loads them, or beside the project's code. */
	readonly memoryPlace: 'claude' | 'project';
	/** Who adds to session documents. */
	readonly documentsEngine: EngineName;
	readonly lifecycle: LifecycleSettings;
	readonly reflection: ReflectionConfiguration;
}

/** Those up to `privateFolders` hold for the command line and its timer as well, under the same names. */
interface ReflectionConfiguration {
	readonly engine: EngineName;
	readonly model: string;
	readonly thresholdMinutes: number;
	readonly isAdaptive: boolean;
	readonly waitingMinutes: number;
	readonly dailyCap: number;
	readonly budgetUsd: number;
	readonly ratifyAfterDays: number;
	readonly privateFolders: string[];
	readonly isEnabled: boolean;
	/** A ratified draft is committed, and pushed. */
	readonly commits: boolean;
	readonly pushes: boolean;
}

export function readConfiguration(): Configuration {
	const settings = vscode.workspace.getConfiguration();
	return {
		configDir: settings.get<string>(SETTINGS.configDir, ''),
		command: settings.get<string>(SETTINGS.command, 'claude'),
		isStatusBarEnabled: settings.get<boolean>(SETTINGS.statusBar, true),
		notifiesOfBackups: settings.get<boolean>(SETTINGS.notifyBackups, true),
		resumeIn: settings.get<string>(SETTINGS.resumeIn) === 'terminal' ? 'terminal' : 'auto',
		watchesSessions: settings.get<boolean>(SETTINGS.watchSessions, true),
		beforeCleanup: beforeCleanupOf(settings.get<string>(SETTINGS.beforeCleanup)),
		archivesOnEnd: settings.get<boolean>(SETTINGS.archiveOnEnd, true),
		memoryPlace: settings.get<string>(SETTINGS.memoryPlace) === 'project' ? 'project' : 'claude',
		documentsEngine: engineFrom(settings.get<string>(SETTINGS.documentsEngine)),
		lifecycle: {
			...DEFAULT_LIFECYCLE,
			idleMs: Math.max(1, settings.get<number>(SETTINGS.idleMinutes, 30)) * MINUTE_MS,
			maxDurationMs: Math.max(1, settings.get<number>(SETTINGS.maxHours, 8)) * HOUR_MS,
		},
		reflection: readReflection(settings),
	};
}

function beforeCleanupOf(value: string | undefined): Configuration['beforeCleanup'] {
	return value === 'always' || value === 'never' ? value : 'ask';
}

function engineFrom(value: string | undefined): EngineName {
	return value !== undefined && isEngineName(value) ? value : 'builtin';
}

function readReflection(settings: vscode.WorkspaceConfiguration): ReflectionConfiguration {
	const folders = settings.get<unknown>(SETTINGS.reflectionPrivate, []);
	return {
		engine: engineFrom(settings.get<string>(SETTINGS.reflectionEngine)),
		model: settings.get<string>(SETTINGS.reflectionModel, ''),
		thresholdMinutes: Math.max(1, settings.get<number>(SETTINGS.reflectionIdle, 15)),
		isAdaptive: settings.get<boolean>(SETTINGS.reflectionAdaptive, false),
		waitingMinutes: Math.max(1, settings.get<number>(SETTINGS.reflectionWaiting, 60)),
		dailyCap: Math.max(0, settings.get<number>(SETTINGS.reflectionCap, 20)),
		budgetUsd: Math.max(0.01, settings.get<number>(SETTINGS.reflectionBudget, 0.5)),
		ratifyAfterDays: Math.max(0, settings.get<number>(SETTINGS.reflectionRatify, 0)),
		privateFolders: Array.isArray(folders) ? folders.filter((each) => typeof each === 'string') : [],
		isEnabled: settings.get<boolean>(SETTINGS.reflectionEnabled, true),
		commits: settings.get<boolean>(SETTINGS.reflectionCommits, false),
		pushes: settings.get<boolean>(SETTINGS.reflectionPushes, false),
	};
}

/** Calls back after any setting of ours has changed. */
export function onDidChangeConfiguration(listener: () => void): vscode.Disposable {
	return vscode.workspace.onDidChangeConfiguration((event) => {
		if (event.affectsConfiguration('sessionKeeper')) listener();
	});
}
