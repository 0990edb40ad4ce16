import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GitDrift, commitWords, isBranchChanged, savedBranch } from '../../core/project/drift';
import { readGitDrift, readGitState, readGitStateAfter } from './gitDrift';
import { filesCommittedSince } from './gitRepository';
import { findProject } from './project';
import { type Place, git, newPlace, newRepository } from '../testing/places';

let place: Place;
let repo: string;
let first: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	first = head(repo);
});
afterEach(() => place.remove());

/** By git's own files: each start of git takes its time. */
function head(folder: string): string {
	const said = readFileSync(path.join(folder, '.git', 'HEAD'), 'utf8').trim();
	return said.startsWith('ref: ') ? readFileSync(path.join(folder, '.git', said.slice(5)), 'utf8').trim() : said;
}
const commit = (folder: string, name: string): string => {
	git(folder, 'commit', '-q', '--allow-empty', '-m', name);
	return head(folder);
};
const state = async (folder = repo, env = place.env): ReturnType<typeof readGitState> =>
	readGitState(await findProject(place.claude, folder), env);
const drift = async (saved: string | null, branch: string | null = 'main', folder = repo): Promise<GitDrift> =>
	readGitDrift(await findProject(place.claude, folder), { branch, commit: saved }, place.env);
const words = async (saved: string | null): Promise<string | undefined> => commitWords((await drift(saved)).commits);

describe('a checkout', () => {
	test('is its branch, its commit and what differs', async () => {
		expect(await state()).toEqual({ branch: 'main', commit: first, dirty: [] });
	});

	test('before its first commit has none, and all its files differ', async () => {
		const fresh = place.folder('fresh');
		git(fresh, 'init', '-q');
		writeFileSync(path.join(fresh, 'a.txt'), 'a');
		expect(await state(fresh)).toMatchObject({ branch: 'main', commit: undefined, dirty: ['a.txt'] });
		expect(await drift(first, 'main', fresh)).toMatchObject({ commits: { kind: 'none' } });
	});

	test('after a session is where that left it, as far as its commits tell', async () => {
		const ofSession = commit(repo, 'Of the session');
		const last = { hash: ofSession.slice(0, 7), branch: 'main' };
		const now = commit(repo, 'Later');
		const project = await findProject(place.claude, repo);
		const after = async (said: Parameters<typeof readGitStateAfter>[0]): ReturnType<typeof readGitState> =>
			readGitStateAfter(said, project, place.env);
		expect(await after({ last, endMs: 0 })).toEqual({
			branch: 'main',
			commit: ofSession,
			dirty: undefined,
		});
		const unsaid = { branch: 'main', commit: now, dirty: [] };
		// HEAD was made while the session ran, or what it committed is on another branch or gone.
		expect(await after({ last, endMs: undefined })).toEqual(unsaid);
		expect(await after({ last: undefined, endMs: 0 })).toEqual(unsaid);
		expect(await after({ last: { ...last, branch: 'other' }, endMs: 0 })).toEqual(unsaid);
		expect(await after({ last: { hash: 'abcdef1', branch: 'main' }, endMs: 0 })).toEqual(unsaid);
	});

	test('that is detached has no branch', async () => {
		git(repo, 'checkout', '-q', '--detach');
		expect(await state()).toMatchObject({ branch: undefined, commit: first });
		expect(savedBranch(await state())).toBe('HEAD');
		expect(isBranchChanged(await drift(first))).toBe(true);
		expect(isBranchChanged(await drift(first, 'HEAD'))).toBe(false);
	});

	test('on a branch with the name of a tag has the name that git gives it', async () => {
		git(repo, 'tag', 'main');
		expect(await state()).toMatchObject({ branch: 'heads/main', commit: first });
		git(repo, 'pack-refs', '--all');
		expect(await state()).toMatchObject({ branch: 'heads/main', commit: first });
		git(repo, 'tag', '-d', 'main');
		expect(await state()).toMatchObject({ branch: 'main', commit: first });
		// Written by hand: git makes no branch of this name any more.
		git(repo, 'update-ref', 'refs/heads/HEAD', first);
		git(repo, 'symbolic-ref', 'HEAD', 'refs/heads/HEAD');
		expect(await state()).toMatchObject({ branch: 'heads/HEAD', commit: first });
	});

	test('that is a worktree has its own branch and files', async () => {
		const worktree = path.join(place.root, 'wt');
		git(repo, 'worktree', 'add', '-q', '-b', 'other', worktree);
		writeFileSync(path.join(worktree, 'new.txt'), 'x');
		expect(await state(worktree)).toEqual({ branch: 'other', commit: first, dirty: ['new.txt'] });
		expect((await state())?.dirty).toEqual([]);
	});

	test.each([
		['outside git', () => place.folder('plain')],
		[
			'of a .git file that does not point back',
			() => {
				place.write('evil/.git', `gitdir: ${path.join(repo, '.git')}\n`);
				return path.join(place.root, 'evil');
			},
		],
		[
			'with a broken HEAD',
			() => {
				writeFileSync(path.join(repo, '.git', 'HEAD'), 'nonsense\n');
				return repo;
			},
		],
	])('is nothing %s, without an error', async (_name, make) => {
		const folder = make();
		expect(await state(folder)).toBeUndefined();
		expect(await drift(first, 'main', folder)).toMatchObject({ now: undefined, commits: { kind: 'none' } });
	});

	test('is nothing without git', async () => {
		expect(await state(repo, { ...place.env, PATH: place.root })).toBeUndefined();
	});
});

