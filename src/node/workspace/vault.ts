// What this program keeps, where, how large and how old: a walk over every place of core/keeper/places.ts. Only reads names
// and sizes; links are not followed, so that nothing of somebody else's is counted, or forgotten.
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { QUEUE_FOLDER } from '../../core/memory/queueFile';
import { type KeptPlace, PROJECT_FOLDERS, placeInHome, placeInProject } from '../../core/keeper/places';
import { errorCode } from '../base/atomicFile';
import { checkInside } from '../base/insideProject';
import { isFolder } from '../base/lookAt';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';
import { readAllRecords } from '../project/projectRecord';

/** Something that is kept: a file, or a folder whose files belong together. */
export interface KeptThing extends Omit<KeptPlace, 'path'> {
	/** Absolute path. */
	readonly path: string;
	/** All its files, absolute. */
	readonly files: readonly string[];
	readonly sizeBytes: number;
	/** When the oldest and the newest of its files were changed, in milliseconds since 1970. */
	readonly oldestMs: number;
	readonly newestMs: number;
	/** The folder of the project that it is of; nothing where its place does not say. */
	readonly project: string | undefined;
	/** The checkout that it lies in, where git may have it; nothing for what lies below Claude's folder. */
	readonly checkout: string | undefined;
}

/**
 * All that is kept: in our home, in the queue, and in the folders of every project that is known.
 * @param own the project that is open: it may be known to nobody yet.
 * @throws the file system's error where a folder cannot be read: then nobody can say what is in it.
 */
export async function listVault(claude: ClaudeHome, own: Project): Promise<readonly KeptThing[]> {
	const records = await readAllRecords(claude);
	const rootOf = new Map(records.map(({ id, places }) => [id, places.at(-1)?.root]));
	rootOf.set(own.id, own.root);
	const things = await thingsBelow(claude.keeperHome, [''], placeInHome, (id) => ({ project: rootOf.get(id ?? '') }));
	const queue = await thingsBelow(path.join(claude.configDir, QUEUE_FOLDER), [''], (file) => ({
		path: file,
		kind: 'candidates',
		form: file === '.gitignore' ? 'settings' : 'whole',
	}));
	// Where a project was before, another one may be by now.
	const checkouts = new Map(
		records.flatMap(({ id, places }) => {
			const root = id === own.id ? undefined : places.at(-1)?.root;
			return root === undefined ? [] : [[root, root]];
		}),
	);
	for (const each of [own.filesRoot, own.savesRoot, ...own.checkouts])
		if (each !== own.home) checkouts.set(each, own.root);
	const inProjects: KeptThing[] = [];
	for (const [checkout, project] of checkouts)
		inProjects.push(...(await thingsBelow(checkout, PROJECT_FOLDERS, placeInProject, () => ({ project, checkout }))));
	return [...things, ...queue, ...inProjects];
}

type Whose = Partial<Pick<KeptThing, 'project' | 'checkout'>>;

async function thingsBelow(
	root: string,
	folders: readonly string[],
	placeOf: (file: string) => KeptPlace | undefined,
	whose: (projectId: string | undefined) => Whose = () => ({}),
): Promise<readonly KeptThing[]> {
	const things = new Map<string, KeptThing>();
	for (const folder of folders)
		for await (const file of filesBelow(root, path.join(root, folder))) {
			const place = placeOf(path.relative(root, file).split(path.sep).join('/'));
			const found = place === undefined ? undefined : await lstat(file).catch(missingIsFine);
			if (place === undefined || found === undefined) continue;
			const before = things.get(place.path);
			things.set(place.path, {
				project: undefined,
				checkout: undefined,
				...whose(place.projectId),
				...place,
				path: path.join(root, place.path),
				files: [...(before?.files ?? []), file],
				sizeBytes: (before?.sizeBytes ?? 0) + found.size,
				oldestMs: Math.min(before?.oldestMs ?? Infinity, found.mtimeMs),
				newestMs: Math.max(before?.newestMs ?? 0, found.mtimeMs),
			});
		}
	return [...things.values()];
}

/** Regular files, in the order of their names. */
async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
	if (
		!(await isFolder(folder)) ||
		!(await checkInside(root, folder).then(
			() => true,
			() => false,
		))
	)
		return;
	for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
		const file = path.join(folder, entry.name);
		if (entry.isDirectory()) yield* filesBelow(root, file);
		else if (entry.isFile()) yield file;
	}
}

function missingIsFine(error: unknown): undefined {
	if (errorCode(error) !== 'ENOENT') throw error;
}
