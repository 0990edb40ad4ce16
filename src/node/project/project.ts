// Everything that follows from one folder: its checkout, where Claude Code keeps its memory and transcripts, and where
// our own files for it go. The one place that knows these rules.
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { formulaSlug, mayBelongTo, projectSlug } from '../../core/claude/slug';
import { isBelow } from '../../core/project/projectId';
import { asText } from '../../core/base/result';
import { type ClaudeHome, expandHome } from '../claude/claudeHome';
import { memoryDirectoryOf, settingsInOrder } from './claudeSettings';
import { isInside } from '../base/insideProject';
import { findGitLayout, listCheckouts } from '../base/gitLayout';
import { type Identity, identify } from './identify';
import { folderMark, projectHome, readAllRecords } from './projectRecord';
import { makePrivateFolder } from './privateFolder';

export interface Project {
	/** Tells this project from every other on this machine, wherever its folder lies. Letters, digits and dashes. */
	readonly id: string;
	/** Where it was before, what it is a copy of, and what our home does not know yet. */
	readonly identity: Identity;
	/** What our own home keeps of this project and of no other. It need not exist yet. */
	readonly home: string;
	/** The folder that was asked about, links resolved. */
	readonly folder: string;
	/** Top of the checkout that the folder is in; the folder itself outside git, and where it was named explicitly. */
	readonly checkout: string;
	/** Top of the main checkout, which all worktrees share; or the folder that was named explicitly. */
	readonly root: string;
	readonly isGit: boolean;
	/** Git's own folder of the checkout, where it is this checkout's for certain. */
	readonly gitDir: string | undefined;
	/** Top of the checkout as git has it: above `checkout`, where a folder below it was named explicitly. */
	readonly gitTop: string;
	/** Root below which our own `.claude/…` and `.temp/…` go: the project, or a folder of ours outside git and for the home folder. */
	readonly filesRoot: string;
	/** Root below which goes what a person saves on purpose: the checkout, with git or without; our home for the home folder. */
	readonly savesRoot: string;
	/** Where Claude Code loads memory from; parked items are created here. It need not exist yet. */
	readonly memoryDir: string;
	/** Folders that the first parking formula names and that exist. Nothing new is created there. */
	readonly formulaDirs: readonly string[];
	/** Where Claude Code kept its memory when the project was elsewhere; it loads none of that any more. */
	readonly formerMemory: readonly FormerMemory[];
	/** The tops of all its checkouts that are there now. */
	readonly checkouts: readonly string[];
	/** Every folder that sessions of this project may have been launched in: the checkouts and all below them, now and before. */
	readonly launchRoots: readonly string[];
	/** Where Claude Code keeps all transcripts. */
	readonly transcriptsDir: string;
}

/** A memory folder of a place where the project was. */
export interface FormerMemory {
	readonly folder: string;
	/** That place. */
	readonly root: string;
}

/** All folders that may hold parked items and memories of a project: the one that Claude Code loads is the first. */
export function memoryFolders({
	memoryDir,
	formulaDirs,
	formerMemory,
}: Pick<Project, 'memoryDir' | 'formulaDirs' | 'formerMemory'>): readonly string[] {
	return [memoryDir, ...formulaDirs, ...formerMemory.map(({ folder }) => folder)];
}

interface ProjectOptions {
	/** The folder was named by the person: it is the project as it stands, without looking for a git root. */
	readonly isExplicit?: boolean;
}

/** Works out a project from a folder. Only reads; a folder that does not exist gives a project all the same. */
export async function findProject(claude: ClaudeHome, folder: string, options: ProjectOptions = {}): Promise<Project> {
	const real = await realpath(folder).catch(() => path.resolve(folder));
	const git = await findGitLayout(real);
	const gitTop = git?.topLevel ?? real;
	const memoryRoot = git?.mainRoot ?? real;
	const checkout = options.isExplicit === true ? real : gitTop;
	const root = options.isExplicit === true ? real : memoryRoot;
	const home = await realpath(claude.userHome).catch(() => claude.userHome);
	const memoryDir = await findMemoryDir(claude, memoryRoot);
	const checkouts = git === undefined ? [real] : [...new Set([...(await listCheckouts(git)), checkout])];
	const identity = await identify(claude, { root, git: root === memoryRoot ? git : undefined, checkouts });
	const ownHome = projectHome(claude, identity.id);
	return {
		id: identity.id,
		identity,
		home: ownHome,
		folder: real,
		checkout,
		root,
		isGit: git !== undefined,
		gitDir: git?.gitDir,
		gitTop,
		filesRoot: git === undefined || root === home ? ownHome : root,
		savesRoot: root === home ? ownHome : checkout,
		memoryDir,
		formulaDirs: await findFormulaDirs(claude, [...new Set([gitTop, memoryRoot])], memoryDir),
		formerMemory: await findFormerMemory(claude, identity, memoryDir),
		checkouts,
		launchRoots: [...new Set([...checkouts, ...identity.former.map((each) => each.root)])],
		transcriptsDir: claude.projectsDir,
	};
}

/**
 * The folder of a project's memory, by Claude Code's own order: an override in the environment, `autoMemoryDirectory`,
 * the remote memory folder, the default below `projects/`. Keyed by the root of the main checkout.
 */
