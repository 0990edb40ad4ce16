// Whether somebody may not have lived to end a change. Every command asks: it takes one look, and nothing else of the journal.
import path from 'node:path';
import { entriesIn } from '../base/lookAt';
import type { ClaudeHome } from '../claude/claudeHome';

export const changesFolder = ({ keeperHome }: Pick<ClaudeHome, 'keeperHome'>): string =>
	path.join(keeperHome, 'changes');

/** Whether a change is not ended, be it that somebody is at it. @throws the file system's error where it cannot be looked at. */
export const hasPendingChange = async (claude: Pick<ClaudeHome, 'keeperHome'>): Promise<boolean> =>
	(await entriesIn(changesFolder(claude))).some(({ name }) => name.endsWith('.pending'));
