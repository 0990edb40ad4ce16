// `session-keeper vault`: what is kept, by kind and project.
import path from 'node:path';
import { readableSize } from '../../core/base/dates';
import { KEPT_KINDS } from '../../core/keeper/places';
import { shownPath } from '../../node/claude/claudeHome';
import { isInside } from '../../node/base/insideProject';
import { type KeptThing, listVault } from '../../node/workspace/vault';
import { timeCell } from '../base/table';
import type { VerbsOf } from '../group';
import { listAnswer } from '../io';
import type { VAULT } from './vaultCommand';

export const vault: VerbsOf<typeof VAULT> = {
	'': {
		async run({ claude, project, clock }) {
			const things = await listVault(claude, project);
			const shelves = new Map<string, KeptThing[]>();
			const orderOf = ({ kind, project: of = '' }: KeptThing): string =>
				`${String(KEPT_KINDS.indexOf(kind)).padStart(2, '0')} ${of}`;
			for (const thing of things) shelves.set(orderOf(thing), [...(shelves.get(orderOf(thing)) ?? []), thing]);
			const kept = [...shelves].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, shelf]) => rowOf(shelf) ?? []);
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
				notes: [`${readableSize(totalBytes)} in total. To delete: session-keeper forget`],
			};
			return listAnswer(table, 'Nothing is kept.', {
				home: claude.keeperHome,
				totalBytes,
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

/** Things of one kind and project as one row. */
function rowOf(shelf: readonly KeptThing[]) {
	const [first] = shelf;
	if (first === undefined) return undefined;
	return {
		kind: first.kind,
		project: first.project,
		sizeBytes: shelf.reduce((sum, each) => sum + each.sizeBytes, 0),
		files: shelf.reduce((sum, each) => sum + each.files.length, 0),
		oldestMs: Math.min(...shelf.map((each) => each.oldestMs)),
		newestMs: Math.max(...shelf.map((each) => each.newestMs)),
		folder: commonFolder(shelf.flatMap((each) => each.files)),
	};
}

function commonFolder(files: readonly string[]): string {
	let common = path.dirname(files[0] ?? '');
	for (const file of files) while (!isInside(common, file)) common = path.dirname(common);
	return common;
}
