// What a folder tells of where it comes from: its history, and where that is fetched from. Read once for a place, and after
// a session; git runs with everything switched off that a repository could name.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { projectSlug } from '../../core/claude/slug';
import { type Here, type ProjectRecord, type SeenPlace, plainRemote } from '../../core/project/identity';
import { isBelow } from '../../core/project/projectId';
import { formatProjectRecord, isCommit } from '../../core/project/record';
import { isThere } from '../base/lookAt';
import { readRegularFile, readTextFile } from '../base/regularFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { readLaunch } from '../claude/transcriptHead';
import { type GitLayout, findGitLayout } from '../base/gitLayout';
import { openGit } from './gitRepository';
import { readProjectRecord, writeProjectRecord } from './projectRecord';

/** The folder that is asked about. */
export interface FolderAsked {
	readonly root: string;
	readonly git: GitLayout | undefined;
	/** Checkouts as git has them now. */
	readonly checkouts: readonly string[];
}

/** A hook waits for it. A history of a million commits takes longer, and is known by its remote. */
const GIT_MS = 1_000;
const CONFIG_LIMIT_BYTES = 256 * 1024;
const SHORT_BYTES = 1024;
const COMMIT_BYTES = 64 * 1024;
const SHA1_DIGITS = 40;

/** First commits, transcripts that are looked into. */
const MANY = 20;

/** What a repository says of itself. */
type Signs = Pick<ProjectRecord, 'firstCommits' | 'remote' | 'head'>;

/**
 * Everything that may tell which project a folder is. A repository may bring whatever files it likes, backups and their log
 * too, so that none of those says anything. Never throws.
 * @param records of projects that it may be.
 */
export async function lookAround(
	claude: ClaudeHome,
	{ root, git }: FolderAsked,
	place: SeenPlace,
	records: readonly ProjectRecord[],
): Promise<Here & Signs> {
	const heads = records.flatMap(({ head, remote }) => (head === undefined || remote !== undefined ? [] : [head]));
	const [signs, holds, isInUse] = await Promise.all([
		signsOf(claude, git),
		// Also what no branch leads to any more: it was mended since.
		heads.length === 0 ? [] : commitsOf(claude, git, 'rev-list', '--no-walk', '--ignore-missing', ...heads, '--'),
		hasSessions(claude, root),
	]);
	return { ...place, ...signs, userHome: claude.userHome, holds, isInUse };
}

/**
 * Writes down what a session may have changed of the signs: its first commit, a remote, where its work is now. For who has
 * time, after a session. @throws the file system's error.
 */
export async function noteSigns(
	claude: ClaudeHome,
	{ id, root }: { readonly id: string; readonly root: string },
): Promise<void> {
	const record = await readProjectRecord(claude, id);
	if (record === undefined) return;
	const now = await signsOf(claude, await findGitLayout(root));
	const next: ProjectRecord = {
		...record,
		firstCommits: [...new Set([...record.firstCommits, ...now.firstCommits])],
		remote: now.remote ?? record.remote,
		head: now.head ?? record.head,
	};
	if (formatProjectRecord(next) !== formatProjectRecord(record)) await writeProjectRecord(claude, next);
}

