// The project that a session belongs to, by the folder that it was launched in. One that has moved since, or a worktree that
// is gone, is found by the records in our home.
import { isBelow } from '../../core/project/projectId';
import type { ClaudeHome } from '../claude/claudeHome';
import { type Project, belongsTo, findProject } from './project';
import { folderMark, readAllRecords } from './projectRecord';

/** All that our home has written down, each where it was last. */
export async function knownProjects(claude: ClaudeHome): Promise<readonly Project[]> {
	const roots = (await readAllRecords(claude)).flatMap(({ places }) => places.at(-1)?.root ?? []);
	return Promise.all([...new Set(roots)].sort().map((root) => findProject(claude, root)));
}

/**
 * Looks at each folder and each record once.
 * @returns what finds a project. @param atMs when it was launched there, in milliseconds since 1970
 */
export function launchProjects(claude: ClaudeHome): (cwd: string, atMs?: number) => Promise<Project> {
	const found = new Map<string, Promise<{ readonly project: Project; readonly isThere: boolean }>>();
	const look = async (folder: string): Promise<{ readonly project: Project; readonly isThere: boolean }> => {
		const project = await findProject(claude, folder);
		return { project, isThere: (await folderMark(project.root)) !== undefined };
	};
	const lookAt = (folder: string): ReturnType<typeof look> => {
		const known = found.get(folder) ?? look(folder);
		found.set(folder, known);
		return known;
	};
	let records: ReturnType<typeof readAllRecords> | undefined;
	return async (cwd, atMs) => {
		const here = await lookAt(cwd);
		if (here.isThere && belongsTo(here.project, cwd, atMs)) return here.project;
		for (const { places, worktrees } of await (records ??= readAllRecords(claude))) {
			const wasIn = [...places.map(({ root }) => root), ...worktrees];
			const now = places.at(-1)?.root;
			if (now === undefined || !wasIn.some((root) => isBelow(root, cwd))) continue;
			const { project, isThere } = await lookAt(now);
			if (isThere && belongsTo(project, cwd, atMs)) return project;
		}
		return here.project;
	};
}
