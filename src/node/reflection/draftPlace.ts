// Where drafts lie: `docs/sessions` of the worktree that the session was made in. And where it stands how each was made.
import path from 'node:path';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';

/** Root below which `docs/sessions` of a project is: the worktree; outside git, a folder of ours. */
export function draftsRoot(project: Project): string {
	return project.filesRoot === project.root ? project.checkout : project.filesRoot;
}

export function draftFolder(project: Project): string {
	return path.join(draftsRoot(project), 'docs', 'sessions');
}

/** Where everything of reflection lies that belongs to no project. */
export function reflectionHome({ keeperHome }: Pick<ClaudeHome, 'keeperHome'>): string {
	return path.join(keeperHome, 'reflection');
}

export function ledgerFile(claude: Pick<ClaudeHome, 'keeperHome'>): string {
	return path.join(reflectionHome(claude), 'ledger.jsonl');
}
