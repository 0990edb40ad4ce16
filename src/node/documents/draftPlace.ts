// Where drafts lie: `docs/sessions` of the worktree that the session was made in.
import path from 'node:path';
import { entriesIn } from '../base/lookAt';
import type { Project } from '../project/project';

export const DRAFT_ENDING = '.draft.md';

/** Root below which `docs/sessions` of a project is: the worktree; outside git, a folder of ours. */
export function draftsRoot(project: Project): string {
	return project.filesRoot === project.root ? project.checkout : project.filesRoot;
}

export function draftFolder(project: Project): string {
	return path.join(draftsRoot(project), 'docs', 'sessions');
}

/** The names of the drafts there; others may have put them there. @throws the file system's error where the folder may not be read. */
export async function draftNames(project: Project): Promise<readonly string[]> {
	return (await entriesIn(draftFolder(project))).map(({ name }) => name).filter((name) => name.endsWith(DRAFT_ENDING));
}

/** Where ratified hand-offs are: what a person said yes to lies in the folder itself, with git or without. */
export function ratifiedFolder(project: Project): string {
	return path.join(project.savesRoot, 'docs', 'sessions');
}

/** Whether a file there is one of them, by its name. */
export function isRatified(name: string): boolean {
	return name.endsWith('.md') && !name.endsWith(DRAFT_ENDING) && !/^(?:README|INDEX)\.md$/iu.test(name);
}
