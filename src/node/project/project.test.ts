import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formulaSlug, projectSlug } from '../../core/claude/slug';
import { findClaudeHome } from '../claude/claudeHome';
import { type Project, belongsTo, findProject, transcriptFolders } from './project';
import { type Place, git, newPlace, newRepository } from '../testing/places';

let place: Place;
let repo: string;
const at = (relative: string): string => path.join(place.root, relative);
const find = (folder: string, env: NodeJS.ProcessEnv = {}): Promise<Project> =>
	findProject(findClaudeHome({ ...place.env, ...env }), folder);
const memoryOf = (folder: string, base = at('home/.claude')): string =>
	path.join(base, 'projects', projectSlug(folder), 'memory');
beforeEach(() => {
	place = newPlace();
	repo = newRepository(at('repo'));
});
afterEach(() => place.remove());

// T31: memory by the root of the main checkout, transcripts by the launch folder.
describe('memory is that of the main checkout', () => {
	test.each([
		['from its top', () => repo],
		['from a folder below it', () => place.folder('repo/packages/api')],
		[
			'from a worktree',
			() => {
				git(repo, 'worktree', 'add', '-q', at('wt'));
				return at('wt');
			},
		],
		[
			'from a folder below a worktree inside it',
			() => {
				git(repo, 'worktree', 'add', '-q', at('repo/.claude/worktrees/wt2'));
				return place.folder('repo/.claude/worktrees/wt2/deep');
			},
		],
		[
			'by a link',
			() => {
				symlinkSync(repo, at('link'));
				return at('link');
			},
		],
	])('%s', async (_name, make) => {
		const project = await find(make());
		expect(project).toMatchObject({ root: repo, filesRoot: repo, isGit: true, memoryDir: memoryOf(repo) });
	});

	test('and its own for a repository in a repository', async () => {
		const nested = newRepository(at('repo/vendor/nested'));
		expect(await find(nested)).toMatchObject({ root: nested, memoryDir: memoryOf(nested) });
	});

	test('and its own for a .git file that does not point back', async () => {
		place.folder('evil');
		writeFileSync(at('evil/.git'), `gitdir: ${at('repo/.git')}\n`);
		expect(await find(at('evil'))).toMatchObject({
			root: at('evil'),
			memoryDir: memoryOf(at('evil')),
			gitDir: undefined,
			launchRoots: [at('evil')],
		});
	});

	test('and shared by the worktrees of a bare repository', async () => {
		git(place.root, 'clone', '-q', '--bare', repo, at('bare.git'));
		git(at('bare.git'), 'worktree', 'add', '-q', at('one'));
		git(at('bare.git'), 'worktree', 'add', '-q', '-b', 'b', at('two'));
		const [one, two] = [await find(at('one')), await find(at('two'))];
		expect(one.memoryDir).toBe(two.memoryDir);
		expect([one.checkout, two.checkout]).toEqual([at('one'), at('two')]);
	});
});

// T30
describe('a folder of any name has the memory that Claude Code gives it', () => {
	test.each([
		['with a space and dots', 'My App v1.2'],
		['composed', '\u00c9t\u00e9'],
		['decomposed', 'cafe\u0301'],
		['emoji', '🚀 launch'],
		['another script', '日本語プロジェクト'],
		['a control character', 'a\u001bb'],
		['more than 200 characters', `${'deep/'.repeat(45)}app`],
	])('%s', async (_name, name) => {
		const folder = place.folder(name);
		expect(await find(folder)).toMatchObject({ root: folder, memoryDir: memoryOf(folder), isGit: false });
	});
});

describe('our own files go to', () => {
	test('the project, in git', async () => expect((await find(repo)).filesRoot).toBe(repo));

	test('our home, outside git', async () => {
		const plain = place.folder('plain');
		expect((await find(plain)).filesRoot).toBe(place.kept(plain));
	});

	test.each([[true], [false]])('our home, for the home folder itself (a repository: %s)', async (isRepository) => {
		if (isRepository) git(place.home, 'init', '-q');
		expect((await find(place.home)).filesRoot).toBe(place.kept(place.home));
	});

	test('the named folder as it is, where a person names one', async () => {
		const api = place.folder('repo/packages/api');
		const project = await findProject(place.claude, api, { isExplicit: true });
		expect(project).toMatchObject({ root: api, checkout: api, filesRoot: api, memoryDir: memoryOf(repo) });
	});
});

