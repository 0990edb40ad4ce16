// What this program keeps, where, how large and how old: a walk over every place of core/keeper/places.ts. Only reads names
// and sizes. Of links, those are followed that lie in our home itself (somebody moved a folder of ours to a larger disk), and
// those within a project; every other one is named, so that nothing of somebody else's is counted, or forgotten.
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { groupBy } from '../../core/base/groupBy';
import { QUEUE_FOLDER } from '../../core/memory/queueFile';
import {
	KEPT_KINDS,
	type KeptPlace,
	OPEN_FOLDERS,
	PROJECT_FOLDERS,
	isLinkable,
	leftoverOf,
	placeBehindLink,
	placeInHome,
	placeInProject,
} from '../../core/keeper/places';
import { findGitLayout, listCheckouts } from '../base/gitLayout';
import { OutsideProjectError, checkInside, isInside } from '../base/insideProject';
import { entriesIn, isSurelyThere, lookSurely, readOrNothing } from '../base/lookAt';
import type { ClaudeHome } from '../claude/claudeHome';
import { type Project, memoryFolders } from '../project/project';
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

/** A folder or file that may not be read, a link that is not followed, or the root of a project that is not there now. */
interface UnreadPlace {
	readonly path: string;
	readonly project: string | undefined;
	readonly isGone?: true;
}

export interface Vault {
	readonly things: readonly KeptThing[];
	/** Nobody can say what is kept there. */
	readonly unread: readonly UnreadPlace[];
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
	const walk = new Walk();
	const checkouts = new Map<string, string>();
	for (const { id, worktrees } of records) {
		const root = rootOf.get(id);
		if (root === undefined) continue;
		const linked = await checkoutsOf(root).catch(() => undefined);
		for (const each of [...worktrees, ...(linked ?? [])]) checkouts.set(each, root);
		const isThere = await isSurelyThere(root).catch(() => true);
		if (!isThere) walk.unread.push({ path: root, project: root, isGone: true });
		else if (linked === undefined) walk.unread.push({ path: root, project: root });
	}
	for (const { id } of records) checkouts.set(rootOf.get(id) ?? '', rootOf.get(id) ?? '');
	checkouts.delete('');
	const others = new Set(checkouts.keys());
	for (const each of [own.filesRoot, own.savesRoot, ...(isWholeRepository(own) ? own.checkouts : [own.root])])
		if (each !== own.home) checkouts.set(each, own.root);
	for (const each of checkouts.keys()) if (checkouts.get(each) === own.root) others.delete(each);
	await walk.home(claude, (id) => ({ project: rootOf.get(id ?? '') }));
	// Of a project whose record cannot be read nobody knows where it is.
	for (const { path: file } of [...walk.things.values()].filter((each) => path.basename(each.path) === 'project.json'))
		await readOrNothing(file).catch(() => walk.unread.push({ path: file, project: undefined }));
	await walk.below(path.join(claude.configDir, QUEUE_FOLDER), '', (file) => ({
		path: file,
		kind: 'candidates',
		form: file === '.gitignore' ? 'settings' : 'whole',
	}));
	for (const [checkout, project] of checkouts) {
		for (const folder of PROJECT_FOLDERS)
			await walk.below(checkout, folder, placeInProject, () => ({ project, checkout }));
		for (const folder of OPEN_FOLDERS) await walk.beside(path.join(checkout, folder), { project, checkout });
	}
	await walk.beside(claude.configDir, {});
	const memories = memoryFolders(own);
	for (const folder of memories) await walk.beside(folder, { project: own.root });
	for (const { name } of await entriesIn(claude.projectsDir).catch(() => [])) {
		const memory = path.join(claude.projectsDir, name, 'memory');
		if (!memories.includes(memory)) await walk.beside(memory, {});
	}
	return { things: [...walk.things.values()], unread: await walk.unreached(), others };
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

/** What is found on a walk through many folders. */
class Walk {
	readonly things = new Map<string, KeptThing>();
	readonly unread: UnreadPlace[] = [];
	/** Links that were not followed, and where all that was walked through really is: some lead there. */
	private readonly links: UnreadPlace[] = [];
	private readonly walked: string[] = [];

	/** Our home, with what its folders are links to. */
	async home({ keeperHome, configDir }: ClaudeHome, whose: (projectId?: string) => Whose): Promise<void> {
		const linked = new Set<string>();
		const isFollowed = async (link: string): Promise<boolean> => {
			const name = path.basename(link);
			if (path.dirname(link) !== keeperHome || !isLinkable(name) || !(await stat(link)).isDirectory()) return false;
			const [real = '', home = '', config = ''] = await Promise.all(
				[link, keeperHome, configDir].map((each) => realpath(each)),
			);
			// Nothing of Claude's is ours by another name.
			if (isInside(real, home) || (isInside(config, real) && !isInside(home, real))) return false;
			linked.add(name);
			this.walked.push(real);
			return true;
		};
		const placeOf = (file: string): KeptPlace | undefined =>
			linked.has(file.slice(0, file.indexOf('/'))) ? placeBehindLink(file) : placeInHome(file);
		await this.below(keeperHome, '', placeOf, whose, isFollowed);
	}

