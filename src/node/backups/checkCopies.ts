// Checks what is kept of sessions: backups against their log, archived transcripts against their records.
import type { ArchiveCheck, BackupCheck } from '../../core/backups/report';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';
import { checkBackup } from './backupRestore';
import { type ArchivedTranscript, checkArchived } from './transcriptArchive';

/** One after the other: each is read whole. @param onProgress how many are done */
export async function checkCopies(
	claude: ClaudeHome,
	backups: readonly { readonly project: Project; readonly raw: string }[],
	archive: readonly ArchivedTranscript[],
	onProgress: (done: number, total: number) => void = () => undefined,
): Promise<{ readonly checks: readonly BackupCheck[]; readonly archived: readonly ArchiveCheck[] }> {
	const [checks, archived]: [BackupCheck[], ArchiveCheck[]] = [[], []];
	const report = (): void => onProgress(checks.length + archived.length, backups.length + archive.length);
	for (const { project, raw } of backups) {
		checks.push(await checkBackup(claude, project, raw));
		report();
	}
	for (const each of archive) {
		archived.push(await checkArchived(each));
		report();
	}
	return { checks, archived };
}
