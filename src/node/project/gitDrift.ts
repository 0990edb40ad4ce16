// Asks git how a checkout stands, and how far that is from what was written down earlier. Only commands that read, and
// none that filters file contents: what differs is told by stat data, and where that alone says so, by plain hashes.
import {
	type CommitDrift,
	DETACHED,
	type GitDrift,
	type GitState,
	type SavedGit,
	isCommitName,
} from '../../core/project/drift';
import { isOwnFile } from '../../core/project/ownFiles';
import { type GitCheckout, type GitRun, openGit } from './gitRepository';

/** Files whose stat data alone differ are hashed; beyond so many they count as changed. */
const MAX_HASHED = 200;

/** How a checkout stands. @returns nothing outside git, without git, and where git refuses. */
export async function readGitState(checkout: GitCheckout, env: NodeJS.ProcessEnv): Promise<GitState | undefined> {
	try {
		const git = await openGit(checkout, env);
		return git === undefined ? undefined : await stateOf(git);
	} catch {
		return undefined;
	}
}

/** What became of a checkout since a branch and a commit of it were written down. Never throws. */
export async function readGitDrift(checkout: GitCheckout, saved: SavedGit, env: NodeJS.ProcessEnv): Promise<GitDrift> {
	const nothing: GitDrift = { saved, now: undefined, commits: { kind: 'none' } };
	try {
		const git = await openGit(checkout, env);
		if (git === undefined) return nothing;
		const now = await stateOf(git);
		return { saved, now, commits: await compare(git, saved.commit, now.commit) };
	} catch {
		return nothing;
	}
}

async function stateOf(git: GitRun): Promise<GitState> {
	const { branch, commit } = await readHead(git);
	return { branch, commit, dirty: await dirtyFiles(git, commit).catch(() => undefined) };
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

interface Difference {
	readonly file: string;
	/** Hash in HEAD, where only the stat data say that the file differs. */
	readonly unproven: string | undefined;
}

async function dirtyFiles(git: GitRun, commit: string | undefined): Promise<readonly string[]> {
	const listed = git('ls-files', '-z', '--others', '--exclude-standard');
	const [untracked, off] = await Promise.all([listed.then(split), commit === undefined ? [] : withoutFilters(git)]);
	if (commit === undefined) return theirs([...untracked, ...split(await git('ls-files', '-z', '--cached'))]);
	// Looking into submodules would run git with their own configuration.
	const raw = await git(
		...off,
		'diff-index',
		'-z',
		'--raw',
		'--no-abbrev',
		'--no-renames',
		'--ignore-submodules=all',
		'HEAD',
	);
	const differences = parseDifferences(raw);
	const clean = await unchanged(git, differences);
	return theirs([...untracked, ...differences.flatMap(({ file }) => (clean.has(file) ? [] : [file]))]);
}

/**
 * Where the stat data of a file cannot be believed (it is as young as the index), git compares contents all the same, through
 * the filters that the repository names. Options that empty every one of them.
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

/** Records of `:<mode> <mode> <hash> <hash> <status>\0<path>\0`; zeros stand for a hash that git has not computed. */
function parseDifferences(raw: string): readonly Difference[] {
	const fields = split(raw);
	const found: Difference[] = [];
	for (let at = 0; at + 1 < fields.length; at += 2) {
		const [, before, after, old, now, status] = /^:(\d+) (\d+) (\w+) (\w+) (\w)/u.exec(fields[at] ?? '') ?? [];
		// A link would be hashed as what it leads to.
		const isFile = before === after && (before ?? '').startsWith('100');
		const isUnproven = status === 'M' && isFile && /^0+$/u.test(now ?? '');
		found.push({ file: fields[at + 1] ?? '', unproven: isUnproven ? old : undefined });
	}
	return found;
}

/** Files that were touched and are what they were. Hashed as they are: filters of the repository's are not run. */
async function unchanged(git: GitRun, differences: readonly Difference[]): Promise<ReadonlySet<string>> {
	const unproven = differences.filter(({ unproven: hash }) => hash !== undefined);
	if (unproven.length === 0 || unproven.length > MAX_HASHED) return new Set();
	const files = unproven.map(({ file }) => file);
	const hashes = (await git('hash-object', '--no-filters', '--', ...files)).trim().split('\n');
	return new Set(unproven.flatMap(({ file, unproven: old }, i) => (hashes[i] === old ? [file] : [])));
}

function split(output: string): readonly string[] {
	return output.split('\u0000').filter((field) => field !== '');
}

/** Our own files say nothing about the work. */
function theirs(files: readonly string[]): readonly string[] {
	return [...new Set(files)].filter((file) => !isOwnFile(file)).sort();
}
