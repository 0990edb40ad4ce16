// What is done with parked items from more than one place: parking, archiving, keeping the transcript they came from.
import type { ParkRequest } from '../../core/parking/draft';
import type { ProjectState } from '../../node/workspace/workspaceStore';
import { sayGone, sayNothingLeft, offerUndo, sayRedacted } from '../notifications';
import type { Services } from '../services';
import type { ParkedItem } from '../../core/parking/item';
import type * as ParkedInput from './parkedInput';

type Needs = Pick<Services, 'claude' | 'clock' | 'logger' | 'undoStack' | 'workspace'>;

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
	const action = {
		name: item.name,
		ids: [entry.id],
		undo: async (): Promise<void> => {
			const outcome = await state.lot.restore(entry, { keepTime: true, overLimit: true });
			await services.workspace.refresh();
			if (outcome.kind === 'gone') sayNothingLeft(item.name);
		},
	};
	services.undoStack.offer(action, offerUndo('archived', item.name));
}

/** Parks, and where ten are open already asks which of them goes first. */
export async function park(services: Needs, state: ProjectState, request: ParkRequest): Promise<void> {
	let outcome = await state.lot.park(request);
	while (outcome.kind === 'limit') {
		const { askWhichToArchive } = await parkedQuestions();
		await archiveItem(services, { state, item: await askWhichToArchive(outcome.open, request.text) });
		outcome = await state.lot.park(request);
	}
	sayRedacted(outcome.redacted);
	if (request.session !== undefined) void archiveOf(services, state, request.session);
	await services.workspace.refresh();
}
