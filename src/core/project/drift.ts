// What became of a checkout since something was written down about it: the branch, the commit, and how far HEAD is from it.
import { say } from '../base/say';

/** A checkout as it stands. */
export interface GitState {
	/** Nothing where HEAD is detached. */
	readonly branch: string | undefined;
	/** Nothing before the first commit. */
	readonly commit: string | undefined;
	/** Files that differ from HEAD, untracked ones among them, relative to the checkout and sorted. Nothing where git does not tell. */
	readonly dirty: readonly string[] | undefined;
}

/** What was written down. It comes out of a file, so it can be anything. */
export interface SavedGit {
	readonly branch: string | null | undefined;
	readonly commit: string | null | undefined;
}

/**
 * Where HEAD is, seen from the commit that was written down. `rewritten`: that commit is still known, but no branch or tag
 * holds it any more (it was amended or rebased). `unknown`: git has no such commit. `none`: there is nothing to compare.
 */
export type CommitDrift =
	| { readonly kind: 'none' | 'same' | 'unknown' }
	| { readonly kind: 'ahead' | 'behind' | 'diverged' | 'rewritten'; readonly ahead: number; readonly behind: number };

export interface GitDrift {
	readonly saved: SavedGit;
	/** Nothing where there is no git. */
	readonly now: GitState | undefined;
	readonly commits: CommitDrift;
}

/** What `git rev-parse --abbrev-ref HEAD` calls a detached HEAD. */
export const DETACHED = 'HEAD';
const SHORT_COMMIT = 7;

/** The branch as it is written down: what git's own command says, or nothing outside git and before the first commit. */
export function savedBranch(state: GitState | undefined): string | null {
	return state === undefined ? null : (state.branch ?? (state.commit === undefined ? null : DETACHED));
}

/** A name of a commit, written in hexadecimal: nothing else may reach git out of a file. */
export function isCommitName(text: string | null | undefined): text is string {
	return typeof text === 'string' && /^[0-9a-f]{7,64}$/iu.test(text);
}

/** The first seven digits of a commit. */
export function shortCommit(commit: string): string {
	return commit.slice(0, SHORT_COMMIT);
}

/** Another branch is checked out than was written down. Nothing was written down, no git: no. */
export function isBranchChanged({ saved, now }: GitDrift): boolean {
	return typeof saved.branch === 'string' && now !== undefined && savedBranch(now) !== saved.branch;
}

/** How a branch is called in a report; a detached HEAD is said to be one. */
export function branchWords(branch: string | null): string {
	return branch === null ? say('no branch') : branch === DETACHED ? say('detached HEAD') : branch;
}

/** In the words of a report: `2 commits ahead`; nothing where HEAD is where it was, and where nothing can be said. */
export function commitWords(commits: CommitDrift): string | undefined {
	switch (commits.kind) {
		case 'none':
		case 'same':
			return undefined;
		case 'unknown':
			return say('unknown commit');
		case 'ahead':
			return commits.ahead === 1 ? say('1 commit ahead') : say('{0} commits ahead', commits.ahead);
		case 'behind':
			return commits.behind === 1 ? say('1 commit behind') : say('{0} commits behind', commits.behind);
		case 'diverged':
			return say('diverged: {0} ahead, {1} behind', count(commits.ahead), commits.behind);
		case 'rewritten':
			return say('history rewritten: {0} ahead, {1} behind', count(commits.ahead), commits.behind);
	}
}

function count(commits: number): string {
	return commits === 1 ? say('1 commit') : say('{0} commits', commits);
}
