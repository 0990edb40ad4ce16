// What a hook leaves to a separate process because it needs more time, and more of this program, than a hook has.
import { isAttended } from '../../../core/claude/payload';
import { knownReason } from '../../../core/claude/reasons';
import { type HookFiring, HOUSEKEEPING_EVENT } from '../../../core/keeper/hookLog';
import type { Clock } from '../../../core/base/ports';
import { asText, parseObject, textsIn } from '../../../core/base/result';
import { BackupWriter } from '../../backups/backupWriter';
import { type ClaudeHome, findClaudeHome } from '../../claude/claudeHome';
import { keepCrashedSessions, keepEndedSession, saveCrashedSessions } from './endedSession';
import { passOver, takeRefused } from '../../base/refused';
import { openRedactor } from '../../privacy/openRedactor';
import { noteSigns } from '../../project/evidence';
import { findProject } from '../../project/project';
import { findHookTranscript } from './backUp';
import type { Housekeeping } from './hookRun';
import { endCut } from '../../workspace/endCut';
import { appendHookLog } from '../../keeper/hookLogFile';
import { clockOfHook } from '../../base/systemClock';
import { openProject, parkingLotOf } from '../../workspace/openProject';

/** The main function of the bundle. @param folder of the project. @param jobs `Housekeeping` as JSON. */
export function housekeepingMain(folder: string | undefined, jobs: string | undefined): void {
	const leave = (): never => process.exit(0);
	if (!isAttended(process.env)) return leave();
	const [claude, clock] = [findClaudeHome(process.env), clockOfHook(process.env)];
	const wanted = parseJobs(jobs ?? '');
	const fail = (error: unknown): void =>
		void logFailure(claude, clock, {
			session: wanted?.session,
			project: folder,
			failures: [['', error]],
			ms: 0,
		}).finally(leave);
	process.on('uncaughtException', fail).on('unhandledRejection', fail);
	if (folder === undefined || wanted === undefined) return fail(new Error('nothing was asked for'));
	void housekeep(claude, folder, wanted, clock).finally(leave);
}

/**
 * Finishes backups, backs up killed sessions, removes expired items, and writes the records of the ended session and of
 * killed ones. A job that fails does not stop the others; the watcher does it later. Never throws: failures are in the
 * hooks' log.
 */
export async function housekeep(claude: ClaudeHome, folder: string, jobs: Housekeeping, clock: Clock): Promise<void> {
	const began = performance.now();
	const { session, reason, endedMs, finishIn } = jobs;
	const steps: Readonly<Record<string, () => Promise<unknown>>> = {
		changes: () => endCut(claude, clock),
		backup: async () => {
			if (finishIn === undefined) return;
			await (await BackupWriter.open(claude, await findProject(claude, finishIn), clock)).finish();
		},
		unsaved: async () => {
			if (jobs.unsaved.length > 0) await saveCrashedSessions(await openProject(claude, folder, clock), jobs.unsaved);
		},
		items: async () => {
			if (!jobs.expires) return;
			const { problem } = await parkingLotOf(await openProject(claude, folder, clock)).expire();
			if (problem !== undefined) throw problem;
		},
		record: async () => {
			const project = await findProject(claude, folder);
			const found = await findHookTranscript({ payload: { session, transcriptPath: undefined }, claude, project });
			if (found === undefined) return;
			const place = { claude, clock, project: found.project };
			await keepEndedSession(place, found.transcript.session, { atMs: endedMs, reason });
		},
		// Where the session left the repository tells it from its look-alikes.
		signs: async () => noteSigns(claude, await findProject(claude, folder)),
		crashed: async () => {
			if (jobs.crashed.length > 0) await keepCrashedSessions(await openProject(claude, folder, clock), jobs.crashed);
		},
	};
	const failures: (readonly [string, unknown])[] = [];
	for (const [name, step] of Object.entries(steps))
		await step().catch((error: unknown) => passOver(error) && failures.push([name, error]));
	for (const refused of takeRefused()) failures.push(['', refused]);
	const ms = Math.round(performance.now() - began);
	if (failures.length > 0) await logFailure(claude, clock, { session, project: folder, failures, ms });
}

/** One line in the hooks' log: nobody sees what a process of its own would print. An error may name whatever it met. */
async function logFailure(
	claude: ClaudeHome,
	clock: Clock,
	{
		failures,
		...firing
	}: Pick<HookFiring, 'session' | 'project' | 'ms'> & {
		readonly failures: readonly (readonly [string, unknown])[];
	},
): Promise<void> {
	const what = failures.map(([step, error]) => {
		const message = error instanceof Error ? error.message : String(error);
		return step === '' ? message : `${step}: ${message}`;
	});
	try {
		const outcome = `failed: ${(await openRedactor(claude)).text(what.join('; ')).value}`;
		await appendHookLog(claude, {
			ts: new Date(clock.now()).toISOString(),
			event: HOUSEKEEPING_EVENT,
			...firing,
			outcome,
		});
	} catch {
		// If the log cannot be written, that cannot be logged either.
	}
}

function parseJobs(text: string): Housekeeping | undefined {
	const o = parseObject(text);
	const endedMs = o?.['endedMs'];
	if (o === undefined || typeof endedMs !== 'number') return undefined;
	return {
		session: asText(o['session']),
		reason: knownReason(asText(o['reason']) ?? ''),
		endedMs,
		finishIn: asText(o['finishIn']),
		expires: o['expires'] === true,
		crashed: textsIn(o['crashed']),
		unsaved: textsIn(o['unsaved']),
	};
}
