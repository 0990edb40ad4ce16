// Whether private files are in the history already. Only git knows, and only doctor has the time to ask it.
import { PRIVATE_PATHS } from '../keeper/privatePlaces';
import { openGit } from '../project/gitRepository';
import type { Project } from '../project/project';

/** What of the private files a commit holds, be it of a branch, a tag or a stash. Nothing where git does not tell in time. */
export async function committedPrivate(project: Project, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
	if (project.filesRoot !== project.root) return [];
	try {
		const git = await openGit(project, env);
		const isHeld = async (...paths: readonly string[]): Promise<boolean> =>
			((await git?.('rev-list', '--all', '--max-count=1', '--', ...paths)) ?? '').trim() !== '';
		// Most repositories hold none of them: one walk through the history says so.
		if (!(await isHeld(...PRIVATE_PATHS))) return [];
		const held = await Promise.all(PRIVATE_PATHS.map((name) => isHeld(name)));
		return PRIVATE_PATHS.filter((_, at) => held[at]);
	} catch {
		return [];
	}
}
