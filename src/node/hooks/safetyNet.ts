// Whether what is said in a project is kept, read off the disk. Each part is loaded when it is asked for.
import { hasOurs } from '../../core/hooks/doctorFacts';
import type { BackupListing } from '../backups/backupReader';
import type { SafetyNet } from '../workspace/home';
import type { OpenProject } from '../workspace/openProject';

/** Nothing is written. @param listing of the project's backups. @throws OutsideProjectError where a link leads our files out of the project. */
export async function readSafetyNet(
	{ claude, project, clock }: OpenProject,
	listing: Pick<BackupListing, 'pending' | 'kept'>,
): Promise<SafetyNet> {
	const [{ gatherSettings }, { pluginFacts }, { readHookLog }, { aboutToBeDeleted }, { pendingBytes }] =
		await Promise.all([
			import('./installedFacts'),
			import('./plugin'),
			import('../keeper/hookLogFile'),
			import('../backups/transcriptArchive'),
			import('../backups/backupRetention'),
		]);
	const areHooksInstalled =
		(await gatherSettings(claude, project)).some(hasOurs) || (await pluginFacts(claude, project)) !== undefined;
	const last = (await readHookLog(claude).catch(() => [])).findLast((firing) => firing.project === project.root);
	const lastHookMs = Date.parse(last?.ts ?? '');
	const lastBackupMs = [...listing.pending, ...listing.kept].reduce(
		(latest, { sinceMs }) => Math.max(latest, sinceMs),
		0,
	);
	const held = await pendingBytes(claude, project);
	return {
		areHooksInstalled,
		lastHookMs: Number.isNaN(lastHookMs) ? undefined : lastHookMs,
		lastBackupMs: lastBackupMs === 0 ? undefined : lastBackupMs,
		leaving: (await aboutToBeDeleted(claude, project, clock)).length,
		overLimit: held.overBytes === 0 ? { bytes: 0, overBytes: 0 } : held,
	};
}
