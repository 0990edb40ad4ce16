// SessionStart: what it prints, Claude reads. It tells of backups that wait, and by the person's wish of the session that
// is taken up and of the parking rule.
import { announceBackup } from '../../core/hooks/announcement';
import { PARKING_RULE } from '../../core/hooks/parkingRule';
import { BackupWriter } from '../backupWriter';
import { projectPlace } from '../backups/place';
import { readBackups, readMarker } from '../backups/placeLog';
import { finishOrDetach } from './backUp';
import type { HookContext } from './hookRun';

export async function sessionStart(context: HookContext): Promise<string> {
	const { payload, settings } = context;
	const isCompaction = payload.source === 'compact';
	const outcomes = [await tellOfBackups(context, isCompaction)];
	if (settings.injectContext !== 'off' && (payload.source === 'startup' || payload.source === 'resume')) {
		// Only who asked for it pays for the libraries behind it.
		const { sessionContextText } = await import('./sessionContextText');
		const text = await sessionContextText(context, settings.injectContext);
		if (text !== undefined) context.print(text);
		outcomes.push(text === undefined ? 'no context' : 'context told');
	}
	if (settings.parkingRule) context.print(PARKING_RULE);
	return outcomes.join(', ');
}

/** Announces the newest pending backup, and finishes what a hook before us could not. Where there is none, nothing is written. */
async function tellOfBackups(context: HookContext, isCompaction: boolean): Promise<string> {
	const { claude, project, clock } = context;
	const place = projectPlace(project);
	const logged = await readBackups(place);
	const hasPending = [...logged.values()].some((each) => each.isPending);
	if (!hasPending && (await readMarker(place))?.kind !== 'names') return 'nothing pending';
	const writer = await BackupWriter.open(claude, project, clock);
	const alive = await writer.mendMarker();
	const newest = [...alive].sort((a, b) => a.sinceMs - b.sinceMs).at(-1);
	const text = newest === undefined ? undefined : announceBackup(newest.raw, isCompaction);
	if (text !== undefined) context.print(text);
	const state = await finishOrDetach(writer, context);
	return `${alive.length} pending, ${state}`;
}
