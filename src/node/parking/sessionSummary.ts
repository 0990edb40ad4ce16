// Gathers the facts of a session's digest, and writes it where it belongs.
import path from 'node:path';
import { archivedToday } from '../../core/parking/archivedToday';
import {
	SUMMARY_TERMINAL_LINES,
	type SummaryFacts,
	renderCompactSummary,
	renderSummary,
	summaryFileNames,
} from '../../core/parking/summary';
import { beganMs } from '../../core/transcript/facts';
import type { Clock } from '../../core/base/ports';
import { errorCode, writeNew } from '../base/atomicFile';
import { readAudit } from './auditTrail';
import type { ClaudeHome } from '../claude/claudeHome';
import { commitsSince } from '../project/gitRepository';
import { makeFolderInside } from '../base/insideProject';
import { makeOwnRoot } from '../project/project';
import { keepOut } from '../project/privateFolder';
import { listAsPrivate } from '../keeper/privatePlaces';
import { openRedact } from '../privacy/openRedactor';
import { extractSession } from '../handoff/extractSession';
import { readLiveSessions } from '../sessions/liveSessions';
import type { ParkingLot } from './parkingLot';
import { findTranscriptById, latestSession } from '../sessions/projectSessions';
import { entriesIn } from '../base/lookAt';
import { TEMPORARY } from '../base/temporary';

/** Reads only. @param sessionId the session meant; the project's most recent one where none is given. */
export async function gatherSummary(
	claude: ClaudeHome,
	lot: ParkingLot,
	clock: Clock,
	sessionId?: string,
): Promise<SummaryFacts> {
	const session = await findSession(claude, lot, sessionId);
	const [items, audit, commits] = await Promise.all([
		lot.list(),
		readAudit(lot.project),
		commitsSince(lot.project, session?.startMs, claude.env),
	]);
	// A digest is printed, and a long one is written into the project.
	const redact = await openRedact(claude);
	return {
		completed: (session?.completed ?? []).map(redact),
		parked: items
			.filter((item) => item.state !== 'expired')
			.map((item) => ({ ...item, name: redact(item.name), description: redact(item.description) })),
		archived: archivedToday(audit, clock.now()).map((entry) => ({ ...entry, item: redact(entry.item) })),
		commits: commits.map((commit) => ({ ...commit, subject: redact(commit.subject) })),
	};
}

/**
 * Short digests are for the terminal; longer ones go to a file of their own below `.temp/`, and three lines point to it.
 * @returns the text for the terminal, and the file where there is one.
 */
export async function routeSummary(
	facts: SummaryFacts,
	lot: ParkingLot,
	nowMs: number,
): Promise<{ readonly text: string; readonly file: string | undefined }> {
	const whole = renderSummary(facts, nowMs);
	if (whole.split('\n').length <= SUMMARY_TERMINAL_LINES) return { text: whole, file: undefined };
	const { project } = lot;
	const folder = path.join(project.filesRoot, '.temp');
	await makeOwnRoot(project);
	// In a folder of the person's own, only what is ours is kept out of git.
	const isOurs = (await entriesIn(folder)).every(({ name }) => TEMPORARY.test(name));
	await makeFolderInside(project.filesRoot, folder);
	await keepOut(project.filesRoot, folder, [isOurs ? '*' : 'output-session-summary-*.md']);
	await listAsPrivate(project);
	for (const name of summaryFileNames(nowMs)) {
		const file = path.join(folder, name);
		try {
			await writeNew(file, `${whole}\n`, 0o644);
			const shown = project.filesRoot === project.folder ? `.temp/${name}` : file;
			return { text: renderCompactSummary(facts, nowMs, shown), file };
		} catch (error) {
			if (errorCode(error) !== 'EEXIST') throw error;
		}
	}
	throw new Error('unreachable: there is always another file name');
}

/** When a session began, and the tasks that it completed. */
async function findSession(
	claude: ClaudeHome,
	{ project }: ParkingLot,
	sessionId: string | undefined,
): Promise<{ readonly startMs: number | undefined; readonly completed: readonly string[] } | undefined> {
	const latest =
		sessionId === undefined ? await latestSession(claude, project, await readLiveSessions(claude)) : undefined;
	const id = sessionId ?? latest?.id;
	const file = sessionId === undefined ? latest?.file : await findTranscriptById(claude, sessionId, project.folder);
	if (file === undefined) return undefined;
	const { session, extract } = await extractSession(file, { sessionId: id });
	const done = extract.tasks.filter(({ status }) => status === 'completed');
	return { startMs: beganMs(session.facts), completed: done.map(({ text }) => text) };
}
