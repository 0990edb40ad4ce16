// Sessions that ended without an event: Claude Code was killed, or the machine went off. Their entries are still in its
// registry.
import { type LoggedBackup, isBackedUpSince, newestOfSessions } from '../../../core/backups/log';
import { isProgrammatic } from '../../../core/claude/registry';
import { DAY_MS } from '../../../core/base/dates';
import { locateTranscript } from '../../transcript/locateTranscript';
import { homePlace, projectPlace } from '../../backups/place';
import { readBackups } from '../../backups/placeLog';
import { type StaleEntry, readLiveSessions, readStaleEntries } from '../../sessions/liveSessions';
import { belongsTo } from '../../project/project';
import { isArchivedSince } from '../../sessions/sessionRecordPaths';
import type { HookContext } from './hookRun';

type Place = Pick<HookContext, 'claude' | 'project' | 'clock' | 'payload'>;

/** What is left to do about sessions that were killed; ids. */
export interface Crashed {
	/** Sessions without a record. */
	readonly unrecorded: readonly string[];
	/** Sessions without a backup as new as their transcript. */
	readonly unsaved: readonly string[];
}

/** Entries stay forever, and the hooks may have been installed today: old sessions must not be copied years later. */
const LOOKED_BACK_MS = 14 * DAY_MS;

/** No more sessions than this can have been killed since the last one started. */
const SAVED_AT_ONCE = 20;

/** People's sessions in the project that left an entry behind and still need something done. Never throws. */
export async function crashedSessions(context: Place): Promise<Crashed> {
	const { claude, project, payload } = context;
	const stale = (await readStaleEntries(claude)).filter(
		({ entry }) =>
			entry.sessionId !== payload.session && !isProgrammatic(entry.entrypoint) && belongsTo(project, entry.cwd),
	);
	const untold = await Promise.all(
		stale.map(async ({ entry: { sessionId }, writtenMs }) =>
			(await isArchivedSince(project, sessionId, writtenMs)) ? [] : [sessionId],
		),
	);
	return { unrecorded: [...new Set(untold.flat())], unsaved: await unsavedOf(context, stale) };
}

async function unsavedOf(context: Place, stale: readonly StaleEntry[]): Promise<readonly string[]> {
	const { claude, project, clock } = context;
	const recent = stale
		.filter(({ writtenMs }) => writtenMs > clock.now() - LOOKED_BACK_MS)
		.sort((a, b) => b.writtenMs - a.writtenMs);
	if (recent.length === 0) return [];
	const logs = await Promise.all(
		[projectPlace(project), homePlace(claude, project)].map((place) =>
			readBackups(place).catch((): ReadonlyMap<string, LoggedBackup> => new Map()),
		),
	);
	const newest = newestOfSessions(logs.flatMap((log) => [...log.values()]));
	const unsaved = await Promise.all(
		recent.map(async ({ entry: { sessionId }, writtenMs }) => {
			const backup = newest.get(sessionId);
			if (isBackedUpSince(backup, writtenMs)) return [];
			// What is saved already costs no more than this look: the entry may have been written to after the last message.
			const transcript = await locateTranscript(claude, sessionId, undefined, project).catch(() => undefined);
			const isSaved =
				transcript === undefined ||
				backup?.copiedBytes === transcript.sizeBytes ||
				isBackedUpSince(backup, transcript.modifiedMs);
			return isSaved ? [] : [sessionId];
		}),
	);
	const ids = new Set(unsaved.flat());
	// One that was taken up again has an entry of each of its processes.
	for (const { sessionId } of ids.size === 0 ? [] : ((await readLiveSessions(claude)) ?? [])) ids.delete(sessionId);
	return [...ids].slice(0, SAVED_AT_ONCE);
}
