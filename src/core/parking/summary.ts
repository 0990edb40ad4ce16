// The digest of a session: what was done, what is parked, what was closed, what was committed.
import { localDate } from '../base/dates';
import type { Commit } from '../base/ports';
import { singleLine, truncate } from '../base/text';
import type { AuditEntry } from './audit';
import { itemLine, sortItems } from './list';
import type { ParkedItem } from './item';

/** What fits on a terminal; longer digests go to a file. */
export const SUMMARY_TERMINAL_LINES = 10;

export interface SummaryFacts {
	/** Subjects of the tasks that the session completed. */
	readonly completed: readonly string[];
	readonly parked: readonly ParkedItem[];
	readonly archived: readonly AuditEntry[];
	/** Newest first. */
	readonly commits: readonly Commit[];
}

/** The whole digest in the reference's form; a section with nothing in it is left out. No line break at its end. */
export function renderSummary(facts: SummaryFacts, nowMs: number): string {
	const open = sortItems(facts.parked.filter((item) => item.state !== 'expired'));
	const sections: [string, readonly string[]][] = [
		['Completed', facts.completed.map((task) => `- ${line(task)}`)],
		[`Parked / Pending (${open.length} items)`, open.map((item) => itemLine(item))],
		['Archived this session', facts.archived.map((entry) => `- ${line(entry.item)} — ${line(entry.ts)}`)],
		['Recent commits', facts.commits.map((commit) => `- ${commit.hash} ${line(commit.subject)}`)],
	];
	return [
		`## Session Summary — ${localDate(nowMs)}`,
		...sections.filter(([, lines]) => lines.length > 0).flatMap(([title, lines]) => ['', `### ${title}`, ...lines]),
		...(sections.every(([, lines]) => lines.length === 0)
			? ['', 'Nothing completed, parked, archived or committed.']
			: []),
	].join('\n');
}

/** The few lines that stand on the terminal when the digest itself went to a file. */
export function renderCompactSummary(facts: SummaryFacts, nowMs: number, file: string): string {
	const open = facts.parked.filter((item) => item.state !== 'expired').length;
	return [
		`## Session Summary — ${localDate(nowMs)}`,
		`${facts.completed.length} completed · ${open} parked · ${facts.archived.length} archived · ${facts.commits.length} commits`,
		`→ ${file}`,
	].join('\n');
}

/** The names to try for the file of a digest, in order. Nothing is ever written over. */
export function* summaryFileNames(nowMs: number): Generator<string> {
	const name = `output-session-summary-${localDate(nowMs)}`;
	yield `${name}.md`;
	for (let n = 2; ; n++) yield `${name}-${n}.md`;
}

function line(text: string): string {
	return truncate(singleLine(text), 200);
}
