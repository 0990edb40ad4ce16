import { expect, test } from 'vitest';
import { type CommitDrift, branchWords, commitWords, isBranchChanged, isCommitName, savedBranch } from './drift';

const now = { branch: 'main', commit: 'a'.repeat(40), dirty: [] };

test.each<[CommitDrift, string | undefined]>([
	[{ kind: 'none' }, undefined],
	[{ kind: 'same' }, undefined],
	[{ kind: 'unknown' }, 'unknown commit'],
	[{ kind: 'ahead', ahead: 2, behind: 0 }, '2 commits ahead'],
	[{ kind: 'behind', ahead: 0, behind: 1 }, '1 commit behind'],
	[{ kind: 'diverged', ahead: 1, behind: 2 }, 'diverged: 1 commit ahead, 2 behind'],
	[{ kind: 'rewritten', ahead: 3, behind: 1 }, 'history rewritten: 3 commits ahead, 1 behind'],
])('%j is called %j', (drift, words) => expect(commitWords(drift)).toBe(words));

test('a branch is written down as git itself names it', () => {
	expect(savedBranch(now)).toBe('main');
	expect(savedBranch({ ...now, branch: undefined })).toBe('HEAD');
	expect(savedBranch({ ...now, branch: undefined, commit: undefined })).toBeNull();
	expect(savedBranch(undefined)).toBeNull();
	expect(['main', 'HEAD', null].map(branchWords)).toEqual(['main', 'detached HEAD', 'no branch']);
});

test('no branch that was written down cannot have changed', () => {
	const changed = (branch: string | null | undefined, state: typeof now | undefined = now): boolean =>
		isBranchChanged({ saved: { branch, commit: null }, now: state, commits: { kind: 'none' } });
	expect([changed('main'), changed('other'), changed(null), changed(undefined)]).toEqual([false, true, false, false]);
	expect(isBranchChanged({ saved: { branch: 'other', commit: null }, now: undefined, commits: { kind: 'none' } })).toBe(
		false,
	);
});

test.each([
	['abc123f5d2e8a1b4c6e9f3a7', true],
	['ABC123F', true],
	['abc123', false],
	['main', false],
	['--all', false],
	[null, false],
])('%j is a name of a commit: %j', (text, is) => expect(isCommitName(text)).toBe(is));
