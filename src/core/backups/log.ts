// The log of raw backups, `.backup-log`: JSON Lines that hooks, the watcher and commands append to. The last event that
// changes a backup's state decides it.
import { asText, parseObject } from '../base/result';
import { knownReason } from '../claude/reasons';

export const BACKUP_EVENTS = [
	'pending',
	'copied',
	'verified',
	'processed',
	'discarded',
	'superseded',
	'missed',
] as const;

export type BackupEvent = (typeof BACKUP_EVENTS)[number];

export interface BackupLogLine {
	readonly ts: string;
	/** One of ours, or a later version's: unknown events are kept and change nothing. */
	readonly event: string;
	readonly session: string | undefined;
	/** File name inside `raw/`. */
	readonly raw: string;
	readonly source: string | undefined;
	readonly slug: string | undefined;
	/** Bytes. */
	readonly size: number | undefined;
	readonly sha256: string | undefined;
	readonly reason: string | undefined;
}

/** Everything the log says about one raw file. */
export interface LoggedBackup {
	readonly raw: string;
	readonly isPending: boolean;
	/** When it was first logged, in milliseconds since 1970. */
	readonly sinceMs: number;
	readonly session: string | undefined;
	readonly source: string | undefined;
	/** Folder below Claude Code's `projects/` that the transcript belongs into. */
	readonly slug: string | undefined;
	/** A key of `BACKUP_REASONS`. */
	readonly reason: string | undefined;
	/** Size in bytes that the finished copy had; nothing while it is not finished. */
	readonly copiedBytes: number | undefined;
	/** Hash of that copy. */
	readonly sha256: string | undefined;
	readonly isVerified: boolean;
}

const RAW_FOLDER = '.claude/memory/raw';

/**
 * The name inside `raw/` that a marker or a log line means: a bare name, or a path relative to the project.
 * Nothing else is accepted, however it is spelled: the text comes out of a repository.
 */
export function rawName(text: string): string | undefined {
	const normal = text.replaceAll('\\', '/').replace(/^\.\//u, '');
	const name = normal.startsWith(`${RAW_FOLDER}/`)
		? normal.slice(RAW_FOLDER.length + 1)
		: normal.replace(/^raw\//u, '');
	return isRawFileName(name) ? name : undefined;
}

/**
 * What a log says, without what waits for another project: a copied folder brings the log of the one that it was made from.
 * @param isOthers asked with the name of the folder that a transcript belongs into.
 */
export function withoutOthers(
	logged: ReadonlyMap<string, LoggedBackup>,
	isOthers: (slug: string) => boolean,
): ReadonlyMap<string, LoggedBackup> {
	const own = (backup: LoggedBackup): LoggedBackup =>
		backup.isPending && backup.slug !== undefined && isOthers(backup.slug) ? { ...backup, isPending: false } : backup;
	return new Map([...logged].map(([raw, backup]) => [raw, own(backup)]));
}

/** Names that our own writers give: no folder, no control character, nothing hidden. */
export function isRawFileName(name: string): boolean {
	return /^[A-Za-z0-9][A-Za-z0-9_.-]*\.jsonl$/u.test(name) && name.length <= 120;
}

/** One line of the log, without its line break. */
export function backupLogLine(
	line: Partial<BackupLogLine> & { readonly ts: string; readonly event: BackupEvent; readonly raw: string },
): string {
	const { ts, event, session, raw, source, slug, size, sha256, reason } = line;
	return JSON.stringify({ ts, event, session, raw: `${RAW_FOLDER}/${raw}`, source, slug, size, sha256, reason });
}

/** Reads the log. Lines that are torn, or name nothing inside `raw/`, are counted and otherwise without effect. */
export function parseBackupLog(text: string): { readonly lines: readonly BackupLogLine[]; readonly skipped: number } {
	let skipped = 0;
	const lines = text.split('\n').flatMap((line) => {
		if (line.trim() === '') return [];
		const parsed = parseLine(line);
		if (parsed === undefined) skipped++;
		return parsed === undefined ? [] : [parsed];
	});
	return { lines, skipped };
}

function parseLine(line: string): BackupLogLine | undefined {
	const fields = parseObject(line);
	const raw = rawName(asText(fields?.['raw']) ?? '');
	const [ts, event, size] = [asText(fields?.['ts']), asText(fields?.['event']), fields?.['size']];
	if (fields === undefined || raw === undefined || ts === undefined || event === undefined) return undefined;
	return {
		ts,
		event,
		raw,
		session: asText(fields['session']),
		source: asText(fields['source']),
		slug: asText(fields['slug']),
		size: typeof size === 'number' && size >= 0 ? size : undefined,
		sha256: asText(fields['sha256']),
		reason: typeof fields['reason'] === 'string' ? knownReason(fields['reason']) : undefined,
	};
}

/** Folds the log into its backups, in order of first mention. */
export function foldBackupLog(lines: readonly BackupLogLine[]): ReadonlyMap<string, LoggedBackup> {
	const backups = new Map<string, LoggedBackup>();
	for (const line of lines) {
		const before = backups.get(line.raw);
		const isCopy = line.event === 'copied' || line.event === 'verified';
		backups.set(line.raw, {
			raw: line.raw,
			isPending: pendingAfter(line.event, before?.isPending),
			sinceMs: before?.sinceMs ?? (Number.isNaN(Date.parse(line.ts)) ? 0 : Date.parse(line.ts)),
			session: line.session ?? before?.session,
			source: line.source ?? before?.source,
			slug: line.slug ?? before?.slug,
			reason: line.reason ?? before?.reason,
			copiedBytes: isCopy ? (line.size ?? before?.copiedBytes) : before?.copiedBytes,
			sha256: isCopy && line.size !== undefined ? line.sha256 : before?.sha256,
			isVerified: line.event === 'verified' || (line.event !== 'copied' && (before?.isVerified ?? false)),
		});
	}
	return backups;
}

function pendingAfter(event: string, before: boolean | undefined): boolean {
	switch (event) {
		case 'pending':
		case 'missed':
			return true;
		case 'copied':
		case 'verified':
			// If a person has dealt with a backup, a copy that finishes later does not make it pending again.
			return before ?? true;
		case 'processed':
		case 'discarded':
		case 'superseded':
			return false;
		default:
			return before ?? false;
	}
}

/** Log lines carry whole seconds. */
const STAMP_MS = 1_000;

/** Of each session the backup that was announced last, whatever became of it. */
export function newestOfSessions(backups: Iterable<LoggedBackup>): ReadonlyMap<string, LoggedBackup> {
	const newest = new Map<string, LoggedBackup>();
	for (const backup of backups) {
		const { session = '', sinceMs } = backup;
		if (sinceMs >= (newest.get(session)?.sinceMs ?? -Infinity)) newest.set(session, backup);
	}
	return newest;
}

/** Whether a backup holds everything said up to a time. @param ms since 1970. */
export function isBackedUpSince(newest: LoggedBackup | undefined, ms: number): boolean {
	return newest !== undefined && newest.sinceMs + STAMP_MS > ms;
}
