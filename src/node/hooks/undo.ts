// Everything of a project that can be taken back, whatever it is of, in one order of time.
import { passOver } from '../base/refused';
import { type Change, type ChangeKind, HOOKS_CHANGE } from '../keeper/changeRecord';
import type { OpenProject } from '../workspace/openProject';
import { toldTo } from '../review/reviewStore';
import { type Undoable, type UndoOutcome, listChanges, savedSession, thrownAway, undoChange } from '../workspace/undo';

interface UndoOptions {
	/** Of changes of the journal alone; nothing for everything. */
	readonly kind?: ChangeKind | undefined;
	/** More items may be open than the limit. */
	readonly isForced?: boolean;
	/** Makes sure that the programs are there which hooks start. */
	readonly putLauncher: () => Promise<void>;
}

/** All that can be undone, newest first, and why some could not be read: one unreadable record hides no other. */
export async function listUndoable(
	place: OpenProject,
	options: UndoOptions,
): Promise<{ readonly all: readonly Undoable[]; readonly unread: readonly unknown[] }> {
	const { kind, isForced = false, putLauncher } = options;
	const unread: unknown[] = [];
	const changes = async (): Promise<readonly Undoable[]> => {
		const found = await listChanges(place, kind, unread);
		const isOfHooks = found.some((change) => change.kind === HOOKS_CHANGE);
		const hooks = isOfHooks ? await import('./installChange') : undefined;
		return (hooks?.lastOfEach(found) ?? found).map((change) => ({
			...{ id: change.id, atMs: Date.parse(change.ts), kind: change.kind as ChangeKind, change },
			label: hooks?.hooksLabel(change) ?? change.label,
			isCut: change.isCut === true,
			session: savedSession(change.about),
			undo: () => undoOf(place, change, putLauncher),
		}));
	};
	const all: Undoable[] = [];
	for (const list of [changes, ...(kind === undefined ? thrownAway(place, isForced) : [])])
		try {
			all.push(...(await list()));
		} catch (error) {
			unread.push(error);
		}
	for (const error of unread) passOver(error);
	const isTold = await toldTo(place);
	return { all: all.filter(({ session }) => isTold(session)).sort((a, b) => b.atMs - a.atMs), unread };
}

/** What is taken back where nothing is named: what somebody did last. */
export const newestOf = (all: readonly Undoable[]): Undoable | undefined =>
	all.find(({ isByItself }) => isByItself !== true);

async function undoOf(
	place: OpenProject,
	change: Change,
	putLauncher: UndoOptions['putLauncher'],
): Promise<UndoOutcome> {
	if (change.kind !== HOOKS_CHANGE) return undoChange(place, change);
	return (await import('./installChange')).undoInstallation(place, change, putLauncher);
}
