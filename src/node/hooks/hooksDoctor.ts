// Gathers the facts for doctor: what is installed, and all around it. Reads everything and changes nothing.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { gatherInstalled } from './installedFacts';
import { probeAll } from './hookProbes';
import { hookSessions } from './hookSessions';
import { damagedFiles } from './launcherFiles';
import { unprovenOf } from '../backups/rememberProject';
import type { DoctorFacts, DoctorMemory, InstalledFacts } from '../../core/hooks/doctorFacts';
import type { Clock } from '../../core/base/ports';
import type { ClaudeHome } from '../claude/claudeHome';
import { memoryTurnedOff } from '../project/claudeSettings';
import { ownElsewhere } from '../project/settingsFile';
import { cleanupInForce } from '../project/cleanupSetting';
import { brokenSettings } from '../keeper/brokenSettings';
import { hookLogFile } from '../keeper/hookLogFile';
import { ownSettingsPlace } from '../keeper/ownSettings';
import type { Project } from '../project/project';
import { reflectionSettingsPlace } from '../reflection/reflectionSettings';
import { backupStoreOf } from '../workspace/openStores';
import { isUnlisted, privateInReach, trackedPrivate } from '../keeper/privatePlaces';
import { committedPrivate } from './committedPrivate';
import { unknownLines } from './unknownLines';

/** Everything about the hooks of a project. @param options.isProbing runs each installed hook once, unattended. */
export async function gatherHookFacts(
	claude: ClaudeHome,
	project: Project,
	clock: Clock,
	options: { readonly isProbing: boolean },
): Promise<DoctorFacts> {
	const installed = await gatherInstalled(claude, project, clock);
	return {
		...installed,
		...(await triedLaunchers(claude, installed, options.isProbing)),
		sessions: await hookSessions(claude, project, clock.now()),
		logFile: hookLogFile(claude),
		memory: await memoryFacts(claude, project),
		silencing: silencingIn(claude.env),
		cleanup: await cleanupInForce(claude, project),
		unlogged: await unloggedBackups(claude, project, clock),
		unproven: await unprovenOf(claude, project),
		unknownLines: await unknownLines(claude, project),
		brokenSettings: await brokenSettings([ownSettingsPlace(claude).file, reflectionSettingsPlace(claude).file]),
		privacy: {
			inReach: await privateInReach(project),
			isUnlisted: await isUnlisted(project),
			tracked: await trackedPrivate(project).catch(() => []),
			committed: await committedPrivate(project, claude.env),
		},
	};
}

/** The launchers with what is wrong with their files and, where that is wanted, how each hook runs. */
async function triedLaunchers(
	claude: ClaudeHome,
	{ settings, launcher, pluginLauncher }: InstalledFacts,
	isProbing: boolean,
): Promise<Pick<InstalledFacts, 'launcher' | 'pluginLauncher'>> {
	const scope = settings.find(({ current }) => current.length > 0)?.scope;
	const isTried = isProbing && launcher.isInstalled && scope !== undefined && scope !== 'managed';
	return {
		launcher: {
			...launcher,
			damaged: launcher.isInstalled ? await damagedFiles(path.dirname(launcher.file)) : [],
			probes: isTried ? await probeAll(claude, launcher.file) : [],
		},
		pluginLauncher: pluginLauncher && {
			...pluginLauncher,
			probes: isProbing && pluginLauncher.isInstalled ? await probeAll(claude, pluginLauncher.file) : [],
		},
	};
}

async function memoryFacts(claude: ClaudeHome, project: Project): Promise<DoctorMemory> {
	const found = await stat(project.memoryDir).catch(() => undefined);
	const off = await memoryTurnedOff(claude, project.checkout, ownElsewhere(claude, project));
	return {
		folder: project.memoryDir,
		exists: found?.isDirectory() === true,
		turnedOffBy: off?.by,
		turnedOffIn: off?.file,
	};
}

function silencingIn(env: NodeJS.ProcessEnv): readonly string[] {
	if ((env['CLAUDE_CODE_FORCE_SESSION_PERSISTENCE'] ?? '') !== '') return [];
	return ['CLAUDE_CODE_CHILD_SESSION', 'CLAUDE_CODE_SKIP_PROMPT_HISTORY'].flatMap((name) =>
		(env[name] ?? '') === '' || env[name] === '0' ? [] : [`${name}=${env[name] ?? ''}`],
	);
}

async function unloggedBackups(claude: ClaudeHome, project: Project, clock: Clock): Promise<readonly string[]> {
	try {
		const { pending, marker } = await backupStoreOf({ claude, project, clock }).list();
		const isRefused = marker?.kind === 'refused' ? ['.claude/memory/.pending-backup'] : [];
		return [...isRefused, ...pending.filter(({ state }) => state === 'unknown').map(({ raw }) => raw)];
	} catch {
		return []; // What `backups list` says about such a folder is its own matter.
	}
}