async function signsOf(claude: ClaudeHome, git: GitLayout | undefined): Promise<Signs> {
	if (git === undefined) return { firstCommits: [], head: undefined, remote: undefined };
	const head =
		(await headOf(git)) ?? (await commitsOf(claude, git, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}'))[0];
	const firstCommits = head === undefined ? [] : await rootCommits(claude, git, head);
	return { firstCommits, head, remote: await remoteOf(git) };
}

/** The commit that a checkout is at, by git's own files; nothing where they do not say it in the usual way. */
async function headOf({ gitDir, commonDir }: GitLayout): Promise<string | undefined> {
	if (gitDir === undefined) return undefined;
	const head = (await readTextFile(path.join(gitDir, 'HEAD'), SHORT_BYTES)).trim();
	const ref = /^ref: (refs\/heads\/[\w/-]+)$/u.exec(head)?.[1];
	const commit = ref === undefined ? head : (await readTextFile(path.join(commonDir, ref), SHORT_BYTES)).trim();
	return isCommit(commit) ? commit : undefined;
}

/** By repository, which has to have the commits to prove that it is one, with the last one: that tells what came before. */
const known = new Map<string, { readonly head: string; readonly first: readonly string[] }>();

/** The commits without a parent before a commit. None of a history that was cut. */
async function rootCommits(claude: ClaudeHome, git: GitLayout, head: string): Promise<readonly string[]> {
	if (await isThere(path.join(git.commonDir, 'shallow'))) return [];
	const before = known.get(git.commonDir);
	const isKnown = before?.head === head;
	const first = isKnown
		? before.first
		: (await isFirst(git, head))
			? [head]
			: await commitsOf(claude, git, 'rev-list', '--max-parents=0', head, '--');
	if (first.length > 0) known.set(git.commonDir, { head, first });
	return first.slice(-MANY).sort();
}

/** Whether a commit has no parent, by git's own file of it: a young project is asked without a start of git. */
async function isFirst({ commonDir }: GitLayout, commit: string): Promise<boolean> {
	try {
		const packed = await readRegularFile(
			path.join(commonDir, 'objects', commit.slice(0, 2), commit.slice(2)),
			COMMIT_BYTES,
		);
		if (packed === undefined) return false;
		// They take some time to load.
		const [{ createHash }, { inflateSync }] = await Promise.all([import('node:crypto'), import('node:zlib')]);
		const object = inflateSync(packed.bytes, { maxOutputLength: COMMIT_BYTES });
		// The name is the content's: whoever has it has the commit.
		const isWhole =
			createHash(commit.length === SHA1_DIGITS ? 'sha1' : 'sha256')
				.update(object)
				.digest('hex') === commit;
		return isWhole && /^commit \d+\0tree \w+\nauthor /u.test(object.toString('latin1'));
	} catch {
		return false;
	}
}

/** The commits that git answers with; none where it has no answer in time. */
async function commitsOf(
	{ env }: ClaudeHome,
	layout: GitLayout | undefined,
	...words: readonly string[]
): Promise<readonly string[]> {
	if (layout === undefined) return [];
	const git = await openGit({ checkout: layout.topLevel, gitDir: layout.gitDir }, env, GIT_MS);
	const output = await git?.(...words).catch(() => '');
	return (output ?? '').split('\n').filter(isCommit);
}

/** Where a repository is fetched from, in its plain form; nothing where it does not say. */
async function remoteOf({ commonDir }: GitLayout): Promise<string | undefined> {
	const config = await readTextFile(path.join(commonDir, 'config'), CONFIG_LIMIT_BYTES);
	const remotes = new Map<string, string>();
	let name: string | undefined;
	for (const line of config.split('\n')) {
		if (/^\s*\[/u.test(line)) name = /^\s*\[remote "(.+)"\]/u.exec(line)?.[1];
		const url = /^\s*url\s*=\s*"?([^"\r]+?)"?\s*$/u.exec(line)?.[1];
		if (name !== undefined && url !== undefined && !remotes.has(name)) remotes.set(name, url);
	}
	const url = remotes.get('origin') ?? [...remotes.values()][0];
	return url === undefined ? undefined : plainRemote(url);
}

/** Whether sessions were launched in a folder. */
async function hasSessions(claude: ClaudeHome, root: string): Promise<boolean> {
	const folder = path.join(claude.projectsDir, projectSlug(root));
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'));
	for (const name of names.slice(0, MANY)) {
		const launch = await readLaunch(path.join(folder, name));
		if (launch !== undefined && isBelow(root, launch.cwd)) return true;
	}
	return false;
}
