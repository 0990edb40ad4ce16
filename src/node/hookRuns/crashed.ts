// Sessions that ended without a word: Claude Code was killed, or the machine went off. Its registry still has their entries.
import { isProgrammatic } from '../../core/claude/registry';
import { readStaleEntries } from '../liveSessions';
import { belongsTo } from '../project';
import { isArchivedSince } from '../recordPlace';
import type { HookContext } from './hookRun';

/** Sessions of people in the project that left an entry behind and of which no record tells yet. Never throws. */
export async function crashedSessions({
	claude,
	project,
	payload,
}: Pick<HookContext, 'claude' | 'project' | 'payload'>): Promise<readonly string[]> {
	const stale = (await readStaleEntries(claude)).filter(
		({ entry }) =>
			entry.sessionId !== payload.session && !isProgrammatic(entry.entrypoint) && belongsTo(project, entry.cwd),
	);
	const untold = await Promise.all(
		stale.map(async ({ entry: { sessionId }, writtenMs }) =>
			(await isArchivedSince(project, sessionId, writtenMs)) ? [] : [sessionId],
		),
	);
	return [...new Set(untold.flat())];
}
