// What can be taken back in a project, in one order of time: changes of the one journal, what is in the trash, and what a
// person rejected. Each goes back by the use case that its own command has, with what followed from it.
import { groupBy } from '../../core/base/groupBy';
import { asRecord, asText, textsIn } from '../../core/base/result';
import { say } from '../../core/base/say';
import { doneWords } from '../../core/keeper/undoable';
import { stateOf } from '../../core/parking/item';
import type { ReviewOutcome } from '../../core/review/entry';
import { batchOf } from '../keeper/trash';
import { checkInside, isInside } from '../base/insideProject';
import { type Change, type ChangeKind, isLeftBehind } from '../keeper/changeRecord';
import { type Undone, openJournal } from '../keeper/changeJournal';
import {
	BACKUP_TRASH,
	DRAFT_TRASH,
	MEMORY_TRASH,
	PARKED_TRASH,
	PROTOCOL_TRASH,
	type TrashEntry,
} from '../keeper/trash';
import { isRootOf, rootsOf } from '../project/formerRoots';
import { type OpenProject, parkingLotOf } from './openProject';
import { backupStoreOf, followHandOff, memoryHealthOf, protocolStoreOf, reviewStoreOf } from './openStores';

export type UndoKind = ChangeKind | typeof PARKED_TRASH | typeof BACKUP_TRASH | typeof DRAFT_TRASH;

/** What came of it: as of a change, `busy` where somebody is deciding, or why it was not done and what helps. */
export type UndoOutcome = Undone | 'busy' | { readonly code: string; readonly message: string; readonly hint: string };

export interface Undoable {
	/** Unique among all of them, and lasting. */
	readonly id: string;
	/** When it was done, in milliseconds since 1970. */
	readonly atMs: number;
	readonly kind: UndoKind;
	/** What was done, in one line. */
	readonly label: string;
	/** Whose words it has, as far as that is known: a model is told of none that a person keeps from it. */
	readonly session?: string | undefined;
	/** Nobody asked for it: an item that expired. It goes back where it is named. */
	readonly isByItself?: boolean;
	/** Somebody did not live to end it. */
	readonly isCut?: boolean;
	/** Where the journal has it. */
	readonly change?: Change;
	/** @throws what cannot be read or written. */
	undo(): Promise<UndoOutcome>;
}

/**
 * Whether a change is one of a project: what is so in all of a person's projects is of no single one, and what was done before
 * the project was there is another's. What Claude keeps for one stays in its place when the project moves. */
export function isChangeOf(place: OpenProject, change: Change): boolean {
	const { kind, project: of, ts } = change;
	const { project, claude } = place;
	const isAt = (root: string): boolean => of === root && isRootOf({ ...project, root }, of, Date.parse(ts));
	if (kind === PROTOCOL_TRASH) return isAt(project.checkout);
	const isMoved = kind === MEMORY_TRASH && isRootOf(project, of, Date.parse(ts));
	const isHere = of === claude.configDir || [project.root, project.checkout].some(isAt);
	return isHere || (isMoved && !isLeftBehind(project, change));
}

/**
 * Changes that can be taken back, newest first. @throws where the journal cannot be read.
 * @param kind of them; nothing for all. @param unread gets why single ones cannot be read.
 */
export async function listChanges(
	place: OpenProject,
	kind?: ChangeKind,
	unread?: unknown[],
): Promise<readonly Change[]> {
	const places = [...rootsOf(place.project), place.project.checkout, place.claude.configDir];
	const changes = await openJournal(place).list(kind, places, unread);
	return changes.filter((each) => isChangeOf(place, each));
}

/** A change that can be taken back, by its id. @throws where it cannot be read. */
export const findChange = (place: OpenProject, id: string): Promise<Change | undefined> => openJournal(place).get(id);

/**
 * Takes a change of files back, and what followed from it: an accepted candidate and the backups of a session wait again.
 * @returns `changed` where somebody has edited a file since, `gone` where it was taken back already, `busy` where somebody
 * is deciding: then nothing was done.
 * @throws OutsideProjectError where a link leads out of the project by now, and the file system's error.
 */
export async function undoChange(place: OpenProject, { id, kind, about }: Change): Promise<Undone | 'busy'> {
	if (kind === MEMORY_TRASH) return (await memoryHealthOf(place)).undo(id);
	if (kind === PROTOCOL_TRASH) return (await protocolStoreOf(place)).undo(id);
	const { root, checkout, filesRoot } = place.project;
	const outcome = await openJournal(place).undo(id, async ({ steps }) => {
		for (const step of steps)
			for (const top of [filesRoot, root, checkout])
				if ('file' in step && isInside(top, step.file)) await checkInside(top, step.file);
	});
	if (outcome === 'undone') await followUndo(place, about);
	return outcome;
}

