// Recognises a project in a folder where it was not met before, by everything that may tell. Once for a place, so that it is
// a file of its own beside the hooks.
import {
	type Here,
	type Kinship,
	type PlaceNow,
	type ProjectRecord,
	type SeenPlace,
	kinship,
	placeNow,
	wasMetAt,
} from '../../core/project/identity';
import type { ClaudeHome } from '../claude/claudeHome';
import { type FolderAsked, lookAround } from './evidence';
import { type FoundProject, type KnownAtPlace, folderMark, readAllRecords } from './projectRecord';

/** The folder is not the one that was here, or none was: everything that may tell is read. Once for a place. */
export async function recognise(
	claude: ClaudeHome,
	asked: FolderAsked,
	place: SeenPlace,
	known: KnownAtPlace,
): Promise<FoundProject> {
	const others = (await readAllRecords(claude)).filter(({ id }) => !known.records.some((each) => each.id === id));
	const records = [...known.records, ...others];
	const here = await lookAround(claude, asked, place, records);
	const judged = await Promise.all(
		records.map(async (record) => {
			const now = await statesOf(record.places, here);
			return { record, kin: kinship(record, here, (each) => now.get(each) ?? 'gone') };
		}),
	);
	const of = (...kinds: readonly Kinship[]): readonly ProjectRecord[] =>
		kinds.flatMap((kind) => judged.flatMap(({ record, kin }) => (kin === kind ? [record] : [])));
	const [own, ...more] = of('same', 'moved');
	const { firstCommits, remote, head } = here;
	if (own === undefined) {
		const wasAnothers = judged.some(({ record }) => record.places.some((each) => wasMetAt(asked.root, each)));
		const record: ProjectRecord = {
			id: known.freeId,
			places: [],
			worktrees: [],
			firstCommits,
			remote,
			head,
			userHome: claude.userHome,
			copyOf: of('copied').flatMap(({ places }) => places.slice(-1)),
			sinceMs: wasAnothers ? place.folder?.bornMs : undefined,
		};
		return { record, stored: undefined };
	}
	const record: ProjectRecord = {
		...own,
		places: [...more.flatMap(({ places }) => places), ...own.places],
		firstCommits: [...new Set([...own.firstCommits, ...firstCommits])],
		remote: remote ?? own.remote,
		head: head ?? own.head,
	};
	const placeId = known.records.includes(own) ? undefined : known.freeId;
	return { record, stored: own, placeId, absorbed: more.map(({ id }) => id) };
}

async function statesOf(places: readonly SeenPlace[], here: Here): Promise<ReadonlyMap<SeenPlace, PlaceNow>> {
	return new Map(
		await Promise.all(
			places.map(async (place) => [place, placeNow(place, await folderMark(place.root), here)] as const),
		),
	);
}
