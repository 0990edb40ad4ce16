// Where what was read of transcripts is kept.
import path from 'node:path';
import type { ClaudeHome } from '../claude/claudeHome';

/** One folder for all windows and the command line: who forgets a session finds it there. */
export function cacheFolderOf({ keeperHome }: Pick<ClaudeHome, 'keeperHome'>): string {
	return path.join(keeperHome, 'cache');
}
