// What a check of all backups found, as a report for people.
import { localDate } from '../base/dates';
import { singleLine } from '../base/text';

/** How one copy of a backup stands against its log. */
export type CopyState =
	| 'whole'
	/** The log does not say what it must hold. */
	| 'unchecked'
	/** It holds something else than the log says, or cannot be read. */
	| 'damaged'
	| 'missing';

/** What a check found of one backup. */
export interface BackupCheck {
	readonly raw: string;
	readonly isPending: boolean;
	/** In the project. */
	readonly main: CopyState;
	/** In our home. */
	readonly second: CopyState;
	/** Side files that are missing or changed, in the better of the two. */
	readonly damagedSideFiles: readonly string[];
}

export interface ArchiveCheck {
	readonly session: string;
	readonly isWhole: boolean;
	/** Its record cannot be read. */
	readonly isRecordLost: boolean;
	/** Whether it may be put back all the same. */
	readonly isRestorable: boolean;
	/** Side files that are missing or changed. */
	readonly damagedSideFiles: readonly string[];
}

/** Whether a person should look: something is damaged, or a copy of what waits is missing. */
export function isFinding({ isPending, main, second, damagedSideFiles }: BackupCheck): boolean {
	const isAnyDamaged = [main, second].includes('damaged') || damagedSideFiles.length > 0;
	return isAnyDamaged || (isPending && (main === 'missing' || second === 'missing'));
}

/** One check in one line. What was dealt with needs no second copy. */
function checkLine(check: BackupCheck, name: string): string {
	const { isPending, main, second, damagedSideFiles } = check;
	const other = !isPending && second === 'missing' ? '' : `, second copy ${second}`;
	const sides = damagedSideFiles.length === 0 ? '' : `, side files damaged: ${damagedSideFiles.length}`;
	const why = main === 'unchecked' ? ' (its log has no checksum)' : '';
	return `${isFinding(check) ? '✗' : '✓'} ${name}: ${main}${why}${other}${sides}`;
}

/** All checks in lines, findings first. @param nameOf what a person knows a backup by, if not by its file */
export function checkLines(
	checks: readonly BackupCheck[],
	archived: readonly ArchiveCheck[],
	nameOf = (raw: string): string => raw,
): readonly string[] {
	const backups = [...checks].sort((a, b) => Number(isFinding(b)) - Number(isFinding(a)));
	const bad = archived.filter(isArchiveFinding);
	const whole = archived.length - bad.length;
	return [
		...backups.map((check) => checkLine(check, nameOf(check.raw))),
		...bad.map(archiveLine),
		...(whole === 0 ? [] : [`✓ archived transcripts that are whole: ${whole}`]),
	];
}

function isArchiveFinding({ isWhole, damagedSideFiles }: ArchiveCheck): boolean {
	return !isWhole || damagedSideFiles.length > 0;
}

function archiveLine({ session, isWhole, isRecordLost, isRestorable, damagedSideFiles }: ArchiveCheck): string {
	if (isWhole) return `✗ ${session}: side files of its archived transcript are damaged: ${damagedSideFiles.length}`;
	if (!isRecordLost) return `✗ ${session}: its archived transcript is damaged`;
	const said = isRestorable ? 'its content can be read and restored' : 'its content is also damaged';
	return `✗ ${session}: the record of its archived transcript is damaged; ${said}`;
}

/** How many of the checks a person should look at. */
export function countFindings(checks: readonly BackupCheck[], archived: readonly ArchiveCheck[]): number {
	return checks.filter(isFinding).length + archived.filter(isArchiveFinding).length;
}

/** The report as Markdown. @param titles of the sessions, as far as they are known, by the backups' names */
export function renderChecks(
	checks: readonly BackupCheck[],
	archived: readonly ArchiveCheck[],
	titles: ReadonlyMap<string, string>,
	nowMs: number,
): string {
	const nameOf = (raw: string): string => {
		const title = titles.get(raw);
		return title === undefined ? raw : `${singleLine(title)} (${raw})`;
	};
	const findings = countFindings(checks, archived);
	const summary = findings === 0 ? 'Everything is complete.' : `To look at: ${findings}`;
	return [
		`# Verified backups — ${localDate(nowMs)}`,
		'',
		checks.length + archived.length === 0 ? 'No backups.' : summary,
		'',
		...checkLines(checks, archived, nameOf).map((line) => `- ${line}`),
	].join('\n');
}
