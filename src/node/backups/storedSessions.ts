// What there is of each session of a project in raw backups and in the archive: so one whose transcript is gone is still in a
// list, and comes back from the copy that holds most.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isSessionId } from '../../core/claude/payload';
import { type AskingModel, maySee } from '../../core/sessions/labels';
import { recordTime, recordTitle } from '../../core/sessions/record';
import { labelsFor } from '../sessions/labelsFor';
import { readLabels } from '../sessions/sessionLabels';
import { mapLimited } from '../base/mapLimited';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';
import { recordsOf } from '../sessions/sessionRecords';
import { type BackupCopy, type RestoreResult, backupCopies, restoreBackup } from './backupRestore';
import { storedAs } from './place';
import { readStoredHeadAndTail, safeTitle } from './backupTitles';
import type { OnPutBack } from './putBack';
import { slugHere } from './resumable';
import { type ArchivedTranscript, listArchive, restoreArchived } from './transcriptArchive';

/** A session of which there are copies. */
export interface StoredSession {
	readonly id: string;
	/** Its transcript is not where Claude Code would look for it. */
	readonly isDeleted: boolean;
	/** Newest first. */
	readonly backups: readonly BackupCopy[];
	/** Newest first. */
	readonly archived: readonly ArchivedTranscript[];
	/** Of its newest copy, in milliseconds since 1970. */
	readonly copiedMs: number;
}

/** The same with what a person knows it by. */
export interface TitledSession extends StoredSession {
	/** Redacted. */
	readonly title: string | undefined;
	/** When something was said last, as far as that is known; else when it was copied. */
	readonly lastMs: number;
}

/** A head and a tail may take 24 MB of memory: so many copies are looked into at a time. */
const LOOKS = 4;

/** All sessions of a project of which there are copies, newest first. Reads logs and names, and no transcript that a log names. */
export async function storedSessions(claude: ClaudeHome, project: Project): Promise<readonly StoredSession[]> {
	const [copies, archive, there] = await Promise.all([
		backupCopies(claude, project),
		listArchive(claude, project),
		transcriptIds(claude),
	]);
	const kept = await Promise.all(
		archive.map(async (each) => ((await storedAs(each.file)) === undefined ? [] : [each])),
	);
	const archived = kept.flat().reverse();
	const ids = copies.flatMap(({ session = '' }) => (isSessionId(session) ? [session] : []));
	const sessions = [...new Set([...ids, ...archived.map(({ session }) => session)])].map((id): StoredSession => {
		const own = copies.filter(({ session }) => session === id);
		const inArchive = archived.filter(({ session }) => session === id);
		const stamps = [...own.map(({ sinceMs }) => sinceMs), ...inArchive.map(({ modifiedMs }) => modifiedMs)];
		return {
			id,
			isDeleted: !there.has(id),
			backups: own.sort((a, b) => b.sinceMs - a.sinceMs || (a.raw < b.raw ? 1 : -1)),
			archived: inArchive,
			copiedMs: Math.max(...stamps),
		};
	});
	return sessions.sort((a, b) => b.copiedMs - a.copiedMs || (a.id < b.id ? -1 : 1));
}

/**
 * Sessions whose transcripts are gone and that can be put back, with their titles, newest first.
 * @param limit so many are looked into; `total` counts all. @param model see `maySee`
 */
export async function deletedSessions(
	claude: ClaudeHome,
	project: Project,
	limit = Infinity,
	model?: AskingModel,
): Promise<{ readonly total: number; readonly sessions: readonly TitledSession[] }> {
	const [stored, labelled] = await Promise.all([storedSessions(claude, project), labelsFor(claude, model, project)]);
	const deleted = stored.filter(({ id, isDeleted }) => isDeleted && maySee(model, labelled, id));
	const titled = await titledSessions(claude, project, deleted.slice(0, limit));
	return { total: deleted.length, sessions: [...titled].sort((a, b) => b.lastMs - a.lastMs) };
}

/** Reads what sessions were called: from their records; without one, from a look into a copy. */
export async function titledSessions(
	claude: ClaudeHome,
	project: Project,
	sessions: readonly StoredSession[],
): Promise<readonly TitledSession[]> {
	const labelled = await readLabels(claude);
	const records = await recordsOf(
		project,
		sessions.map(({ id }) => id),
	);
	return mapLimited(
		sessions,
		async (session) => {
			const record = records.get(session.id);
			const ownName = labelled.get(session.id)?.name;
			if (record !== undefined)
				return { ...session, title: ownName ?? recordTitle(record), lastMs: recordTime(record.last_activity) };
			const [newest] = session.backups;
			const file = newest?.file ?? session.archived[0]?.file;
			const headAndTail = file === undefined ? undefined : await readStoredHeadAndTail(file);
			const title = ownName ?? (await safeTitle(claude, headAndTail?.title));
			return { ...session, title, lastMs: headAndTail?.lastMessageMs ?? session.copiedMs };
		},
		LOOKS,
	);
}

/**
 * Puts a session back to where `claude --resume` finds it, from the copy that holds most, of equals the newest; where that
 * is damaged, from the next one. @throws OutsideProjectError, or the file system's own error.
 */
export async function restoreSession(
	claude: ClaudeHome,
	project: Project,
	session: StoredSession,
	onPutBack?: OnPutBack,
): Promise<RestoreResult> {
	let result: RestoreResult = { kind: 'unknown' };
	for (const { copy } of bestFirst(session)) {
		result = await ('raw' in copy
			? restoreBackup(claude, project, copy.raw, onPutBack)
			: restoreArchived(claude, { ...copy, slug: slugHere(project, copy.slug) }, onPutBack));
		if (result.kind === 'restored' || result.kind === 'taken') return result;
	}
	return result;
}

/** The files that such a session can be read from, compressed or not: the copy that would be put back first comes first. */
export async function copiesToRead(session: StoredSession): Promise<readonly string[]> {
	const stored = await Promise.all(bestFirst(session).map(({ copy }) => storedAs(copy.file)));
	return stored.filter((file) => file !== undefined);
}

/** The copy that holds most comes first, of equals the newest. */
function bestFirst({ backups, archived }: StoredSession) {
	return [
		...backups.map((copy) => ({ copy, bytes: copy.copiedBytes ?? 0, atMs: copy.sinceMs })),
		...archived.map((copy) => ({ copy, bytes: copy.size, atMs: copy.archivedMs })),
	].sort((a, b) => b.bytes - a.bytes || b.atMs - a.atMs);
}

/** The ids of all transcripts: a session may have been started in a worktree that is gone, and moved since. */
async function transcriptIds({ projectsDir }: ClaudeHome): Promise<ReadonlySet<string>> {
	const folders = await readdir(projectsDir).catch(() => []);
	const names = await mapLimited(folders, (folder) => readdir(path.join(projectsDir, folder)).catch(() => []));
	return new Set(names.flat().flatMap((name) => (name.endsWith('.jsonl') ? [name.slice(0, -'.jsonl'.length)] : [])));
}
