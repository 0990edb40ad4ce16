import type { CleanupSetting } from '../core/hooks/doctorFacts';
import type { ClaudeHome } from './claudeHome';
import { readJsonObject } from './claudeSettings';
import type { Project } from './project';
import { settingsPlace } from './settingsFile';

/** `cleanupPeriodDays` of the first settings in Claude Code's order that say it; nothing where its default holds. */
export async function cleanupInForce(claude: ClaudeHome, project: Project): Promise<CleanupSetting | undefined> {
	const places = [
		...claude.managedSettings.map((file) => ({ scope: 'managed' as const, file })),
		...(['local', 'project', 'user'] as const).map((scope) => settingsPlace(claude, project, scope)),
	];
	for (const { scope, file } of places) {
		const days = (await readJsonObject(file))?.['cleanupPeriodDays'];
		if (typeof days === 'number') return { days, file, scope };
	}
	return undefined;
}