describe('what differs', () => {
	test('is changed, staged, removed, made executable, or new and not ignored', async () => {
		for (const name of ['changed', 'same', 'touched', 'removed', 'staged', 'run', 'ü b\nc'])
			writeFileSync(path.join(repo, name), 'one\n');
		writeFileSync(path.join(repo, '.gitignore'), 'ignored\n');
		git(repo, 'add', '.');
		git(repo, 'commit', '-q', '-m', 'Files');
		writeFileSync(path.join(repo, 'changed'), 'two\n');
		writeFileSync(path.join(repo, 'staged'), 'two\n');
		git(repo, 'add', 'staged');
		rmSync(path.join(repo, 'removed'));
		chmodSync(path.join(repo, 'run'), 0o755);
		utimesSync(path.join(repo, 'touched'), 1, 1);
		writeFileSync(path.join(repo, 'ü b\nc'), 'two\n');
		writeFileSync(path.join(repo, 'ignored'), 'x');
		mkdirSync(path.join(repo, 'sub'));
		writeFileSync(path.join(repo, 'sub', 'new'), 'x');
		expect((await state())?.dirty).toEqual(['changed', 'removed', 'run', 'staged', 'sub/new', 'ü b\nc'].sort());
	});

	test('is no file that was touched and has the line endings of this system', async () => {
		writeFileSync(path.join(repo, '.gitattributes'), '*.txt text eol=crlf\n');
		writeFileSync(path.join(repo, 'a.txt'), 'one\r\n');
		git(repo, 'add', '.');
		git(repo, 'commit', '-q', '-m', 'Files');
		utimesSync(path.join(repo, 'a.txt'), 1, 1);
		expect((await state())?.dirty).toEqual([]);
	});

	test('is told of a folder that was named as the project as of one by itself', async () => {
		for (const name of ['pkg/a', 'pkg/.claude/memory/session-1.md', 'pkg/sub/.claude/commands/document-and-save.md'])
			place.write(`repo/${name}`, 'one\n');
		git(repo, 'add', 'pkg/a');
		git(repo, 'commit', '-q', '-m', 'Files');
		writeFileSync(path.join(repo, 'other'), 'one\n');
		const named = await findProject(place.claude, path.join(repo, 'pkg'), { isExplicit: true });
		expect(await readGitState(named, place.env)).toEqual({ branch: 'main', commit: head(repo), dirty: [] });
		writeFileSync(path.join(repo, 'pkg', 'sub', 'new'), 'two\n');
		expect((await readGitDrift(named, { branch: 'main', commit: first }, place.env)).now?.dirty).toEqual(['sub/new']);
		// What such a project keeps is ours from above, too.
		expect((await state())?.dirty).toEqual(['other', 'pkg/sub/new']);
		expect(await filesCommittedSince(named, 0, place.env)).toEqual(['a']);
		expect(await filesCommittedSince(await findProject(place.claude, repo), 0, place.env)).toEqual(['pkg/a']);
	});

	test('is looked for in the checkout alone, wherever core.worktree leads', async () => {
		place.write('elsewhere/secret.txt', 'x');
		git(repo, 'config', 'core.worktree', path.join(place.root, 'elsewhere'));
		expect((await state())?.dirty).toEqual([]);
	});
});

