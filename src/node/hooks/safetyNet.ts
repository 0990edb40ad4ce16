// Whether what is said in a project is kept, read off the disk. Each part is loaded when it is asked for.
import type { BackupListing } from '../backups/backupReader';
import type { SafetyNet } from '../workspace/home';
import type { OpenProject } from '../workspace/openProject';

/** Nothing is written. @param listing of the project's backups. @throws OutsideProjectError where a link leads our files out of the project. */
export async function readSafetyNet(
	{ claude, project, clock }: OpenProject,
	listing: Pick<BackupListing, 'pending' | 'kept'>,
): Promise<SafetyNet> {
	const [{ readHooks }, { isOwnFiring, readHookLog }, { aboutToBeDeleted }, { pendingBytes }] = await Promise.all([
		import('./installedFacts'),
		import('../keeper/hookLogFile'),
		import('../backups/transcriptArchive'),
		import('../backups/backupRetention'),
	]);
	const { whyIdle } = await readHooks(claude, project);
	const last = (await readHookLog(claude).catch(() => [])).findLast((each) => isOwnFiring(project, each));
	const lastHookMs = Date.parse(last?.ts ?? '');
	const lastBackupMs = [...listing.pending, ...listing.kept].reduce(
		(latest, { sinceMs }) => Math.max(latest, sinceMs),
		0,
	);
	const held = await pendingBytes(claude, project);
	return {
		whyIdle,
		lastHookMs: Number.isNaN(lastHookMs) ? undefined : lastHookMs,
		lastBackupMs: lastBackupMs === 0 ? undefined : lastBackupMs,
		leaving: (await aboutToBeDeleted(claude, project, clock)).length,
		overLimit: held.overBytes === 0 ? { bytes: 0, overBytes: 0 } : held,
	};
}
