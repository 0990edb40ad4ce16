import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GitLayout, findGitLayout, listCheckouts } from './gitLayout';
import { type Place, git, newPlace, newRepository } from '../testing/places';

let place: Place;
let repo: string;
const at = (relative: string): string => path.join(place.root, relative);
beforeEach(() => {
	place = newPlace();
	repo = newRepository(at('repo'));
});
afterEach(() => place.remove());

const layoutOf = (folder: string): Promise<GitLayout | undefined> => findGitLayout(folder);
const main = (): GitLayout => ({ topLevel: repo, mainRoot: repo, commonDir: at('repo/.git'), gitDir: at('repo/.git') });

/** A checkout that stands for itself: what its `.git` names is not looked at. */
const alone = (folder: string): GitLayout => ({
	topLevel: folder,
	mainRoot: folder,
	commonDir: path.join(folder, '.git'),
	gitDir: undefined,
});

describe('a folder belongs to', () => {
	test('its repository', async () => expect(await layoutOf(repo)).toEqual(main()));

	test('the repository above it', async () => {
		expect(await layoutOf(place.folder('repo/packages/api'))).toEqual(main());
	});

	test('the repository that a link leads into', async () => {
		place.folder('repo/packages');
		symlinkSync('repo/packages', at('link'));
		expect(await layoutOf(at('link'))).toEqual(main());
	});

	test('no repository, outside of one', async () => expect(await layoutOf(place.folder('plain'))).toBeUndefined());

	test('no repository, where it does not even exist', async () =>
		expect(await layoutOf(at('nowhere/at/all'))).toBeUndefined());

	test('no repository, where a link goes round', async () => {
		symlinkSync('round', at('round'));
		expect(await layoutOf(at('round'))).toBeUndefined();
	});

	test('the main checkout, from a worktree', async () => {
		git(repo, 'worktree', 'add', '-q', at('wt'));
		const expected = {
			topLevel: at('wt'),
			mainRoot: repo,
			commonDir: at('repo/.git'),
			gitDir: at('repo/.git/worktrees/wt'),
		};
		expect(await layoutOf(at('wt'))).toEqual(expected);
		expect(await layoutOf(place.folder('wt/deep/er'))).toEqual(expected);
		expect(await listCheckouts(main())).toEqual([repo, at('wt')]);
		expect(await listCheckouts(expected)).toEqual([repo, at('wt')]);
	});

	test('the main checkout, from a worktree inside it', async () => {
		git(repo, 'worktree', 'add', '-q', at('repo/.claude/worktrees/wt2'));
		expect(await layoutOf(at('repo/.claude/worktrees/wt2'))).toMatchObject({ mainRoot: repo });
	});

	test('the main checkout, from a worktree whose pointers are relative', async () => {
		git(repo, 'worktree', 'add', '-q', at('wt'));
		writeFileSync(at('wt/.git'), 'gitdir: ../repo/.git/worktrees/wt\n');
		writeFileSync(at('repo/.git/worktrees/wt/gitdir'), '../../../../wt/.git\n');
		expect(await layoutOf(at('wt'))).toMatchObject({ topLevel: at('wt'), mainRoot: repo });
		expect(await listCheckouts(main())).toEqual([repo, at('wt')]);
	});

	test('itself, where it is a repository in a repository', async () => {
		const nested = newRepository(at('repo/vendor/nested'));
		expect(await layoutOf(nested)).toMatchObject({ topLevel: nested, mainRoot: nested });
	});

	test('itself, where it is a submodule', async () => {
		const lib = newRepository(at('lib'));
		git(repo, 'submodule', '--quiet', 'add', lib, 'sub');
		expect(await layoutOf(at('repo/sub'))).toEqual({ ...alone(at('repo/sub')), gitDir: at('repo/.git/modules/sub') });
	});

	test('the bare repository that its worktrees share', async () => {
		git(place.root, 'clone', '-q', '--bare', repo, at('bare.git'));
		git(at('bare.git'), 'worktree', 'add', '-q', at('one'));
		git(at('bare.git'), 'worktree', 'add', '-q', '-b', 'other', at('two'));
		for (const name of ['one', 'two'])
			expect(await layoutOf(at(name))).toMatchObject({ topLevel: at(name), mainRoot: at('bare.git') });
	});

	test('its own folder, where a worktree’s main checkout has moved away', async () => {
		git(repo, 'worktree', 'add', '-q', at('wt'));
		renameSync(repo, at('moved'));
		expect(await layoutOf(at('wt'))).toEqual(alone(at('wt')));
	});

	test('the repository above it, where its own is empty', async () => {
		place.folder('repo/broken/.git');
		expect(await layoutOf(at('repo/broken'))).toEqual(main());
	});
});

