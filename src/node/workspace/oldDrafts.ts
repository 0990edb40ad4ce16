// Drafts that nobody has looked at for as long as the person set, in several projects.
import { mapLimited } from '../base/mapLimited';
import type { Ratified } from '../reflection/draftFiles';
import type { OpenProject } from './openProject';
import { draftStoreOf } from './openStores';

/** Ratifies them. @param days 0 is never @param onFailed is told which could not be, with the reason in words */
export async function ratifyOldDrafts(
	{ claude, clock }: Pick<OpenProject, 'claude' | 'clock'>,
	projects: readonly OpenProject['project'][],
	days: number,
	onFailed: (file: string, reason: string) => void,
): Promise<readonly Ratified[]> {
	if (days <= 0) return [];
	const files = await mapLimited(projects, async (project) =>
		(await draftStoreOf({ claude, clock, project })).ratifyOlderThan(days, onFailed),
	);
	return files.flat();
}
