// Expired parked items are removed when a session ends. The hook only looks whether there are any, which costs one look
// at a folder, and the reading of its items where one is old; removing them takes more time than a hook has, so a separate
// process does it.
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '../../../core/base/dates';
import { EXPIRED_DAYS, isParkedFileName } from '../../../core/parking/item';
import { isTrustedByClaude } from '../../project/claudeSettings';
import { memoryFolders } from '../../project/project';
import type { HookContext } from './hookRun';

/** We did not make a folder with more items, so the hook leaves it alone. */
const LOOKED_AT = 500;

/** @returns whether any are to be taken away, and what of it stands in the log: nothing where nothing has expired. */
export async function lookForExpired(
	context: Pick<HookContext, 'claude' | 'project' | 'clock'>,
): Promise<{ readonly expires: boolean; readonly outcome: string }> {
	const { claude, project } = context;
	// An old one may have a due day that it waits for: its text says so. Where it does not, the hook has more to do.
	if (!(await hasOld(context)) || !(await (await import('./listedItems')).isAnyExpired(context).catch(() => false)))
		return { expires: false, outcome: '' };
	// The memory folder may be moved by what a repository says, so the person must have trusted it once.
	return (await isTrustedByClaude(claude, project.root))
		? { expires: true, outcome: '; expired items go' }
		: { expires: false, outcome: '; expired items stay: the folder is not trusted' };
}

async function hasOld({ project, clock }: Pick<HookContext, 'project' | 'clock'>): Promise<boolean> {
	const limitMs = clock.now() - EXPIRED_DAYS * DAY_MS;
	for (const folder of memoryFolders(project)) {
		const names = (await readdir(folder).catch(() => [])).filter(isParkedFileName).slice(0, LOOKED_AT);
		for (const name of names) {
			const found = await lstat(path.join(folder, name)).catch(() => undefined);
			if (found?.isFile() === true && found.mtimeMs <= limitMs) return true;
		}
	}
	return false;
}
