// What is done with parked items from more than one place: parking, archiving.
import type { ParkRequest } from '../../core/parking/draft';
import { parkInLot, unparkItem } from '../../node/parking/parkInLot';
import type { ProjectState } from '../../node/workspace/workspaceStore';
import { offerUndo, sayArchiveFull, sayGone, sayRedacted } from '../notifications';
import type { Services } from '../services';
import { listedAction } from '../listedAction';
import type { ParkedItem } from '../../core/parking/item';
import type * as ParkedInput from './parkedInput';

type Needs = Pick<Services, 'claude' | 'clock' | 'hooks' | 'logger' | 'undoStack' | 'workspace'>;

/** A parked item and the project that has it. */
interface OpenItem {
	readonly state: ProjectState;
	readonly item: ParkedItem;
}

/** Loaded when a person is asked something. */
export const parkedQuestions = (): Promise<typeof ParkedInput> => import('./parkedInput');

export async function archiveItem(services: Needs, { state, item }: OpenItem): Promise<void> {
	const entry = await state.lot.archive(item);
	await services.workspace.refresh();
	if (entry === undefined) return sayGone(item.name);
	const action = listedAction(services, state.project, { id: entry.id, name: item.name });
	services.undoStack.offer(action, offerUndo('archived', item.name));
}

/**
 * Undo of what put an item where it is: it goes to the trash, with all that was written into it since.
 * @param suggestion key of what it was made of.
 */
export function pushRemoval(
	services: Needs,
	{ lot }: ProjectState,
	{ path, name }: Pick<ParkedItem, 'path' | 'name'>,
	suggestion?: string,
): void {
	services.undoStack.push({
		name,
		undo: async () => {
			const item = (await lot.list()).find((each) => each.path === path);
			const entry = item && (await unparkItem(services, lot, item, suggestion));
			await services.workspace.refresh();
			return entry !== undefined;
		},
	});
}

/** Parks, and where ten are open already asks which of them goes first. @param suggestion key of what it is made of. */
export async function park(
	services: Needs,
	state: ProjectState,
	request: ParkRequest,
	suggestion?: string,
): Promise<void> {
	let outcome = await parkInLot(services, state.lot, request, suggestion);
	while (outcome.kind === 'limit') {
		const { askWhichToArchive } = await parkedQuestions();
		await archiveItem(services, { state, item: await askWhichToArchive(outcome.open, request.text) });
		outcome = await parkInLot(services, state.lot, request, suggestion);
	}
	pushRemoval(services, state, { path: outcome.path, name: request.name }, suggestion);
	sayRedacted(outcome.redacted);
	void outcome.transcript.then(({ outcome: kept, problem }) => {
		if (problem !== undefined) services.logger.error('the transcript of a parked item could not be archived', problem);
		return kept === 'full' ? sayArchiveFull(0, 1) : undefined;
	});
	await services.workspace.refresh();
}
