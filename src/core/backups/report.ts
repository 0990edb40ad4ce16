// What a check of all backups found, as a report for people.
import { localDate } from '../base/dates';
import { say } from '../base/say';
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
	/** The project takes no backups and has no copy: the second one is all there is to be. */
	readonly isHomeOnly: boolean;
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
export function isFinding({ isPending, main, second, isHomeOnly, damagedSideFiles }: BackupCheck): boolean {
	const isAnyDamaged = [main, second].includes('damaged') || damagedSideFiles.length > 0;
	return isAnyDamaged || (isPending && ((main === 'missing' && !isHomeOnly) || second === 'missing'));
}

/** One check in one line. What was dealt with needs no second copy. */
function checkLine(check: BackupCheck, name: string): string {
	const { isPending, main, second, isHomeOnly, damagedSideFiles } = check;
	const parts = isHomeOnly
		? [stateWords(second), say('outside the project only')]
		: [stateWords(main), ...(!isPending && second === 'missing' ? [] : [secondWords(second)])];
	const sides = damagedSideFiles.length === 0 ? [] : [say('side files damaged: {0}', damagedSideFiles.length)];
	return `${isFinding(check) ? '✗' : '✓'} ${name}: ${[...parts, ...sides].join(', ')}`;
}

function stateWords(state: CopyState): string {
	switch (state) {
		case 'whole':
			return say('whole');
		case 'unchecked':
			return say('unchecked (its log has no checksum)');
		case 'damaged':
			return say('damaged');
		case 'missing':
			return say('missing');
	}
}

function secondWords(state: CopyState): string {
	switch (state) {
		case 'whole':
			return say('second copy whole');
		case 'unchecked':
			return say('second copy unchecked');
		case 'damaged':
			return say('second copy damaged');
		case 'missing':
			return say('second copy missing');
	}
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
		...(whole === 0 ? [] : [`✓ ${say('archived transcripts that are whole: {0}', whole)}`]),
	];
}

function isArchiveFinding({ isWhole, damagedSideFiles }: ArchiveCheck): boolean {
	return !isWhole || damagedSideFiles.length > 0;
}

function archiveLine({ session, isWhole, isRecordLost, isRestorable, damagedSideFiles }: ArchiveCheck): string {
	if (isWhole)
		return `✗ ${say('{0}: side files of its archived transcript are damaged: {1}', session, damagedSideFiles.length)}`;
	if (!isRecordLost) return `✗ ${say('{0}: its archived transcript is damaged', session)}`;
	const said = isRestorable
		? say('{0}: the record of its archived transcript is damaged; its content can be read and restored', session)
		: say('{0}: the record of its archived transcript is damaged; its content is also damaged', session);
	return `✗ ${said}`;
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
	const summary = findings === 0 ? say('Everything is complete.') : say('To look at: {0}', findings);
	return [
		`# ${say('Verified backups — {0}', localDate(nowMs))}`,
		'',
		checks.length + archived.length === 0 ? say('No backups.') : summary,
		'',
		...checkLines(checks, archived, nameOf).map((line) => `- ${line}`),
	].join('\n');
}
