// What is kept of an ended session when perhaps no editor is open: the same record that the extension writes, and the
// log line that its backup no longer waits if a document covers it.
import type { RecordedEnd } from '../../../core/sessions/recordedEnd';
import type { Logger } from '../../../core/base/ports';
import { isProgrammatic } from '../../../core/claude/registry';
import { type WatchedSession, backUpMissed } from '../../backups/backupMissed';
import { locateTranscript } from '../../transcript/locateTranscript';
import { Looks } from '../../timeline/looks';
import { settle } from '../../timeline/resume';
import type { Timeline } from '../../timeline/timeline';
import { readLiveSessions } from '../../sessions/liveSessions';
import { openRedact, openRedactor } from '../../privacy/openRedactor';
import { RecordKeeper } from '../../sessions/recordKeeper';
import type { SessionsStore } from '../../sessions/sessionsStore';
import { readHeadAndTail } from '../../transcript/headAndTail';
import type { OpenProject } from '../../workspace/openProject';
import { backupStoreOf, openTimeline } from '../../workspace/openStores';
import { withProjectSessions } from '../../workspace/openSessions';

/** So many of the sessions that may be the latest: more have seldom been a program's or without work. */
const LOOKED_AT = 12;

/** Nobody reads the output of a separate process. */
const SILENT: Logger = {
	info: () => undefined,
	warn: () => undefined,
	error: () => undefined,
};

/**
 * Marks the backups of a documented session as processed, and writes the session's record: into the archive, or where the
 * person does not want that, beside those of running sessions. Done twice, it comes to the same.
 * @throws the file system's own error.
 */
export function keepEndedSession(place: OpenProject, id: string, end: RecordedEnd): Promise<void> {
	return withKeeper(place, SILENT, async (keeper, store) => {
		const session = store.get(id);
		if (session === undefined) {
			const [unread] = store.unreadable;
			if (unread !== undefined) throw new Error(`${unread.path} could not be read (${unread.code})`);
			return;
		}
		const backups = backupStoreOf(place);
		const looks = await Looks.read(place.project);
		const timeline = await openTimeline(place, backups, looks);
		const row = await timeline.get(id);
		if (row !== undefined) await settle(backups, row);
		await keeper.end(id, end);
		await keepLooks(place, timeline, looks, store);
	});
}

/** The next session's start asks which one is the latest: it finds what has been looked at by then. */
async function keepLooks(
	{ claude }: OpenProject,
	timeline: Timeline,
	looks: Looks,
	store: SessionsStore,
): Promise<void> {
	await timeline.list(LOOKED_AT);
	const withheld = new Set(store.list().flatMap(({ file, marks }) => (marks.has('private') ? [file] : [])));
	await looks.write(await openRedact(claude), (file) => !withheld.has(file));
}

/**
 * Writes the records of sessions that ended without an event, if nobody has done so.
 * @throws the file system's own error; the first one if there are several.
 */
export async function keepCrashedSessions(place: OpenProject, ids: readonly string[]): Promise<void> {
	const errors: unknown[] = [];
	const logger = { ...SILENT, error: (_message: string, error?: unknown) => void errors.push(error) };
	await withKeeper(place, logger, (keeper) => keeper.keepMissed(ids));
	if (errors.length > 0) throw errors[0];
}

/**
 * Backs up sessions that ended without an event, if no backup holds their last messages.
 * @throws the file system's own error.
 */
export async function saveCrashedSessions(place: OpenProject, ids: readonly string[]): Promise<void> {
	const { claude, project, clock } = place;
	const live = new Set((await readLiveSessions(claude))?.map(({ sessionId }) => sessionId));
	const sessions = await Promise.all(
		ids.map(async (id): Promise<readonly WatchedSession[]> => {
			const transcript = await locateTranscript(claude, id, undefined, project);
			const headAndTail = transcript && (await readHeadAndTail(transcript.file));
			const lastMessageMs = headAndTail?.lastMessageMs;
			const isOurs = lastMessageMs !== undefined && !isProgrammatic(headAndTail?.entrypoint);
			return isOurs ? [{ id, lastMessageMs, isLive: live.has(id) }] : [];
		}),
	);
	await backUpMissed(claude, project, sessions.flat(), clock);
}

function withKeeper(
	{ claude, project, clock }: OpenProject,
	logger: Logger,
	run: (keeper: RecordKeeper, store: SessionsStore) => Promise<void>,
): Promise<void> {
	return withProjectSessions({ claude, clock, logger: SILENT }, [project], (sessions, { archiveOnEnd }) => {
		const redactor = (): ReturnType<typeof openRedactor> => openRedactor(claude);
		const options = { sessions, projects: () => [project], redactor, archivesOnEnd: () => archiveOnEnd, clock, logger };
		return run(new RecordKeeper(options), sessions);
	});
}
