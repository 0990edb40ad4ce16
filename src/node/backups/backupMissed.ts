// The second path: if a session's hook never fired (it was killed, its window was closed, its hooks were removed), the
// watcher or the next session's hook notices it and backs it up.
import { isForgotten } from '../../core/sessions/labels';
import { isBackedUpSince, newestOfSessions } from '../../core/backups/log';
import type { Clock } from '../../core/base/ports';
import { BackupWriter } from './backupWriter';
import { locateTranscript } from '../transcript/locateTranscript';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';
import { readLabels } from '../sessions/sessionLabels';

/** A session as its watcher knows it. Those of programs, and our own, are not asked about: hooks do nothing there either. */
export interface WatchedSession {
	readonly id: string;
	/** Of its last message, in milliseconds since 1970; a file's time says nothing. */
	readonly lastMessageMs: number;
	/** Its process still runs. */
	readonly isLive: boolean;
}

/**
 * Backs up sessions whose process is gone and which have no backup since their last message, with the reason `missed`, and
 * finishes what was announced and never copied: the hook and the process that it left the copy to may have been killed.
 * Without any nothing is written. One session that cannot be copied does not keep the others from it.
 * @returns ids of the sessions that were announced. @throws the file system's error where nothing can be written at all.
 */
export async function backUpMissed(
	claude: ClaudeHome,
	project: Project,
	sessions: readonly WatchedSession[],
	clock: Clock,
): Promise<readonly string[]> {
	const gone = sessions.filter((session) => !session.isLive);
	if (gone.length === 0) return [];
	const writer = await BackupWriter.open(claude, project, clock);
	const newest = newestOfSessions((await writer.logged()).values());
	const labelled = await readLabels(claude);
	const announced: string[] = [];
	for (const { id, lastMessageMs } of gone) {
		if (isBackedUpSince(newest.get(id), lastMessageMs) || isForgotten(labelled, id, lastMessageMs)) continue;
		const transcript = await locateTranscript(claude, id, undefined, project);
		if (transcript === undefined) continue;
		await writer.announce(transcript, 'missed');
		announced.push(id);
	}
	if (announced.length > 0 || (await writer.unfinishedBytes()) !== undefined) await writer.finish();
	return announced;
}
