import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commitsSince, findOnPath, parseCommits } from './gitRepository';
import { findProject } from './project';
import { type Place, git, newPlace, newRepository } from '../testing/places';

let place: Place;
let repo: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
});
afterEach(() => place.remove());

const subjects = async (folder: string, sinceMs?: number, env = place.env): Promise<readonly string[]> =>
	(await commitsSince(await findProject(place.claude, folder), sinceMs, env)).map((commit) => commit.subject);

describe('commits', () => {
	test('are the last 15, newest first, where no beginning is known', async () => {
		for (let n = 0; n < 16; n++) git(repo, 'commit', '-q', '--allow-empty', '-m', `c${n}\n\nbody`);
		const found = await subjects(repo);
		expect(found).toHaveLength(15);
		expect(found[0]).toBe('c15');
	});

	test('are those since a moment, 20 at most', async () => {
		for (let n = 0; n < 22; n++) git(repo, 'commit', '-q', '--allow-empty', '-m', `c${n}`);
		expect(await subjects(repo, Date.UTC(2026, 10, 21, 8))).toHaveLength(20);
		expect(await subjects(repo, Date.UTC(2026, 10, 21, 10))).toEqual([]);
	});

	test('are those of the checkout that was asked about', async () => {
		git(repo, 'worktree', 'add', '-q', '-b', 'other', path.join(place.root, 'wt'));
		git(path.join(place.root, 'wt'), 'commit', '-q', '--allow-empty', '-m', 'In the worktree');
		expect(await subjects(path.join(place.root, 'wt'))).toEqual(['In the worktree', 'Begin']);
		expect(await subjects(repo)).toEqual(['Begin']);
	});

	test.skipIf(process.platform === 'win32')(
		'are asked of a git that fetches nothing, whatever it is told',
		async () => {
			const told = path.join(place.root, 'told');
			const fake = place.write('bin/git', `#!/bin/sh\n/usr/bin/env > '${told}'\n`);
			chmodSync(fake, 0o755);
			await subjects(repo, undefined, { ...place.env, PATH: path.dirname(fake) });
			expect(readFileSync(told, 'utf8')).toMatch(
				/^GIT_NO_LAZY_FETCH=1$[^]*^GIT_ALLOW_PROTOCOL=none$|^GIT_ALLOW_PROTOCOL=none$[^]*^GIT_NO_LAZY_FETCH=1$/mu,
			);
		},
	);

	test('are read in one encoding, whatever the repository says', async () => {
		git(repo, 'config', 'i18n.logOutputEncoding', 'UTF-16');
		git(repo, 'commit', '-q', '--allow-empty', '-m', 'Größe');
		expect(await subjects(repo)).toEqual(['Größe', 'Begin']);
	});

	test('are those of a submodule in a submodule', async () => {
		const lib = newRepository(path.join(place.root, 'lib'));
		git(lib, 'commit', '-q', '--allow-empty', '-m', 'Of the library');
		git(repo, 'submodule', '--quiet', 'add', lib, 'sub');
		expect(await subjects(path.join(repo, 'sub'))).toEqual(['Of the library', 'Begin']);
	});

	test.each([
		['outside git', () => place.folder('plain')],
		[
			'before the first one',
			() => {
				const fresh = place.folder('fresh');
				git(fresh, 'init', '-q');
				return fresh;
			},
		],
		[
			'of a .git file that does not point back',
			() => {
				place.write('evil/.git', `gitdir: ${path.join(repo, '.git')}\n`);
				return path.join(place.root, 'evil');
			},
		],
		['of a folder that is gone', () => path.join(place.root, 'gone')],
	])('are none %s', async (_name, make) => expect(await subjects(make())).toEqual([]));

	test('are none without git', async () => {
		expect(await subjects(repo, undefined, { ...place.env, PATH: place.root })).toEqual([]);
	});
});

test('nothing that a repository names is run', async () => {
	const trace = path.join(place.root, 'executed');
	const program = place.write('program', `#!/bin/sh\ntouch ${trace}\nexit 0\n`);
	chmodSync(program, 0o755);
	git(repo, 'commit', '-q', '--allow-empty', '-m', 'Another');
	for (const [key, value] of [
		['core.pager', program],
		['pager.log', program],
		['core.fsmonitor', program],
		['core.hooksPath', place.root],
		['core.sshCommand', program],
		['core.editor', program],
		['core.alternateRefsCommand', program],
		['diff.external', program],
		['diff.x.textconv', program],
		['filter.x.clean', program],
		['filter.x.smudge', program],
		['gpg.program', program],
		['log.showSignature', 'true'],
		['alias.log', `!${program}`],
		['credential.helper', `!${program}`],
		['format.pretty', 'format:%GG'],
	] as const)
		git(repo, 'config', key, value);
	writeFileSync(path.join(repo, '.gitattributes'), '* filter=x diff=x\n');
	expect(await subjects(repo)).toEqual(['Another', 'Begin']);
	expect(existsSync(trace)).toBe(false);
});

test('the environment leads git nowhere else', async () => {
	const other = newRepository(path.join(place.root, 'other'));
	git(other, 'commit', '-q', '--allow-empty', '-m', 'Not this one');
	const env = {
		...place.env,
		GIT_DIR: path.join(other, '.git'),
		GIT_WORK_TREE: other,
		GIT_CONFIG_COUNT: '1',
		GIT_CONFIG_KEY_0: 'core.pager',
		GIT_CONFIG_VALUE_0: 'false',
	};
	expect(await subjects(repo, undefined, env)).toEqual(['Begin']);
});

test.each([
	[
		'a\u0000b\nc\u0000d\n',
		[
			{ hash: 'a', subject: 'b' },
			{ hash: 'c', subject: 'd' },
		],
	],
	['a\u0000\n', [{ hash: 'a', subject: '' }]],
	['', []],
	['warning: something\n', []],
])('%j is %j', (output, commits) => expect(parseCommits(output)).toEqual(commits));

describe('a program is looked for in the absolute folders of PATH alone', () => {
	test('never in the current folder, which may be a repository', async () => {
		const program = place.write('bin/tool', '#!/bin/sh\n');
		chmodSync(program, 0o755);
		expect(await findOnPath('tool', { PATH: `.${path.delimiter}bin${path.delimiter}${path.dirname(program)}` })).toBe(
			program,
		);
		expect(await findOnPath('tool', { PATH: `.${path.delimiter}${path.delimiter}bin` })).toBeUndefined();
		expect(await findOnPath('tool', {})).toBeUndefined();
	});
});
