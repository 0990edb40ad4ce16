// Labels as whoever asks is told of them: for an agent, what was forked from a private session has its words, and is private
// with it.
import { type AskingModel, type LabelledSessions, maySee } from '../../core/sessions/labels';
import { isAnyPrivate, withPrivateForks } from '../../core/sessions/privateForks';
import type { ClaudeHome } from '../claude/claudeHome';
import { cacheFolderOf } from '../keeper/cacheFolder';
import { type Project, transcriptFolders } from '../project/project';
import { readLabels } from './sessionLabels';

/**
 * @param model that asks; nothing for a person, who is told of the marks as they are
 * @param project whose forks are looked for; nothing for those of all projects
 */
export async function labelsFor(
	claude: ClaudeHome,
	model: AskingModel | undefined,
	project: Project | undefined,
): Promise<LabelledSessions> {
	const labelled = await readLabels(claude);
	if (model === undefined || !isAnyPrivate(labelled)) return labelled;
	const { SessionIndex } = await import('./index/sessionIndex');
	const index = new SessionIndex({ cacheFolder: cacheFolderOf(claude) });
	try {
		await index.start(await transcriptFolders(claude, project));
		return withPrivateForks(labelled, index.sessions);
	} finally {
		index.dispose();
	}
}

/**
 * Says of a session whether whoever asks is told of it: a model is told of none that a person keeps from it. What names no
 * session is shown.
 */
export async function openSight({
	claude,
	project,
	asker,
}: {
	readonly claude: ClaudeHome;
	readonly project: Project;
	readonly asker?: AskingModel | undefined;
}): Promise<(session?: string) => boolean> {
	if (asker === undefined) return () => true;
	const labelled = await labelsFor(claude, asker, project);
	return (session = '') => maySee(asker, labelled, session);
}
