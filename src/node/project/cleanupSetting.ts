// After how many days Claude Code deletes transcripts, and which of its settings says so.
import { type CleanupSetting, DEFAULT_CLEANUP_DAYS } from '../../core/claude/settings';
import type { ClaudeHome } from '../claude/claudeHome';
import { settingsInOrder } from './claudeSettings';
import type { Project } from './project';
import { ownElsewhere } from './settingsFile';

/** `cleanupPeriodDays` of the first settings in Claude Code's order that say it; nothing where its default holds. */
export async function cleanupInForce(claude: ClaudeHome, project: Project): Promise<CleanupSetting | undefined> {
	for await (const { scope, file, value } of settingsInOrder(claude, project.checkout, ownElsewhere(claude, project))) {
		const days = value['cleanupPeriodDays'];
		if (typeof days === 'number' && Number.isFinite(days) && days >= 0) return { days, file, scope };
	}
	return undefined;
}

/** After how many days without a change Claude Code removes a transcript of the project. */
export async function cleanupDays(claude: ClaudeHome, project: Project): Promise<number> {
	return (await cleanupInForce(claude, project))?.days ?? DEFAULT_CLEANUP_DAYS;
}
