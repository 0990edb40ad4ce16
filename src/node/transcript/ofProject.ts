// Whose is a transcript? The name of its folder proves nothing (slugs collide, and `app-other` looks like a folder in
// `app`); the folder in which the session was started stands in its lines.
import { projectSlug } from '../../core/claude/slug';
import { type Project, belongsTo } from '../project/project';

/**
 * Whether a session is one of the project's.
 * @param launch how it began. @param slug of the transcript's folder: it decides where nobody knows how it began, and only
 * where it is the project's own.
 */
export function isOfProject(
	project: Project,
	launch: { readonly cwd?: string | undefined; readonly atMs?: number | undefined } | undefined,
	slug: string,
): boolean {
	if (launch?.cwd !== undefined) return belongsTo(project, launch.cwd, launch.atMs);
	return project.launchRoots.some((root) => projectSlug(root) === slug);
}
