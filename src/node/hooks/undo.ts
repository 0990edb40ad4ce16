// Everything of a project that can be taken back, whatever it is of, in one order of time.
import { type Change, type ChangeKind, HOOKS_CHANGE } from '../keeper/changeJournal';
import type { OpenProject } from '../workspace/openProject';
import { type Undoable, type UndoOutcome, listChanges, listThrownAway, undoChange } from '../workspace/undo';

interface UndoOptions {
	/** Of changes of the journal alone; nothing for everything. */
	readonly kind?: ChangeKind | undefined;
	/** More items may be open than the limit. */
	readonly isForced?: boolean;
	/** Makes sure that the programs are there which hooks start. */
	readonly putLauncher: () => Promise<void>;
}

/** Newest first. @throws what cannot be read. */
export async function listUndoable(place: OpenProject, options: UndoOptions): Promise<readonly Undoable[]> {
	const { kind, isForced = false, putLauncher } = options;
	const found = await listChanges(place, kind);
	const isOfHooks = found.some((change) => change.kind === HOOKS_CHANGE);
	const hooks = isOfHooks ? await import('./installChange') : undefined;
	const changes = found.map((change): Undoable => ({
		...{ id: change.id, atMs: Date.parse(change.ts), kind: change.kind as ChangeKind, change },
		label: hooks?.hooksLabel(change) ?? change.label,
		isCut: change.isCut === true,
		undo: () => undoOf(place, change, putLauncher),
	}));
	const others = kind === undefined ? await listThrownAway(place, isForced) : [];
	return [...changes, ...others].sort((a, b) => b.atMs - a.atMs);
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
