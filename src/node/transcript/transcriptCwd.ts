// Whose is a transcript? The name of its folder proves nothing (slugs collide, and `app-other` looks like a folder in
// `app`); the folder in which the session was started stands in its lines (src/node/claude/transcriptHead.ts).
import { projectSlug } from '../../core/claude/slug';
import { type Project, belongsTo } from '../project/project';

/**
 * Whether a session that was started in `cwd` is one of the project's.
 * @param slug of the transcript's folder: it decides where nobody knows the folder, and only where it is the project's own.
 * @param startedMs in milliseconds since 1970, where it is known.
 */
export function isOfProject(project: Project, cwd: string | undefined, slug: string, startedMs?: number): boolean {
	if (cwd !== undefined) return belongsTo(project, cwd, startedMs);
	return project.launchRoots.some((root) => projectSlug(root) === slug);
}
