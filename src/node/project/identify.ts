// Which project a folder is: the one that was met at this place, one that was elsewhere before, or a new one. Only reads;
// what is to be remembered of it is told to whoever may write.
import { type ProjectRecord, type SeenPlace, isSameFolder, placeNow, wasMetAt } from '../../core/project/identity';
import { isBelow, projectId } from '../../core/project/projectId';
import { formatProjectRecord } from '../../core/project/record';
import type { ClaudeHome } from '../claude/claudeHome';
import type { FolderAsked } from './evidence';
import { folderMark, readKnownAt, readProjectRecord, type FoundProject } from './projectRecord';

/** A folder where sessions of the project were launched, and which is no checkout of it any more. */
interface FormerRoot {
	readonly root: string;
	/** Another folder is there since: sessions from then on are not the project's. Milliseconds since 1970. */
	readonly untilMs: number | undefined;
}

/** What our home is to be told. */
interface ProjectNews {
	readonly record: ProjectRecord;
	/** Id of this place where the project is kept under another one. */
	readonly placeId: string | undefined;
	/** Ids whose project turned out to be this one. */
	readonly absorbed: readonly string[];
}

export interface Identity {
	readonly id: string;
	readonly former: readonly FormerRoot[];
	/** Folders that this one is a copy of, and that are still there. */
	readonly copyOf: readonly string[];
	/** Sessions at this place from before are another project's. Milliseconds since 1970. */
	readonly sinceMs: number | undefined;
	/** Nothing where our home knows all of it. */
	readonly news: ProjectNews | undefined;
}

/** Works out which project a folder is. Never throws. */
export async function identify(claude: ClaudeHome, asked: FolderAsked): Promise<Identity> {
	const place: SeenPlace = { root: asked.root, folder: await folderMark(asked.root) };
	const isHere = (each: SeenPlace): boolean =>
		wasMetAt(asked.root, each) && isSameFolder(each.folder, place.folder, true);
	const known = await readKnownAt(claude, asked.root, ({ places }) => places.some(isHere));
	const last = known.records.at(-1);
	return last?.places.some(isHere) === true
		? settle(claude, asked, place, { record: last, stored: last })
		: settle(claude, asked, place, await (await import('./recognise')).recognise(claude, asked, place, known));
}

/** What follows from the record of the project, as things are now. */
async function settle(
	claude: ClaudeHome,
	{ root, checkouts }: FolderAsked,
	place: SeenPlace,
	{ record, stored, placeId, absorbed = [] }: FoundProject,
): Promise<Identity> {
	const copies = await Promise.all(record.copyOf.map(async (each) => [each, await whereIs(claude, each)] as const));
	const inherited = copies.flatMap(([each, where]) => (where === undefined ? [each] : []));
	const places = [...inherited, ...record.places.filter((each) => !wasMetAt(root, each)), place];
	const worktrees = checkouts.filter((each) => !isBelow(root, each));
	const next: ProjectRecord = {
		...record,
		places,
		worktrees: [...new Set([...record.worktrees, ...worktrees])],
		userHome: claude.userHome,
		copyOf: record.copyOf.filter((each) => !inherited.includes(each)),
	};
	const gone = [...places.slice(0, -1), ...next.worktrees.map((each) => ({ root: each, folder: undefined }))];
	const former = await Promise.all(
		gone.map(async (each): Promise<FormerRoot[]> => {
			if (checkouts.some((checkout) => wasMetAt(checkout, each)) || isBelow(root, each.root)) return [];
			const there = await folderMark(each.root);
			const now = placeNow(each, there, place);
			if (now === 'there') return [];
			return [{ root: each.root, untilMs: now === 'taken' ? there?.bornMs : undefined }];
		}),
	);
	const taken = [...absorbed, ...inherited.map((each) => projectId(each.root))].filter((id) => id !== record.id);
	// Of a folder that is not there, nothing is written down.
	const isKnown =
		place.folder === undefined ||
		(stored !== undefined && formatProjectRecord(stored) === formatProjectRecord(next) && placeId === undefined);
	return {
		id: record.id,
		former: former.flat(),
		copyOf: copies.flatMap(([, where]) => where ?? []),
		sinceMs: record.sinceMs,
		news:
			isKnown && (taken.length === 0 || place.folder === undefined)
				? undefined
				: { record: next, placeId, absorbed: taken },
	};
}

/** Where a project that was copied is now; nothing where it is nowhere. */
async function whereIs(claude: ClaudeHome, copied: SeenPlace): Promise<string | undefined> {
	const known = await readProjectRecord(claude, projectId(copied.root));
	for (const each of [copied, ...(known?.places ?? [])])
		if (isSameFolder(each.folder, await folderMark(each.root), true)) return each.root;
	return undefined;
}
