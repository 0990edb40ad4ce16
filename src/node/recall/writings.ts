// Which writings a question is asked of, beside the transcripts: they are looked at, and not read.
import path from 'node:path';
import { once } from '../../core/base/once';
import { ACTIVE_CONTEXT, MEMORY_FOLDER } from '../../core/documents/names';
import { safeId } from '../../core/sessions/archiveName';
import { checkInside } from '../base/insideProject';
import { isThere } from '../base/lookAt';
import { noteRefusal } from '../base/refused';
import type { ClaudeHome } from '../claude/claudeHome';
import { isRatified } from '../documents/draftPlace';
import { placesFile, rememberedFiles } from '../project/documentPlaces';
import { type Project, memoryFolders } from '../project/project';
import { projectHome, readAllRecords } from '../project/projectRecord';
import type { Listing } from '../sessions/index/transcriptFiles';
import type { TranscriptLooks } from './transcriptLooks';

interface Place {
	/** Nothing for folders of Claude Code's own. */
	readonly root: string | undefined;
	readonly folder: string;
	readonly isOne: (name: string) => boolean;
}

/** Parked items, memories, documents; not the lists of them that every session loads. */
const isWritten = (name: string): boolean =>
	/^[^.].*\.md$/su.test(name) && name !== 'MEMORY.md' && name !== ACTIVE_CONTEXT;

/**
 * The writings of a project, or of all that are known: nothing for all.
 * @param transcripts folders of transcripts. @param there sessions whose transcripts are there: these say more than a record.
 */
export async function listWritings(
	claude: ClaudeHome,
	project: Project | undefined,
	looks: TranscriptLooks,
	{ transcripts, there }: { readonly transcripts: readonly string[]; readonly there: readonly string[] },
): Promise<Listing> {
	// Of thousands, only where there are records.
	const known = once(() => new Set(there.map(safeId)));
	const isGone = (name: string): boolean => name.endsWith('.json') && !known().has(sessionIn(name));
	const below = (filesRoot: string, savesRoot: string): readonly Place[] => [
		{ root: filesRoot, folder: path.join(filesRoot, MEMORY_FOLDER), isOne: isWritten },
		{ root: filesRoot, folder: path.join(filesRoot, MEMORY_FOLDER, 'sessions/archive'), isOne: isGone },
		{ root: savesRoot, folder: path.join(savesRoot, 'docs/sessions'), isOne: isRatified },
	];
	const places =
		project === undefined
			? [
					...transcripts.map((folder) => ({ root: undefined, folder: path.join(folder, 'memory'), isOne: isWritten })),
					...(await readAllRecords(claude)).flatMap(({ id, places: seen }) =>
						[...seen.map(({ root }) => root), projectHome(claude, id)].flatMap((root) => below(root, root)),
					),
				]
			: [
					...memoryFolders(project).map((folder) => ({ root: undefined, folder, isOne: isWritten })),
					...below(project.filesRoot, project.savesRoot),
				];
	const listings = await Promise.all(
		places.map(async ({ root, folder, isOne }) => {
			// A repository is somebody else's: a link in it may lead anywhere.
			if (root !== undefined && !((await isThere(folder)) && (await isInsideRoot(root, folder)))) return [];
			return [looks.files(folder, isOne)];
		}),
	);
	if (project !== undefined)
		for (const file of await rememberedFiles(project).catch(noneOf(project)))
			listings.push([looks.files(path.dirname(file), (name) => name === path.basename(file))]);
	// Two places may be one.
	const files = new Map(listings.flat().flatMap((each) => each.files.map((found) => [found.file, found] as const)));
	return {
		files: [...files.values()],
		unreadable: listings.flat().flatMap(({ unreadable }) => unreadable),
	};
}

/** As it stands in the name of a record, behind its time. */
const sessionIn = (name: string): string => name.slice('YYYY-MM-DD_HH-MM_'.length, -'.json'.length);

/** What is remembered of places may not be ours to read: the other writings are asked all the same. */
const noneOf =
	(project: Project) =>
	(error: unknown): readonly string[] => {
		noteRefusal(error, placesFile(project));
		return [];
	};

const isInsideRoot = (root: string, folder: string): Promise<boolean> =>
	checkInside(root, folder).then(
		() => true,
		() => false,
	);
