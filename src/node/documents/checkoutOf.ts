// The checkout of a project that a session was in: it may have entered a worktree.
import type { SessionFacts } from '../../core/transcript/facts';
import { findGitLayout } from '../base/gitLayout';
import { isInside } from '../base/insideProject';
import type { Project } from '../project/project';

/** Where a session was last, as far as that is the project's: it may have entered a worktree, or gone elsewhere in the end. */
export function lastIn({ launchRoots }: Project, { lastCwd, cwd }: SessionFacts): string | undefined {
	return [lastCwd, cwd].find((each) => each !== undefined && launchRoots.some((root) => isInside(root, each)));
}

/** The checkout that a folder is in: a worktree's files are told like those of the main one. */
export function checkoutOf({ launchRoots, checkout }: Project, cwd: string | undefined): string {
	const roots = cwd === undefined ? [] : launchRoots.filter((root) => isInside(root, cwd));
	return roots.sort((a, b) => b.length - a.length)[0] ?? checkout;
}

/** The project in that checkout for git, where it is there; else in its own. */
export async function gitOf(project: Project, cwd: string | undefined): Promise<Project> {
	const checkout = checkoutOf(project, cwd);
	if (checkout === project.checkout || !project.checkouts.includes(checkout)) return project;
	const layout = await findGitLayout(checkout);
	return layout?.topLevel === checkout ? { ...project, checkout, gitTop: checkout, gitDir: layout.gitDir } : project;
}
