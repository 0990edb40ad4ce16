// What a hook leaves to a process of its own because it needs more time, and more of this program, than a hook has.
import { isAttended } from '../../core/hooks/attended';
import { knownReason } from '../../core/backups/log';
import type { Clock } from '../../core/ports';
import { asRecord, asText } from '../../core/result';
import { BackupWriter } from '../backupWriter';
import { type ClaudeHome, findClaudeHome } from '../claudeHome';
import { keepEndedSession } from '../endedSession';
import { openTrash } from '../keeperTrash';
import { ParkingLot } from '../parkingLot';
import { findProject } from '../project';
import { findTranscript } from './backUp';
import type { Housekeeping } from './hookRun';
import { openClock } from './openClock';

/** The main function of the bundle. @param folder of the project. @param jobs `Housekeeping` as JSON. */
export function housekeepingMain(folder: string | undefined, jobs: string | undefined): void {
	const leave = (): never => process.exit(0);
	process.on('uncaughtException', leave).on('unhandledRejection', leave);
	const wanted = parseJobs(jobs ?? '');
	if (folder === undefined || wanted === undefined || !isAttended(process.env)) return leave();
	void housekeep(findClaudeHome(process.env), folder, wanted, openClock(process.env)).finally(leave);
}

/**
 * Finishes backups, takes expired items away, and writes the record of the session that has ended. What cannot be done
 * keeps nothing else from being done; who watches does it later.
 */
export async function housekeep(claude: ClaudeHome, folder: string, jobs: Housekeeping, clock: Clock): Promise<void> {
	const { session, reason, endedMs, finishIn } = jobs;
	const project = await findProject(claude, folder);
	const steps = [
		async () => {
			if (finishIn === undefined) return;
			await (await BackupWriter.open(claude, await findProject(claude, finishIn), clock)).finish();
		},
		async () => {
			if (jobs.expires) await new ParkingLot(claude, project, openTrash(claude), clock).expire();
		},
		async () => {
			const found = await findTranscript({ payload: { session, transcriptPath: undefined }, claude, project });
			if (found === undefined) return;
			const place = { claude, clock, project: found.project };
			await keepEndedSession(place, found.transcript.session, { atMs: endedMs, reason });
		},
	];
	for (const step of steps) await step().catch(() => undefined);
}

function parseJobs(text: string): Housekeeping | undefined {
	let o: Readonly<Record<string, unknown>> | undefined;
	try {
		o = asRecord(JSON.parse(text));
	} catch {
		return undefined;
	}
	const endedMs = o?.['endedMs'];
	if (o === undefined || typeof endedMs !== 'number') return undefined;
	return {
		session: asText(o['session']),
		reason: knownReason(asText(o['reason']) ?? ''),
		endedMs,
		finishIn: asText(o['finishIn']),
		expires: o['expires'] === true,
	};
}
