// Rows of what this program keeps itself: backups, and what a person decided.
import type { TableRow } from '../../core/insights/tables';
import type { Redactor } from '../../core/privacy/redaction';
import { journalLines } from '../../core/review/journal';
import { isPrivate } from '../../core/sessions/labels';
import { projectPlace } from '../backups/place';
import { readBackups } from '../backups/placeLog';
import { OutsideProjectError } from '../base/insideProject';
import type { ClaudeHome } from '../claude/claudeHome';
import { isRootOf } from '../project/formerRoots';
import { knownProjects, launchProjects } from '../project/launchProject';
import type { Project } from '../project/project';
import { LedgerFile } from '../reflection/ledgerFile';
import { ReviewJournal } from '../review/reviewJournal';
import { readLabels } from '../sessions/sessionLabels';

const VERDICTS = { ratified: 'accepted', discarded: 'rejected', undone: 'undone' } as const;

export interface KeptRows {
	readonly backups: readonly TableRow<'backups'>[];
	readonly reviews: readonly TableRow<'reviews'>[];
	/** Of the reviews, those that were taken back afterwards. */
	readonly takenBack: ReadonlySet<TableRow<'reviews'>>;
}

/**
 * @param project nothing for all that are known.
 * @throws the file system's error where a log is there and cannot be read
 */
export async function keptRows(
	claude: ClaudeHome,
	project: Project | undefined,
	redactor: Redactor,
): Promise<KeptRows> {
	const labelled = await readLabels(claude);
	const isKept = ({ session }: { readonly session: string | null }): boolean =>
		session === null || !isPrivate(labelled, session);
	const named = (root: string): string => redactor.text(root).value;
	const backups: TableRow<'backups'>[] = [];
	for (const each of project === undefined ? await knownProjects(claude) : [project]) {
		// A log that a link leads out to is none of ours.
		const logged = await readBackups(projectPlace(each)).catch((error: unknown) => {
			if (!(error instanceof OutsideProjectError)) throw error;
		});
		for (const {
			session = null,
			sinceMs,
			reason = null,
			copiedBytes = null,
			isVerified,
			isPending,
		} of logged?.values() ?? [])
			backups.push({
				project: named(each.root),
				session,
				time: sinceMs,
				kind: reason,
				bytes: copiedBytes,
				is_verified: isVerified,
				is_pending: isPending,
			});
	}
	const { runs, verdicts } = await new LedgerFile(claude).read();
	const rootOf = new Map(runs.map((run) => [run.session, run.project]));
	const drafts = verdicts.map(({ session, verdict, atMs }) => ({
		root: rootOf.get(session),
		of: session,
		row: { session, time: atMs, kind: 'draft', verdict: VERDICTS[verdict] },
	}));
	const memories = journalLines(await new ReviewJournal(claude).text())
		.filter(({ event, ts }) => event !== 'edited' && !Number.isNaN(Date.parse(ts)))
		.map(({ project: root, hash: of, session = null, ts, event }) => ({
			root,
			of,
			row: { session, time: Date.parse(ts), kind: 'memory', verdict: event },
		}));
	const projectOf = launchProjects(claude);
	const reviews: TableRow<'reviews'>[] = [];
	const takenBack = new Set<TableRow<'reviews'>>();
	const stands = new Map<string, TableRow<'reviews'>>();
	for (const { root, of, row } of [...drafts, ...memories]) {
		if (project !== undefined && (root === undefined || !isRootOf(project, root, row.time))) continue;
		const now = root === undefined ? undefined : (project ?? (await projectOf(root, row.time)));
		const review: TableRow<'reviews'> = { project: now === undefined ? null : named(now.root), ...row };
		reviews.push(review);
		// In the order in which they were made: an undo takes the last one back.
		const key = JSON.stringify([review.project, row.kind, of]);
		const before = stands.get(key);
		stands.set(key, review);
		if (row.verdict === 'undone' && before !== undefined) takenBack.add(before);
	}
	return { backups: backups.filter(isKept), reviews: reviews.filter(isKept), takenBack };
}
