// What SessionStart tells Claude of backups that wait: the reference's two lines, word for word.
import { rawName } from './log';

const IN_PROJECT = '.claude/memory/raw';

/**
 * @param raw name inside `raw/`. It was written by somebody: a name that is none of ours is not announced.
 * @param isBrief after a compaction one line is enough.
 * @param folder where it lies, as Claude can read it; one that is not plain is not named.
 * @returns the text without a line break at its end, or nothing.
 */
export function backupAnnouncement(raw: string, isBrief: boolean, folder = IN_PROJECT): string | undefined {
	const name = rawName(raw);
	if (name === undefined || !/^[\w./~+@-]+$/u.test(folder)) return undefined;
	const first = `SESSION_BACKUP_PENDING: A previous session backup exists at ${folder}/${name}`;
	return isBrief
		? first
		: `${first}\nUser should run /resume-latest to restore context, or /discard-backup to discard.`;
}