// A cloned repository can hold a `.git` file or a link of its own making.
describe('a .git that does not point back is not followed', () => {
	beforeEach(() => {
		place.folder('evil');
	});

	test.each([
		['it names another repository', () => `gitdir: ${at('repo/.git')}\n`],
		[
			'it names somebody’s worktree',
			() => {
				git(repo, 'worktree', 'add', '-q', at('wt'));
				return `gitdir: ${at('repo/.git/worktrees/wt')}\n`;
			},
		],
		[
			'it names a folder of its own that points back, but is no worktree of what it names',
			() => {
				const fake = at('evil/fake');
				mkdirSync(fake);
				writeFileSync(path.join(fake, 'gitdir'), `${at('evil/.git')}\n`);
				writeFileSync(path.join(fake, 'commondir'), `${at('repo/.git')}\n`);
				return 'gitdir: fake\n';
			},
		],
		[
			'it names another submodule’s folder',
			() => {
				const lib = newRepository(at('lib'));
				git(repo, 'submodule', '--quiet', 'add', lib, 'sub');
				return `gitdir: ${at('repo/.git/modules/sub')}\n`;
			},
		],
		['it names nothing that is there', () => 'gitdir: /nowhere/at/all\n'],
		['it names nothing', () => 'gitdir: \n'],
		['it is no pointer', () => 'hello\n'],
		['it is empty', () => ''],
		['it is long', () => `gitdir: ${at('repo/.git')}${'/.'.repeat(4_000)}\n`],
	])('%s', async (_name, make) => {
		writeFileSync(at('evil/.git'), make());
		expect(await layoutOf(at('evil'))).toEqual(alone(at('evil')));
	});

	test('it is a link to another repository', async () => {
		symlinkSync(at('repo/.git'), at('evil/.git'));
		expect(await layoutOf(at('evil'))).toEqual(alone(at('evil')));
	});

	test('it is a link to nowhere, which git does not follow either', async () => {
		renameSync(at('evil'), at('repo/evil'));
		symlinkSync('/nowhere/at/all', at('repo/evil/.git'));
		expect(await layoutOf(at('repo/evil'))).toEqual(main());
	});

	test('and core.worktree in a repository leads nowhere', async () => {
		git(repo, 'config', 'core.worktree', place.home);
		expect(await layoutOf(repo)).toEqual(main());
	});
});

describe('the checkouts of a repository', () => {
	test('do not include what is gone, nor what no longer points back', async () => {
		for (const name of ['gone', 'foreign', 'kept']) git(repo, 'worktree', 'add', '-q', at(name));
		rmSync(at('gone'), { recursive: true });
		writeFileSync(at('foreign/.git'), `gitdir: ${at('repo/.git/worktrees/kept')}\n`);
		expect(await listCheckouts(main())).toEqual([repo, at('kept')]);
	});

	test('do not include a folder that the repository merely names', async () => {
		cpSync(at('repo'), at('victim'), { recursive: true });
		const entry = place.folder('repo/.git/worktrees/x');
		writeFileSync(path.join(entry, 'gitdir'), `${at('victim/.git')}\n`);
		writeFileSync(path.join(entry, 'commondir'), '../..\n');
		expect(await listCheckouts(main())).toEqual([repo]);
	});

	test('are it alone, where there are no others', async () => expect(await listCheckouts(main())).toEqual([repo]));
});