describe('memory moves by', () => {
	const moved = path.resolve('/moved/memory');
	const settings = (file: string, value: unknown): string =>
		place.write(file, JSON.stringify({ autoMemoryDirectory: value }));
	const trust = (folder: string): string =>
		place.write('home/.claude.json', JSON.stringify({ projects: { [folder]: { hasTrustDialogAccepted: true } } }));
	const memory = async (env: NodeJS.ProcessEnv = {}): Promise<string> => (await find(repo, env)).memoryDir;

	test('CLAUDE_CONFIG_DIR', async () => {
		expect(await memory({ CLAUDE_CONFIG_DIR: at('elsewhere') })).toBe(memoryOf(repo, at('elsewhere')));
	});

	test('CLAUDE_CODE_REMOTE_MEMORY_DIR', async () => {
		expect(await memory({ CLAUDE_CODE_REMOTE_MEMORY_DIR: at('remote') })).toBe(memoryOf(repo, at('remote')));
	});

	test('the user’s settings, before the remote folder', async () => {
		settings('home/.claude/settings.json', moved);
		expect(await memory({ CLAUDE_CODE_REMOTE_MEMORY_DIR: at('remote') })).toBe(moved);
	});

	test('a tilde in them', async () => {
		settings('home/.claude/settings.json', '~/notes');
		expect(await memory()).toBe(at('home/notes'));
	});

	test.each([['settings.json'], ['settings.local.json']])('the project’s %s, where it is trusted', async (name) => {
		settings('home/.claude/settings.json', '/user');
		settings(`repo/.claude/${name}`, moved);
		expect(await memory()).toBe('/user');
		trust(repo);
		expect(await memory()).toBe(moved);
	});

	test('the override, before everything else', async () => {
		settings('home/.claude/settings.json', moved);
		expect(await memory({ CLAUDE_COWORK_MEMORY_PATH_OVERRIDE: '/override' })).toBe('/override');
	});

	test.each([['notes'], ['./notes'], ['../notes'], [''], [7]])('no relative path: %j', async (value) => {
		settings('home/.claude/settings.json', value);
		trust(repo);
		settings('repo/.claude/settings.json', value);
		expect(await memory({ CLAUDE_COWORK_MEMORY_PATH_OVERRIDE: 'notes' })).toBe(memoryOf(repo));
	});

	test('broken settings do not', async () => {
		place.write('home/.claude/settings.json', '{"autoMemoryDirectory":"/x"');
		expect(await memory()).toBe(memoryOf(repo));
	});
});

// R11
describe('the folder of the first formula', () => {
	const formula = (folder: string, base = 'home/.claude'): string =>
		path.join(at(base), 'projects', formulaSlug(folder), 'memory');
	const dirs = async (folder: string, env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> =>
		(await find(folder, env)).formulaDirs;

	test('counts only where it is there', async () => {
		expect(await dirs(repo)).toEqual([]);
		mkdirSync(formula(repo), { recursive: true });
		expect(await dirs(repo)).toEqual([formula(repo)]);
		expect(await dirs(place.folder('repo/packages'))).toEqual([formula(repo)]);
	});

	test('is that of a worktree, too, for it was made of the checkout', async () => {
		git(repo, 'worktree', 'add', '-q', at('wt'));
		for (const folder of [repo, at('wt')]) mkdirSync(formula(folder), { recursive: true });
		expect(await dirs(at('wt'))).toEqual([formula(at('wt')), formula(repo)]);
	});

	test('is in the home folder though Claude Code’s files moved, for it never heard of that', async () => {
		mkdirSync(formula(repo), { recursive: true });
		mkdirSync(formula(repo, 'moved'), { recursive: true });
		expect(await dirs(repo, { CLAUDE_CONFIG_DIR: at('moved') })).toEqual([formula(repo), formula(repo, 'moved')]);
	});

	test('is not listed a second time where it is a link to the memory folder', async () => {
		mkdirSync(memoryOf(repo), { recursive: true });
		symlinkSync(path.basename(path.dirname(memoryOf(repo))), path.dirname(formula(repo)));
		expect(await dirs(repo)).toEqual([]);
	});

	test('is not listed a second time where two names lead to it', async () => {
		mkdirSync(formula(repo), { recursive: true });
		symlinkSync('.claude', at('home/claude-link'));
		expect(await dirs(repo, { CLAUDE_CONFIG_DIR: at('home/claude-link') })).toEqual([formula(repo)]);
	});

	test('is no folder where it is a file', async () => {
		place.write(path.relative(place.root, formula(repo)), 'x');
		expect(await dirs(repo)).toEqual([]);
	});
});

describe('a session belongs to a project by where it ran, not by its folder’s name', () => {
	test('slugs collide, folders do not', async () => {
		const [dotted, dashed] = [place.folder('my.app'), place.folder('my-app')];
		const project = await find(dotted);
		expect(projectSlug(dotted)).toBe(projectSlug(dashed));
		mkdirSync(path.join(place.claude.projectsDir, projectSlug(dotted)), { recursive: true });
		expect(await transcriptFolders(place.claude, project)).toHaveLength(1);
		expect(belongsTo(project, path.join(dotted, 'src'))).toBe(true);
		expect(belongsTo(project, dashed)).toBe(false);
	});

	test('every checkout’s folders, and those of folders below, are looked at', async () => {
		git(repo, 'worktree', 'add', '-q', at('wt'));
		const project = await find(repo);
		const ours = [repo, path.join(repo, 'packages/api'), at('wt')];
		for (const folder of [...ours, at('other'), at('repos')])
			mkdirSync(path.join(place.claude.projectsDir, projectSlug(folder)), { recursive: true });
		place.write('home/.claude/projects/stray', '');
		expect(await transcriptFolders(place.claude, project)).toEqual(
			ours.map((folder) => path.join(place.claude.projectsDir, projectSlug(folder))).sort(),
		);
		expect(ours.map((folder) => belongsTo(project, folder))).toEqual([true, true, true]);
		expect(belongsTo(project, at('repos'))).toBe(false);
	});

	test('where there are no transcripts there are no folders', async () =>
		expect(await transcriptFolders(place.claude, await find(repo))).toEqual([]));
});

test('a folder that does not exist is a project all the same, and nothing is made of it', async () => {
	const project = await find(at('not/there'));
	expect(project).toMatchObject({ root: at('not/there'), isGit: false, memoryDir: memoryOf(at('not/there')) });
});
