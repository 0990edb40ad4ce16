// What is done with parked items from more than one place: parking, archiving, keeping the transcript they came from.
import type { ParkRequest } from '../../core/parking/draft';
import type { ProjectState } from '../../node/workspace/workspaceStore';
import { sayGone, offerUndo, sayRedacted } from '../notifications';
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

/** Not awaited: the item is parked whatever becomes of its session's transcript. */
async function archiveOf({ claude, clock, logger }: Needs, { project }: ProjectState, session: string): Promise<void> {
	try {
		const { archiveParkedSession } = await import('../../node/backups/transcriptArchive');
		const outcome = await archiveParkedSession(claude, project, session, clock);
		logger.info(`the transcript of ${session}, from which an item was parked: ${outcome ?? 'not archived'}`);
	} catch (error) {
		logger.error(`the transcript of ${session} could not be archived`, error);
	}
}

export async function archiveItem(services: Needs, { state, item }: OpenItem): Promise<void> {
	const entry = await state.lot.archive(item);
	await services.workspace.refresh();
	if (entry === undefined) return sayGone(item.name);
	const action = listedAction(services, state.project, { id: entry.id, name: item.name });
	services.undoStack.offer(action, offerUndo('archived', item.name));
}

/** Undo of what put an item where it is: it goes to the trash, with all that was written into it since. */
export function pushRemoval(
	{ undoStack, workspace }: Needs,
	{ lot }: ProjectState,
	{ path, name }: Pick<ParkedItem, 'path' | 'name'>,
	after: () => Promise<unknown> = () => Promise.resolve(),
): void {
	undoStack.push({
		name,
		undo: async () => {
			const item = (await lot.list()).find((each) => each.path === path);
			const entry = item && (await lot.archive(item));
			if (entry !== undefined) await after();
			await workspace.refresh();
			return entry !== undefined;
		},
	});
}

/**
 * Parks, and where ten are open already asks which of them goes first.
 * @param after is done when that was undone.
 */
export async function park(
	services: Needs,
	state: ProjectState,
	request: ParkRequest,
	after?: () => Promise<unknown>,
): Promise<void> {
	let outcome = await state.lot.park(request);
	while (outcome.kind === 'limit') {
		const { askWhichToArchive } = await parkedQuestions();
		await archiveItem(services, { state, item: await askWhichToArchive(outcome.open, request.text) });
		outcome = await state.lot.park(request);
	}
	pushRemoval(services, state, { path: outcome.path, name: request.name }, after);
	sayRedacted(outcome.redacted);
	if (request.session !== undefined) void archiveOf(services, state, request.session);
	await services.workspace.refresh();
}
