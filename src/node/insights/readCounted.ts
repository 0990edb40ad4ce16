// All that Insights counts, read: transcripts by their digests, and what this program keeps itself.
import path from 'node:path';
import { CountedOnce } from '../../core/insights/answers';
import { countedOf } from '../../core/insights/counted';
import { countedUsd } from '../../core/insights/digest';
import type { Counted, Happened } from '../../core/insights/insights';
import type { TableRow } from '../../core/insights/tables';
import { UNREDACTED } from '../../core/privacy/unredacted';
import type { ClaudeHome } from '../claude/claudeHome';
import { cacheFolderOf } from '../keeper/cacheFolder';
import { openRedactor } from '../privacy/openRedactor';
import type { Unreadable } from '../sessions/index/transcriptFiles';
import { digestsOf } from './digests';
import { findSessions } from './findSessions';
import { keptRows } from './keptRows';

export interface CountedSessions extends Counted {
	/** Of each session, what names it: to open it, and in a list. Redacted when it is asked for: nobody looks at all of them. */
	nameOf(session: string): { readonly file: string; readonly title: string } | undefined;
	readonly unreadable: readonly Unreadable[];
}

/**
 * @param mayKeep what was read for the next time. @param onProgress is told of bytes, of those that are new
 * @throws the file system's errors where nothing can be counted
 */
export async function readCounted(
	claude: ClaudeHome,
	mayKeep: boolean,
	onProgress?: (done: number, total: number) => void,
): Promise<CountedSessions> {
	const cacheFolder = mayKeep ? cacheFolderOf(claude) : undefined;
	// Folders keep their names, which are seen everywhere: redacted, two could become one.
	const found = await findSessions({ claude, project: undefined, redactor: UNREDACTED, cacheFolder });
	const digests = await digestsOf({ claude, cacheFolder, isAll: true, onProgress }, found.files);
	const answers = new CountedOnce();
	digests.forEach((digest, at) => {
		for (const answer of digest?.answers ?? []) answers.add(answer, found.files[at]?.depth);
	});
	const kept = await keptRows(claude, undefined, UNREDACTED);
	// What Claude Code counted in a fork has the cost of its origin in it.
	const forks = new Set(found.sessions.filter(({ isFork }) => isFork).map(({ id }) => id));
	const counted = countedOf({
		sessions: found.sessions,
		answers: answers.answers,
		usd: new Map([...countedUsd(digests.flatMap((each) => each ?? []))].filter(([session]) => !forks.has(session))),
		happened: [
			...digests.flatMap((digest) => digest?.happened ?? []),
			...kept.backups.map((row) => happenedTo(row, 'backups')),
			...kept.reviews.flatMap((row) => (kept.takenBack.has(row) ? [] : (reviewed(row) ?? []))),
		],
	});
	const titles = new Map(found.sessions.map(({ id, title }) => [id, title]));
	const files = new Map(found.files.map(({ file }) => [path.basename(file, '.jsonl'), file]));
	const redactor = await openRedactor(claude);
	return {
		...counted,
		unreadable: found.unreadable,
		nameOf(session) {
			const [file, title] = [files.get(session), titles.get(session)];
			return file === undefined || title === undefined ? undefined : { file, title: redactor.text(title).value };
		},
	};
}

function happenedTo(
	{ project, session, time }: TableRow<'backups'> | TableRow<'reviews'>,
	kind: Happened['kind'],
): Happened {
	return { kind, atMs: time, count: 1, project: project ?? undefined, session: session ?? undefined };
}

function reviewed(row: TableRow<'reviews'>): Happened | undefined {
	const { kind, verdict } = row;
	if (verdict !== 'accepted' && verdict !== 'rejected') return undefined;
	const isDraft = kind === 'draft';
	return happenedTo(
		row,
		verdict === 'accepted'
			? isDraft
				? 'draftsAccepted'
				: 'memoriesAccepted'
			: isDraft
				? 'draftsRejected'
				: 'memoriesRejected',
	);
}
