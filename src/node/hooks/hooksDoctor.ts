// Gathers the facts for doctor: what is installed, and all around it. Reads everything and changes nothing.
import { stat } from 'node:fs/promises';
import { gatherInstalled } from './installedFacts';
import { unprovenOf } from '../backups/rememberProject';
import type { DoctorFacts, DoctorMemory } from '../../core/hooks/doctorFacts';
import type { Clock } from '../../core/base/ports';
import type { ClaudeHome } from '../claude/claudeHome';
import { memoryTurnedOff } from '../project/claudeSettings';
import { cleanupInForce } from '../project/cleanupSetting';
import { hookLogFile } from '../keeper/hookLogFile';
import type { Project } from '../project/project';
import { backupStoreOf } from '../workspace/openStores';
import { isUnlisted, privateInReach, trackedPrivate } from '../keeper/privatePlaces';
import { committedPrivate } from './committedPrivate';

/** Everything about the hooks of a project. @param options.isProbing runs each installed hook once, unattended. */
export async function gatherHookFacts(
	claude: ClaudeHome,
	project: Project,
	clock: Clock,
	options: { readonly isProbing: boolean },
): Promise<DoctorFacts> {
	return {
		...(await gatherInstalled(claude, project, clock, { ...options, hasSessions: true })),
		logFile: hookLogFile(claude),
		memory: await memoryFacts(claude, project),
		silencing: silencingIn(claude.env),
		cleanup: await cleanupInForce(claude, project),
		unlogged: await unloggedBackups(claude, project, clock),
		unproven: await unprovenOf(claude, project),
		privacy: {
			inReach: await privateInReach(project),
			isUnlisted: await isUnlisted(project),
			tracked: await trackedPrivate(project).catch(() => []),
			committed: await committedPrivate(project, claude.env),
		},
	};
}

async function memoryFacts(claude: ClaudeHome, project: Project): Promise<DoctorMemory> {
	const found = await stat(project.memoryDir).catch(() => undefined);
	const off = await memoryTurnedOff(claude, project.checkout);
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
