// What people do with a repository that our private files lie in: with real git, none of them is ever in the index, in a
// commit or in a stash.
import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTrash } from '../keeper/keeperTrash';
import { addToQueue } from '../memory/memoryQueue';
import { homePlace } from './place';
import { archiveTranscript } from './transcriptArchive';
import { locateTranscript } from '../transcript/locateTranscript';
import { SESSION } from '../testing/backupPlace';
import { NOW_MS, type Place, git, newPlace, newRepository } from '../testing/places';
import { FakeClock } from '../../core/testing/fakeClock';
import { SECRET, beginRepository, commitAll, leavePrivate, privateInGit } from '../testing/privateLeavings';

/** As an older version wrote it, and people committed it. */
const OLD_IGNORE = 'raw/\n.pending-backup\n.backup-log\nsessions/\n';

let place: Place;
let repo: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	place.write('repo/src/main.ts', 'code\n');
	commitAll(repo);
});
afterEach(() => place.remove());

const status = (folder = repo): string => git(folder, 'status', '--porcelain', '--untracked-files=all');
const raws = (folder = repo): readonly string[] =>
	readdirSync(path.join(folder, '.claude/memory/raw')).filter((name) => name.endsWith('.jsonl'));

describe('git never has a private file', () => {
	test('with everything in place, git status is empty, and a commit of everything is, too', async () => {
		await leavePrivate(place, repo);
		expect(status()).toBe('');
		expect(raws()).toHaveLength(1);
		commitAll(repo);
		expect(privateInGit(repo)).toEqual([]);
	});

	test.each([
		['with our own ignore file', undefined],
		['where an older version’s ignore file was committed on one of the branches', OLD_IGNORE],
	])('after a branch switch, %s', async (_name, committed) => {
		git(repo, 'checkout', '-q', '-b', 'feature');
		if (committed !== undefined) place.write('repo/.claude/memory/.gitignore', committed);
		commitAll(repo);
		await leavePrivate(place, repo);
		commitAll(repo);
		for (const branch of ['main', 'feature', 'main']) {
			git(repo, 'checkout', '-q', branch);
			expect(status()).toBe('');
			commitAll(repo);
			expect(privateInGit(repo)).toEqual([]);
			expect(raws()).toHaveLength(1);
		}
		await leavePrivate(place, repo);
		git(repo, 'checkout', '-q', 'feature');
		expect(status()).toBe('');
	});

	test.each([
		['git clean -fd', ['clean', '-q', '-fd']],
		['git stash -u', ['stash', '-q', '-u']],
		['git reset --hard', ['reset', '-q', '--hard']],
		['git checkout of everything', ['checkout', '-q', '--', '.']],
	])('after %s, and the files are still there', async (_name, command) => {
		await leavePrivate(place, repo);
		place.write('repo/src/new.ts', 'new\n');
		place.write('repo/src/main.ts', 'changed\n');
		git(repo, ...command);
		expect(raws()).toHaveLength(1);
		commitAll(repo);
		await leavePrivate(place, repo);
		expect(status()).toBe('');
		commitAll(repo);
		expect(privateInGit(repo)).toEqual([]);
	});

	test('after git clean -fdx, which deletes them: the second copies stay, and the next backup is as safe', async () => {
		const project = await leavePrivate(place, repo);
		git(repo, 'clean', '-q', '-fdx');
		expect(existsSync(path.join(repo, '.claude'))).toBe(false);
		const second = path.join(homePlace(place.claude, project).folder, 'raw');
		const [copy = ''] = readdirSync(second).filter((name) => name.endsWith('.jsonl'));
		expect(readFileSync(path.join(second, copy), 'utf8')).toContain(SECRET);
		await leavePrivate(place, repo);
		expect(status()).toBe('');
		commitAll(repo);
		expect(privateInGit(repo)).toEqual([]);
	});

	test('where a person’s own rules bring back the whole folder', async () => {
		place.write('repo/.gitignore', '.claude/*\n!.claude/memory/\n!.claude/memory/**\n');
		commitAll(repo);
		await leavePrivate(place, repo);
		expect(status()).toBe('');
		commitAll(repo);
		expect(privateInGit(repo)).toEqual([]);
	});

	test('a file that the repository tracks is not changed, even where it is ours of old', async () => {
		place.write('repo/.claude/memory/.gitignore', OLD_IGNORE);
		place.write('repo/docs/sessions/.gitignore', '*.tmp\n');
		commitAll(repo);
		await leavePrivate(place, repo);
		expect(status()).toBe('');
		expect(readFileSync(path.join(repo, '.claude/memory/.gitignore'), 'utf8')).toBe(OLD_IGNORE);
	});
});

