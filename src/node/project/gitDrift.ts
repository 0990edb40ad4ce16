// Asks git how a checkout stands, and how far that is from what was written down earlier. Only commands that read, with the
// filters switched off that a repository names for its files.
import path from 'node:path';
import {
	type CommitDrift,
	DETACHED,
	type GitDrift,
	type GitState,
	type SavedGit,
	isCommitName,
} from '../../core/project/drift';
import { isOwnFile } from '../../core/project/ownFiles';
import { rememberedFiles } from './documentPlaces';
import { type GitRun, openGit } from './gitRepository';
import type { Project } from './project';
import { toldHead } from './toldHead';

/** A file as `git status` tells it: what has changed, what is in conflict, what git does not know. Its name stands last. */
const STATUS_LINE = /^(?:1(?: \S+){7}|u(?: \S+){9}|\?) (.+)$/su;

/** How a checkout stands. @returns nothing outside git, without git, and where git refuses. */
export async function readGitState(project: Project, env: NodeJS.ProcessEnv): Promise<GitState | undefined> {
	try {
		const git = await openGit(project, env);
		return git === undefined ? undefined : await stateOf(git, project);
	} catch {
		return undefined;
	}
}

/** What a session says of its checkout. */
interface SaidOfGit {
	/** The last commit that it reported. */
	readonly last: { readonly hash: string; readonly branch: string } | undefined;
	/** When its last message was written. */
	readonly endMs: number | undefined;
}

/**
 * How a checkout stood at the end of a session, as far as that can be told: where HEAD was made after it and is ahead of what
 * the session committed last, that commit, and nothing about uncommitted files.
 * @param seen how it stands, where that was asked just now.
 */
export async function readGitStateAfter(
	{ last, endMs = Infinity }: SaidOfGit,
	project: Project,
	env: NodeJS.ProcessEnv,
	seen?: GitState,
): Promise<GitState | undefined> {
	const now = seen ?? (await readGitState(project, env));
	if (last === undefined || now?.commit === undefined || now.branch !== last.branch) return now;
	try {
		const git = await openGit(project, env);
		const madeMs = Number(await git?.('show', '--no-patch', '--format=%ct', now.commit)) * 1_000;
		if (git === undefined || !(madeMs > endMs)) return now;
		const { kind } = await compare(git, last.hash, now.commit);
		return kind === 'ahead' ? { ...now, commit: await resolve(git, last.hash), dirty: undefined } : now;
	} catch {
		return now;
	}
}

/** What became of a checkout since a branch and a commit of it were written down. Never throws. @param seen as above. */
export async function readGitDrift(
	project: Project,
	saved: SavedGit,
	env: NodeJS.ProcessEnv,
	seen?: GitState,
): Promise<GitDrift> {
	const nothing: GitDrift = { saved, now: undefined, commits: { kind: 'none' } };
	try {
		const git = await openGit(project, env);
		if (git === undefined) return nothing;
		const now = seen ?? (await stateOf(git, project));
		return { saved, now, commits: await compare(git, saved.commit, now.commit) };
	} catch {
		return nothing;
	}
}

/** @throws outside git. */
async function stateOf(git: GitRun, project: Project): Promise<GitState> {
	const told = await readStatus(git).catch(() => []);
	const head = (await toldHead(told, project.gitDir)) ?? (await readHead(git));
	// Where it tells anything, it tells the branch.
	const dirty = told.length === 0 ? undefined : await dirtyFiles(told, project).catch(() => undefined);
	return { ...head, dirty };
}

/** @throws outside git. */
async function readHead(git: GitRun): Promise<Pick<GitState, 'branch' | 'commit'>> {
	const said = await git('rev-parse', 'HEAD^{commit}', '--abbrev-ref=loose', 'HEAD').catch(() => '');
	const [commit, name] = said.trim().split('\n');
	if (isWholeName(commit) && name !== undefined) return { commit, branch: name === DETACHED ? undefined : name };
	// Both at once is more than git says before the first commit, or of a branch that is called HEAD.
	const branch = (await git('symbolic-ref', '--quiet', '--short', 'HEAD')).trim();
	const only = await resolve(git, 'HEAD');
	if (branch === '' && only === undefined) throw new Error('Not a git repository.');
	return { branch: branch === '' ? undefined : branch, commit: only };
}

async function compare(git: GitRun, saved: string | null | undefined, now: string | undefined): Promise<CommitDrift> {
	if (saved === null || saved === undefined || now === undefined) return { kind: 'none' };
	if (saved === now) return { kind: 'same' };
	const before = isCommitName(saved) ? await resolve(git, saved) : undefined;
	if (before === undefined) return { kind: 'unknown' };
	if (before === now) return { kind: 'same' };
	const counts = (await git('rev-list', '--left-right', '--count', `${before}...${now}`)).trim().split(/\s+/u);
	const [behind = 0, ahead = 0] = counts.map(Number);
	if (behind === 0) return { kind: 'ahead', ahead, behind };
	if (ahead === 0) return { kind: 'behind', ahead, behind };
	const holders = await git('for-each-ref', '--count=1', '--format=%(refname)', `--contains=${before}`);
	return { kind: holders.trim() === '' ? 'rewritten' : 'diverged', ahead, behind };
}

/** The whole name of a commit, or nothing where there is none. */
async function resolve(git: GitRun, name: string): Promise<string | undefined> {
	const commit = (await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).catch(() => '')).trim();
	return isWholeName(commit) ? commit : undefined;
}

const isWholeName = (text: string | undefined): text is string => /^[0-9a-f]{40,64}$/u.test(text ?? '');

/** What `git status` tells, so that a file that was only touched is none of them. @throws where git does not tell. */
async function readStatus(git: GitRun): Promise<readonly string[]> {
	const status = ['status', '--porcelain=v2', '--branch', '--no-ahead-behind', '-z'];
	const files = ['--untracked-files=all', '--no-renames'];
	// Looking into submodules would run git with their own configuration.
	return split(await git(...(await withoutFilters(git)), ...status, ...files, '--ignore-submodules=all', '--', '.'));
}

async function dirtyFiles(told: readonly string[], project: Project): Promise<readonly string[]> {
	const { checkout, gitTop = checkout } = project;
	// In this form git names them from its top, wherever it runs.
	const above = path
		.relative(gitTop, checkout)
		.split(path.sep)
		.filter((each) => each !== '').length;
	const files = told.flatMap((line) => {
		const [, name] = STATUS_LINE.exec(line) ?? [];
		return name === undefined ? [] : [name.split('/').slice(above).join('/')];
	});
	// Our own files say nothing about the work.
	const saved = new Set(await rememberedFiles(project));
	return files.filter((file) => !isOwnFile(file) && !saved.has(path.join(checkout, file))).sort();
}

/**
 * Of a file that was touched git compares the contents, through the filters that the repository names. Options that empty
 * every one of them.
 * @throws where one has a name that options cannot carry.
 */
async function withoutFilters(git: GitRun): Promise<readonly string[]> {
	const keys = split(await git('config', '--null', '--name-only', '--get-regexp', '^filter\\.'));
	const drivers = new Set(keys.map((key) => key.slice('filter.'.length, key.lastIndexOf('.'))));
	return [...drivers].flatMap((driver) => {
		if (/[=\n]/u.test(driver)) throw new Error('A filter of this repository cannot be switched off.');
		return ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((off) => ['-c', `filter.${driver}.${off}`]);
	});
}

function split(output: string): readonly string[] {
	return output.split('\u0000').filter((field) => field !== '');
}
