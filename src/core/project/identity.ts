// Whether a folder is a project that was met before, somewhere else or at the same place. A project is more than its path,
// and a look-alike (a fork, a template, a clone that is in use) is never taken for it.
import { comparablePath } from './projectId';

/** A folder as the file system knows it: it stays the same when the folder is renamed. */
export interface FolderMark {
	/** Number of the folder in its file system, as text: Windows' do not fit into a number. */
	readonly inode: string;
	/** When it was made, in milliseconds since 1970; 0 where the file system does not say. */
	readonly bornMs: number;
}

/** A place where the main checkout of a project, or a folder without git, was met. */
export interface SeenPlace {
	readonly root: string;
	readonly folder: FolderMark | undefined;
}

/** Whether a project was met at this very path. */
export function wasMetAt(root: string, { root: seen }: SeenPlace): boolean {
	return comparablePath(seen) === comparablePath(root);
}

/** What our home knows of a project. */
export interface ProjectRecord {
	readonly id: string;
	/** In the order in which they were met. */
	readonly places: readonly SeenPlace[];
	/** Linked worktrees that were met. */
	readonly worktrees: readonly string[];
	/** Commits without a parent that its history goes back to. */
	readonly firstCommits: readonly string[];
	/** Where the repository is fetched from, in one form for all ways to write it. */
	readonly remote: string | undefined;
	/** The commit that was checked out when a session was last at work here. */
	readonly head: string | undefined;
	/** The person's home folder when it was met last. */
	readonly userHome: string;
	/** Places of projects that this one is a copy of. */
	readonly copyOf: readonly SeenPlace[];
	/** Sessions at this place from before that are another project's, which was here. Milliseconds since 1970. */
	readonly sinceMs: number | undefined;
}

/** What can be said of the folder that is asked about. */
export interface Here extends SeenPlace {
	readonly firstCommits: readonly string[];
	readonly remote: string | undefined;
	readonly userHome: string;
	/** Of the commits that projects without a remote were last at: those that this repository has. */
	readonly holds: readonly string[];
	/** Sessions were launched here already. */
	readonly isInUse: boolean;
}

/** What is at a place now: nothing; the folder that was met there; another one; the folder that is asked about. */
export type PlaceNow = 'gone' | 'there' | 'taken' | 'here';

/**
 * `same`: it is that project. `moved`: it is, and was elsewhere. `copied`: it was made from it, and that one is still
 * there. `stranger`: it is another.
 */
export type Kinship = 'same' | 'moved' | 'copied' | 'stranger';

/** What a folder is to a project that is known. @param now what is at a place of the project. */
export function kinship(known: ProjectRecord, here: Here, now: (place: SeenPlace) => PlaceNow): Kinship {
	const seenHere = known.places.find((place) => wasMetAt(here.root, place));
	const lives = known.places.some((place) => place !== seenHere && now(place) === 'there');
	if (seenHere !== undefined) {
		if (isSameFolder(seenHere.folder, here.folder, true)) return 'same';
		// Replaced, and the project lives on elsewhere: whatever is here now is not it.
		if (!lives) return isLikely(known, here) ? 'same' : 'stranger';
	} else if (known.places.some(({ folder }) => isSameFolder(folder, here.folder, false))) return 'moved';
	if (!isProven(known, here, now)) return 'stranger';
	if (!lives) return 'moved';
	return here.isInUse ? 'stranger' : 'copied';
}

/** What is at a place, by what the file system says of it. @param there nothing where there is no folder. */
export function placeNow(place: SeenPlace, there: FolderMark | undefined, here: SeenPlace): PlaceNow {
	if (there === undefined) return 'gone';
	if (isSameFolder(there, here.folder, false)) return 'here';
	return isSameFolder(place.folder, there, true) ? 'there' : 'taken';
}

/** Where both are the same folder. @param isAtPlace their path is the same: then the number alone says enough. */
export function isSameFolder(a: FolderMark | undefined, b: FolderMark | undefined, isAtPlace: boolean): boolean {
	if (a === undefined || b === undefined || a.inode !== b.inode) return false;
	return a.bornMs === b.bornMs && (isAtPlace || a.bornMs > 0);
}

/** A folder that was made anew at its place, of a project that is nowhere else: cloned again, say. */
function isLikely(known: ProjectRecord, here: Here): boolean {
	if (isApart(known, here)) return false;
	const isSameRemote = known.remote !== undefined && known.remote === here.remote;
	return sharesCommit(known, here) || isSameRemote;
}

/** A folder elsewhere that holds what the project held. */
function isProven(known: ProjectRecord, here: Here, now: (place: SeenPlace) => PlaceNow): boolean {
	if (isApart(known, here) || !isRemoteAlike(known, here)) return false;
	if (sharesCommit(known, here)) return here.remote !== undefined || goesOn(known, here);
	return known.places.some((place) => now(place) === 'gone' && isHomeMoved(known.userHome, place.root, here));
}

/** The same place below a home folder that has another name now. */
function isHomeMoved(userHome: string, root: string, here: Here): boolean {
	const [before, now] = [comparablePath(userHome), comparablePath(here.userHome)];
	const place = comparablePath(root);
	return (
		before !== now && place.startsWith(`${before}/`) && comparablePath(here.root) === now + place.slice(before.length)
	);
}

/** Both histories are known, and nothing of one is in the other. */
function isApart(known: ProjectRecord, here: Here): boolean {
	return known.firstCommits.length > 0 && here.firstCommits.length > 0 && !sharesCommit(known, here);
}

function sharesCommit(known: ProjectRecord, here: Here): boolean {
	return known.firstCommits.some((commit) => here.firstCommits.includes(commit));
}

/** What was made from one template begins alike, and has no remote that tells: the one has not what the other went on to. */
function goesOn({ head }: ProjectRecord, { holds }: Here): boolean {
	return head !== undefined && holds.includes(head);
}

/** A fork has a remote of its own; a clone of the folder itself names it. */
function isRemoteAlike(known: ProjectRecord, here: Here): boolean {
	if (known.remote === here.remote) return true;
	const roots = known.places.map(({ root }) => comparablePath(root));
	return here.remote !== undefined && roots.includes(here.remote);
}

/**
 * The address of a repository in one form, whichever way it is written; without user names and passwords.
 * @returns the path of a folder on this machine, or `host/path`.
 */
export function plainRemote(url: string): string {
	const bare = url
		.trim()
		.replace(/[\\/]+$/u, '')
		.replace(/\.git$/iu, '');
	const local = /^file:\/\/(?:localhost)?(\/.*)$/iu.exec(bare)?.[1];
	if (local !== undefined) return comparablePath(local);
	const [, host, path] =
		/^[a-z][a-z+.-]*:\/\/(?:[^/@]*@)?([^/:]+)(?::\d+)?\/+(.+)$/iu.exec(bare) ??
		/^(?:[^/@:]+@)?([^/:@]{2,}):(?!\\)\/*(.+)$/u.exec(bare) ??
		[];
	return host === undefined || path === undefined ? comparablePath(bare) : `${host.toLowerCase()}/${path}`;
}