test('what a person adds by force is theirs, and is found', async () => {
	await leavePrivate(place, repo);
	git(repo, 'add', '-f', '.claude/memory/raw');
	expect(privateInGit(repo)).toContain('.claude/memory/raw/.gitignore');
});

describe('in checkouts of every kind', () => {
	test('in a worktree, and in the main checkout that it shares its files with', async () => {
		const tree = path.join(place.root, 'tree');
		git(repo, 'worktree', 'add', '-q', '-b', 'side', tree);
		await leavePrivate(place, tree);
		for (const folder of [tree, repo]) {
			expect(status(folder)).toBe('');
			commitAll(folder);
		}
		git(tree, 'clean', '-q', '-fd');
		git(repo, 'stash', '-q', '-u');
		commitAll(tree);
		expect(privateInGit(repo)).toEqual([]);
	});

	test.each([
		['a sparse index', ['sparse-checkout', 'set', '--cone', '--sparse-index', 'src']],
		['a split index', ['update-index', '--split-index']],
	])('with %s', async (_name, command) => {
		place.write('repo/other/deep/file.ts', 'code\n');
		commitAll(repo);
		git(repo, ...command);
		await leavePrivate(place, repo);
		expect([status(), raws().length]).toEqual(['', 1]);
		for (const next of [
			['checkout', '-q', '-b', 'feature'],
			['clean', '-q', '-fd'],
			['stash', '-q', '-u'],
		]) {
			place.write('repo/src/main.ts', `${next[0] ?? ''}\n`);
			git(repo, ...next);
			commitAll(repo);
			expect([status(), raws().length]).toEqual(['', 1]);
		}
		expect(privateInGit(repo)).toEqual([]);
	});

	test('in a submodule, and in the repository that it is part of', async () => {
		const inner = newRepository(path.join(place.root, 'inner'));
		git(repo, 'submodule', '--quiet', 'add', inner, 'sub');
		commitAll(repo);
		const sub = path.join(repo, 'sub');
		await leavePrivate(place, sub);
		expect(status(sub) + status()).toBe('');
		commitAll(sub);
		commitAll(repo);
		expect([...privateInGit(sub), ...privateInGit(repo)]).toEqual([]);
	});

	test('in a folder below the top, named by the person', async () => {
		const folder = place.folder('repo/packages/app');
		await leavePrivate(place, folder, true);
		expect(raws(folder)).toHaveLength(1);
		expect(status()).toBe('');
		git(repo, 'clean', '-q', '-fd', '-e', 'packages');
		commitAll(repo);
		expect(privateInGit(repo)).toEqual([]);
	});

	test('where git follows a link that we do not, by the ignore files alone', async () => {
		const elsewhere = newRepository(path.join(place.root, 'elsewhere'));
		const linked = place.folder('linked');
		symlinkSync(path.join(elsewhere, '.git'), path.join(linked, '.git'));
		await leavePrivate(place, linked);
		expect(status(linked)).toBe('');
		expect(readdirSync(path.join(elsewhere, '.git/info'))).toEqual([]);
		commitAll(linked);
		expect(privateInGit(linked)).toEqual([]);
	});

	test('in a repository of dotfiles around Claude’s own folder', async () => {
		const project = await leavePrivate(place, repo);
		const transcript = await locateTranscript(place.claude, SESSION, undefined, project);
		if (transcript === undefined) throw new Error('There is no transcript.');
		await archiveTranscript(place.claude, transcript, new FakeClock(NOW_MS));
		const queued = { session: SESSION, turn: 1, ts: new Date(NOW_MS).toISOString(), cwd: repo };
		const candidate = { type: 'user', text: SECRET, rule: 'said', message: 'm' } as const;
		await addToQueue(place.claude, { ...queued, candidates: [candidate] });
		const taken = {
			kind: 'parked',
			action: 'archived',
			name: 'x',
			path: place.write('x.md', SECRET),
			takenMs: NOW_MS,
			modifiedMs: NOW_MS,
		};
		await openTrash(place.claude).take(taken);
		const dotfiles = beginRepository(place.claude.configDir);
		place.write('home/.claude/settings.json', '{}\n');
		for (const command of [
			['clean', '-q', '-fd', '-e', 'settings.json'],
			['stash', '-q', '-u'],
		]) {
			commitAll(dotfiles);
			git(dotfiles, ...command);
		}
		commitAll(dotfiles);
		expect(git(dotfiles, 'ls-files')).toContain('settings.json');
		expect(privateInGit(dotfiles)).toEqual([]);
		const kept = ['archive', 'projects', 'trash'];
		expect(readdirSync(place.claude.keeperHome)).toEqual(expect.arrayContaining(kept));
	});
});
