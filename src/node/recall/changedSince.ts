// What has changed since a session that answers: files that it changed, and its branch. Files are only looked at, and git is
// asked once for each checkout; nothing outside of the checkout is touched, because a transcript may name anything.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { type ChangedSince, UNCHANGED } from '../../core/recall/since';
import type { ClaudeHome } from '../claude/claudeHome';
import { type GitLayout, findGitLayout } from '../base/gitLayout';
import { isInside } from '../base/insideProject';
import { isThere } from '../base/lookAt';
import { monotonicMs } from '../base/systemClock';
import { type GitRun, openGit } from '../project/gitRepository';
import type { RecallHit } from './recall';

/** Files that are looked at for one answer. */
const MOST_FILES = 50;
/** What a tool writes has its time a little later than its message. Milliseconds. */
const SLACK_MS = 5_000;

/** Looks at what became of each. Never throws. */
export async function changedSince(
	{ env }: Pick<ClaudeHome, 'env'>,
	hits: readonly RecallHit[],
): Promise<readonly ChangedSince[]> {
	return Promise.all(
		hits.map(async (hit): Promise<ChangedSince> => {
			const layout = hit.cwd === undefined ? undefined : await layoutOf(hit.cwd);
			if (layout === 'unknown') return UNCHANGED;
			const top = layout?.topLevel ?? hit.cwd;
			if (top === undefined || hit.atMs === 0) return UNCHANGED;
			const branches = (): Promise<Branches | undefined> =>
				keptAs(`branches ${top}`, () => branchesOf({ checkout: top, gitDir: layout?.gitDir }, env));
			return { ...(await filesSince(hit, top)), branch: await branchSince(hit, branches) };
		}),
	);
}

const layoutOf = (folder: string): Promise<GitLayout | 'unknown' | undefined> =>
	keptAs(`layout ${folder}`, () => findGitLayout(folder).catch(() => 'unknown' as const));

async function filesSince({ files, atMs, cwd }: RecallHit, top: string): Promise<Omit<ChangedSince, 'branch'>> {
	const since = { files: 0, gone: 0 };
	// In a worktree that was removed all is gone, and may stand elsewhere.
	if (!(await isThere(cwd ?? top))) return since;
	for (const named of files.slice(0, MOST_FILES)) {
		const file = path.resolve(cwd ?? top, named);
		if (!isInside(top, file)) continue;
		const found = await lstat(file).catch(() => undefined);
		if (found === undefined) since.gone++;
		else if (found.mtimeMs > atMs + SLACK_MS) since.files++;
	}
	return since;
}

interface Branches {
	readonly git: GitRun;
	/** Of this checkout's repository; what all work comes to is among them. */
	readonly all: ReadonlySet<string>;
	readonly merged: ReadonlySet<string>;
	readonly base: string;
}

/** What all work comes to, in the order in which it is looked for. */
const BASES = ['main', 'master', 'develop', 'trunk'];

/** Hits of a question, and questions in a row, ask for the same. Milliseconds. */
const KEPT_MS = 10_000;
/** The oldest first. */
const kept = new Map<string, { readonly untilMs: number; readonly value: Promise<unknown> }>();

function keptAs<T>(key: string, look: () => Promise<T>): Promise<T> {
	const nowMs = monotonicMs();
	for (const [other, { untilMs }] of kept) {
		if (nowMs < untilMs) break;
		kept.delete(other);
	}
	const known = kept.get(key);
	if (known !== undefined) return known.value as Promise<T>;
	const value = look();
	kept.set(key, { untilMs: nowMs + KEPT_MS, value });
	return value;
}

async function branchesOf(
	checkout: Parameters<typeof openGit>[0],
	env: NodeJS.ProcessEnv,
): Promise<Branches | undefined> {
	try {
		const git = await openGit(checkout, env);
		if (git === undefined) return undefined;
		const listed = async (...more: readonly string[]): Promise<ReadonlySet<string>> =>
			new Set(
				(await git('for-each-ref', ...more, '--format=%(refname:short)', 'refs/heads')).split('\n').filter(Boolean),
			);
		const all = await listed();
		const base = BASES.find((each) => all.has(each));
		return base === undefined ? undefined : { git, all, base, merged: await listed(`--merged=refs/heads/${base}`) };
	} catch {
		return undefined;
	}
}

async function branchSince(
	{ branch = 'HEAD', commits, files }: RecallHit,
	ask: () => Promise<Branches | undefined>,
): Promise<ChangedSince['branch']> {
	// Nothing of a branch is over where nothing was done on it.
	if (['HEAD', ...BASES].includes(branch) || commits.length + files.length === 0) return undefined;
	const known = await ask();
	if (known === undefined) return undefined;
	const { git, all, merged, base } = known;
	const last = commits.at(-1);
	const isOver = async (commit: string): Promise<boolean> =>
		(await git('rev-list', '--max-count=1', commit, '--not', `refs/heads/${base}`).catch(() => 'no')).trim() === '';
	const isMerged = async (): Promise<boolean> =>
		merged.has(branch) && (await hasOwnCommits(git, branch, base).catch(() => false));
	if (await (last === undefined ? isMerged() : isOver(last))) return 'merged';
	return all.has(branch) ? undefined : 'gone';
}

/** Whether a merged branch had commits of its own: one that was just made has none, and ends on the line of its base. */
async function hasOwnCommits(git: GitRun, branch: string, base: string): Promise<boolean> {
	const asked = ['--first-parent', '--parents', `refs/heads/${base}`, '--not', `refs/heads/${branch}`];
	const [tip, since] = await Promise.all([git('rev-parse', `refs/heads/${branch}`), git('rev-list', ...asked)]);
	const [, forked = tip.trim()] = (since.trimEnd().split('\n').at(-1) ?? '').split(' ');
	return forked !== tip.trim();
}
