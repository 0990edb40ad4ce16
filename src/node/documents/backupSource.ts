// Where to read the content of a pending backup: its copy, plain or compressed; or the transcript itself, if that has
// grown since or the copy was never finished.
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { PendingBackup } from '../../core/backups/pending';
import type { BackupReader } from '../backups/backupReader';
import { withPlain } from '../backups/compress';
import { storedAs } from '../backups/place';
import { isInside } from '../base/insideProject';
import { readLaunch } from '../claude/transcriptHead';
import { isOfProject } from '../transcript/ofProject';

/**
 * Lends a file that holds a backup's session, for as long as `use` takes.
 * @returns nothing where neither the copy nor its source is there.
 * @throws OutsideProjectError, what reading throws, and what `use` throws.
 */
export async function withBackupTranscript<T>(
	store: BackupReader,
	backup: PendingBackup,
	use: (file: string) => Promise<T>,
): Promise<T | undefined> {
	const own = store.fileOf(backup);
	await store.checkPlaceOf(own);
	const stored = await storedAs(own);
	const source = await transcriptOf(store, backup);
	if (source !== undefined && (stored === undefined || stored !== own || source.sizeBytes >= backup.sizeBytes))
		return use(source.file);
	return stored === undefined ? undefined : withPlain(stored, use);
}

/** The log lies in a repository: of what it names, only one of Claude Code's own transcripts of this project is read. */
async function transcriptOf(
	{ project }: BackupReader,
	{ source, session }: PendingBackup,
): Promise<{ readonly file: string; readonly sizeBytes: number } | undefined> {
	if (source === undefined || session === undefined || path.basename(source) !== `${session}.jsonl`) return undefined;
	const { transcriptsDir } = project;
	const roots = [transcriptsDir, await realpath(transcriptsDir).catch(() => transcriptsDir)];
	if (!roots.some((root) => source !== root && isInside(root, path.normalize(source)))) return undefined;
	const found = await lstat(source).catch(() => undefined);
	if (found?.isFile() !== true) return undefined;
	const isOwn = isOfProject(project, await readLaunch(source), path.basename(path.dirname(source)));
	return isOwn ? { file: source, sizeBytes: found.size } : undefined;
}
