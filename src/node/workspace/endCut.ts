// Changes that somebody did not live to end are ended, and so is what follows from an undo among them.
import type { Clock } from '../../core/base/ports';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Recovered } from '../keeper/changeJournal';
import { endCutChanges } from '../keeper/cutChanges';
import { openProject } from './openProject';

/** @returns what became of each change, of whatever project. @throws the file system's error where the journal cannot be looked at. */
export async function endCut(claude: ClaudeHome, clock: Clock): Promise<readonly Recovered[]> {
	const ended = await endCutChanges(claude, clock);
	for (const each of ended) {
		if (each.as !== 'undone' || !each.isUndo) continue;
		const { project, about } = each.change;
		// Its folder may be gone.
		const place = await openProject(claude, project, clock).catch(() => undefined);
		if (place !== undefined) await (await import('./undo')).followUndo(place, about);
	}
	return ended;
}
