import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beforeFileCalls } from '../testing/fileCalls';
import { type Place, git, newPlace, newRepository } from '../testing/places';
import { excludeFromGit, includeInGit } from './gitExclude';
import { findProject } from './project';

const PATTERNS = ['.claude/memory/raw/', 'docs/sessions/*.draft.md', '.claude/settings.local.json'];
const FILES = ['.claude/memory/raw/a.jsonl', 'docs/sessions/x.draft.md', '.claude/settings.local.json'];

let place: Place;
let repo: string;
let exclude: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	exclude = path.join(repo, '.git/info/exclude');
	writeFileSync(exclude, '# mine\ncaf\u00e9', 'latin1');
});
afterEach(() => place.remove());
const project = (folder: string, isExplicit = false): ReturnType<typeof findProject> =>
	findProject(place.claude, folder, { isExplicit });
const untracked = (folder: string): string => git(folder, 'status', '--porcelain', '-uall');
function writeFiles(folder: string): void {
	for (const name of [...FILES, 'seen.txt']) place.write(path.join(path.relative(place.root, folder), name));
}

test('git does not see what is named, and the file is as it was afterwards', async () => {
	writeFiles(repo);
	expect(await excludeFromGit(await project(repo), PATTERNS)).toEqual({ state: 'added' });
	expect(untracked(repo)).toBe('?? seen.txt\n');
	const bytes = readFileSync(exclude);
	expect(await excludeFromGit(await project(repo), PATTERNS)).toEqual({ state: 'there' });
	expect(readFileSync(exclude)).toEqual(bytes);
	await includeInGit(await project(repo), PATTERNS);
	expect(readFileSync(exclude, 'latin1')).toBe('# mine\ncaf\u00e9');
});

test('a repository without such a folder gets one', async () => {
	rmSync(path.dirname(exclude), { recursive: true });
	await includeInGit(await project(repo), PATTERNS);
	expect(await excludeFromGit(await project(repo), PATTERNS)).toEqual({ state: 'added' });
	writeFiles(repo);
	expect(untracked(repo)).toBe('?? seen.txt\n');
});

test('what a killed process was taking lines out of is put back before lines are added', async () => {
	const gone = spawnSync(process.execPath, ['-e', '']).pid;
	renameSync(exclude, path.join(path.dirname(exclude), `.exclude.${gone}.0123456789ab.old`));
	expect(await excludeFromGit(await project(repo), PATTERNS)).toEqual({ state: 'added' });
	expect(readFileSync(exclude, 'latin1')).toContain('# mine\ncaf\u00e9\n');
	expect(readdirSync(path.dirname(exclude))).toEqual(['exclude']);
});

test('lines are added while others are taken out, before each of the steps: nothing of the list is lost', async () => {
	const here = await project(repo);
	const other = ['more/'];
	for (let at = 0; ; at++) {
		writeFileSync(exclude, '# mine\n');
		await excludeFromGit(here, PATTERNS);
		let [call, hasTried] = [0, false];
		let added: ReturnType<typeof excludeFromGit> | undefined;
		const stop = beforeFileCalls(async () => {
			if (hasTried || call++ !== at) return;
			hasTried = true;
			await (added = excludeFromGit(here, other));
		});
		await includeInGit(here, PATTERNS).catch(() => undefined);
		stop();
		const outcome = await added;
		if (!hasTried) break;
		const text = readFileSync(exclude, 'utf8');
		expect(text, `step ${at}`).toContain('# mine\n');
		expect(text.includes('more/'), `step ${at}`).toBe(outcome?.state === 'added');
		expect(readdirSync(path.dirname(exclude)), `step ${at}`).toEqual(['exclude']);
	}
});

test('a worktree, and what the main checkout has, by one file', async () => {
	const tree = path.join(place.root, 'tree');
	git(repo, 'worktree', 'add', '-q', tree);
	expect(await excludeFromGit(await project(tree), PATTERNS)).toEqual({ state: 'added' });
	for (const folder of [tree, repo]) {
		writeFiles(folder);
		expect(untracked(folder)).toBe('?? seen.txt\n');
	}
	expect(await excludeFromGit(await project(repo), PATTERNS)).toEqual({ state: 'there' });
});

test('a submodule has a list of its own', async () => {
	git(repo, 'submodule', '--quiet', 'add', newRepository(path.join(place.root, 'inner')), 'sub [1]');
	const inner = path.join(repo, 'sub [1]');
	expect(await excludeFromGit(await project(inner), PATTERNS)).toEqual({ state: 'added' });
	writeFiles(inner);
	expect(untracked(inner)).toBe('?? seen.txt\n');
	expect(readFileSync(exclude, 'latin1')).toBe('# mine\ncaf\u00e9');
});

test('a folder below the top of a repository', async () => {
	const folder = place.folder('repo/packages/é [x]');
	expect(await excludeFromGit(await project(folder, true), PATTERNS)).toEqual({ state: 'added' });
	writeFiles(folder);
	expect(git(repo, '-c', 'core.quotePath=false', 'status', '--porcelain', '-uall')).toBe(
		'?? "packages/é [x]/seen.txt"\n',
	);
});

test('outside git, and where `.git` does not point back, there is nothing to do', async () => {
	const lone = place.folder('lone');
	expect(await excludeFromGit(await project(lone), PATTERNS)).toEqual({ state: 'noRepository' });
	writeFileSync(path.join(lone, '.git'), `gitdir: ${path.join(repo, '.git')}\n`);
	expect(await excludeFromGit(await project(lone), PATTERNS)).toEqual({ state: 'noRepository' });
	expect(readFileSync(exclude, 'latin1')).toBe('# mine\ncaf\u00e9');
});

test.each(['the file', 'its folder', 'no regular file'])('%s is refused where it is not a plain one', async (what) => {
	const theirs = place.write('outside/exclude', 'theirs\n');
	const target = what === 'its folder' ? path.dirname(exclude) : exclude;
	rmSync(target, { recursive: true });
	if (what === 'no regular file') mkdirSync(target);
	else symlinkSync(what === 'the file' ? theirs : path.dirname(theirs), target);
	expect(await excludeFromGit(await project(repo), PATTERNS)).toMatchObject({ state: 'refused' });
	expect(readFileSync(theirs, 'utf8')).toBe('theirs\n');
});
