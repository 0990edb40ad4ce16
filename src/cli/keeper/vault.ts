// `session-keeper vault`: what is kept, by kind and project.
import { readableSize } from '../../core/base/dates';
import { shownPath } from '../../node/claude/claudeHome';
import { listVault, shelvesOf } from '../../node/workspace/vault';
import { timeCell } from '../base/table';
import type { VerbsOf } from '../group';
import { listAnswer } from '../io';
import type { VAULT } from './vaultCommand';

export const vault: VerbsOf<typeof VAULT> = {
	'': {
		async run({ claude, project, clock }) {
			const { things, unread } = await listVault(claude, project);
			const kept = shelvesOf(things);
			const totalBytes = kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
			const table = {
				columns: ['KIND', 'PROJECT', 'SIZE', 'FILES', 'OLDEST', 'NEWEST', 'WHERE'],
				long: ['WHERE'],
				rows: kept.map((each) => [
					each.kind,
					each.project === undefined ? '' : shownPath(each.project, claude.userHome),
					{ shown: readableSize(each.sizeBytes), plain: String(each.sizeBytes) },
					String(each.files),
					timeCell(each.oldestMs, clock.now()),
					timeCell(each.newestMs, clock.now()),
					shownPath(each.folder, claude.userHome),
				]),
				notes: [
					`${readableSize(totalBytes)} in total. To delete: session-keeper forget`,
					...unread.map((each) => `Not read, so not counted: ${shownPath(each.path, claude.userHome)}`),
				],
			};
			return listAnswer(table, 'Nothing is kept.', {
				home: claude.keeperHome,
				totalBytes,
				unread: unread.map((each) => each.path),
				kept: kept.map(({ oldestMs, newestMs, project: of, ...each }) => ({
					...each,
					project: of ?? null,
					oldest: new Date(oldestMs).toISOString(),
					newest: new Date(newestMs).toISOString(),
				})),
			});
		},
	},
};