	/** All below a folder of a root. */
	async below(
		root: string,
		folder: string,
		placeOf: (file: string) => KeptPlace | undefined,
		whose: (projectId?: string) => Whose = () => ({}),
		isFollowed?: (link: string) => Promise<boolean>,
	): Promise<void> {
		const asked = path.join(root, folder);
		const { project } = whose();
		const top = await realPlaceOf(root, asked).catch((error: unknown) => {
			(error instanceof OutsideProjectError ? this.links : this.unread).push({ path: asked, project });
		});
		if (top === undefined) return;
		this.walked.push(await realpath(top).catch(() => top));
		for await (const { path: file, is } of filesBelow(top, isFollowed)) {
			const name = path.join(folder, path.relative(top, file)).split(path.sep).join('/');
			const place = placeOf(name);
			if (is === 'unread') this.unread.push({ path: file, project });
			else if (is === 'file') await this.add(file, place, top, folder, whose);
			else if (mayHide(place ?? placeOf(`${name}/x.md`))) this.links.push({ path: file, project });
		}
	}

	/** In a folder that is not ours, what killed writers of ours left there. */
	async beside(folder: string, whose: Whose): Promise<void> {
		const entries = await entriesIn(folder).catch(
			() => void this.unread.push({ path: folder, project: whose.project }),
		);
		for (const entry of entries ?? [])
			if (entry.isFile())
				await this.add(path.join(folder, entry.name), leftoverOf(entry.name), folder, '', () => whose);
	}

	/** @param top where the folder really is, in which the thing lies */
	private async add(
		file: string,
		place: KeptPlace | undefined,
		top: string,
		folder: string,
		whose: (projectId?: string) => Whose,
	): Promise<void> {
		if (place === undefined) return;
		const of = whose(place.projectId);
		const found = await lookSurely(file).catch(() => void this.unread.push({ path: file, project: of.project }));
		if (found === undefined) return;
		const at = path.join(top, path.relative(folder, place.path));
		const before = this.things.get(at);
		this.things.set(at, {
			project: undefined,
			checkout: undefined,
			...of,
			...place,
			path: at,
			files: [...(before?.files ?? []), file],
			sizeBytes: (before?.sizeBytes ?? 0) + found.size,
			oldestMs: Math.min(before?.oldestMs ?? Infinity, found.mtimeMs),
			newestMs: Math.max(before?.newestMs ?? 0, found.mtimeMs),
		});
	}

	/** What cannot be read, with the links that lead to no place that was walked through. */
	async unreached(): Promise<readonly UnreadPlace[]> {
		const left = this.links.map(async (link) => {
			const real = await realpath(link.path).catch(() => undefined);
			return real !== undefined && this.walked.some((folder) => isInside(folder, real)) ? [] : [link];
		});
		return [...this.unread, ...(await Promise.all(left)).flat()];
	}
}

/** Whether something of ours may be behind a link, by what it would be. The program says nothing of anybody. */
const mayHide = (place: KeptPlace | undefined): boolean => place !== undefined && place.kind !== 'program';

/**
 * Where a folder below a root really is; nothing where there is none.
 * @throws OutsideProjectError where a link leads out, and where that cannot be looked at
 */
async function realPlaceOf(root: string, folder: string): Promise<string | undefined> {
	if ((await lookSurely(folder)) === undefined) return undefined;
	await checkInside(root, folder);
	// Under the name of the root that it was asked for, where no link is on the way.
	const [realRoot, real] = await Promise.all([realpath(root), realpath(folder)]);
	return path.join(root, path.relative(realRoot, real));
}

/** Regular files, links, and folders that may not be read, in the order of their names. */
async function* filesBelow(
	folder: string,
	isFollowed: (link: string) => Promise<boolean> = () => Promise.resolve(false),
): AsyncGenerator<{ readonly path: string; readonly is: 'file' | 'link' | 'unread' }> {
	const entries = await entriesIn(folder).catch(() => undefined);
	if (entries === undefined) yield { path: folder, is: 'unread' };
	for (const entry of [...(entries ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))) {
		const file = path.join(folder, entry.name);
		const isLink = entry.isSymbolicLink();
		if (entry.isDirectory() || (isLink && (await isFollowed(file).catch(() => false))))
			yield* filesBelow(file, isFollowed);
		else if (isLink || entry.isFile()) yield { path: file, is: isLink ? 'link' : 'file' };
	}
}
