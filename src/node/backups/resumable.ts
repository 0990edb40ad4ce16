// A session that was launched elsewhere goes on here: its transcript is copied to where Claude Code looks for those of this
// folder. The original is left as it is.
import { projectSlug } from '../../core/claude/slug';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';
import type { FoundTranscript } from '../transcript/locateTranscript';
import { type PutBack, putBack } from './putBack';
import { sideFolderOf } from './sideFiles';

/**
 * Makes sure that Claude Code finds a session from the project's checkout.
 * @returns `taken` where it does already. @throws the file system's error.
 */
export async function makeResumable(
	claude: ClaudeHome,
	project: Project,
	{ file, session, slug }: Pick<FoundTranscript, 'file' | 'session' | 'slug'>,
): Promise<PutBack> {
	const own = new Set([project.checkout, project.root, project.folder].map(projectSlug));
	if (own.has(slug)) return { kind: 'taken', file };
	return putBack(claude, {
		stored: file,
		sideFolder: sideFolderOf(file, 'transcript'),
		session,
		slug: projectSlug(project.checkout),
		digest: undefined,
	});
}
