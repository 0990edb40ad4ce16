// The backup that a person asks for, as every face makes it.
import { retainBackups } from '../backups/backupRetention';
import { BackupWriter } from '../backups/backupWriter';
import type { FoundTranscript } from '../transcript/locateTranscript';
import type { OpenProject } from './openProject';
import { settleSession } from './openStores';

interface HandMade {
	readonly raw: string;
	readonly file: string;
	/** Why only our own folder has it, if it is so. */
	readonly refused: string | undefined;
	/** Why a hook has to finish it, if one has to; then nothing of the rest was done. */
	readonly unfinished?: { readonly problem: unknown };
	/** Whether a hand-off covers it. */
	readonly isCovered: boolean;
	/** By how much pending backups are over their limit. */
	readonly overBytes: number;
	/** Why older ones were not looked after: the backup is made all the same. */
	readonly problem?: unknown;
}

/** Backs up a session, looks after older backups, and settles what a hand-off covers. */
export async function backUpByHand(place: OpenProject, transcript: FoundTranscript): Promise<HandMade> {
	const { claude, project, clock } = place;
	const writer = await BackupWriter.open(claude, project, clock);
	const { raw, finished } = await writer.create(transcript, 'manual');
	const made = { raw, file: writer.fileOf(raw), refused: writer.refused, isCovered: false, overBytes: 0 };
	if (finished?.state !== 'verified') return { ...made, unfinished: { problem: finished?.problem } };
	const retained = await retainBackups(claude, project).catch((problem: unknown) => ({ overBytes: 0, problem }));
	const isCovered = await settleSession(place, transcript.session).catch(() => false);
	return { ...made, ...retained, isCovered };
}
