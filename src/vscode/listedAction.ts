// What this window did, as the list of everything that can be undone has it: both undo it in one way.
import type { Project } from '../node/project/project';
import type { Services } from './services';
import type { UndoableAction } from './undoStack';

/**
 * An action of this window, by the id that the list has it under.
 * @param after is done in any case: what is shown may have changed.
 */
export const listedAction = (
	services: Pick<Services, 'claude' | 'clock' | 'hooks' | 'undoStack' | 'workspace'>,
	project: Project,
	{ id, name }: { readonly id: string; readonly name: string },
	after: () => unknown = () => undefined,
): UndoableAction => ({
	name,
	ids: [id],
	undo: async () => {
		try {
			return await (await import('./undoEarlier')).undoById(services, project, id);
		} finally {
			await after();
		}
	},
});