/** The backups of a session whose document was taken back wait again. @param about of the change. */
export async function followUndo(place: OpenProject, about: unknown): Promise<void> {
	const session = savedSession(about);
	if (session !== undefined) await followHandOff(place, session, false);
}

/** The session whose document a change saved. @param about of the change. */
export const savedSession = (about: unknown): string | undefined => textsIn(asRecord(about)?.['sessions'])[0];

/**
 * What is in the trash, and what a person decided of proposals and drafts, newest first in each. Each throws what cannot be
 * read.
 * @param isForced more items may be open than the limit.
 */
export const thrownAway = (place: OpenProject, isForced: boolean): readonly (() => Promise<readonly Undoable[]>)[] => [
	() => parkedItems(place, isForced),
	() => backups(place),
	() => decisions(place),
];

async function parkedItems(place: OpenProject, isForced: boolean): Promise<readonly Undoable[]> {
	const lot = parkingLotOf(place);
	return (await lot.taken()).map(({ entry, name, due, session }): Undoable => ({
		...ofEntry(entry, PARKED_TRASH, name),
		session,
		isByItself: entry.action === 'expired',
		async undo() {
			// As old as it was, unless it would expire at once.
			const keepTime = stateOf({ due, modifiedMs: entry.modifiedMs }, place.clock.now()) !== 'expired';
			const outcome = await lot.restore(entry, { keepTime, overLimit: isForced });
			if (outcome.kind !== 'limit') return outcome.kind === 'gone' ? 'gone' : 'undone';
			const message = `${outcome.open.length} items are open already.`;
			return { code: 'limit', message, hint: 'Archive one first, or say --yes to have more.' };
		},
	}));
}

/** What was discarded together comes back together. */
async function backups(place: OpenProject): Promise<readonly Undoable[]> {
	const store = backupStoreOf(place);
	const batches = groupBy(await store.discarded(), (entry) => batchOf(entry) ?? entry.id);
	return [...batches.values()].flatMap((entries): readonly Undoable[] => {
		const [first, ...others] = entries;
		if (first === undefined) return [];
		const name = others.length === 0 ? first.name : say('{0} backups', entries.length);
		const undo = async (): Promise<UndoOutcome> => {
			let left = 0;
			for (const entry of entries) if (!(await store.undoDiscard(entry))) left++;
			if (left === 0) return 'undone';
			const message =
				others.length === 0
					? say('It could not be restored.')
					: say('{0} of {1} could not be restored.', left, entries.length);
			return { code: 'gone', message, hint: say('A file of that name exists, or it was restored in the meantime.') };
		};
		return [{ ...ofEntry(first, BACKUP_TRASH, name), session: asText(asRecord(first.extra)?.['session']), undo }];
	});
}

/** An acceptance of a memory is in the journal, with the file that it wrote. */
async function decisions(place: OpenProject): Promise<readonly Undoable[]> {
	const review = await reviewStoreOf(place, () => 'claude');
	const seen = new Set<string>();
	return (await review.decided()).flatMap((decision): readonly Undoable[] => {
		const { kind, id, title, verdict, atMs, session } = decision;
		if (seen.has(id)) return [];
		seen.add(id);
		if (kind === 'memory' && verdict === 'accepted') return [];
		const undo = async (): Promise<UndoOutcome> => {
			// Somebody may have decided anew while the list was shown.
			const now = (await review.decided()).find((each) => each.kind === kind && each.id === id);
			return now?.verdict === verdict && now.atMs === atMs ? outcomeOf(await review.undo(decision)) : 'gone';
		};
		const of = kind === 'draft' ? DRAFT_TRASH : MEMORY_TRASH;
		return [{ id, atMs, kind: of, label: doneWords(title, verdict), session, undo }];
	});
}

const ofEntry = ({ id, takenMs, action }: TrashEntry, kind: UndoKind, name: string): Omit<Undoable, 'undo'> => ({
	// What a process was doing with it stands behind it.
	id: id.replace(/\..*$/u, ''),
	atMs: takenMs,
	kind,
	label: doneWords(name, action),
});

const outcomeOf = (outcome: ReviewOutcome): UndoOutcome =>
	outcome.kind === 'done' ? 'undone' : outcome.kind === 'gone' ? 'gone' : outcome;
