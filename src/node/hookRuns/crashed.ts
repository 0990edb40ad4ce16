// Sessions that ended without a word: Claude Code was killed, or the machine went off. Its registry still has their entries.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isProgrammatic } from '../../core/claude/registry';
import { readStaleEntries } from '../liveSessions';
import { belongsTo } from '../project';
import { archiveSuffix, recordsFolder } from '../recordPlace';
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
	if (stale.length === 0) return [];
	const folder = recordsFolder(project, 'archive');
	const archived = await readdir(folder).catch(() => []);
	const untold = await Promise.all(
		stale.map(async ({ entry: { sessionId }, writtenMs }) => {
			const names = archived.filter((name) => name.endsWith(archiveSuffix(sessionId)));
			const times = await Promise.all(
				names.map(async (name) => (await stat(path.join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0),
			);
			return times.some((ms) => ms >= writtenMs) ? [] : [sessionId];
		}),
	);
	return [...new Set(untold.flat())];
}
