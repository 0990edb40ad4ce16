// Parked items for the hooks, by the store that every face asks: what they speak of is what a list shows. Few of their runs
// need it, so it is loaded when one does.
import type { ParkedItem } from '../../../core/parking/item';
import { maySee } from '../../../core/sessions/labels';
import { isAnyPrivate } from '../../../core/sessions/privateForks';
import { sharesPrivate } from '../../sessions/privateOrigin';
import { readLabels } from '../../sessions/sessionLabels';
import { locateTranscript } from '../../transcript/locateTranscript';
import { parkingLotOf } from '../../workspace/openProject';
import type { HookContext } from './hookRun';

type Place = Pick<HookContext, 'claude' | 'project' | 'clock'>;

/** Whether an item has expired, by its due day, too. @throws the file system's error */
export async function isAnyExpired(place: Place): Promise<boolean> {
	return (await parkingLotOf(place).list()).some(({ state }) => state === 'expired');
}

/** The open items that the session may see, newest first. @throws the file system's error */
export async function openItems(context: Place & Pick<HookContext, 'payload'>): Promise<readonly ParkedItem[]> {
	const { claude, project, payload } = context;
	const open = (await parkingLotOf(context).list()).filter(({ state }) => state !== 'expired');
	const labelled = await readLabels(claude);
	if (!isAnyPrivate(labelled)) return open;
	const isShown = async ({ session }: ParkedItem): Promise<boolean> => {
		if (session === undefined || session === payload.session) return true;
		if (!maySee({ session: payload.session }, labelled, session)) return false;
		const found = await locateTranscript(claude, session, undefined, project);
		return found === undefined || !(await sharesPrivate(found.file, session, labelled));
	};
	const shown = await Promise.all(open.map(isShown));
	return open.filter((_, at) => shown[at]);
}
