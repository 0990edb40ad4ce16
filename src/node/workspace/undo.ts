// What can be taken back in a project by the one journal of changes, of whatever kind it is, with what followed from it.
import { asRecord, asText } from '../../core/base/result';
import { checkInside, isInside } from '../base/insideProject';
import { type Change, ChangeJournal, type ChangeKind, type Undone } from '../keeper/changeJournal';
import { openTrash } from '../keeper/keeperTrash';
import { MEMORY_TRASH, PROTOCOL_TRASH } from '../keeper/trash';
import type { OpenProject } from './openProject';
import { followHandOff, memoryHealthOf, protocolStoreOf } from './openStores';

/** Changes that can be taken back, newest first. @param kind of them; nothing for all. @throws where the journal cannot be read. */
export async function listUndoable(place: OpenProject, kind?: ChangeKind): Promise<readonly Change[]> {
	const { root, checkout } = place.project;
	const changes = await journalOf(place).list(kind, root, checkout);
	return changes.filter((each) => each.project === (each.kind === PROTOCOL_TRASH ? checkout : root));
}

/**
 * Takes a change back, and what followed from it: an accepted candidate and the backups of a session wait again.
 * @returns `changed` where somebody has edited a file since, `gone` where it was taken back already, `busy` where somebody
 * is deciding: then nothing was done.
 * @throws OutsideProjectError where a link leads out of the project by now, and the file system's error.
 */
export async function undoChange(place: OpenProject, { id, kind, about }: Change): Promise<Undone | 'busy'> {
	if (kind === MEMORY_TRASH) return (await memoryHealthOf(place)).undo(id);
	if (kind === PROTOCOL_TRASH) return (await protocolStoreOf(place)).undo(id);
	const { root, checkout, filesRoot } = place.project;
	const outcome = await journalOf(place).undo(id, async ({ steps }) => {
		for (const step of steps)
			for (const top of [filesRoot, root, checkout])
				if ('file' in step && isInside(top, step.file)) await checkInside(top, step.file);
	});
	const sessions = asRecord(about)?.['sessions'];
	const session = Array.isArray(sessions) ? asText(sessions[0]) : undefined;
	if (outcome === 'undone' && session !== undefined) await followHandOff(place, session, false);
	return outcome;
}

function journalOf({ claude, clock }: OpenProject): ChangeJournal {
	return new ChangeJournal(claude, openTrash(claude), clock);
}
