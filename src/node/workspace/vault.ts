// What this program keeps, where, how large and how old: a walk over every place of core/keeper/places.ts. Only reads names
// and sizes. Links in those places are not followed, so that nothing of somebody else's is counted, or forgotten; where a
// link within the project leads to such a place, a thing is known by where it really is.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { groupBy } from '../../core/base/groupBy';
import { QUEUE_FOLDER } from '../../core/memory/queueFile';
import { KEPT_KINDS, type KeptPlace, PROJECT_FOLDERS, placeInHome, placeInProject } from '../../core/keeper/places';
import { findGitLayout, listCheckouts } from '../base/gitLayout';
import { OutsideProjectError, checkInside, isInside } from '../base/insideProject';
import { entriesIn, isThere, lookSurely } from '../base/lookAt';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';
import { projectHome, readAllRecords } from '../project/projectRecord';

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

export interface Vault {
	readonly things: readonly KeptThing[];
	/** Roots of projects that are not there now, and folders that may not be read: nobody can say what is kept in them. */
	readonly unread: readonly { readonly path: string; readonly project: string | undefined }[];
	/** The folders of all other projects that are known. */
	readonly others: ReadonlySet<string>;
}

/**
 * All that is kept: in our home, in the queue, and in the folders of every project that is known.
 * @param own the project that is open: it may be known to nobody yet.
 */
export async function listVault(claude: ClaudeHome, own: Project): Promise<Vault> {
	const records = (await readAllRecords(claude)).filter(({ id }) => id !== own.id);
	// Where a project was before, another one may be by now.
	const rootOf = new Map(
		records.map(({ id, places }) => {
			const root = places.at(-1)?.root;
			return [id, root === own.root ? projectHome(claude, id) : root];
		}),
	);
	rootOf.set(own.id, own.root);
	const unread: { path: string; project: string | undefined }[] = [];
	const checkouts = new Map<string, string>();
	for (const { id, worktrees } of records) {
		const root = rootOf.get(id);
		if (root === undefined) continue;
		const linked = await checkoutsOf(root).catch(() => undefined);
		for (const each of [...worktrees, ...(linked ?? [])]) checkouts.set(each, root);
		if (linked === undefined || !(await isThere(root))) unread.push({ path: root, project: root });
	}
	for (const { id } of records) checkouts.set(rootOf.get(id) ?? '', rootOf.get(id) ?? '');
	checkouts.delete('');
	const others = new Set(checkouts.keys());
	for (const each of [own.filesRoot, own.savesRoot, ...(isWholeRepository(own) ? own.checkouts : [own.root])])
		if (each !== own.home) checkouts.set(each, own.root);
	for (const each of checkouts.keys()) if (checkouts.get(each) === own.root) others.delete(each);
	const things = new Map<string, KeptThing>();
	const look = async (...of: Parameters<typeof thingsBelow>): Promise<void> => {
		for await (const each of thingsBelow(...of)) {
			if ('files' in each) things.set(each.path, each);
			else unread.push(each);
		}
	};
	await look(claude.keeperHome, [''], placeInHome, (id) => ({ project: rootOf.get(id ?? '') }));
	await look(path.join(claude.configDir, QUEUE_FOLDER), [''], (file) => ({
		path: file,
		kind: 'candidates',
		form: file === '.gitignore' ? 'settings' : 'whole',
	}));
	for (const [checkout, project] of checkouts)
		await look(checkout, PROJECT_FOLDERS, placeInProject, () => ({ project, checkout }));
	return { things: [...things.values()], unread, others };
}

/** @throws the file system's error where a disk does not say which there are. */
async function checkoutsOf(root: string): Promise<readonly string[]> {
	const git = await findGitLayout(root);
	return git?.mainRoot === root ? listCheckouts(git) : [];
}

/** Whether a project is all of its checkouts: where a folder was named explicitly, the repository around it is not meant. */
export const isWholeRepository = ({ checkouts, root }: Project): boolean => checkouts[0] === root;