describe('the distance from a commit', () => {
	test('is none where HEAD is there, by a whole or a short name', async () => {
		expect(await words(first)).toBeUndefined();
		expect(await words(first.slice(0, 10))).toBeUndefined();
	});

	test('counts the commits ahead', async () => {
		commit(repo, 'a');
		expect(await words(first)).toBe('1 commit ahead');
		commit(repo, 'b');
		expect(await words(first)).toBe('2 commits ahead');
	});

	test('counts the commits behind', async () => {
		const last = commit(repo, 'a');
		git(repo, 'checkout', '-q', '-b', 'older', first);
		expect(await words(last)).toBe('1 commit behind');
		expect(isBranchChanged(await drift(last))).toBe(true);
	});

	test('tells two branches that parted', async () => {
		const mine = commit(repo, 'mine');
		git(repo, 'checkout', '-q', '-b', 'other', first);
		commit(repo, 'a');
		commit(repo, 'b');
		expect(await words(mine)).toBe('diverged: 2 commits ahead, 1 behind');
	});

	test('tells a history that was rewritten', async () => {
		const old = commit(repo, 'a');
		git(repo, 'commit', '-q', '--amend', '--allow-empty', '-m', 'b');
		expect(await words(old)).toBe('history rewritten: 1 commit ahead, 1 behind');
	});

	test.each(['0123456789012345678901234567890123456789', 'main', '--all', 'abc', '$(touch x)', ''])(
		'is unknown for %j',
		async (saved) => expect(await words(saved)).toBe('unknown commit'),
	);

	test('is not asked about where nothing was written down', async () => {
		expect(await words(null)).toBeUndefined();
	});
});

test('what differs is not told where a filter cannot be switched off', async () => {
	const trace = path.join(place.root, 'executed');
	writeFileSync(path.join(repo, 'a.txt'), 'one\n');
	git(repo, 'add', '.');
	git(repo, 'commit', '-q', '-m', 'Files');
	git(repo, 'config', 'filter.a=b.clean', `touch ${trace}; cat`);
	writeFileSync(path.join(repo, '.gitattributes'), '*.txt filter=a=b\n');
	writeFileSync(path.join(repo, 'a.txt'), 'two\n');
	expect(await state()).toMatchObject({ branch: 'main', dirty: undefined });
	expect(existsSync(trace)).toBe(false);
});

test('T8 nothing that a repository names is run, not even a filter of changed files', async () => {
	const trace = path.join(place.root, 'executed');
	const program = place.write('program', `#!/bin/sh\ntouch ${trace}\ncat\n`);
	chmodSync(program, 0o755);
	writeFileSync(path.join(repo, 'a.txt'), 'one\n');
	writeFileSync(path.join(repo, '.gitattributes'), '*.txt filter=evil diff=evil\n');
	git(repo, 'add', '.');
	git(repo, 'commit', '-q', '-m', 'Files');
	for (const key of [
		'core.pager',
		'core.fsmonitor',
		'diff.external',
		'diff.evil.textconv',
		'diff.evil.command',
		'filter.evil.clean',
		'filter.evil.smudge',
		'filter.evil.process',
		'core.sshCommand',
		'gpg.program',
	])
		git(repo, 'config', key, program);
	writeFileSync(path.join(repo, 'a.txt'), 'two\n');
	utimesSync(path.join(repo, '.gitattributes'), 1, 1);
	expect((await state())?.dirty).toEqual(['a.txt']);
	await drift(first);
	expect(existsSync(trace)).toBe(false);
});