async function findMemoryDir(claude: ClaudeHome, root: string): Promise<string> {
	const override = asText(claude.env['CLAUDE_COWORK_MEMORY_PATH_OVERRIDE']);
	if (override !== undefined && path.isAbsolute(expandHome(override, claude.userHome)))
		return path.resolve(expandHome(override, claude.userHome));
	for await (const { value } of settingsInOrder(claude, root)) {
		const moved = expandHome(memoryDirectoryOf(value) ?? '', claude.userHome);
		if (path.isAbsolute(moved)) return path.resolve(moved);
	}
	const remote = asText(claude.env['CLAUDE_CODE_REMOTE_MEMORY_DIR']);
	const base = remote === undefined ? claude.configDir : path.resolve(remote);
	return path.join(base, 'projects', projectSlug(root), 'memory');
}

/**
 * Memory folders of the places where a project was. Names collide: one that belongs to a folder that is still there is
 * that folder's.
 */
async function findFormerMemory(
	claude: ClaudeHome,
	{ id, former }: Identity,
	memoryDir: string,
): Promise<readonly FormerMemory[]> {
	const left: FormerMemory[] = [];
	for (const { root, untilMs } of former) {
		const folder = path.join(claude.projectsDir, projectSlug(root), 'memory');
		if (untilMs !== undefined || folder === memoryDir) continue;
		if ((await stat(folder).catch(() => undefined))?.isDirectory() === true) left.push({ folder, root });
	}
	// Hooks ask at each event, and most projects have nothing left elsewhere.
	if (left.length === 0) return [];
	const others = (await readAllRecords(claude)).filter((each) => each.id !== id).flatMap(({ places }) => places);
	const found = await Promise.all(
		left.map(async (each): Promise<FormerMemory[]> => {
			const alike = others.filter(({ root }) => projectSlug(root) === projectSlug(each.root));
			const isLived = await Promise.all(alike.map(async ({ root }) => (await folderMark(root)) !== undefined));
			return isLived.includes(true) ? [] : [each];
		}),
	);
	return found.flat();
}

/** Links may lead several names to one folder, or to the memory folder itself: its items are listed once. */
async function findFormulaDirs(
	claude: ClaudeHome,
	roots: readonly string[],
	memoryDir: string,
): Promise<readonly string[]> {
	const bases = [...new Set([path.join(claude.userHome, '.claude', 'projects'), claude.projectsDir])];
	const candidates = roots.flatMap((root) => bases.map((base) => path.join(base, formulaSlug(root), 'memory')));
	const seen = new Set([await realpath(memoryDir).catch(() => memoryDir)]);
	const found: string[] = [];
	for (const dir of candidates) {
		if ((await stat(dir).catch(() => undefined))?.isDirectory() !== true) continue;
		const real = await realpath(dir);
		if (!seen.has(real)) found.push(dir);
		seen.add(real);
	}
	return found;
}

/**
 * Folders below `projects/` whose name allows sessions of this project. A name proves nothing (slugs collide), so the
 * `cwd` in a transcript has the last word: see `belongsTo`.
 * @param project nothing for the folders of all
 */
export async function transcriptFolders(
	claude: ClaudeHome,
	project: Project | undefined,
	options: { readonly withCopied?: boolean } = {},
): Promise<readonly string[]> {
	const roots = project && [...project.launchRoots, ...(options.withCopied === true ? project.identity.copyOf : [])];
	const names = await readdir(claude.projectsDir, { withFileTypes: true }).catch(() => []);
	return names
		.filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
		.filter(({ name }) => roots?.some((root) => mayBelongTo(name, root)) ?? true)
		.map((entry) => path.join(claude.projectsDir, entry.name))
		.sort();
}

/**
 * Whether a session is one of this project's: launched in `cwd`, which is a checkout of it or below, or was one then.
 * @param atMs when it was launched, in milliseconds since 1970. Without it a place counts for who is there now.
 */
export function belongsTo(project: Project, cwd: string, atMs = Infinity): boolean {
	const { former, sinceMs = -Infinity } = project.identity;
	const before = former.filter(({ root }) => isBelow(root, cwd));
	if (before.some(({ untilMs = Infinity }) => atMs < untilMs || untilMs === Infinity)) return true;
	return atMs >= sinceMs && project.checkouts.some((root) => isBelow(root, cwd));
}

/** The project that a file lies in, links followed: the one with the innermost checkout around it, now or before. */
export async function projectOfFile(projects: readonly Project[], file: string): Promise<Project | undefined> {
	const real = await realpath(file).catch(() => file);
	return projects
		.flatMap((project) => [project.checkout, ...project.launchRoots].map((root) => ({ project, root })))
		.filter(({ root }) => isInside(root, real))
		.sort((a, b) => b.root.length - a.root.length)[0]?.project;
}

/** A place other than the project's own from which a session of its list comes. */
export interface SessionOrigin {
	/** The folder that the project, or the one that it is a copy of, was or is in. */
	readonly root: string;
	/** The project is a copy of that folder, which is still there: the session is that one's. */
	readonly isOthers: boolean;
}

/** Where a session comes from that was launched in `cwd`; nothing where that is a checkout of the project. */
export function sessionOrigin({ checkouts, identity }: Project, cwd: string): SessionOrigin | undefined {
	if (checkouts.some((root) => isBelow(root, cwd))) return undefined;
	const others = identity.copyOf.find((root) => isBelow(root, cwd));
	if (others !== undefined) return { root: others, isOthers: true };
	const former = identity.former.find(({ root }) => isBelow(root, cwd));
	return former === undefined ? undefined : { root: former.root, isOthers: false };
}

/** Makes sure that the root of our own files is there. A project is; a stand-in below our home may not be yet. */
export async function makeOwnRoot(project: Project): Promise<void> {
	if (project.filesRoot !== project.root) await makePrivateFolder(project.filesRoot);
}
