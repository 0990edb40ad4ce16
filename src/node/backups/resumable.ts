// A session that was launched elsewhere goes on here: its transcript is copied to where Claude Code looks for those of this
// folder. The original is left as it is.
import { mayBelongTo, projectSlug } from '../../core/claude/slug';
import type { ClaudeHome } from '../claude/claudeHome';
import { type Project, sessionOrigin } from '../project/project';
import type { FoundTranscript } from '../transcript/locateTranscript';
import { type PutBack, putBack } from './putBack';
import { sideFolderOf } from './place';

/** The folder below `projects/` in which Claude Code looks for a session that was in another one when the project was elsewhere. */
export function slugHere({ checkouts, checkout }: Project, slug: string): string {
	return checkouts.some((root) => mayBelongTo(slug, root)) ? slug : projectSlug(checkout);
}

/** Where to go on with a session that was launched in `cwd`: that folder, or the project's where it comes from elsewhere. */
export function folderHere(project: Project, cwd: string | undefined): string {
	return cwd === undefined || sessionOrigin(project, cwd) !== undefined ? project.checkout : cwd;
}

/**
 * Makes sure that Claude Code finds a session from the project's checkout.
 * @returns `taken` where it does already. @throws the file system's error.
 */
export async function makeResumable(
	claude: ClaudeHome,
	project: Project,
	{ file, session, slug }: Pick<FoundTranscript, 'file' | 'session' | 'slug'>,
): Promise<PutBack> {
	const to = slugHere(project, slug);
	if (to === slug) return { kind: 'taken', file };
	const sideFolders = [sideFolderOf(file, 'transcript')];
	return putBack(claude, { stored: file, sideFolders, session, slug: to, digest: undefined });
}
