// Which backups wait for a person: compares the log with what is on disk.
import { type LoggedBackup } from './log';
import { singleLine } from '../base/text';
import { knownReason } from '../claude/reasons';

export type BackupState =
	/** Its copy is there. */
	| 'pending'
	/** Announced, but its copy is not there yet; the transcript it is taken from still is. */
	| 'unfinished'
	/** Neither the copy nor its source exists any more. */
	| 'lost'
	/** A raw file that the log knows nothing about. */
	| 'unknown';

export interface PendingBackup {
	/** File name inside `raw/`. */
	readonly raw: string;
	readonly state: BackupState;
	readonly session: string | undefined;
	readonly reason: string | undefined;
	/** The transcript it was taken from. */
	readonly source: string | undefined;
	/** When it was made, in milliseconds since 1970. */
	readonly sinceMs: number;
	/** Bytes on disk; 0 where there is no copy. */
	readonly sizeBytes: number;
	/** The copy is not as large as the log says it was when it was finished. */
	readonly isDamaged: boolean;
	readonly isVerified: boolean;
	/** In the project there is nothing left of it (`git clean -fdX` takes what is ignored): the copy is the one in our home. */
	readonly isHomeOnly?: boolean;
}

/** What a backup is called: by the title of its session, else by its file. */
export function backupTitle({
	title,
	raw,
}: Pick<PendingBackup, 'raw'> & { readonly title: string | undefined }): string {
	return singleLine(title ?? raw);
}

export interface RawFile {
	readonly name: string;
	readonly sizeBytes: number;
	readonly modifiedMs: number;
	/** Then its size says nothing about what it holds. */
	readonly isCompressed?: boolean;
}

/**
 * Pending backups, newest first.
 * @param sourceExists tells whether the transcript that a log line names is still there.
 */
export function pendingBackups(
	logged: ReadonlyMap<string, LoggedBackup>,
	files: readonly RawFile[],
	sourceExists: (source: string) => boolean,
): readonly PendingBackup[] {
	const onDisk = new Map(files.map((file) => [file.name, file]));
	const known = [...logged.values()]
		.filter((backup) => backup.isPending)
		.map((backup) => fromLog(backup, onDisk.get(backup.raw), sourceExists));
	const unknown = files.filter((file) => !logged.has(file.name)).map(fromFile);
	return [...known, ...unknown].sort(newestFirst);
}

/** Backups that were dealt with and still have their copy, newest first. */
export function keptBackups(
	logged: ReadonlyMap<string, LoggedBackup>,
	files: readonly RawFile[],
): readonly PendingBackup[] {
	const onDisk = new Map(files.map((file) => [file.name, file]));
	return [...logged.values()]
		.filter(({ isPending, raw }) => !isPending && onDisk.has(raw))
		.map((backup) => fromLog(backup, onDisk.get(backup.raw), () => false))
		.sort(newestFirst);
}

/**
 * The same with what only the second place still has: backups that wait there, and of which the project's own place
 * neither says that they were dealt with nor holds the file. Those that the project's log does not know are there without a copy, too.
 * @param logged by the project's log. @param second what waits in our home.
 */
export function withSecondCopies(
	pending: readonly PendingBackup[],
	logged: ReadonlyMap<string, LoggedBackup>,
	second: readonly PendingBackup[],
): readonly PendingBackup[] {
	const isGone = ({ state }: PendingBackup): boolean => state === 'lost' || state === 'unfinished';
	const there = new Set(pending.filter((backup) => !isGone(backup)).map(({ raw }) => raw));
	const only = second
		.filter(({ raw, state }) =>
			state === 'pending' ? !there.has(raw) && logged.get(raw)?.isPending !== false : !logged.has(raw),
		)
		.map((backup) => ({ ...backup, isHomeOnly: true }));
	const found = new Set(only.map(({ raw }) => raw));
	return [...pending.filter(({ raw }) => !found.has(raw)), ...only].sort(newestFirst);
}

function newestFirst(a: PendingBackup, b: PendingBackup): number {
	return b.sinceMs - a.sinceMs || numberOf(b.raw) - numberOf(a.raw) || (a.raw < b.raw ? 1 : -1);
}

function fromLog(
	backup: LoggedBackup,
	file: RawFile | undefined,
	sourceExists: (source: string) => boolean,
): PendingBackup {
	const { raw, session, reason, source, isVerified } = backup;
	const missing = source !== undefined && sourceExists(source) ? 'unfinished' : 'lost';
	return {
		raw,
		session,
		reason,
		source,
		isVerified,
		state: file === undefined ? missing : 'pending',
		sinceMs: backup.sinceMs !== 0 ? backup.sinceMs : (stampOfRawName(raw) ?? file?.modifiedMs ?? 0),
		sizeBytes: file?.sizeBytes ?? 0,
		isDamaged:
			file !== undefined &&
			file.isCompressed !== true &&
			backup.copiedBytes !== undefined &&
			backup.copiedBytes !== file.sizeBytes,
	};
}

function fromFile(file: RawFile): PendingBackup {
	const reason = /^\d{8}_\d{6}_([a-z-]+?)(-\d+)?\.jsonl$/u.exec(file.name)?.[1];
	return {
		raw: file.name,
		state: 'unknown',
		session: undefined,
		source: undefined,
		reason: reason === undefined ? undefined : knownReason(reason),
		sinceMs: stampOfRawName(file.name) ?? file.modifiedMs,
		sizeBytes: file.sizeBytes,
		isDamaged: false,
		isVerified: false,
	};
}

/** Several of one second are numbered: `-2`, `-3` …; the first one is not. */
function numberOf(raw: string): number {
	return Number(/-(\d+)\.jsonl$/u.exec(raw)?.[1] ?? 1);
}

/** The UTC moment in a raw file's name (`YYYYMMDD_HHMMSS…`), in milliseconds since 1970. */
export function stampOfRawName(name: string): number | undefined {
	const m = /^(\d{4})(\d{2})(\d{2})_(\d{2})(\d{2})(\d{2})/u.exec(name);
	if (m === null) return undefined;
	const ms = Date.parse(`${m[1]}-${m[2]}-${m[3]}T${m[4]}:${m[5]}:${m[6]}Z`);
	return Number.isNaN(ms) ? undefined : ms;
}