/** What is kept of one kind and project. */
interface Shelf extends Pick<KeptThing, 'kind' | 'project' | 'sizeBytes' | 'oldestMs' | 'newestMs'> {
	/** How many. */
	readonly files: number;
	/** The folder that they all lie in. */
	readonly folder: string;
}

/** Things by kind and project, in the order of the kinds. */
export function shelvesOf(things: readonly KeptThing[]): readonly Shelf[] {
	const orderOf = ({ kind, project = '' }: KeptThing): string =>
		`${String(KEPT_KINDS.indexOf(kind)).padStart(2, '0')} ${project}`;
	return [...groupBy(things, orderOf)]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, shelf]) => shelfOf(shelf[0], shelf));
}

function shelfOf({ kind, project }: KeptThing, shelf: readonly KeptThing[]): Shelf {
	const files = shelf.flatMap((each) => each.files);
	let folder = path.dirname(files[0] ?? '');
	for (const file of files) while (!isInside(folder, file)) folder = path.dirname(folder);
	return {
		kind,
		project,
		sizeBytes: shelf.reduce((sum, each) => sum + each.sizeBytes, 0),
		files: files.length,
		oldestMs: Math.min(...shelf.map((each) => each.oldestMs)),
		newestMs: Math.max(...shelf.map((each) => each.newestMs)),
		folder,
	};
}

type Whose = Partial<Pick<KeptThing, 'project' | 'checkout'>>;

/** Things, and folders that may not be read. */
async function* thingsBelow(
	root: string,
	folders: readonly string[],
	placeOf: (file: string) => KeptPlace | undefined,
	whose: (projectId: string | undefined) => Whose = () => ({}),
): AsyncGenerator<KeptThing | Vault['unread'][number]> {
	for (const folder of folders) {
		const top = await realPlaceOf(root, path.join(root, folder)).catch(() => null);
		if (top === null) yield { path: path.join(root, folder), project: whose(undefined).project };
		if (top === null || top === undefined) continue;
		const things = new Map<string, KeptThing>();
		for await (const { path: file, isUnread } of filesBelow(top)) {
			if (isUnread) {
				yield { path: file, project: whose(undefined).project };
				continue;
			}
			const place = placeOf(path.join(folder, path.relative(top, file)).split(path.sep).join('/'));
			const found = place === undefined ? undefined : await lookSurely(file);
			if (place === undefined || found === undefined) continue;
			const before = things.get(place.path);
			things.set(place.path, {
				project: undefined,
				checkout: undefined,
				...whose(place.projectId),
				...place,
				path: path.join(top, path.relative(folder, place.path)),
				files: [...(before?.files ?? []), file],
				sizeBytes: (before?.sizeBytes ?? 0) + found.size,
				oldestMs: Math.min(before?.oldestMs ?? Infinity, found.mtimeMs),
				newestMs: Math.max(before?.newestMs ?? 0, found.mtimeMs),
			});
		}
		yield* things.values();
	}
}

/** Where a folder below a root really is; nothing where there is none, or a link leads out. @throws where that cannot be looked at */
async function realPlaceOf(root: string, folder: string): Promise<string | undefined> {
	if ((await lookSurely(folder)) === undefined) return undefined;
	try {
		await checkInside(root, folder);
	} catch (error) {
		if (error instanceof OutsideProjectError) return undefined;
		throw error;
	}
	// Under the name of the root that it was asked for, where no link is on the way.
	const [realRoot, real] = await Promise.all([realpath(root), realpath(folder)]);
	return isInside(realRoot, real) ? path.join(root, path.relative(realRoot, real)) : undefined;
}

/** Regular files, in the order of their names, and folders that may not be read. */
async function* filesBelow(folder: string): AsyncGenerator<{ readonly path: string; readonly isUnread: boolean }> {
	const entries = await entriesIn(folder).catch(() => undefined);
	if (entries === undefined) yield { path: folder, isUnread: true };
	for (const entry of [...(entries ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))) {
		const file = path.join(folder, entry.name);
		if (entry.isDirectory()) yield* filesBelow(file);
		else if (entry.isFile()) yield { path: file, isUnread: false };
	}
}
